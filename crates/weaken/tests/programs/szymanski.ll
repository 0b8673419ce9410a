; ModuleID = 'szymanski.c'
source_filename = "szymanski.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@flag = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@inside = dso_local global i32 0, align 4, !dbg !8
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"szymanski.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !23 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !27, metadata !DIExpression()), !dbg !32
  call void @llvm.dbg.declare(metadata i64* %3, metadata !33, metadata !DIExpression()), !dbg !35
  store i64 0, i64* %3, align 8, !dbg !35
  br label %5, !dbg !36

5:                                                ; preds = %14, %0
  %6 = load i64, i64* %3, align 8, !dbg !37
  %7 = icmp slt i64 %6, 2, !dbg !39
  br i1 %7, label %8, label %17, !dbg !40

8:                                                ; preds = %5
  %9 = load i64, i64* %3, align 8, !dbg !41
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %9, !dbg !42
  %11 = load i64, i64* %3, align 8, !dbg !43
  %12 = inttoptr i64 %11 to i8*, !dbg !44
  %13 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %12) #5, !dbg !45
  br label %14, !dbg !45

14:                                               ; preds = %8
  %15 = load i64, i64* %3, align 8, !dbg !46
  %16 = add nsw i64 %15, 1, !dbg !46
  store i64 %16, i64* %3, align 8, !dbg !46
  br label %5, !dbg !47, !llvm.loop !48

17:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !51, metadata !DIExpression()), !dbg !53
  store i32 0, i32* %4, align 4, !dbg !53
  br label %18, !dbg !54

18:                                               ; preds = %27, %17
  %19 = load i32, i32* %4, align 4, !dbg !55
  %20 = icmp slt i32 %19, 2, !dbg !57
  br i1 %20, label %21, label %30, !dbg !58

21:                                               ; preds = %18
  %22 = load i32, i32* %4, align 4, !dbg !59
  %23 = sext i32 %22 to i64, !dbg !60
  %24 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %23, !dbg !60
  %25 = load i64, i64* %24, align 8, !dbg !60
  %26 = call i32 @pthread_join(i64 noundef %25, i8** noundef null), !dbg !61
  br label %27, !dbg !61

27:                                               ; preds = %21
  %28 = load i32, i32* %4, align 4, !dbg !62
  %29 = add nsw i32 %28, 1, !dbg !62
  store i32 %29, i32* %4, align 4, !dbg !62
  br label %18, !dbg !63, !llvm.loop !64

30:                                               ; preds = %18
  ret i32 0, !dbg !66
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !67 {
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !70, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.declare(metadata i64* %3, metadata !72, metadata !DIExpression()), !dbg !73
  %5 = load i8*, i8** %2, align 8, !dbg !74
  %6 = ptrtoint i8* %5 to i64, !dbg !75
  store i64 %6, i64* %3, align 8, !dbg !73
  call void @llvm.dbg.declare(metadata i64* %4, metadata !76, metadata !DIExpression()), !dbg !77
  %7 = load i64, i64* %3, align 8, !dbg !78
  %8 = sub nsw i64 1, %7, !dbg !79
  store i64 %8, i64* %4, align 8, !dbg !77
  %9 = load i64, i64* %3, align 8, !dbg !80
  %10 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %9, !dbg !81
  store volatile i32 1, i32* %10, align 4, !dbg !82
  br label %11, !dbg !83

11:                                               ; preds = %16, %1
  %12 = load i64, i64* %4, align 8, !dbg !84
  %13 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %12, !dbg !85
  %14 = load volatile i32, i32* %13, align 4, !dbg !85
  %15 = icmp sge i32 %14, 3, !dbg !86
  br i1 %15, label %16, label %17, !dbg !83

16:                                               ; preds = %11
  br label %11, !dbg !83, !llvm.loop !87

17:                                               ; preds = %11
  %18 = load i64, i64* %3, align 8, !dbg !89
  %19 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %18, !dbg !90
  store volatile i32 3, i32* %19, align 4, !dbg !91
  %20 = load i64, i64* %4, align 8, !dbg !92
  %21 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %20, !dbg !94
  %22 = load volatile i32, i32* %21, align 4, !dbg !94
  %23 = icmp eq i32 %22, 1, !dbg !95
  br i1 %23, label %24, label %34, !dbg !96

24:                                               ; preds = %17
  %25 = load i64, i64* %3, align 8, !dbg !97
  %26 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %25, !dbg !99
  store volatile i32 2, i32* %26, align 4, !dbg !100
  br label %27, !dbg !101

27:                                               ; preds = %32, %24
  %28 = load i64, i64* %4, align 8, !dbg !102
  %29 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %28, !dbg !103
  %30 = load volatile i32, i32* %29, align 4, !dbg !103
  %31 = icmp ne i32 %30, 4, !dbg !104
  br i1 %31, label %32, label %33, !dbg !101

32:                                               ; preds = %27
  br label %27, !dbg !101, !llvm.loop !105

33:                                               ; preds = %27
  br label %34, !dbg !107

34:                                               ; preds = %33, %17
  %35 = load i64, i64* %3, align 8, !dbg !108
  %36 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %35, !dbg !109
  store volatile i32 4, i32* %36, align 4, !dbg !110
  %37 = load i64, i64* %3, align 8, !dbg !111
  %38 = icmp eq i64 %37, 1, !dbg !113
  br i1 %38, label %39, label %45, !dbg !114

39:                                               ; preds = %34
  br label %40, !dbg !115

40:                                               ; preds = %43, %39
  %41 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 0), align 4, !dbg !116
  %42 = icmp sge i32 %41, 2, !dbg !117
  br i1 %42, label %43, label %44, !dbg !115

43:                                               ; preds = %40
  br label %40, !dbg !115, !llvm.loop !118

44:                                               ; preds = %40
  br label %45, !dbg !115

45:                                               ; preds = %44, %34
  %46 = load i32, i32* @inside, align 4, !dbg !120
  %47 = add nsw i32 %46, 1, !dbg !120
  store i32 %47, i32* @inside, align 4, !dbg !120
  %48 = load i32, i32* @inside, align 4, !dbg !121
  %49 = icmp eq i32 %48, 1, !dbg !121
  br i1 %49, label %50, label %51, !dbg !124

50:                                               ; preds = %45
  br label %52, !dbg !124

51:                                               ; preds = %45
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 34, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !121
  unreachable, !dbg !121

52:                                               ; preds = %50
  %53 = load i32, i32* @inside, align 4, !dbg !125
  %54 = add nsw i32 %53, -1, !dbg !125
  store i32 %54, i32* @inside, align 4, !dbg !125
  %55 = load i64, i64* %3, align 8, !dbg !126
  %56 = icmp eq i64 %55, 0, !dbg !128
  br i1 %56, label %57, label %68, !dbg !129

57:                                               ; preds = %52
  br label %58, !dbg !130

58:                                               ; preds = %66, %57
  %59 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 1), align 4, !dbg !131
  %60 = icmp eq i32 %59, 2, !dbg !132
  br i1 %60, label %64, label %61, !dbg !133

61:                                               ; preds = %58
  %62 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 1), align 4, !dbg !134
  %63 = icmp eq i32 %62, 3, !dbg !135
  br label %64, !dbg !133

64:                                               ; preds = %61, %58
  %65 = phi i1 [ true, %58 ], [ %63, %61 ]
  br i1 %65, label %66, label %67, !dbg !130

66:                                               ; preds = %64
  br label %58, !dbg !130, !llvm.loop !136

67:                                               ; preds = %64
  br label %68, !dbg !130

68:                                               ; preds = %67, %52
  %69 = load i64, i64* %3, align 8, !dbg !138
  %70 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %69, !dbg !139
  store volatile i32 0, i32* %70, align 4, !dbg !140
  ret i8* null, !dbg !141
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
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20, !21}
!llvm.ident = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 11, type: !11, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "szymanski.c", directory: ".", checksumkind: CSK_MD5, checksum: "92db9e5822e90c49575444f9ebaf55da")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0, !8}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 12, type: !10, isLocal: false, isDefinition: true)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 64, elements: !13)
!12 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !10)
!13 = !{!14}
!14 = !DISubrange(count: 2)
!15 = !{i32 7, !"Dwarf Version", i32 5}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"PIC Level", i32 2}
!19 = !{i32 7, !"PIE Level", i32 2}
!20 = !{i32 7, !"uwtable", i32 1}
!21 = !{i32 7, !"frame-pointer", i32 2}
!22 = !{!"Debian clang version 14.0.6"}
!23 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 43, type: !24, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!24 = !DISubroutineType(types: !25)
!25 = !{!10}
!26 = !{}
!27 = !DILocalVariable(name: "threads", scope: !23, file: !3, line: 44, type: !28)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 128, elements: !13)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !30, line: 27, baseType: !31)
!30 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!31 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!32 = !DILocation(line: 44, column: 13, scope: !23)
!33 = !DILocalVariable(name: "i", scope: !34, file: !3, line: 45, type: !6)
!34 = distinct !DILexicalBlock(scope: !23, file: !3, line: 45, column: 3)
!35 = !DILocation(line: 45, column: 13, scope: !34)
!36 = !DILocation(line: 45, column: 8, scope: !34)
!37 = !DILocation(line: 45, column: 20, scope: !38)
!38 = distinct !DILexicalBlock(scope: !34, file: !3, line: 45, column: 3)
!39 = !DILocation(line: 45, column: 22, scope: !38)
!40 = !DILocation(line: 45, column: 3, scope: !34)
!41 = !DILocation(line: 46, column: 29, scope: !38)
!42 = !DILocation(line: 46, column: 21, scope: !38)
!43 = !DILocation(line: 46, column: 52, scope: !38)
!44 = !DILocation(line: 46, column: 44, scope: !38)
!45 = !DILocation(line: 46, column: 5, scope: !38)
!46 = !DILocation(line: 45, column: 28, scope: !38)
!47 = !DILocation(line: 45, column: 3, scope: !38)
!48 = distinct !{!48, !40, !49, !50}
!49 = !DILocation(line: 46, column: 53, scope: !34)
!50 = !{!"llvm.loop.mustprogress"}
!51 = !DILocalVariable(name: "i", scope: !52, file: !3, line: 47, type: !10)
!52 = distinct !DILexicalBlock(scope: !23, file: !3, line: 47, column: 3)
!53 = !DILocation(line: 47, column: 12, scope: !52)
!54 = !DILocation(line: 47, column: 8, scope: !52)
!55 = !DILocation(line: 47, column: 19, scope: !56)
!56 = distinct !DILexicalBlock(scope: !52, file: !3, line: 47, column: 3)
!57 = !DILocation(line: 47, column: 21, scope: !56)
!58 = !DILocation(line: 47, column: 3, scope: !52)
!59 = !DILocation(line: 48, column: 26, scope: !56)
!60 = !DILocation(line: 48, column: 18, scope: !56)
!61 = !DILocation(line: 48, column: 5, scope: !56)
!62 = !DILocation(line: 47, column: 27, scope: !56)
!63 = !DILocation(line: 47, column: 3, scope: !56)
!64 = distinct !{!64, !58, !65, !50}
!65 = !DILocation(line: 48, column: 31, scope: !52)
!66 = !DILocation(line: 49, column: 3, scope: !23)
!67 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 14, type: !68, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!68 = !DISubroutineType(types: !69)
!69 = !{!5, !5}
!70 = !DILocalVariable(name: "argument", arg: 1, scope: !67, file: !3, line: 14, type: !5)
!71 = !DILocation(line: 14, column: 27, scope: !67)
!72 = !DILocalVariable(name: "self", scope: !67, file: !3, line: 15, type: !6)
!73 = !DILocation(line: 15, column: 8, scope: !67)
!74 = !DILocation(line: 15, column: 21, scope: !67)
!75 = !DILocation(line: 15, column: 15, scope: !67)
!76 = !DILocalVariable(name: "other", scope: !67, file: !3, line: 15, type: !6)
!77 = !DILocation(line: 15, column: 31, scope: !67)
!78 = !DILocation(line: 15, column: 43, scope: !67)
!79 = !DILocation(line: 15, column: 41, scope: !67)
!80 = !DILocation(line: 16, column: 8, scope: !67)
!81 = !DILocation(line: 16, column: 3, scope: !67)
!82 = !DILocation(line: 16, column: 14, scope: !67)
!83 = !DILocation(line: 18, column: 3, scope: !67)
!84 = !DILocation(line: 18, column: 15, scope: !67)
!85 = !DILocation(line: 18, column: 10, scope: !67)
!86 = !DILocation(line: 18, column: 22, scope: !67)
!87 = distinct !{!87, !83, !88, !50}
!88 = !DILocation(line: 19, column: 3, scope: !67)
!89 = !DILocation(line: 20, column: 8, scope: !67)
!90 = !DILocation(line: 20, column: 3, scope: !67)
!91 = !DILocation(line: 20, column: 14, scope: !67)
!92 = !DILocation(line: 22, column: 12, scope: !93)
!93 = distinct !DILexicalBlock(scope: !67, file: !3, line: 22, column: 7)
!94 = !DILocation(line: 22, column: 7, scope: !93)
!95 = !DILocation(line: 22, column: 19, scope: !93)
!96 = !DILocation(line: 22, column: 7, scope: !67)
!97 = !DILocation(line: 23, column: 10, scope: !98)
!98 = distinct !DILexicalBlock(scope: !93, file: !3, line: 22, column: 25)
!99 = !DILocation(line: 23, column: 5, scope: !98)
!100 = !DILocation(line: 23, column: 16, scope: !98)
!101 = !DILocation(line: 25, column: 5, scope: !98)
!102 = !DILocation(line: 25, column: 17, scope: !98)
!103 = !DILocation(line: 25, column: 12, scope: !98)
!104 = !DILocation(line: 25, column: 24, scope: !98)
!105 = distinct !{!105, !101, !106, !50}
!106 = !DILocation(line: 26, column: 5, scope: !98)
!107 = !DILocation(line: 27, column: 3, scope: !98)
!108 = !DILocation(line: 28, column: 8, scope: !67)
!109 = !DILocation(line: 28, column: 3, scope: !67)
!110 = !DILocation(line: 28, column: 14, scope: !67)
!111 = !DILocation(line: 30, column: 7, scope: !112)
!112 = distinct !DILexicalBlock(scope: !67, file: !3, line: 30, column: 7)
!113 = !DILocation(line: 30, column: 12, scope: !112)
!114 = !DILocation(line: 30, column: 7, scope: !67)
!115 = !DILocation(line: 31, column: 5, scope: !112)
!116 = !DILocation(line: 31, column: 12, scope: !112)
!117 = !DILocation(line: 31, column: 20, scope: !112)
!118 = distinct !{!118, !115, !119, !50}
!119 = !DILocation(line: 32, column: 5, scope: !112)
!120 = !DILocation(line: 33, column: 9, scope: !67)
!121 = !DILocation(line: 34, column: 3, scope: !122)
!122 = distinct !DILexicalBlock(scope: !123, file: !3, line: 34, column: 3)
!123 = distinct !DILexicalBlock(scope: !67, file: !3, line: 34, column: 3)
!124 = !DILocation(line: 34, column: 3, scope: !123)
!125 = !DILocation(line: 35, column: 9, scope: !67)
!126 = !DILocation(line: 36, column: 7, scope: !127)
!127 = distinct !DILexicalBlock(scope: !67, file: !3, line: 36, column: 7)
!128 = !DILocation(line: 36, column: 12, scope: !127)
!129 = !DILocation(line: 36, column: 7, scope: !67)
!130 = !DILocation(line: 37, column: 5, scope: !127)
!131 = !DILocation(line: 37, column: 12, scope: !127)
!132 = !DILocation(line: 37, column: 20, scope: !127)
!133 = !DILocation(line: 37, column: 25, scope: !127)
!134 = !DILocation(line: 37, column: 28, scope: !127)
!135 = !DILocation(line: 37, column: 36, scope: !127)
!136 = distinct !{!136, !130, !137, !50}
!137 = !DILocation(line: 38, column: 5, scope: !127)
!138 = !DILocation(line: 39, column: 8, scope: !67)
!139 = !DILocation(line: 39, column: 3, scope: !67)
!140 = !DILocation(line: 39, column: 14, scope: !67)
!141 = !DILocation(line: 40, column: 3, scope: !67)
