; ModuleID = 'burns.c'
source_filename = "burns.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@flag = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@inside = dso_local global i32 0, align 4, !dbg !8
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"burns.c\00", align 1
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
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !70, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.declare(metadata i64* %3, metadata !72, metadata !DIExpression()), !dbg !73
  %4 = load i8*, i8** %2, align 8, !dbg !74
  %5 = ptrtoint i8* %4 to i64, !dbg !75
  store i64 %5, i64* %3, align 8, !dbg !73
  br label %6, !dbg !76

6:                                                ; preds = %23, %14, %1
  %7 = load i64, i64* %3, align 8, !dbg !77
  %8 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %7, !dbg !81
  store volatile i32 0, i32* %8, align 4, !dbg !82
  %9 = load i64, i64* %3, align 8, !dbg !83
  %10 = icmp eq i64 %9, 1, !dbg !85
  br i1 %10, label %11, label %15, !dbg !86

11:                                               ; preds = %6
  %12 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 0), align 4, !dbg !87
  %13 = icmp ne i32 %12, 0, !dbg !87
  br i1 %13, label %14, label %15, !dbg !88

14:                                               ; preds = %11
  br label %6, !dbg !89, !llvm.loop !90

15:                                               ; preds = %11, %6
  %16 = load i64, i64* %3, align 8, !dbg !93
  %17 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %16, !dbg !94
  store volatile i32 1, i32* %17, align 4, !dbg !95
  %18 = load i64, i64* %3, align 8, !dbg !96
  %19 = icmp eq i64 %18, 1, !dbg !98
  br i1 %19, label %20, label %24, !dbg !99

20:                                               ; preds = %15
  %21 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 0), align 4, !dbg !100
  %22 = icmp ne i32 %21, 0, !dbg !100
  br i1 %22, label %23, label %24, !dbg !101

23:                                               ; preds = %20
  br label %6, !dbg !102, !llvm.loop !90

24:                                               ; preds = %20, %15
  br label %25, !dbg !103

25:                                               ; preds = %24
  %26 = load i64, i64* %3, align 8, !dbg !104
  %27 = icmp eq i64 %26, 0, !dbg !106
  br i1 %27, label %28, label %34, !dbg !107

28:                                               ; preds = %25
  br label %29, !dbg !108

29:                                               ; preds = %32, %28
  %30 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @flag, i64 0, i64 1), align 4, !dbg !109
  %31 = icmp ne i32 %30, 0, !dbg !108
  br i1 %31, label %32, label %33, !dbg !108

32:                                               ; preds = %29
  br label %29, !dbg !108, !llvm.loop !110

33:                                               ; preds = %29
  br label %34, !dbg !108

34:                                               ; preds = %33, %25
  %35 = load i32, i32* @inside, align 4, !dbg !112
  %36 = add nsw i32 %35, 1, !dbg !112
  store i32 %36, i32* @inside, align 4, !dbg !112
  %37 = load i32, i32* @inside, align 4, !dbg !113
  %38 = icmp eq i32 %37, 1, !dbg !113
  br i1 %38, label %39, label %40, !dbg !116

39:                                               ; preds = %34
  br label %41, !dbg !116

40:                                               ; preds = %34
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 31, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !113
  unreachable, !dbg !113

41:                                               ; preds = %39
  %42 = load i32, i32* @inside, align 4, !dbg !117
  %43 = add nsw i32 %42, -1, !dbg !117
  store i32 %43, i32* @inside, align 4, !dbg !117
  %44 = load i64, i64* %3, align 8, !dbg !118
  %45 = getelementptr inbounds [2 x i32], [2 x i32]* @flag, i64 0, i64 %44, !dbg !119
  store volatile i32 0, i32* %45, align 4, !dbg !120
  ret i8* null, !dbg !121
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
!3 = !DIFile(filename: "burns.c", directory: ".", checksumkind: CSK_MD5, checksum: "a7d9bb4f8839035acea6eba02adf669f")
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
!23 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 37, type: !24, scopeLine: 37, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!24 = !DISubroutineType(types: !25)
!25 = !{!10}
!26 = !{}
!27 = !DILocalVariable(name: "threads", scope: !23, file: !3, line: 38, type: !28)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 128, elements: !13)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !30, line: 27, baseType: !31)
!30 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!31 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!32 = !DILocation(line: 38, column: 13, scope: !23)
!33 = !DILocalVariable(name: "i", scope: !34, file: !3, line: 39, type: !6)
!34 = distinct !DILexicalBlock(scope: !23, file: !3, line: 39, column: 3)
!35 = !DILocation(line: 39, column: 13, scope: !34)
!36 = !DILocation(line: 39, column: 8, scope: !34)
!37 = !DILocation(line: 39, column: 20, scope: !38)
!38 = distinct !DILexicalBlock(scope: !34, file: !3, line: 39, column: 3)
!39 = !DILocation(line: 39, column: 22, scope: !38)
!40 = !DILocation(line: 39, column: 3, scope: !34)
!41 = !DILocation(line: 40, column: 29, scope: !38)
!42 = !DILocation(line: 40, column: 21, scope: !38)
!43 = !DILocation(line: 40, column: 52, scope: !38)
!44 = !DILocation(line: 40, column: 44, scope: !38)
!45 = !DILocation(line: 40, column: 5, scope: !38)
!46 = !DILocation(line: 39, column: 28, scope: !38)
!47 = !DILocation(line: 39, column: 3, scope: !38)
!48 = distinct !{!48, !40, !49, !50}
!49 = !DILocation(line: 40, column: 53, scope: !34)
!50 = !{!"llvm.loop.mustprogress"}
!51 = !DILocalVariable(name: "i", scope: !52, file: !3, line: 41, type: !10)
!52 = distinct !DILexicalBlock(scope: !23, file: !3, line: 41, column: 3)
!53 = !DILocation(line: 41, column: 12, scope: !52)
!54 = !DILocation(line: 41, column: 8, scope: !52)
!55 = !DILocation(line: 41, column: 19, scope: !56)
!56 = distinct !DILexicalBlock(scope: !52, file: !3, line: 41, column: 3)
!57 = !DILocation(line: 41, column: 21, scope: !56)
!58 = !DILocation(line: 41, column: 3, scope: !52)
!59 = !DILocation(line: 42, column: 26, scope: !56)
!60 = !DILocation(line: 42, column: 18, scope: !56)
!61 = !DILocation(line: 42, column: 5, scope: !56)
!62 = !DILocation(line: 41, column: 27, scope: !56)
!63 = !DILocation(line: 41, column: 3, scope: !56)
!64 = distinct !{!64, !58, !65, !50}
!65 = !DILocation(line: 42, column: 31, scope: !52)
!66 = !DILocation(line: 43, column: 3, scope: !23)
!67 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 14, type: !68, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!68 = !DISubroutineType(types: !69)
!69 = !{!5, !5}
!70 = !DILocalVariable(name: "argument", arg: 1, scope: !67, file: !3, line: 14, type: !5)
!71 = !DILocation(line: 14, column: 27, scope: !67)
!72 = !DILocalVariable(name: "self", scope: !67, file: !3, line: 15, type: !6)
!73 = !DILocation(line: 15, column: 8, scope: !67)
!74 = !DILocation(line: 15, column: 21, scope: !67)
!75 = !DILocation(line: 15, column: 15, scope: !67)
!76 = !DILocation(line: 16, column: 3, scope: !67)
!77 = !DILocation(line: 17, column: 10, scope: !78)
!78 = distinct !DILexicalBlock(scope: !79, file: !3, line: 16, column: 12)
!79 = distinct !DILexicalBlock(scope: !80, file: !3, line: 16, column: 3)
!80 = distinct !DILexicalBlock(scope: !67, file: !3, line: 16, column: 3)
!81 = !DILocation(line: 17, column: 5, scope: !78)
!82 = !DILocation(line: 17, column: 16, scope: !78)
!83 = !DILocation(line: 19, column: 9, scope: !84)
!84 = distinct !DILexicalBlock(scope: !78, file: !3, line: 19, column: 9)
!85 = !DILocation(line: 19, column: 14, scope: !84)
!86 = !DILocation(line: 19, column: 19, scope: !84)
!87 = !DILocation(line: 19, column: 22, scope: !84)
!88 = !DILocation(line: 19, column: 9, scope: !78)
!89 = !DILocation(line: 20, column: 7, scope: !84)
!90 = distinct !{!90, !91, !92}
!91 = !DILocation(line: 16, column: 3, scope: !80)
!92 = !DILocation(line: 26, column: 3, scope: !80)
!93 = !DILocation(line: 21, column: 10, scope: !78)
!94 = !DILocation(line: 21, column: 5, scope: !78)
!95 = !DILocation(line: 21, column: 16, scope: !78)
!96 = !DILocation(line: 23, column: 9, scope: !97)
!97 = distinct !DILexicalBlock(scope: !78, file: !3, line: 23, column: 9)
!98 = !DILocation(line: 23, column: 14, scope: !97)
!99 = !DILocation(line: 23, column: 19, scope: !97)
!100 = !DILocation(line: 23, column: 22, scope: !97)
!101 = !DILocation(line: 23, column: 9, scope: !78)
!102 = !DILocation(line: 24, column: 7, scope: !97)
!103 = !DILocation(line: 25, column: 5, scope: !78)
!104 = !DILocation(line: 27, column: 7, scope: !105)
!105 = distinct !DILexicalBlock(scope: !67, file: !3, line: 27, column: 7)
!106 = !DILocation(line: 27, column: 12, scope: !105)
!107 = !DILocation(line: 27, column: 7, scope: !67)
!108 = !DILocation(line: 28, column: 5, scope: !105)
!109 = !DILocation(line: 28, column: 12, scope: !105)
!110 = distinct !{!110, !108, !111, !50}
!111 = !DILocation(line: 29, column: 5, scope: !105)
!112 = !DILocation(line: 30, column: 9, scope: !67)
!113 = !DILocation(line: 31, column: 3, scope: !114)
!114 = distinct !DILexicalBlock(scope: !115, file: !3, line: 31, column: 3)
!115 = distinct !DILexicalBlock(scope: !67, file: !3, line: 31, column: 3)
!116 = !DILocation(line: 31, column: 3, scope: !115)
!117 = !DILocation(line: 32, column: 9, scope: !67)
!118 = !DILocation(line: 33, column: 8, scope: !67)
!119 = !DILocation(line: 33, column: 3, scope: !67)
!120 = !DILocation(line: 33, column: 14, scope: !67)
!121 = !DILocation(line: 34, column: 3, scope: !67)
