; ModuleID = 'reporting.c'
source_filename = "reporting.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_mutexattr_t = type { i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@mutex = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@.str = private unnamed_addr constant [38 x i8] c"pthread_mutex_unlock(&mutex) == EPERM\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"reporting.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1
@.str.2 = private unnamed_addr constant [39 x i8] c"pthread_mutex_trylock(&mutex) == EBUSY\00", align 1
@.str.3 = private unnamed_addr constant [32 x i8] c"pthread_mutex_lock(&mutex) == 0\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.4 = private unnamed_addr constant [38 x i8] c"pthread_mutex_lock(&mutex) == EDEADLK\00", align 1
@.str.5 = private unnamed_addr constant [34 x i8] c"pthread_mutex_unlock(&mutex) == 0\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !58 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !63, metadata !DIExpression()), !dbg !64
  %call = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !65
  %cmp = icmp eq i32 %call, 1, !dbg !65
  br i1 %cmp, label %if.then, label %if.else, !dbg !68

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !68

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([38 x i8], [38 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 9, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !65
  unreachable, !dbg !65

if.end:                                           ; preds = %if.then
  %call1 = call i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !69
  %cmp2 = icmp eq i32 %call1, 16, !dbg !69
  br i1 %cmp2, label %if.then3, label %if.else4, !dbg !72

if.then3:                                         ; preds = %if.end
  br label %if.end5, !dbg !72

if.else4:                                         ; preds = %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([39 x i8], [39 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 10, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !69
  unreachable, !dbg !69

if.end5:                                          ; preds = %if.then3
  ret i8* null, !dbg !73
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

; Function Attrs: nounwind
declare i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !74 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %attributes = alloca %union.pthread_mutexattr_t, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !77, metadata !DIExpression()), !dbg !80
  call void @llvm.dbg.declare(metadata %union.pthread_mutexattr_t* %attributes, metadata !81, metadata !DIExpression()), !dbg !90
  %call = call i32 @pthread_mutexattr_init(%union.pthread_mutexattr_t* noundef %attributes) #5, !dbg !91
  %call1 = call i32 @pthread_mutexattr_settype(%union.pthread_mutexattr_t* noundef %attributes, i32 noundef 2) #5, !dbg !92
  %call2 = call i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef @mutex, %union.pthread_mutexattr_t* noundef %attributes) #5, !dbg !93
  %call3 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !94
  %cmp = icmp eq i32 %call3, 0, !dbg !94
  br i1 %cmp, label %if.then, label %if.else, !dbg !97

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !97

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([32 x i8], [32 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 20, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !94
  unreachable, !dbg !94

if.end:                                           ; preds = %if.then
  %call4 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !98
  %cmp5 = icmp eq i32 %call4, 35, !dbg !98
  br i1 %cmp5, label %if.then6, label %if.else7, !dbg !101

if.then6:                                         ; preds = %if.end
  br label %if.end8, !dbg !101

if.else7:                                         ; preds = %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([38 x i8], [38 x i8]* @.str.4, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 21, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !98
  unreachable, !dbg !98

if.end8:                                          ; preds = %if.then6
  %call9 = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !102
  %0 = load i64, i64* %one, align 8, !dbg !103
  %call10 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !104
  %call11 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !105
  %cmp12 = icmp eq i32 %call11, 0, !dbg !105
  br i1 %cmp12, label %if.then13, label %if.else14, !dbg !108

if.then13:                                        ; preds = %if.end8
  br label %if.end15, !dbg !108

if.else14:                                        ; preds = %if.end8
  call void @__assert_fail(i8* noundef getelementptr inbounds ([34 x i8], [34 x i8]* @.str.5, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 24, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !105
  unreachable, !dbg !105

if.end15:                                         ; preds = %if.then13
  ret i32 0, !dbg !109
}

; Function Attrs: nounwind
declare i32 @pthread_mutexattr_init(%union.pthread_mutexattr_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutexattr_settype(%union.pthread_mutexattr_t* noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef, %union.pthread_mutexattr_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!50, !51, !52, !53, !54, !55, !56}
!llvm.ident = !{!57}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "mutex", scope: !2, file: !3, line: 6, type: !18, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "reporting.c", directory: ".", checksumkind: CSK_MD5, checksum: "a89191aa19367836a8c08cdc92ff044e")
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
!17 = !{!0}
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !19, line: 72, baseType: !20)
!19 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!20 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !19, line: 67, size: 320, elements: !21)
!21 = !{!22, !43, !48}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !20, file: !19, line: 69, baseType: !23, size: 320)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !24, line: 22, size: 320, elements: !25)
!24 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!25 = !{!26, !28, !29, !30, !31, !32, !34, !35}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !23, file: !24, line: 24, baseType: !27, size: 32)
!27 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !23, file: !24, line: 25, baseType: !7, size: 32, offset: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !23, file: !24, line: 26, baseType: !27, size: 32, offset: 64)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !23, file: !24, line: 28, baseType: !7, size: 32, offset: 96)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !23, file: !24, line: 32, baseType: !27, size: 32, offset: 128)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !23, file: !24, line: 34, baseType: !33, size: 16, offset: 160)
!33 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !23, file: !24, line: 35, baseType: !33, size: 16, offset: 176)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !23, file: !24, line: 36, baseType: !36, size: 128, offset: 192)
!36 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !37, line: 55, baseType: !38)
!37 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!38 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !37, line: 51, size: 128, elements: !39)
!39 = !{!40, !42}
!40 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !38, file: !37, line: 53, baseType: !41, size: 64)
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !38, file: !37, line: 54, baseType: !41, size: 64, offset: 64)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !20, file: !19, line: 70, baseType: !44, size: 320)
!44 = !DICompositeType(tag: DW_TAG_array_type, baseType: !45, size: 320, elements: !46)
!45 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!46 = !{!47}
!47 = !DISubrange(count: 40)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !20, file: !19, line: 71, baseType: !49, size: 64)
!49 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!50 = !{i32 7, !"Dwarf Version", i32 5}
!51 = !{i32 2, !"Debug Info Version", i32 3}
!52 = !{i32 1, !"wchar_size", i32 4}
!53 = !{i32 7, !"PIC Level", i32 2}
!54 = !{i32 7, !"PIE Level", i32 2}
!55 = !{i32 7, !"uwtable", i32 1}
!56 = !{i32 7, !"frame-pointer", i32 2}
!57 = !{!"Debian clang version 14.0.6"}
!58 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 8, type: !59, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !62)
!59 = !DISubroutineType(types: !60)
!60 = !{!61, !61}
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!62 = !{}
!63 = !DILocalVariable(name: "unused", arg: 1, scope: !58, file: !3, line: 8, type: !61)
!64 = !DILocation(line: 8, column: 20, scope: !58)
!65 = !DILocation(line: 9, column: 3, scope: !66)
!66 = distinct !DILexicalBlock(scope: !67, file: !3, line: 9, column: 3)
!67 = distinct !DILexicalBlock(scope: !58, file: !3, line: 9, column: 3)
!68 = !DILocation(line: 9, column: 3, scope: !67)
!69 = !DILocation(line: 10, column: 3, scope: !70)
!70 = distinct !DILexicalBlock(scope: !71, file: !3, line: 10, column: 3)
!71 = distinct !DILexicalBlock(scope: !58, file: !3, line: 10, column: 3)
!72 = !DILocation(line: 10, column: 3, scope: !71)
!73 = !DILocation(line: 11, column: 3, scope: !58)
!74 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 14, type: !75, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !62)
!75 = !DISubroutineType(types: !76)
!76 = !{!27}
!77 = !DILocalVariable(name: "one", scope: !74, file: !3, line: 15, type: !78)
!78 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !19, line: 27, baseType: !79)
!79 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!80 = !DILocation(line: 15, column: 13, scope: !74)
!81 = !DILocalVariable(name: "attributes", scope: !74, file: !3, line: 16, type: !82)
!82 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutexattr_t", file: !19, line: 36, baseType: !83)
!83 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !19, line: 32, size: 32, elements: !84)
!84 = !{!85, !89}
!85 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !83, file: !19, line: 34, baseType: !86, size: 32)
!86 = !DICompositeType(tag: DW_TAG_array_type, baseType: !45, size: 32, elements: !87)
!87 = !{!88}
!88 = !DISubrange(count: 4)
!89 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !83, file: !19, line: 35, baseType: !27, size: 32)
!90 = !DILocation(line: 16, column: 23, scope: !74)
!91 = !DILocation(line: 17, column: 3, scope: !74)
!92 = !DILocation(line: 18, column: 3, scope: !74)
!93 = !DILocation(line: 19, column: 3, scope: !74)
!94 = !DILocation(line: 20, column: 3, scope: !95)
!95 = distinct !DILexicalBlock(scope: !96, file: !3, line: 20, column: 3)
!96 = distinct !DILexicalBlock(scope: !74, file: !3, line: 20, column: 3)
!97 = !DILocation(line: 20, column: 3, scope: !96)
!98 = !DILocation(line: 21, column: 3, scope: !99)
!99 = distinct !DILexicalBlock(scope: !100, file: !3, line: 21, column: 3)
!100 = distinct !DILexicalBlock(scope: !74, file: !3, line: 21, column: 3)
!101 = !DILocation(line: 21, column: 3, scope: !100)
!102 = !DILocation(line: 22, column: 3, scope: !74)
!103 = !DILocation(line: 23, column: 16, scope: !74)
!104 = !DILocation(line: 23, column: 3, scope: !74)
!105 = !DILocation(line: 24, column: 3, scope: !106)
!106 = distinct !DILexicalBlock(scope: !107, file: !3, line: 24, column: 3)
!107 = distinct !DILexicalBlock(scope: !74, file: !3, line: 24, column: 3)
!108 = !DILocation(line: 24, column: 3, scope: !107)
!109 = !DILocation(line: 25, column: 3, scope: !74)
