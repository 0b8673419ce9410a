; ModuleID = 'dekker.c'
source_filename = "dekker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@turn = dso_local global i32 0, align 4, !dbg !9
@inside = dso_local global i32 0, align 4, !dbg !12
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"dekker.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !25 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !29, metadata !DIExpression()), !dbg !34
  call void @llvm.dbg.declare(metadata i64* %3, metadata !35, metadata !DIExpression()), !dbg !37
  store i64 0, i64* %3, align 8, !dbg !37
  br label %5, !dbg !38

5:                                                ; preds = %14, %0
  %6 = load i64, i64* %3, align 8, !dbg !39
  %7 = icmp slt i64 %6, 2, !dbg !41
  br i1 %7, label %8, label %17, !dbg !42

8:                                                ; preds = %5
  %9 = load i64, i64* %3, align 8, !dbg !43
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %9, !dbg !44
  %11 = load i64, i64* %3, align 8, !dbg !45
  %12 = inttoptr i64 %11 to i8*, !dbg !46
  %13 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %12) #5, !dbg !47
  br label %14, !dbg !47

14:                                               ; preds = %8
  %15 = load i64, i64* %3, align 8, !dbg !48
  %16 = add nsw i64 %15, 1, !dbg !48
  store i64 %16, i64* %3, align 8, !dbg !48
  br label %5, !dbg !49, !llvm.loop !50

17:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !53, metadata !DIExpression()), !dbg !55
  store i32 0, i32* %4, align 4, !dbg !55
  br label %18, !dbg !56

18:                                               ; preds = %27, %17
  %19 = load i32, i32* %4, align 4, !dbg !57
  %20 = icmp slt i32 %19, 2, !dbg !59
  br i1 %20, label %21, label %30, !dbg !60

21:                                               ; preds = %18
  %22 = load i32, i32* %4, align 4, !dbg !61
  %23 = sext i32 %22 to i64, !dbg !62
  %24 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %23, !dbg !62
  %25 = load i64, i64* %24, align 8, !dbg !62
  %26 = call i32 @pthread_join(i64 noundef %25, i8** noundef null), !dbg !63
  br label %27, !dbg !63

27:                                               ; preds = %21
  %28 = load i32, i32* %4, align 4, !dbg !64
  %29 = add nsw i32 %28, 1, !dbg !64
  store i32 %29, i32* %4, align 4, !dbg !64
  br label %18, !dbg !65, !llvm.loop !66

30:                                               ; preds = %18
  ret i32 0, !dbg !68
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !69 {
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !72, metadata !DIExpression()), !dbg !73
  call void @llvm.dbg.declare(metadata i64* %3, metadata !74, metadata !DIExpression()), !dbg !75
  %5 = load i8*, i8** %2, align 8, !dbg !76
  %6 = ptrtoint i8* %5 to i64, !dbg !77
  store i64 %6, i64* %3, align 8, !dbg !75
  call void @llvm.dbg.declare(metadata i64* %4, metadata !78, metadata !DIExpression()), !dbg !79
  %7 = load i64, i64* %3, align 8, !dbg !80
  %8 = sub nsw i64 1, %7, !dbg !81
  store i64 %8, i64* %4, align 8, !dbg !79
  %9 = load i64, i64* %3, align 8, !dbg !82
  %10 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %9, !dbg !83
  store volatile i32 1, i32* %10, align 4, !dbg !84
  br label %11, !dbg !85

11:                                               ; preds = %33, %1
  %12 = load i64, i64* %4, align 8, !dbg !86
  %13 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %12, !dbg !87
  %14 = load volatile i32, i32* %13, align 4, !dbg !87
  %15 = icmp ne i32 %14, 0, !dbg !85
  br i1 %15, label %16, label %34, !dbg !85

16:                                               ; preds = %11
  %17 = load volatile i32, i32* @turn, align 4, !dbg !88
  %18 = sext i32 %17 to i64, !dbg !88
  %19 = load i64, i64* %3, align 8, !dbg !90
  %20 = icmp ne i64 %18, %19, !dbg !91
  br i1 %20, label %21, label %33, !dbg !92

21:                                               ; preds = %16
  %22 = load i64, i64* %3, align 8, !dbg !93
  %23 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %22, !dbg !95
  store volatile i32 0, i32* %23, align 4, !dbg !96
  br label %24, !dbg !97

24:                                               ; preds = %29, %21
  %25 = load volatile i32, i32* @turn, align 4, !dbg !98
  %26 = sext i32 %25 to i64, !dbg !98
  %27 = load i64, i64* %3, align 8, !dbg !99
  %28 = icmp ne i64 %26, %27, !dbg !100
  br i1 %28, label %29, label %30, !dbg !97

29:                                               ; preds = %24
  br label %24, !dbg !97, !llvm.loop !101

30:                                               ; preds = %24
  %31 = load i64, i64* %3, align 8, !dbg !103
  %32 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %31, !dbg !104
  store volatile i32 1, i32* %32, align 4, !dbg !105
  br label %33, !dbg !106

33:                                               ; preds = %30, %16
  br label %11, !dbg !85, !llvm.loop !107

34:                                               ; preds = %11
  %35 = load i32, i32* @inside, align 4, !dbg !109
  %36 = add nsw i32 %35, 1, !dbg !109
  store i32 %36, i32* @inside, align 4, !dbg !109
  %37 = load i32, i32* @inside, align 4, !dbg !110
  %38 = icmp eq i32 %37, 1, !dbg !110
  br i1 %38, label %39, label %40, !dbg !113

39:                                               ; preds = %34
  br label %41, !dbg !113

40:                                               ; preds = %34
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !110
  unreachable, !dbg !110

41:                                               ; preds = %39
  %42 = load i32, i32* @inside, align 4, !dbg !114
  %43 = add nsw i32 %42, -1, !dbg !114
  store i32 %43, i32* @inside, align 4, !dbg !114
  %44 = load i64, i64* %4, align 8, !dbg !115
  %45 = trunc i64 %44 to i32, !dbg !116
  store volatile i32 %45, i32* @turn, align 4, !dbg !117
  %46 = load i64, i64* %3, align 8, !dbg !118
  %47 = getelementptr inbounds [2 x i32], [2 x i32]* @wants, i64 0, i64 %46, !dbg !119
  store volatile i32 0, i32* %47, align 4, !dbg !120
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
!llvm.module.flags = !{!17, !18, !19, !20, !21, !22, !23}
!llvm.ident = !{!24}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants", scope: !2, file: !3, line: 11, type: !14, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !8, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "dekker.c", directory: ".", checksumkind: CSK_MD5, checksum: "2dda800ced2d15144cb8b2300e11958c")
!4 = !{!5, !6, !7}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{!0, !9, !12}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 11, type: !11, isLocal: false, isDefinition: true)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !7)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 12, type: !7, isLocal: false, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 64, elements: !15)
!15 = !{!16}
!16 = !DISubrange(count: 2)
!17 = !{i32 7, !"Dwarf Version", i32 5}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !{i32 1, !"wchar_size", i32 4}
!20 = !{i32 7, !"PIC Level", i32 2}
!21 = !{i32 7, !"PIE Level", i32 2}
!22 = !{i32 7, !"uwtable", i32 1}
!23 = !{i32 7, !"frame-pointer", i32 2}
!24 = !{!"Debian clang version 14.0.6"}
!25 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !26, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!26 = !DISubroutineType(types: !27)
!27 = !{!7}
!28 = !{}
!29 = !DILocalVariable(name: "threads", scope: !25, file: !3, line: 35, type: !30)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 128, elements: !15)
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !32, line: 27, baseType: !33)
!32 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!33 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!34 = !DILocation(line: 35, column: 13, scope: !25)
!35 = !DILocalVariable(name: "i", scope: !36, file: !3, line: 36, type: !6)
!36 = distinct !DILexicalBlock(scope: !25, file: !3, line: 36, column: 3)
!37 = !DILocation(line: 36, column: 13, scope: !36)
!38 = !DILocation(line: 36, column: 8, scope: !36)
!39 = !DILocation(line: 36, column: 20, scope: !40)
!40 = distinct !DILexicalBlock(scope: !36, file: !3, line: 36, column: 3)
!41 = !DILocation(line: 36, column: 22, scope: !40)
!42 = !DILocation(line: 36, column: 3, scope: !36)
!43 = !DILocation(line: 37, column: 29, scope: !40)
!44 = !DILocation(line: 37, column: 21, scope: !40)
!45 = !DILocation(line: 37, column: 52, scope: !40)
!46 = !DILocation(line: 37, column: 44, scope: !40)
!47 = !DILocation(line: 37, column: 5, scope: !40)
!48 = !DILocation(line: 36, column: 28, scope: !40)
!49 = !DILocation(line: 36, column: 3, scope: !40)
!50 = distinct !{!50, !42, !51, !52}
!51 = !DILocation(line: 37, column: 53, scope: !36)
!52 = !{!"llvm.loop.mustprogress"}
!53 = !DILocalVariable(name: "i", scope: !54, file: !3, line: 38, type: !7)
!54 = distinct !DILexicalBlock(scope: !25, file: !3, line: 38, column: 3)
!55 = !DILocation(line: 38, column: 12, scope: !54)
!56 = !DILocation(line: 38, column: 8, scope: !54)
!57 = !DILocation(line: 38, column: 19, scope: !58)
!58 = distinct !DILexicalBlock(scope: !54, file: !3, line: 38, column: 3)
!59 = !DILocation(line: 38, column: 21, scope: !58)
!60 = !DILocation(line: 38, column: 3, scope: !54)
!61 = !DILocation(line: 39, column: 26, scope: !58)
!62 = !DILocation(line: 39, column: 18, scope: !58)
!63 = !DILocation(line: 39, column: 5, scope: !58)
!64 = !DILocation(line: 38, column: 27, scope: !58)
!65 = !DILocation(line: 38, column: 3, scope: !58)
!66 = distinct !{!66, !60, !67, !52}
!67 = !DILocation(line: 39, column: 31, scope: !54)
!68 = !DILocation(line: 40, column: 3, scope: !25)
!69 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 14, type: !70, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !28)
!70 = !DISubroutineType(types: !71)
!71 = !{!5, !5}
!72 = !DILocalVariable(name: "argument", arg: 1, scope: !69, file: !3, line: 14, type: !5)
!73 = !DILocation(line: 14, column: 27, scope: !69)
!74 = !DILocalVariable(name: "self", scope: !69, file: !3, line: 15, type: !6)
!75 = !DILocation(line: 15, column: 8, scope: !69)
!76 = !DILocation(line: 15, column: 21, scope: !69)
!77 = !DILocation(line: 15, column: 15, scope: !69)
!78 = !DILocalVariable(name: "other", scope: !69, file: !3, line: 15, type: !6)
!79 = !DILocation(line: 15, column: 31, scope: !69)
!80 = !DILocation(line: 15, column: 43, scope: !69)
!81 = !DILocation(line: 15, column: 41, scope: !69)
!82 = !DILocation(line: 16, column: 9, scope: !69)
!83 = !DILocation(line: 16, column: 3, scope: !69)
!84 = !DILocation(line: 16, column: 15, scope: !69)
!85 = !DILocation(line: 18, column: 3, scope: !69)
!86 = !DILocation(line: 18, column: 16, scope: !69)
!87 = !DILocation(line: 18, column: 10, scope: !69)
!88 = !DILocation(line: 19, column: 9, scope: !89)
!89 = distinct !DILexicalBlock(scope: !69, file: !3, line: 19, column: 9)
!90 = !DILocation(line: 19, column: 17, scope: !89)
!91 = !DILocation(line: 19, column: 14, scope: !89)
!92 = !DILocation(line: 19, column: 9, scope: !69)
!93 = !DILocation(line: 20, column: 13, scope: !94)
!94 = distinct !DILexicalBlock(scope: !89, file: !3, line: 19, column: 23)
!95 = !DILocation(line: 20, column: 7, scope: !94)
!96 = !DILocation(line: 20, column: 19, scope: !94)
!97 = !DILocation(line: 21, column: 7, scope: !94)
!98 = !DILocation(line: 21, column: 14, scope: !94)
!99 = !DILocation(line: 21, column: 22, scope: !94)
!100 = !DILocation(line: 21, column: 19, scope: !94)
!101 = distinct !{!101, !97, !102, !52}
!102 = !DILocation(line: 22, column: 7, scope: !94)
!103 = !DILocation(line: 23, column: 13, scope: !94)
!104 = !DILocation(line: 23, column: 7, scope: !94)
!105 = !DILocation(line: 23, column: 19, scope: !94)
!106 = !DILocation(line: 25, column: 5, scope: !94)
!107 = distinct !{!107, !85, !108, !52}
!108 = !DILocation(line: 25, column: 5, scope: !69)
!109 = !DILocation(line: 26, column: 9, scope: !69)
!110 = !DILocation(line: 27, column: 3, scope: !111)
!111 = distinct !DILexicalBlock(scope: !112, file: !3, line: 27, column: 3)
!112 = distinct !DILexicalBlock(scope: !69, file: !3, line: 27, column: 3)
!113 = !DILocation(line: 27, column: 3, scope: !112)
!114 = !DILocation(line: 28, column: 9, scope: !69)
!115 = !DILocation(line: 29, column: 15, scope: !69)
!116 = !DILocation(line: 29, column: 10, scope: !69)
!117 = !DILocation(line: 29, column: 8, scope: !69)
!118 = !DILocation(line: 30, column: 9, scope: !69)
!119 = !DILocation(line: 30, column: 3, scope: !69)
!120 = !DILocation(line: 30, column: 15, scope: !69)
!121 = !DILocation(line: 31, column: 3, scope: !69)
