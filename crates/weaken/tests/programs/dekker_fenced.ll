; ModuleID = 'dekker.c'
source_filename = "dekker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@turn = dso_local global i32 0, align 4, !dbg !20
@inside = dso_local global i32 0, align 4, !dbg !23
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"dekker.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !36 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !40, metadata !DIExpression()), !dbg !45
  call void @llvm.dbg.declare(metadata i64* %3, metadata !46, metadata !DIExpression()), !dbg !48
  store i64 0, i64* %3, align 8, !dbg !48
  br label %5, !dbg !49

5:                                                ; preds = %14, %0
  %6 = load i64, i64* %3, align 8, !dbg !50
  %7 = icmp slt i64 %6, 2, !dbg !52
  br i1 %7, label %8, label %17, !dbg !53

8:                                                ; preds = %5
  %9 = load i64, i64* %3, align 8, !dbg !54
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %9, !dbg !55
  %11 = load i64, i64* %3, align 8, !dbg !56
  %12 = inttoptr i64 %11 to i8*, !dbg !57
  %13 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %12) #5, !dbg !58
  br label %14, !dbg !58

14:                                               ; preds = %8
  %15 = load i64, i64* %3, align 8, !dbg !59
  %16 = add nsw i64 %15, 1, !dbg !59
  store i64 %16, i64* %3, align 8, !dbg !59
  br label %5, !dbg !60, !llvm.loop !61

17:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !64, metadata !DIExpression()), !dbg !66
  store i32 0, i32* %4, align 4, !dbg !66
  br label %18, !dbg !67

18:                                               ; preds = %27, %17
  %19 = load i32, i32* %4, align 4, !dbg !68
  %20 = icmp slt i32 %19, 2, !dbg !70
  br i1 %20, label %21, label %30, !dbg !71

21:                                               ; preds = %18
  %22 = load i32, i32* %4, align 4, !dbg !72
  %23 = sext i32 %22 to i64, !dbg !73
  %24 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %23, !dbg !73
  %25 = load i64, i64* %24, align 8, !dbg !73
  %26 = call i32 @pthread_join(i64 noundef %25, i8** noundef null), !dbg !74
  br label %27, !dbg !74

27:                                               ; preds = %21
  %28 = load i32, i32* %4, align 4, !dbg !75
  %29 = add nsw i32 %28, 1, !dbg !75
  store i32 %29, i32* %4, align 4, !dbg !75
  br label %18, !dbg !76, !llvm.loop !77

30:                                               ; preds = %18
  ret i32 0, !dbg !79
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !80 {
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !83, metadata !DIExpression()), !dbg !84
  call void @llvm.dbg.declare(metadata i64* %3, metadata !85, metadata !DIExpression()), !dbg !86
  %5 = load i8*, i8** %2, align 8, !dbg !87
  %6 = ptrtoint i8* %5 to i64, !dbg !88
  store i64 %6, i64* %3, align 8, !dbg !86
  call void @llvm.dbg.declare(metadata i64* %4, metadata !89, metadata !DIExpression()), !dbg !90
  %7 = load i64, i64* %3, align 8, !dbg !91
  %8 = sub nsw i64 1, %7, !dbg !92
  store i64 %8, i64* %4, align 8, !dbg !90
  %9 = load i64, i64* %3, align 8, !dbg !93
  %10 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %9, !dbg !94
  store volatile i32 1, i32* %10, align 4, !dbg !95
  fence seq_cst, !dbg !96
  br label %11, !dbg !97

11:                                               ; preds = %33, %1
  %12 = load i64, i64* %4, align 8, !dbg !98
  %13 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %12, !dbg !99
  %14 = load volatile i32, i32* %13, align 4, !dbg !99
  %15 = icmp ne i32 %14, 0, !dbg !97
  br i1 %15, label %16, label %34, !dbg !97

16:                                               ; preds = %11
  %17 = load volatile i32, i32* @turn, align 4, !dbg !100
  %18 = sext i32 %17 to i64, !dbg !100
  %19 = load i64, i64* %3, align 8, !dbg !102
  %20 = icmp ne i64 %18, %19, !dbg !103
  br i1 %20, label %21, label %33, !dbg !104

21:                                               ; preds = %16
  %22 = load i64, i64* %3, align 8, !dbg !105
  %23 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %22, !dbg !107
  store volatile i32 0, i32* %23, align 4, !dbg !108
  br label %24, !dbg !109

24:                                               ; preds = %29, %21
  %25 = load volatile i32, i32* @turn, align 4, !dbg !110
  %26 = sext i32 %25 to i64, !dbg !110
  %27 = load i64, i64* %3, align 8, !dbg !111
  %28 = icmp ne i64 %26, %27, !dbg !112
  br i1 %28, label %29, label %30, !dbg !109

29:                                               ; preds = %24
  br label %24, !dbg !109, !llvm.loop !113

30:                                               ; preds = %24
  %31 = load i64, i64* %3, align 8, !dbg !115
  %32 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %31, !dbg !116
  store volatile i32 1, i32* %32, align 4, !dbg !117
  fence seq_cst, !dbg !118
  br label %33, !dbg !119

33:                                               ; preds = %30, %16
  br label %11, !dbg !97, !llvm.loop !120

34:                                               ; preds = %11
  %35 = load i32, i32* @inside, align 4, !dbg !122
  %36 = add nsw i32 %35, 1, !dbg !122
  store i32 %36, i32* @inside, align 4, !dbg !122
  %37 = load i32, i32* @inside, align 4, !dbg !123
  %38 = icmp eq i32 %37, 1, !dbg !123
  br i1 %38, label %39, label %40, !dbg !126

39:                                               ; preds = %34
  br label %41, !dbg !126

40:                                               ; preds = %34
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !123
  unreachable, !dbg !123

41:                                               ; preds = %39
  %42 = load i32, i32* @inside, align 4, !dbg !127
  %43 = add nsw i32 %42, -1, !dbg !127
  store i32 %43, i32* @inside, align 4, !dbg !127
  %44 = load i64, i64* %4, align 8, !dbg !128
  %45 = trunc i64 %44 to i32, !dbg !129
  store volatile i32 %45, i32* @turn, align 4, !dbg !130
  %46 = load i64, i64* %3, align 8, !dbg !131
  %47 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %46, !dbg !132
  store volatile i32 0, i32* %47, align 4, !dbg !133
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
!llvm.module.flags = !{!28, !29, !30, !31, !32, !33, !34}
!llvm.ident = !{!35}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants", scope: !2, file: !3, line: 11, type: !25, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !19, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "dekker.c", directory: ".", checksumkind: CSK_MD5, checksum: "2dda800ced2d15144cb8b2300e11958c")
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
!15 = !{!16, !17, !18}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !{!0, !20, !23}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 11, type: !22, isLocal: false, isDefinition: true)
!22 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !18)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 12, type: !18, isLocal: false, isDefinition: true)
!25 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 64, elements: !26)
!26 = !{!27}
!27 = !DISubrange(count: 2)
!28 = !{i32 7, !"Dwarf Version", i32 5}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!30 = !{i32 1, !"wchar_size", i32 4}
!31 = !{i32 7, !"PIC Level", i32 2}
!32 = !{i32 7, !"PIE Level", i32 2}
!33 = !{i32 7, !"uwtable", i32 1}
!34 = !{i32 7, !"frame-pointer", i32 2}
!35 = !{!"Debian clang version 14.0.6"}
!36 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !37, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!37 = !DISubroutineType(types: !38)
!38 = !{!18}
!39 = !{}
!40 = !DILocalVariable(name: "threads", scope: !36, file: !3, line: 35, type: !41)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !42, size: 128, elements: !26)
!42 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !43, line: 27, baseType: !44)
!43 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!44 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!45 = !DILocation(line: 35, column: 13, scope: !36)
!46 = !DILocalVariable(name: "i", scope: !47, file: !3, line: 36, type: !17)
!47 = distinct !DILexicalBlock(scope: !36, file: !3, line: 36, column: 3)
!48 = !DILocation(line: 36, column: 13, scope: !47)
!49 = !DILocation(line: 36, column: 8, scope: !47)
!50 = !DILocation(line: 36, column: 20, scope: !51)
!51 = distinct !DILexicalBlock(scope: !47, file: !3, line: 36, column: 3)
!52 = !DILocation(line: 36, column: 22, scope: !51)
!53 = !DILocation(line: 36, column: 3, scope: !47)
!54 = !DILocation(line: 37, column: 29, scope: !51)
!55 = !DILocation(line: 37, column: 21, scope: !51)
!56 = !DILocation(line: 37, column: 52, scope: !51)
!57 = !DILocation(line: 37, column: 44, scope: !51)
!58 = !DILocation(line: 37, column: 5, scope: !51)
!59 = !DILocation(line: 36, column: 28, scope: !51)
!60 = !DILocation(line: 36, column: 3, scope: !51)
!61 = distinct !{!61, !53, !62, !63}
!62 = !DILocation(line: 37, column: 53, scope: !47)
!63 = !{!"llvm.loop.mustprogress"}
!64 = !DILocalVariable(name: "i", scope: !65, file: !3, line: 38, type: !18)
!65 = distinct !DILexicalBlock(scope: !36, file: !3, line: 38, column: 3)
!66 = !DILocation(line: 38, column: 12, scope: !65)
!67 = !DILocation(line: 38, column: 8, scope: !65)
!68 = !DILocation(line: 38, column: 19, scope: !69)
!69 = distinct !DILexicalBlock(scope: !65, file: !3, line: 38, column: 3)
!70 = !DILocation(line: 38, column: 21, scope: !69)
!71 = !DILocation(line: 38, column: 3, scope: !65)
!72 = !DILocation(line: 39, column: 26, scope: !69)
!73 = !DILocation(line: 39, column: 18, scope: !69)
!74 = !DILocation(line: 39, column: 5, scope: !69)
!75 = !DILocation(line: 38, column: 27, scope: !69)
!76 = !DILocation(line: 38, column: 3, scope: !69)
!77 = distinct !{!77, !71, !78, !63}
!78 = !DILocation(line: 39, column: 31, scope: !65)
!79 = !DILocation(line: 40, column: 3, scope: !36)
!80 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 14, type: !81, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !39)
!81 = !DISubroutineType(types: !82)
!82 = !{!16, !16}
!83 = !DILocalVariable(name: "argument", arg: 1, scope: !80, file: !3, line: 14, type: !16)
!84 = !DILocation(line: 14, column: 27, scope: !80)
!85 = !DILocalVariable(name: "self", scope: !80, file: !3, line: 15, type: !17)
!86 = !DILocation(line: 15, column: 8, scope: !80)
!87 = !DILocation(line: 15, column: 21, scope: !80)
!88 = !DILocation(line: 15, column: 15, scope: !80)
!89 = !DILocalVariable(name: "other", scope: !80, file: !3, line: 15, type: !17)
!90 = !DILocation(line: 15, column: 31, scope: !80)
!91 = !DILocation(line: 15, column: 43, scope: !80)
!92 = !DILocation(line: 15, column: 41, scope: !80)
!93 = !DILocation(line: 16, column: 9, scope: !80)
!94 = !DILocation(line: 16, column: 3, scope: !80)
!95 = !DILocation(line: 16, column: 15, scope: !80)
!96 = !DILocation(line: 17, column: 3, scope: !80)
!97 = !DILocation(line: 18, column: 3, scope: !80)
!98 = !DILocation(line: 18, column: 16, scope: !80)
!99 = !DILocation(line: 18, column: 10, scope: !80)
!100 = !DILocation(line: 19, column: 9, scope: !101)
!101 = distinct !DILexicalBlock(scope: !80, file: !3, line: 19, column: 9)
!102 = !DILocation(line: 19, column: 17, scope: !101)
!103 = !DILocation(line: 19, column: 14, scope: !101)
!104 = !DILocation(line: 19, column: 9, scope: !80)
!105 = !DILocation(line: 20, column: 13, scope: !106)
!106 = distinct !DILexicalBlock(scope: !101, file: !3, line: 19, column: 23)
!107 = !DILocation(line: 20, column: 7, scope: !106)
!108 = !DILocation(line: 20, column: 19, scope: !106)
!109 = !DILocation(line: 21, column: 7, scope: !106)
!110 = !DILocation(line: 21, column: 14, scope: !106)
!111 = !DILocation(line: 21, column: 22, scope: !106)
!112 = !DILocation(line: 21, column: 19, scope: !106)
!113 = distinct !{!113, !109, !114, !63}
!114 = !DILocation(line: 22, column: 7, scope: !106)
!115 = !DILocation(line: 23, column: 13, scope: !106)
!116 = !DILocation(line: 23, column: 7, scope: !106)
!117 = !DILocation(line: 23, column: 19, scope: !106)
!118 = !DILocation(line: 24, column: 7, scope: !106)
!119 = !DILocation(line: 25, column: 5, scope: !106)
!120 = distinct !{!120, !97, !121, !63}
!121 = !DILocation(line: 25, column: 5, scope: !80)
!122 = !DILocation(line: 26, column: 9, scope: !80)
!123 = !DILocation(line: 27, column: 3, scope: !124)
!124 = distinct !DILexicalBlock(scope: !125, file: !3, line: 27, column: 3)
!125 = distinct !DILexicalBlock(scope: !80, file: !3, line: 27, column: 3)
!126 = !DILocation(line: 27, column: 3, scope: !125)
!127 = !DILocation(line: 28, column: 9, scope: !80)
!128 = !DILocation(line: 29, column: 15, scope: !80)
!129 = !DILocation(line: 29, column: 10, scope: !80)
!130 = !DILocation(line: 29, column: 8, scope: !80)
!131 = !DILocation(line: 30, column: 9, scope: !80)
!132 = !DILocation(line: 30, column: 3, scope: !80)
!133 = !DILocation(line: 30, column: 15, scope: !80)
!134 = !DILocation(line: 31, column: 3, scope: !80)
