; ModuleID = 'burns.c'
source_filename = "burns.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@flag = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@inside = dso_local global i32 0, align 4, !dbg !19
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"burns.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !34 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !38, metadata !DIExpression()), !dbg !43
  call void @llvm.dbg.declare(metadata i64* %3, metadata !44, metadata !DIExpression()), !dbg !46
  store i64 0, i64* %3, align 8, !dbg !46
  br label %5, !dbg !47

5:                                                ; preds = %14, %0
  %6 = load i64, i64* %3, align 8, !dbg !48
  %7 = icmp slt i64 %6, 2, !dbg !50
  br i1 %7, label %8, label %17, !dbg !51

8:                                                ; preds = %5
  %9 = load i64, i64* %3, align 8, !dbg !52
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %9, !dbg !53
  %11 = load i64, i64* %3, align 8, !dbg !54
  %12 = inttoptr i64 %11 to i8*, !dbg !55
  %13 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %12) #5, !dbg !56
  br label %14, !dbg !56

14:                                               ; preds = %8
  %15 = load i64, i64* %3, align 8, !dbg !57
  %16 = add nsw i64 %15, 1, !dbg !57
  store i64 %16, i64* %3, align 8, !dbg !57
  br label %5, !dbg !58, !llvm.loop !59

17:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !62, metadata !DIExpression()), !dbg !64
  store i32 0, i32* %4, align 4, !dbg !64
  br label %18, !dbg !65

18:                                               ; preds = %27, %17
  %19 = load i32, i32* %4, align 4, !dbg !66
  %20 = icmp slt i32 %19, 2, !dbg !68
  br i1 %20, label %21, label %30, !dbg !69

21:                                               ; preds = %18
  %22 = load i32, i32* %4, align 4, !dbg !70
  %23 = sext i32 %22 to i64, !dbg !71
  %24 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %23, !dbg !71
  %25 = load i64, i64* %24, align 8, !dbg !71
  %26 = call i32 @pthread_join(i64 noundef %25, i8** noundef null), !dbg !72
  br label %27, !dbg !72

27:                                               ; preds = %21
  %28 = load i32, i32* %4, align 4, !dbg !73
  %29 = add nsw i32 %28, 1, !dbg !73
  store i32 %29, i32* %4, align 4, !dbg !73
  br label %18, !dbg !74, !llvm.loop !75

30:                                               ; preds = %18
  ret i32 0, !dbg !77
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !78 {
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !81, metadata !DIExpression()), !dbg !82
  call void @llvm.dbg.declare(metadata i64* %3, metadata !83, metadata !DIExpression()), !dbg !84
  %4 = load i8*, i8** %2, align 8, !dbg !85
  %5 = ptrtoint i8* %4 to i64, !dbg !86
  store i64 %5, i64* %3, align 8, !dbg !84
  br label %6, !dbg !87

6:                                                ; preds = %23, %14, %1
  %7 = load i64, i64* %3, align 8, !dbg !88
  %8 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %7, !dbg !92
  store volatile i32 0, i32* %8, align 4, !dbg !93
  fence seq_cst, !dbg !94
  %9 = load i64, i64* %3, align 8, !dbg !95
  %10 = icmp eq i64 %9, 1, !dbg !97
  br i1 %10, label %11, label %15, !dbg !98

11:                                               ; preds = %6
  %12 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 0), align 4, !dbg !99
  %13 = icmp ne i32 %12, 0, !dbg !99
  br i1 %13, label %14, label %15, !dbg !100

14:                                               ; preds = %11
  br label %6, !dbg !101, !llvm.loop !102

15:                                               ; preds = %11, %6
  %16 = load i64, i64* %3, align 8, !dbg !105
  %17 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %16, !dbg !106
  store volatile i32 1, i32* %17, align 4, !dbg !107
  fence seq_cst, !dbg !108
  %18 = load i64, i64* %3, align 8, !dbg !109
  %19 = icmp eq i64 %18, 1, !dbg !111
  br i1 %19, label %20, label %24, !dbg !112

20:                                               ; preds = %15
  %21 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 0), align 4, !dbg !113
  %22 = icmp ne i32 %21, 0, !dbg !113
  br i1 %22, label %23, label %24, !dbg !114

23:                                               ; preds = %20
  br label %6, !dbg !115, !llvm.loop !102

24:                                               ; preds = %20, %15
  br label %25, !dbg !116

25:                                               ; preds = %24
  %26 = load i64, i64* %3, align 8, !dbg !117
  %27 = icmp eq i64 %26, 0, !dbg !119
  br i1 %27, label %28, label %34, !dbg !120

28:                                               ; preds = %25
  br label %29, !dbg !121

29:                                               ; preds = %32, %28
  %30 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 1), align 4, !dbg !122
  %31 = icmp ne i32 %30, 0, !dbg !121
  br i1 %31, label %32, label %33, !dbg !121

32:                                               ; preds = %29
  br label %29, !dbg !121, !llvm.loop !123

33:                                               ; preds = %29
  br label %34, !dbg !121

34:                                               ; preds = %33, %25
  %35 = load i32, i32* @inside, align 4, !dbg !125
  %36 = add nsw i32 %35, 1, !dbg !125
  store i32 %36, i32* @inside, align 4, !dbg !125
  %37 = load i32, i32* @inside, align 4, !dbg !126
  %38 = icmp eq i32 %37, 1, !dbg !126
  br i1 %38, label %39, label %40, !dbg !129

39:                                               ; preds = %34
  br label %41, !dbg !129

40:                                               ; preds = %34
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 31, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !126
  unreachable, !dbg !126

41:                                               ; preds = %39
  %42 = load i32, i32* @inside, align 4, !dbg !130
  %43 = add nsw i32 %42, -1, !dbg !130
  store i32 %43, i32* @inside, align 4, !dbg !130
  %44 = load i64, i64* %3, align 8, !dbg !131
  %45 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %44, !dbg !132
  store volatile i32 0, i32* %45, align 4, !dbg !133
  ret i8* null, !dbg !134
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!26, !27, !28, !29, !30, !31, !32}
!llvm.ident = !{!33}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 11, type: !22, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !18, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "burns.c", directory: ".", checksumkind: CSK_MD5, checksum: "a7d9bb4f8839035acea6eba02adf669f")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !{!0, !19}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 12, type: !21, isLocal: false, isDefinition: true)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !23, size: 64, elements: !24)
!23 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !21)
!24 = !{!25}
!25 = !DISubrange(count: 2)
!26 = !{i32 7, !"Dwarf Version", i32 5}
!27 = !{i32 2, !"Debug Info Version", i32 3}
!28 = !{i32 1, !"wchar_size", i32 4}
!29 = !{i32 7, !"PIC Level", i32 2}
!30 = !{i32 7, !"PIE Level", i32 2}
!31 = !{i32 7, !"uwtable", i32 1}
!32 = !{i32 7, !"frame-pointer", i32 2}
!33 = !{!"Debian clang version 14.0.6"}
!34 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 37, type: !35, scopeLine: 37, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!35 = !DISubroutineType(types: !36)
!36 = !{!21}
!37 = !{}
!38 = !DILocalVariable(name: "threads", scope: !34, file: !3, line: 38, type: !39)
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !40, size: 128, elements: !24)
!40 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !41, line: 27, baseType: !42)
!41 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!42 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!43 = !DILocation(line: 38, column: 13, scope: !34)
!44 = !DILocalVariable(name: "i", scope: !45, file: !3, line: 39, type: !17)
!45 = distinct !DILexicalBlock(scope: !34, file: !3, line: 39, column: 3)
!46 = !DILocation(line: 39, column: 13, scope: !45)
!47 = !DILocation(line: 39, column: 8, scope: !45)
!48 = !DILocation(line: 39, column: 20, scope: !49)
!49 = distinct !DILexicalBlock(scope: !45, file: !3, line: 39, column: 3)
!50 = !DILocation(line: 39, column: 22, scope: !49)
!51 = !DILocation(line: 39, column: 3, scope: !45)
!52 = !DILocation(line: 40, column: 29, scope: !49)
!53 = !DILocation(line: 40, column: 21, scope: !49)
!54 = !DILocation(line: 40, column: 52, scope: !49)
!55 = !DILocation(line: 40, column: 44, scope: !49)
!56 = !DILocation(line: 40, column: 5, scope: !49)
!57 = !DILocation(line: 39, column: 28, scope: !49)
!58 = !DILocation(line: 39, column: 3, scope: !49)
!59 = distinct !{!59, !51, !60, !61}
!60 = !DILocation(line: 40, column: 53, scope: !45)
!61 = !{!"llvm.loop.mustprogress"}
!62 = !DILocalVariable(name: "i", scope: !63, file: !3, line: 41, type: !21)
!63 = distinct !DILexicalBlock(scope: !34, file: !3, line: 41, column: 3)
!64 = !DILocation(line: 41, column: 12, scope: !63)
!65 = !DILocation(line: 41, column: 8, scope: !63)
!66 = !DILocation(line: 41, column: 19, scope: !67)
!67 = distinct !DILexicalBlock(scope: !63, file: !3, line: 41, column: 3)
!68 = !DILocation(line: 41, column: 21, scope: !67)
!69 = !DILocation(line: 41, column: 3, scope: !63)
!70 = !DILocation(line: 42, column: 26, scope: !67)
!71 = !DILocation(line: 42, column: 18, scope: !67)
!72 = !DILocation(line: 42, column: 5, scope: !67)
!73 = !DILocation(line: 41, column: 27, scope: !67)
!74 = !DILocation(line: 41, column: 3, scope: !67)
!75 = distinct !{!75, !69, !76, !61}
!76 = !DILocation(line: 42, column: 31, scope: !63)
!77 = !DILocation(line: 43, column: 3, scope: !34)
!78 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 14, type: !79, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!79 = !DISubroutineType(types: !80)
!80 = !{!16, !16}
!81 = !DILocalVariable(name: "argument", arg: 1, scope: !78, file: !3, line: 14, type: !16)
!82 = !DILocation(line: 14, column: 27, scope: !78)
!83 = !DILocalVariable(name: "self", scope: !78, file: !3, line: 15, type: !17)
!84 = !DILocation(line: 15, column: 8, scope: !78)
!85 = !DILocation(line: 15, column: 21, scope: !78)
!86 = !DILocation(line: 15, column: 15, scope: !78)
!87 = !DILocation(line: 16, column: 3, scope: !78)
!88 = !DILocation(line: 17, column: 10, scope: !89)
!89 = distinct !DILexicalBlock(scope: !90, file: !3, line: 16, column: 12)
!90 = distinct !DILexicalBlock(scope: !91, file: !3, line: 16, column: 3)
!91 = distinct !DILexicalBlock(scope: !78, file: !3, line: 16, column: 3)
!92 = !DILocation(line: 17, column: 5, scope: !89)
!93 = !DILocation(line: 17, column: 16, scope: !89)
!94 = !DILocation(line: 18, column: 5, scope: !89)
!95 = !DILocation(line: 19, column: 9, scope: !96)
!96 = distinct !DILexicalBlock(scope: !89, file: !3, line: 19, column: 9)
!97 = !DILocation(line: 19, column: 14, scope: !96)
!98 = !DILocation(line: 19, column: 19, scope: !96)
!99 = !DILocation(line: 19, column: 22, scope: !96)
!100 = !DILocation(line: 19, column: 9, scope: !89)
!101 = !DILocation(line: 20, column: 7, scope: !96)
!102 = distinct !{!102, !103, !104}
!103 = !DILocation(line: 16, column: 3, scope: !91)
!104 = !DILocation(line: 26, column: 3, scope: !91)
!105 = !DILocation(line: 21, column: 10, scope: !89)
!106 = !DILocation(line: 21, column: 5, scope: !89)
!107 = !DILocation(line: 21, column: 16, scope: !89)
!108 = !DILocation(line: 22, column: 5, scope: !89)
!109 = !DILocation(line: 23, column: 9, scope: !110)
!110 = distinct !DILexicalBlock(scope: !89, file: !3, line: 23, column: 9)
!111 = !DILocation(line: 23, column: 14, scope: !110)
!112 = !DILocation(line: 23, column: 19, scope: !110)
!113 = !DILocation(line: 23, column: 22, scope: !110)
!114 = !DILocation(line: 23, column: 9, scope: !89)
!115 = !DILocation(line: 24, column: 7, scope: !110)
!116 = !DILocation(line: 25, column: 5, scope: !89)
!117 = !DILocation(line: 27, column: 7, scope: !118)
!118 = distinct !DILexicalBlock(scope: !78, file: !3, line: 27, column: 7)
!119 = !DILocation(line: 27, column: 12, scope: !118)
!120 = !DILocation(line: 27, column: 7, scope: !78)
!121 = !DILocation(line: 28, column: 5, scope: !118)
!122 = !DILocation(line: 28, column: 12, scope: !118)
!123 = distinct !{!123, !121, !124, !61}
!124 = !DILocation(line: 29, column: 5, scope: !118)
!125 = !DILocation(line: 30, column: 9, scope: !78)
!126 = !DILocation(line: 31, column: 3, scope: !127)
!127 = distinct !DILexicalBlock(scope: !128, file: !3, line: 31, column: 3)
!128 = distinct !DILexicalBlock(scope: !78, file: !3, line: 31, column: 3)
!129 = !DILocation(line: 31, column: 3, scope: !128)
!130 = !DILocation(line: 32, column: 9, scope: !78)
!131 = !DILocation(line: 33, column: 8, scope: !78)
!132 = !DILocation(line: 33, column: 3, scope: !78)
!133 = !DILocation(line: 33, column: 14, scope: !78)
!134 = !DILocation(line: 34, column: 3, scope: !78)
