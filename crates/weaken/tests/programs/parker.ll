; ModuleID = 'parker.c'
source_filename = "parker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@mutex = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@counter = dso_local global i32 0, align 4, !dbg !5
@condition = dso_local global i32 0, align 4, !dbg !9
@is_over = dso_local global i32 0, align 4, !dbg !11
@.str = private unnamed_addr constant [9 x i8] c"!is_over\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"parker.c\00", align 1
@__PRETTY_FUNCTION__.park = private unnamed_addr constant [16 x i8] c"void park(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !53 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !57, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.declare(metadata i64* %3, metadata !61, metadata !DIExpression()), !dbg !62
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @parker, i8* noundef null) #5, !dbg !63
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @unparker, i8* noundef null) #5, !dbg !64
  %6 = load i64, i64* %2, align 8, !dbg !65
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !66
  %8 = load i64, i64* %3, align 8, !dbg !67
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !68
  ret i32 0, !dbg !69
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @parker(i8* noundef %0) #0 !dbg !70 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !74, metadata !DIExpression()), !dbg !75
  br label %3, !dbg !76

3:                                                ; preds = %7, %1
  %4 = load volatile i32, i32* @condition, align 4, !dbg !77
  %5 = icmp ne i32 %4, 0, !dbg !78
  %6 = xor i1 %5, true, !dbg !78
  br i1 %6, label %7, label %8, !dbg !76

7:                                                ; preds = %3
  call void @park(), !dbg !79
  br label %3, !dbg !76, !llvm.loop !80

8:                                                ; preds = %3
  %9 = load i8*, i8** %2, align 8, !dbg !83
  ret i8* %9, !dbg !84
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @unparker(i8* noundef %0) #0 !dbg !85 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !86, metadata !DIExpression()), !dbg !87
  call void @unpark(i32 noundef 0), !dbg !88
  store volatile i32 1, i32* @condition, align 4, !dbg !89
  call void @unpark(i32 noundef 1), !dbg !90
  %3 = load i8*, i8** %2, align 8, !dbg !91
  ret i8* %3, !dbg !92
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal void @park() #0 !dbg !93 {
  %1 = load volatile i32, i32* @counter, align 4, !dbg !96
  %2 = icmp sgt i32 %1, 0, !dbg !98
  br i1 %2, label %3, label %4, !dbg !99

3:                                                ; preds = %0
  store volatile i32 0, i32* @counter, align 4, !dbg !100
  br label %16, !dbg !102

4:                                                ; preds = %0
  %5 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !103
  %6 = load volatile i32, i32* @counter, align 4, !dbg !104
  %7 = icmp eq i32 %6, 0, !dbg !106
  br i1 %7, label %8, label %14, !dbg !107

8:                                                ; preds = %4
  %9 = load i32, i32* @is_over, align 4, !dbg !108
  %10 = icmp ne i32 %9, 0, !dbg !108
  br i1 %10, label %12, label %11, !dbg !111

11:                                               ; preds = %8
  br label %13, !dbg !111

12:                                               ; preds = %8
  call void @__assert_fail(i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 24, i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @__PRETTY_FUNCTION__.park, i64 0, i64 0)) #6, !dbg !108
  unreachable, !dbg !108

13:                                               ; preds = %11
  br label %14, !dbg !112

14:                                               ; preds = %13, %4
  store volatile i32 0, i32* @counter, align 4, !dbg !113
  %15 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !114
  br label %16, !dbg !115

16:                                               ; preds = %14, %3
  ret void, !dbg !115
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal void @unpark(i32 noundef %0) #0 !dbg !116 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !119, metadata !DIExpression()), !dbg !120
  %3 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !121
  store volatile i32 1, i32* @counter, align 4, !dbg !122
  %4 = load i32, i32* %2, align 4, !dbg !123
  store i32 %4, i32* @is_over, align 4, !dbg !124
  %5 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !125
  ret void, !dbg !126
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!45, !46, !47, !48, !49, !50, !51}
!llvm.ident = !{!52}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "mutex", scope: !2, file: !3, line: 12, type: !13, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "parker.c", directory: ".", checksumkind: CSK_MD5, checksum: "f9942b09171d31297ab412f4de72efc6")
!4 = !{!0, !5, !9, !11}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "condition", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "is_over", scope: !2, file: !3, line: 13, type: !8, isLocal: false, isDefinition: true)
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !14, line: 72, baseType: !15)
!14 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!15 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !14, line: 67, size: 320, elements: !16)
!16 = !{!17, !38, !43}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !15, file: !14, line: 69, baseType: !18, size: 320)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !19, line: 22, size: 320, elements: !20)
!19 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!20 = !{!21, !22, !24, !25, !26, !27, !29, !30}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !18, file: !19, line: 24, baseType: !8, size: 32)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !18, file: !19, line: 25, baseType: !23, size: 32, offset: 32)
!23 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !18, file: !19, line: 26, baseType: !8, size: 32, offset: 64)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !18, file: !19, line: 28, baseType: !23, size: 32, offset: 96)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !18, file: !19, line: 32, baseType: !8, size: 32, offset: 128)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !18, file: !19, line: 34, baseType: !28, size: 16, offset: 160)
!28 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !18, file: !19, line: 35, baseType: !28, size: 16, offset: 176)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !18, file: !19, line: 36, baseType: !31, size: 128, offset: 192)
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !32, line: 55, baseType: !33)
!32 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !32, line: 51, size: 128, elements: !34)
!34 = !{!35, !37}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !33, file: !32, line: 53, baseType: !36, size: 64)
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !33, file: !32, line: 54, baseType: !36, size: 64, offset: 64)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !15, file: !14, line: 70, baseType: !39, size: 320)
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !40, size: 320, elements: !41)
!40 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!41 = !{!42}
!42 = !DISubrange(count: 40)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !15, file: !14, line: 71, baseType: !44, size: 64)
!44 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!45 = !{i32 7, !"Dwarf Version", i32 5}
!46 = !{i32 2, !"Debug Info Version", i32 3}
!47 = !{i32 1, !"wchar_size", i32 4}
!48 = !{i32 7, !"PIC Level", i32 2}
!49 = !{i32 7, !"PIE Level", i32 2}
!50 = !{i32 7, !"uwtable", i32 1}
!51 = !{i32 7, !"frame-pointer", i32 2}
!52 = !{!"Debian clang version 14.0.6"}
!53 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 49, type: !54, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !56)
!54 = !DISubroutineType(types: !55)
!55 = !{!8}
!56 = !{}
!57 = !DILocalVariable(name: "first", scope: !53, file: !3, line: 50, type: !58)
!58 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !14, line: 27, baseType: !59)
!59 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!60 = !DILocation(line: 50, column: 13, scope: !53)
!61 = !DILocalVariable(name: "second", scope: !53, file: !3, line: 50, type: !58)
!62 = !DILocation(line: 50, column: 20, scope: !53)
!63 = !DILocation(line: 51, column: 3, scope: !53)
!64 = !DILocation(line: 52, column: 3, scope: !53)
!65 = !DILocation(line: 53, column: 16, scope: !53)
!66 = !DILocation(line: 53, column: 3, scope: !53)
!67 = !DILocation(line: 54, column: 16, scope: !53)
!68 = !DILocation(line: 54, column: 3, scope: !53)
!69 = !DILocation(line: 55, column: 3, scope: !53)
!70 = distinct !DISubprogram(name: "parker", scope: !3, file: !3, line: 36, type: !71, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !56)
!71 = !DISubroutineType(types: !72)
!72 = !{!73, !73}
!73 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!74 = !DILocalVariable(name: "argument", arg: 1, scope: !70, file: !3, line: 36, type: !73)
!75 = !DILocation(line: 36, column: 27, scope: !70)
!76 = !DILocation(line: 37, column: 3, scope: !70)
!77 = !DILocation(line: 37, column: 11, scope: !70)
!78 = !DILocation(line: 37, column: 10, scope: !70)
!79 = !DILocation(line: 38, column: 5, scope: !70)
!80 = distinct !{!80, !76, !81, !82}
!81 = !DILocation(line: 38, column: 10, scope: !70)
!82 = !{!"llvm.loop.mustprogress"}
!83 = !DILocation(line: 39, column: 10, scope: !70)
!84 = !DILocation(line: 39, column: 3, scope: !70)
!85 = distinct !DISubprogram(name: "unparker", scope: !3, file: !3, line: 42, type: !71, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !56)
!86 = !DILocalVariable(name: "argument", arg: 1, scope: !85, file: !3, line: 42, type: !73)
!87 = !DILocation(line: 42, column: 29, scope: !85)
!88 = !DILocation(line: 43, column: 3, scope: !85)
!89 = !DILocation(line: 44, column: 13, scope: !85)
!90 = !DILocation(line: 45, column: 3, scope: !85)
!91 = !DILocation(line: 46, column: 10, scope: !85)
!92 = !DILocation(line: 46, column: 3, scope: !85)
!93 = distinct !DISubprogram(name: "park", scope: !3, file: !3, line: 15, type: !94, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !56)
!94 = !DISubroutineType(types: !95)
!95 = !{null}
!96 = !DILocation(line: 16, column: 7, scope: !97)
!97 = distinct !DILexicalBlock(scope: !93, file: !3, line: 16, column: 7)
!98 = !DILocation(line: 16, column: 15, scope: !97)
!99 = !DILocation(line: 16, column: 7, scope: !93)
!100 = !DILocation(line: 17, column: 13, scope: !101)
!101 = distinct !DILexicalBlock(scope: !97, file: !3, line: 16, column: 20)
!102 = !DILocation(line: 19, column: 5, scope: !101)
!103 = !DILocation(line: 21, column: 3, scope: !93)
!104 = !DILocation(line: 23, column: 7, scope: !105)
!105 = distinct !DILexicalBlock(scope: !93, file: !3, line: 23, column: 7)
!106 = !DILocation(line: 23, column: 15, scope: !105)
!107 = !DILocation(line: 23, column: 7, scope: !93)
!108 = !DILocation(line: 24, column: 5, scope: !109)
!109 = distinct !DILexicalBlock(scope: !110, file: !3, line: 24, column: 5)
!110 = distinct !DILexicalBlock(scope: !105, file: !3, line: 24, column: 5)
!111 = !DILocation(line: 24, column: 5, scope: !110)
!112 = !DILocation(line: 24, column: 5, scope: !105)
!113 = !DILocation(line: 25, column: 11, scope: !93)
!114 = !DILocation(line: 26, column: 3, scope: !93)
!115 = !DILocation(line: 27, column: 1, scope: !93)
!116 = distinct !DISubprogram(name: "unpark", scope: !3, file: !3, line: 29, type: !117, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !56)
!117 = !DISubroutineType(types: !118)
!118 = !{null, !8}
!119 = !DILocalVariable(name: "is_last", arg: 1, scope: !116, file: !3, line: 29, type: !8)
!120 = !DILocation(line: 29, column: 24, scope: !116)
!121 = !DILocation(line: 30, column: 3, scope: !116)
!122 = !DILocation(line: 31, column: 11, scope: !116)
!123 = !DILocation(line: 32, column: 13, scope: !116)
!124 = !DILocation(line: 32, column: 11, scope: !116)
!125 = !DILocation(line: 33, column: 3, scope: !116)
!126 = !DILocation(line: 34, column: 1, scope: !116)
