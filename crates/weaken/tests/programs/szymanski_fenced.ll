; ModuleID = 'szymanski.c'
source_filename = "szymanski.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@flag = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@inside = dso_local global i32 0, align 4, !dbg !19
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"szymanski.c\00", align 1
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
  %4 = alloca i64, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !81, metadata !DIExpression()), !dbg !82
  call void @llvm.dbg.declare(metadata i64* %3, metadata !83, metadata !DIExpression()), !dbg !84
  %5 = load i8*, i8** %2, align 8, !dbg !85
  %6 = ptrtoint i8* %5 to i64, !dbg !86
  store i64 %6, i64* %3, align 8, !dbg !84
  call void @llvm.dbg.declare(metadata i64* %4, metadata !87, metadata !DIExpression()), !dbg !88
  %7 = load i64, i64* %3, align 8, !dbg !89
  %8 = sub nsw i64 1, %7, !dbg !90
  store i64 %8, i64* %4, align 8, !dbg !88
  %9 = load i64, i64* %3, align 8, !dbg !91
  %10 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %9, !dbg !92
  store volatile i32 1, i32* %10, align 4, !dbg !93
  fence seq_cst, !dbg !94
  br label %11, !dbg !95

11:                                               ; preds = %16, %1
  %12 = load i64, i64* %4, align 8, !dbg !96
  %13 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %12, !dbg !97
  %14 = load volatile i32, i32* %13, align 4, !dbg !97
  %15 = icmp sge i32 %14, 3, !dbg !98
  br i1 %15, label %16, label %17, !dbg !95

16:                                               ; preds = %11
  br label %11, !dbg !95, !llvm.loop !99

17:                                               ; preds = %11
  %18 = load i64, i64* %3, align 8, !dbg !101
  %19 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %18, !dbg !102
  store volatile i32 3, i32* %19, align 4, !dbg !103
  fence seq_cst, !dbg !104
  %20 = load i64, i64* %4, align 8, !dbg !105
  %21 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %20, !dbg !107
  %22 = load volatile i32, i32* %21, align 4, !dbg !107
  %23 = icmp eq i32 %22, 1, !dbg !108
  br i1 %23, label %24, label %34, !dbg !109

24:                                               ; preds = %17
  %25 = load i64, i64* %3, align 8, !dbg !110
  %26 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %25, !dbg !112
  store volatile i32 2, i32* %26, align 4, !dbg !113
  fence seq_cst, !dbg !114
  br label %27, !dbg !115

27:                                               ; preds = %32, %24
  %28 = load i64, i64* %4, align 8, !dbg !116
  %29 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %28, !dbg !117
  %30 = load volatile i32, i32* %29, align 4, !dbg !117
  %31 = icmp ne i32 %30, 4, !dbg !118
  br i1 %31, label %32, label %33, !dbg !115

32:                                               ; preds = %27
  br label %27, !dbg !115, !llvm.loop !119

33:                                               ; preds = %27
  br label %34, !dbg !121

34:                                               ; preds = %33, %17
  %35 = load i64, i64* %3, align 8, !dbg !122
  %36 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %35, !dbg !123
  store volatile i32 4, i32* %36, align 4, !dbg !124
  fence seq_cst, !dbg !125
  %37 = load i64, i64* %3, align 8, !dbg !126
  %38 = icmp eq i64 %37, 1, !dbg !128
  br i1 %38, label %39, label %45, !dbg !129

39:                                               ; preds = %34
  br label %40, !dbg !130

40:                                               ; preds = %43, %39
  %41 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 0), align 4, !dbg !131
  %42 = icmp sge i32 %41, 2, !dbg !132
  br i1 %42, label %43, label %44, !dbg !130

43:                                               ; preds = %40
  br label %40, !dbg !130, !llvm.loop !133

44:                                               ; preds = %40
  br label %45, !dbg !130

45:                                               ; preds = %44, %34
  %46 = load i32, i32* @inside, align 4, !dbg !135
  %47 = add nsw i32 %46, 1, !dbg !135
  store i32 %47, i32* @inside, align 4, !dbg !135
  %48 = load i32, i32* @inside, align 4, !dbg !136
  %49 = icmp eq i32 %48, 1, !dbg !136
  br i1 %49, label %50, label %51, !dbg !139

50:                                               ; preds = %45
  br label %52, !dbg !139

51:                                               ; preds = %45
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 34, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !136
  unreachable, !dbg !136

52:                                               ; preds = %50
  %53 = load i32, i32* @inside, align 4, !dbg !140
  %54 = add nsw i32 %53, -1, !dbg !140
  store i32 %54, i32* @inside, align 4, !dbg !140
  %55 = load i64, i64* %3, align 8, !dbg !141
  %56 = icmp eq i64 %55, 0, !dbg !143
  br i1 %56, label %57, label %68, !dbg !144

57:                                               ; preds = %52
  br label %58, !dbg !145

58:                                               ; preds = %66, %57
  %59 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 1), align 4, !dbg !146
  %60 = icmp eq i32 %59, 2, !dbg !147
  br i1 %60, label %64, label %61, !dbg !148

61:                                               ; preds = %58
  %62 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 1), align 4, !dbg !149
  %63 = icmp eq i32 %62, 3, !dbg !150
  br label %64, !dbg !148

64:                                               ; preds = %61, %58
  %65 = phi i1 [ true, %58 ], [ %63, %61 ]
  br i1 %65, label %66, label %67, !dbg !145

66:                                               ; preds = %64
  br label %58, !dbg !145, !llvm.loop !151

67:                                               ; preds = %64
  br label %68, !dbg !145

68:                                               ; preds = %67, %52
  %69 = load i64, i64* %3, align 8, !dbg !153
  %70 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %69, !dbg !154
  store volatile i32 0, i32* %70, align 4, !dbg !155
  ret i8* null, !dbg !156
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
!3 = !DIFile(filename: "szymanski.c", directory: ".", checksumkind: CSK_MD5, checksum: "92db9e5822e90c49575444f9ebaf55da")
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
!34 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 43, type: !35, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!35 = !DISubroutineType(types: !36)
!36 = !{!21}
!37 = !{}
!38 = !DILocalVariable(name: "threads", scope: !34, file: !3, line: 44, type: !39)
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !40, size: 128, elements: !24)
!40 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !41, line: 27, baseType: !42)
!41 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!42 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!43 = !DILocation(line: 44, column: 13, scope: !34)
!44 = !DILocalVariable(name: "i", scope: !45, file: !3, line: 45, type: !17)
!45 = distinct !DILexicalBlock(scope: !34, file: !3, line: 45, column: 3)
!46 = !DILocation(line: 45, column: 13, scope: !45)
!47 = !DILocation(line: 45, column: 8, scope: !45)
!48 = !DILocation(line: 45, column: 20, scope: !49)
!49 = distinct !DILexicalBlock(scope: !45, file: !3, line: 45, column: 3)
!50 = !DILocation(line: 45, column: 22, scope: !49)
!51 = !DILocation(line: 45, column: 3, scope: !45)
!52 = !DILocation(line: 46, column: 29, scope: !49)
!53 = !DILocation(line: 46, column: 21, scope: !49)
!54 = !DILocation(line: 46, column: 52, scope: !49)
!55 = !DILocation(line: 46, column: 44, scope: !49)
!56 = !DILocation(line: 46, column: 5, scope: !49)
!57 = !DILocation(line: 45, column: 28, scope: !49)
!58 = !DILocation(line: 45, column: 3, scope: !49)
!59 = distinct !{!59, !51, !60, !61}
!60 = !DILocation(line: 46, column: 53, scope: !45)
!61 = !{!"llvm.loop.mustprogress"}
!62 = !DILocalVariable(name: "i", scope: !63, file: !3, line: 47, type: !21)
!63 = distinct !DILexicalBlock(scope: !34, file: !3, line: 47, column: 3)
!64 = !DILocation(line: 47, column: 12, scope: !63)
!65 = !DILocation(line: 47, column: 8, scope: !63)
!66 = !DILocation(line: 47, column: 19, scope: !67)
!67 = distinct !DILexicalBlock(scope: !63, file: !3, line: 47, column: 3)
!68 = !DILocation(line: 47, column: 21, scope: !67)
!69 = !DILocation(line: 47, column: 3, scope: !63)
!70 = !DILocation(line: 48, column: 26, scope: !67)
!71 = !DILocation(line: 48, column: 18, scope: !67)
!72 = !DILocation(line: 48, column: 5, scope: !67)
!73 = !DILocation(line: 47, column: 27, scope: !67)
!74 = !DILocation(line: 47, column: 3, scope: !67)
!75 = distinct !{!75, !69, !76, !61}
!76 = !DILocation(line: 48, column: 31, scope: !63)
!77 = !DILocation(line: 49, column: 3, scope: !34)
!78 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 14, type: !79, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!79 = !DISubroutineType(types: !80)
!80 = !{!16, !16}
!81 = !DILocalVariable(name: "argument", arg: 1, scope: !78, file: !3, line: 14, type: !16)
!82 = !DILocation(line: 14, column: 27, scope: !78)
!83 = !DILocalVariable(name: "self", scope: !78, file: !3, line: 15, type: !17)
!84 = !DILocation(line: 15, column: 8, scope: !78)
!85 = !DILocation(line: 15, column: 21, scope: !78)
!86 = !DILocation(line: 15, column: 15, scope: !78)
!87 = !DILocalVariable(name: "other", scope: !78, file: !3, line: 15, type: !17)
!88 = !DILocation(line: 15, column: 31, scope: !78)
!89 = !DILocation(line: 15, column: 43, scope: !78)
!90 = !DILocation(line: 15, column: 41, scope: !78)
!91 = !DILocation(line: 16, column: 8, scope: !78)
!92 = !DILocation(line: 16, column: 3, scope: !78)
!93 = !DILocation(line: 16, column: 14, scope: !78)
!94 = !DILocation(line: 17, column: 3, scope: !78)
!95 = !DILocation(line: 18, column: 3, scope: !78)
!96 = !DILocation(line: 18, column: 15, scope: !78)
!97 = !DILocation(line: 18, column: 10, scope: !78)
!98 = !DILocation(line: 18, column: 22, scope: !78)
!99 = distinct !{!99, !95, !100, !61}
!100 = !DILocation(line: 19, column: 3, scope: !78)
!101 = !DILocation(line: 20, column: 8, scope: !78)
!102 = !DILocation(line: 20, column: 3, scope: !78)
!103 = !DILocation(line: 20, column: 14, scope: !78)
!104 = !DILocation(line: 21, column: 3, scope: !78)
!105 = !DILocation(line: 22, column: 12, scope: !106)
!106 = distinct !DILexicalBlock(scope: !78, file: !3, line: 22, column: 7)
!107 = !DILocation(line: 22, column: 7, scope: !106)
!108 = !DILocation(line: 22, column: 19, scope: !106)
!109 = !DILocation(line: 22, column: 7, scope: !78)
!110 = !DILocation(line: 23, column: 10, scope: !111)
!111 = distinct !DILexicalBlock(scope: !106, file: !3, line: 22, column: 25)
!112 = !DILocation(line: 23, column: 5, scope: !111)
!113 = !DILocation(line: 23, column: 16, scope: !111)
!114 = !DILocation(line: 24, column: 5, scope: !111)
!115 = !DILocation(line: 25, column: 5, scope: !111)
!116 = !DILocation(line: 25, column: 17, scope: !111)
!117 = !DILocation(line: 25, column: 12, scope: !111)
!118 = !DILocation(line: 25, column: 24, scope: !111)
!119 = distinct !{!119, !115, !120, !61}
!120 = !DILocation(line: 26, column: 5, scope: !111)
!121 = !DILocation(line: 27, column: 3, scope: !111)
!122 = !DILocation(line: 28, column: 8, scope: !78)
!123 = !DILocation(line: 28, column: 3, scope: !78)
!124 = !DILocation(line: 28, column: 14, scope: !78)
!125 = !DILocation(line: 29, column: 3, scope: !78)
!126 = !DILocation(line: 30, column: 7, scope: !127)
!127 = distinct !DILexicalBlock(scope: !78, file: !3, line: 30, column: 7)
!128 = !DILocation(line: 30, column: 12, scope: !127)
!129 = !DILocation(line: 30, column: 7, scope: !78)
!130 = !DILocation(line: 31, column: 5, scope: !127)
!131 = !DILocation(line: 31, column: 12, scope: !127)
!132 = !DILocation(line: 31, column: 20, scope: !127)
!133 = distinct !{!133, !130, !134, !61}
!134 = !DILocation(line: 32, column: 5, scope: !127)
!135 = !DILocation(line: 33, column: 9, scope: !78)
!136 = !DILocation(line: 34, column: 3, scope: !137)
!137 = distinct !DILexicalBlock(scope: !138, file: !3, line: 34, column: 3)
!138 = distinct !DILexicalBlock(scope: !78, file: !3, line: 34, column: 3)
!139 = !DILocation(line: 34, column: 3, scope: !138)
!140 = !DILocation(line: 35, column: 9, scope: !78)
!141 = !DILocation(line: 36, column: 7, scope: !142)
!142 = distinct !DILexicalBlock(scope: !78, file: !3, line: 36, column: 7)
!143 = !DILocation(line: 36, column: 12, scope: !142)
!144 = !DILocation(line: 36, column: 7, scope: !78)
!145 = !DILocation(line: 37, column: 5, scope: !142)
!146 = !DILocation(line: 37, column: 12, scope: !142)
!147 = !DILocation(line: 37, column: 20, scope: !142)
!148 = !DILocation(line: 37, column: 25, scope: !142)
!149 = !DILocation(line: 37, column: 28, scope: !142)
!150 = !DILocation(line: 37, column: 36, scope: !142)
!151 = distinct !{!151, !145, !152, !61}
!152 = !DILocation(line: 38, column: 5, scope: !142)
!153 = !DILocation(line: 39, column: 8, scope: !78)
!154 = !DILocation(line: 39, column: 3, scope: !78)
!155 = !DILocation(line: 39, column: 14, scope: !78)
!156 = !DILocation(line: 40, column: 3, scope: !78)
