; ModuleID = 'mutexes.c'
source_filename = "mutexes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_mutexattr_t = type { i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@again = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@x = dso_local global i32 0, align 4, !dbg !52
@plain = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !18
@.str = private unnamed_addr constant [35 x i8] c"pthread_mutex_trylock(&again) == 0\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"mutexes.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"x == 2\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !62 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !67, metadata !DIExpression()), !dbg !68
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @again) #5, !dbg !69
  %call1 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @again) #5, !dbg !70
  %0 = load i32, i32* @x, align 4, !dbg !71
  %inc = add nsw i32 %0, 1, !dbg !71
  store i32 %inc, i32* @x, align 4, !dbg !71
  %call2 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @again) #5, !dbg !72
  %call3 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @again) #5, !dbg !73
  ret i8* null, !dbg !74
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !75 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %attributes = alloca %union.pthread_mutexattr_t, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !78, metadata !DIExpression()), !dbg !81
  call void @llvm.dbg.declare(metadata %union.pthread_mutexattr_t* %attributes, metadata !82, metadata !DIExpression()), !dbg !91
  %call = call i32 @pthread_mutexattr_init(%union.pthread_mutexattr_t* noundef %attributes) #5, !dbg !92
  %call1 = call i32 @pthread_mutexattr_settype(%union.pthread_mutexattr_t* noundef %attributes, i32 noundef 1) #5, !dbg !93
  %call2 = call i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef @again, %union.pthread_mutexattr_t* noundef %attributes) #5, !dbg !94
  %call3 = call i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef @plain, %union.pthread_mutexattr_t* noundef null) #5, !dbg !95
  %call4 = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !96
  %call5 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @again) #5, !dbg !97
  %call6 = call i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef @again) #5, !dbg !98
  %cmp = icmp eq i32 %call6, 0, !dbg !98
  br i1 %cmp, label %if.then, label %if.else, !dbg !101

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !101

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([35 x i8], [35 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !98
  unreachable, !dbg !98

if.end:                                           ; preds = %if.then
  %0 = load i32, i32* @x, align 4, !dbg !102
  %inc = add nsw i32 %0, 1, !dbg !102
  store i32 %inc, i32* @x, align 4, !dbg !102
  %call7 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @again) #5, !dbg !103
  %call8 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @again) #5, !dbg !104
  %1 = load i64, i64* %one, align 8, !dbg !105
  %call9 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !106
  %2 = load i32, i32* @x, align 4, !dbg !107
  %cmp10 = icmp eq i32 %2, 2, !dbg !107
  br i1 %cmp10, label %if.then11, label %if.else12, !dbg !110

if.then11:                                        ; preds = %if.end
  br label %if.end13, !dbg !110

if.else12:                                        ; preds = %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 34, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !107
  unreachable, !dbg !107

if.end13:                                         ; preds = %if.then11
  %call14 = call i32 @pthread_mutex_destroy(%union.pthread_mutex_t* noundef @plain) #5, !dbg !111
  ret i32 0, !dbg !112
}

; Function Attrs: nounwind
declare i32 @pthread_mutexattr_init(%union.pthread_mutexattr_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutexattr_settype(%union.pthread_mutexattr_t* noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef, %union.pthread_mutexattr_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_mutex_destroy(%union.pthread_mutex_t* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!54, !55, !56, !57, !58, !59, !60}
!llvm.ident = !{!61}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "again", scope: !2, file: !3, line: 6, type: !20, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mutexes.c", directory: ".", checksumkind: CSK_MD5, checksum: "4f890f8661568d34d4953555f099d6bc")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 47, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14, !15, !16}
!9 = !DIEnumerator(name: "PTHREAD_MUTEX_TIMED_NP", value: 0)
!10 = !DIEnumerator(name: "PTHREAD_MUTEX_RECURSIVE_NP", value: 1)
!11 = !DIEnumerator(name: "PTHREAD_MUTEX_ERRORCHECK_NP", value: 2)
!12 = !DIEnumerator(name: "PTHREAD_MUTEX_ADAPTIVE_NP", value: 3)
!13 = !DIEnumerator(name: "PTHREAD_MUTEX_NORMAL", value: 0)
!14 = !DIEnumerator(name: "PTHREAD_MUTEX_RECURSIVE", value: 1)
!15 = !DIEnumerator(name: "PTHREAD_MUTEX_ERRORCHECK", value: 2)
!16 = !DIEnumerator(name: "PTHREAD_MUTEX_DEFAULT", value: 0)
!17 = !{!18, !0, !52}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 6, type: !20, isLocal: false, isDefinition: true)
!20 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !21, line: 72, baseType: !22)
!21 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!22 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !21, line: 67, size: 320, elements: !23)
!23 = !{!24, !45, !50}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !22, file: !21, line: 69, baseType: !25, size: 320)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !26, line: 22, size: 320, elements: !27)
!26 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!27 = !{!28, !30, !31, !32, !33, !34, !36, !37}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !25, file: !26, line: 24, baseType: !29, size: 32)
!29 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !25, file: !26, line: 25, baseType: !7, size: 32, offset: 32)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !25, file: !26, line: 26, baseType: !29, size: 32, offset: 64)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !25, file: !26, line: 28, baseType: !7, size: 32, offset: 96)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !25, file: !26, line: 32, baseType: !29, size: 32, offset: 128)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !25, file: !26, line: 34, baseType: !35, size: 16, offset: 160)
!35 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !25, file: !26, line: 35, baseType: !35, size: 16, offset: 176)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !25, file: !26, line: 36, baseType: !38, size: 128, offset: 192)
!38 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !39, line: 55, baseType: !40)
!39 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!40 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !39, line: 51, size: 128, elements: !41)
!41 = !{!42, !44}
!42 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !40, file: !39, line: 53, baseType: !43, size: 64)
!43 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !40, file: !39, line: 54, baseType: !43, size: 64, offset: 64)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !22, file: !21, line: 70, baseType: !46, size: 320)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 320, elements: !48)
!47 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!48 = !{!49}
!49 = !DISubrange(count: 40)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !22, file: !21, line: 71, baseType: !51, size: 64)
!51 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 7, type: !29, isLocal: false, isDefinition: true)
!54 = !{i32 7, !"Dwarf Version", i32 5}
!55 = !{i32 2, !"Debug Info Version", i32 3}
!56 = !{i32 1, !"wchar_size", i32 4}
!57 = !{i32 7, !"PIC Level", i32 2}
!58 = !{i32 7, !"PIE Level", i32 2}
!59 = !{i32 7, !"uwtable", i32 1}
!60 = !{i32 7, !"frame-pointer", i32 2}
!61 = !{!"Debian clang version 14.0.6"}
!62 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 9, type: !63, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !66)
!63 = !DISubroutineType(types: !64)
!64 = !{!65, !65}
!65 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!66 = !{}
!67 = !DILocalVariable(name: "unused", arg: 1, scope: !62, file: !3, line: 9, type: !65)
!68 = !DILocation(line: 9, column: 20, scope: !62)
!69 = !DILocation(line: 10, column: 3, scope: !62)
!70 = !DILocation(line: 11, column: 3, scope: !62)
!71 = !DILocation(line: 12, column: 4, scope: !62)
!72 = !DILocation(line: 13, column: 3, scope: !62)
!73 = !DILocation(line: 14, column: 3, scope: !62)
!74 = !DILocation(line: 15, column: 3, scope: !62)
!75 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 18, type: !76, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !66)
!76 = !DISubroutineType(types: !77)
!77 = !{!29}
!78 = !DILocalVariable(name: "one", scope: !75, file: !3, line: 19, type: !79)
!79 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !21, line: 27, baseType: !80)
!80 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!81 = !DILocation(line: 19, column: 13, scope: !75)
!82 = !DILocalVariable(name: "attributes", scope: !75, file: !3, line: 20, type: !83)
!83 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutexattr_t", file: !21, line: 36, baseType: !84)
!84 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !21, line: 32, size: 32, elements: !85)
!85 = !{!86, !90}
!86 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !84, file: !21, line: 34, baseType: !87, size: 32)
!87 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 32, elements: !88)
!88 = !{!89}
!89 = !DISubrange(count: 4)
!90 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !84, file: !21, line: 35, baseType: !29, size: 32)
!91 = !DILocation(line: 20, column: 23, scope: !75)
!92 = !DILocation(line: 21, column: 3, scope: !75)
!93 = !DILocation(line: 22, column: 3, scope: !75)
!94 = !DILocation(line: 23, column: 3, scope: !75)
!95 = !DILocation(line: 24, column: 3, scope: !75)
!96 = !DILocation(line: 25, column: 3, scope: !75)
!97 = !DILocation(line: 26, column: 3, scope: !75)
!98 = !DILocation(line: 27, column: 3, scope: !99)
!99 = distinct !DILexicalBlock(scope: !100, file: !3, line: 27, column: 3)
!100 = distinct !DILexicalBlock(scope: !75, file: !3, line: 27, column: 3)
!101 = !DILocation(line: 27, column: 3, scope: !100)
!102 = !DILocation(line: 28, column: 4, scope: !75)
!103 = !DILocation(line: 29, column: 3, scope: !75)
!104 = !DILocation(line: 31, column: 3, scope: !75)
!105 = !DILocation(line: 33, column: 16, scope: !75)
!106 = !DILocation(line: 33, column: 3, scope: !75)
!107 = !DILocation(line: 34, column: 3, scope: !108)
!108 = distinct !DILexicalBlock(scope: !109, file: !3, line: 34, column: 3)
!109 = distinct !DILexicalBlock(scope: !75, file: !3, line: 34, column: 3)
!110 = !DILocation(line: 34, column: 3, scope: !109)
!111 = !DILocation(line: 38, column: 3, scope: !75)
!112 = !DILocation(line: 46, column: 3, scope: !75)
