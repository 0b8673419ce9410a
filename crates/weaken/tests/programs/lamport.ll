; ModuleID = 'lamport.c'
source_filename = "lamport.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@busy = dso_local global [3 x i32] zeroinitializer, align 4, !dbg !0
@x = dso_local global i32 0, align 4, !dbg !9
@y = dso_local global i32 0, align 4, !dbg !12
@inside = dso_local global i32 0, align 4, !dbg !14
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"lamport.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !27 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !31, metadata !DIExpression()), !dbg !38
  call void @llvm.dbg.declare(metadata i64* %3, metadata !39, metadata !DIExpression()), !dbg !41
  store i64 0, i64* %3, align 8, !dbg !41
  br label %5, !dbg !42

5:                                                ; preds = %15, %0
  %6 = load i64, i64* %3, align 8, !dbg !43
  %7 = icmp slt i64 %6, 2, !dbg !45
  br i1 %7, label %8, label %18, !dbg !46

8:                                                ; preds = %5
  %9 = load i64, i64* %3, align 8, !dbg !47
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %9, !dbg !48
  %11 = load i64, i64* %3, align 8, !dbg !49
  %12 = add nsw i64 %11, 1, !dbg !50
  %13 = inttoptr i64 %12 to i8*, !dbg !51
  %14 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %13) #5, !dbg !52
  br label %15, !dbg !52

15:                                               ; preds = %8
  %16 = load i64, i64* %3, align 8, !dbg !53
  %17 = add nsw i64 %16, 1, !dbg !53
  store i64 %17, i64* %3, align 8, !dbg !53
  br label %5, !dbg !54, !llvm.loop !55

18:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !58, metadata !DIExpression()), !dbg !60
  store i32 0, i32* %4, align 4, !dbg !60
  br label %19, !dbg !61

19:                                               ; preds = %28, %18
  %20 = load i32, i32* %4, align 4, !dbg !62
  %21 = icmp slt i32 %20, 2, !dbg !64
  br i1 %21, label %22, label %31, !dbg !65

22:                                               ; preds = %19
  %23 = load i32, i32* %4, align 4, !dbg !66
  %24 = sext i32 %23 to i64, !dbg !67
  %25 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %24, !dbg !67
  %26 = load i64, i64* %25, align 8, !dbg !67
  %27 = call i32 @pthread_join(i64 noundef %26, i8** noundef null), !dbg !68
  br label %28, !dbg !68

28:                                               ; preds = %22
  %29 = load i32, i32* %4, align 4, !dbg !69
  %30 = add nsw i32 %29, 1, !dbg !69
  store i32 %30, i32* %4, align 4, !dbg !69
  br label %19, !dbg !70, !llvm.loop !71

31:                                               ; preds = %19
  ret i32 0, !dbg !73
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !74 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !77, metadata !DIExpression()), !dbg !78
  call void @llvm.dbg.declare(metadata i32* %3, metadata !79, metadata !DIExpression()), !dbg !80
  %5 = load i8*, i8** %2, align 8, !dbg !81
  %6 = ptrtoint i8* %5 to i64, !dbg !82
  %7 = trunc i64 %6 to i32, !dbg !83
  store i32 %7, i32* %3, align 4, !dbg !80
  br label %8, !dbg !84

8:                                                ; preds = %59, %23, %1
  %9 = load i32, i32* %3, align 4, !dbg !85
  %10 = sext i32 %9 to i64, !dbg !89
  %11 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %10, !dbg !89
  store volatile i32 1, i32* %11, align 4, !dbg !90
  %12 = load i32, i32* %3, align 4, !dbg !91
  store volatile i32 %12, i32* @x, align 4, !dbg !92
  %13 = load volatile i32, i32* @y, align 4, !dbg !93
  %14 = icmp ne i32 %13, 0, !dbg !95
  br i1 %14, label %15, label %24, !dbg !96

15:                                               ; preds = %8
  %16 = load i32, i32* %3, align 4, !dbg !97
  %17 = sext i32 %16 to i64, !dbg !99
  %18 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %17, !dbg !99
  store volatile i32 0, i32* %18, align 4, !dbg !100
  br label %19, !dbg !101

19:                                               ; preds = %22, %15
  %20 = load volatile i32, i32* @y, align 4, !dbg !102
  %21 = icmp ne i32 %20, 0, !dbg !103
  br i1 %21, label %22, label %23, !dbg !101

22:                                               ; preds = %19
  br label %19, !dbg !101, !llvm.loop !104

23:                                               ; preds = %19
  br label %8, !dbg !106, !llvm.loop !107

24:                                               ; preds = %8
  %25 = load i32, i32* %3, align 4, !dbg !110
  store volatile i32 %25, i32* @y, align 4, !dbg !111
  %26 = load volatile i32, i32* @x, align 4, !dbg !112
  %27 = load i32, i32* %3, align 4, !dbg !114
  %28 = icmp eq i32 %26, %27, !dbg !115
  br i1 %28, label %29, label %30, !dbg !116

29:                                               ; preds = %24
  br label %60, !dbg !117

30:                                               ; preds = %24
  %31 = load i32, i32* %3, align 4, !dbg !118
  %32 = sext i32 %31 to i64, !dbg !119
  %33 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %32, !dbg !119
  store volatile i32 0, i32* %33, align 4, !dbg !120
  call void @llvm.dbg.declare(metadata i32* %4, metadata !121, metadata !DIExpression()), !dbg !123
  store i32 1, i32* %4, align 4, !dbg !123
  br label %34, !dbg !124

34:                                               ; preds = %46, %30
  %35 = load i32, i32* %4, align 4, !dbg !125
  %36 = icmp sle i32 %35, 2, !dbg !127
  br i1 %36, label %37, label %49, !dbg !128

37:                                               ; preds = %34
  br label %38, !dbg !129

38:                                               ; preds = %44, %37
  %39 = load i32, i32* %4, align 4, !dbg !130
  %40 = sext i32 %39 to i64, !dbg !131
  %41 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %40, !dbg !131
  %42 = load volatile i32, i32* %41, align 4, !dbg !131
  %43 = icmp ne i32 %42, 0, !dbg !129
  br i1 %43, label %44, label %45, !dbg !129

44:                                               ; preds = %38
  br label %38, !dbg !129, !llvm.loop !132

45:                                               ; preds = %38
  br label %46, !dbg !129

46:                                               ; preds = %45
  %47 = load i32, i32* %4, align 4, !dbg !134
  %48 = add nsw i32 %47, 1, !dbg !134
  store i32 %48, i32* %4, align 4, !dbg !134
  br label %34, !dbg !135, !llvm.loop !136

49:                                               ; preds = %34
  %50 = load volatile i32, i32* @y, align 4, !dbg !138
  %51 = load i32, i32* %3, align 4, !dbg !140
  %52 = icmp eq i32 %50, %51, !dbg !141
  br i1 %52, label %53, label %54, !dbg !142

53:                                               ; preds = %49
  br label %60, !dbg !143

54:                                               ; preds = %49
  br label %55, !dbg !144

55:                                               ; preds = %58, %54
  %56 = load volatile i32, i32* @y, align 4, !dbg !145
  %57 = icmp ne i32 %56, 0, !dbg !146
  br i1 %57, label %58, label %59, !dbg !144

58:                                               ; preds = %55
  br label %55, !dbg !144, !llvm.loop !147

59:                                               ; preds = %55
  br label %8, !dbg !149, !llvm.loop !107

60:                                               ; preds = %53, %29
  %61 = load i32, i32* @inside, align 4, !dbg !150
  %62 = add nsw i32 %61, 1, !dbg !150
  store i32 %62, i32* @inside, align 4, !dbg !150
  %63 = load i32, i32* @inside, align 4, !dbg !151
  %64 = icmp eq i32 %63, 1, !dbg !151
  br i1 %64, label %65, label %66, !dbg !154

65:                                               ; preds = %60
  br label %67, !dbg !154

66:                                               ; preds = %60
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 45, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !151
  unreachable, !dbg !151

67:                                               ; preds = %65
  %68 = load i32, i32* @inside, align 4, !dbg !155
  %69 = add nsw i32 %68, -1, !dbg !155
  store i32 %69, i32* @inside, align 4, !dbg !155
  store volatile i32 0, i32* @y, align 4, !dbg !156
  %70 = load i32, i32* %3, align 4, !dbg !157
  %71 = sext i32 %70 to i64, !dbg !158
  %72 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %71, !dbg !158
  store volatile i32 0, i32* %72, align 4, !dbg !159
  ret i8* null, !dbg !160
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
!llvm.module.flags = !{!19, !20, !21, !22, !23, !24, !25}
!llvm.ident = !{!26}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "busy", scope: !2, file: !3, line: 14, type: !16, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !8, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "lamport.c", directory: ".", checksumkind: CSK_MD5, checksum: "09d6cdefc182d873d6f4f42a389813d0")
!4 = !{!5, !6, !7}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!8 = !{!0, !9, !12, !14}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 14, type: !11, isLocal: false, isDefinition: true)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !6)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 14, type: !11, isLocal: false, isDefinition: true)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 15, type: !6, isLocal: false, isDefinition: true)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 96, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 3)
!19 = !{i32 7, !"Dwarf Version", i32 5}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{i32 7, !"PIC Level", i32 2}
!23 = !{i32 7, !"PIE Level", i32 2}
!24 = !{i32 7, !"uwtable", i32 1}
!25 = !{i32 7, !"frame-pointer", i32 2}
!26 = !{!"Debian clang version 14.0.6"}
!27 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 52, type: !28, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !30)
!28 = !DISubroutineType(types: !29)
!29 = !{!6}
!30 = !{}
!31 = !DILocalVariable(name: "threads", scope: !27, file: !3, line: 53, type: !32)
!32 = !DICompositeType(tag: DW_TAG_array_type, baseType: !33, size: 128, elements: !36)
!33 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !34, line: 27, baseType: !35)
!34 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!35 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!36 = !{!37}
!37 = !DISubrange(count: 2)
!38 = !DILocation(line: 53, column: 13, scope: !27)
!39 = !DILocalVariable(name: "i", scope: !40, file: !3, line: 54, type: !7)
!40 = distinct !DILexicalBlock(scope: !27, file: !3, line: 54, column: 3)
!41 = !DILocation(line: 54, column: 13, scope: !40)
!42 = !DILocation(line: 54, column: 8, scope: !40)
!43 = !DILocation(line: 54, column: 20, scope: !44)
!44 = distinct !DILexicalBlock(scope: !40, file: !3, line: 54, column: 3)
!45 = !DILocation(line: 54, column: 22, scope: !44)
!46 = !DILocation(line: 54, column: 3, scope: !40)
!47 = !DILocation(line: 55, column: 29, scope: !44)
!48 = !DILocation(line: 55, column: 21, scope: !44)
!49 = !DILocation(line: 55, column: 53, scope: !44)
!50 = !DILocation(line: 55, column: 55, scope: !44)
!51 = !DILocation(line: 55, column: 44, scope: !44)
!52 = !DILocation(line: 55, column: 5, scope: !44)
!53 = !DILocation(line: 54, column: 28, scope: !44)
!54 = !DILocation(line: 54, column: 3, scope: !44)
!55 = distinct !{!55, !46, !56, !57}
!56 = !DILocation(line: 55, column: 59, scope: !40)
!57 = !{!"llvm.loop.mustprogress"}
!58 = !DILocalVariable(name: "i", scope: !59, file: !3, line: 56, type: !6)
!59 = distinct !DILexicalBlock(scope: !27, file: !3, line: 56, column: 3)
!60 = !DILocation(line: 56, column: 12, scope: !59)
!61 = !DILocation(line: 56, column: 8, scope: !59)
!62 = !DILocation(line: 56, column: 19, scope: !63)
!63 = distinct !DILexicalBlock(scope: !59, file: !3, line: 56, column: 3)
!64 = !DILocation(line: 56, column: 21, scope: !63)
!65 = !DILocation(line: 56, column: 3, scope: !59)
!66 = !DILocation(line: 57, column: 26, scope: !63)
!67 = !DILocation(line: 57, column: 18, scope: !63)
!68 = !DILocation(line: 57, column: 5, scope: !63)
!69 = !DILocation(line: 56, column: 27, scope: !63)
!70 = !DILocation(line: 56, column: 3, scope: !63)
!71 = distinct !{!71, !65, !72, !57}
!72 = !DILocation(line: 57, column: 31, scope: !59)
!73 = !DILocation(line: 58, column: 3, scope: !27)
!74 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 17, type: !75, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !30)
!75 = !DISubroutineType(types: !76)
!76 = !{!5, !5}
!77 = !DILocalVariable(name: "argument", arg: 1, scope: !74, file: !3, line: 17, type: !5)
!78 = !DILocation(line: 17, column: 27, scope: !74)
!79 = !DILocalVariable(name: "self", scope: !74, file: !3, line: 18, type: !6)
!80 = !DILocation(line: 18, column: 7, scope: !74)
!81 = !DILocation(line: 18, column: 25, scope: !74)
!82 = !DILocation(line: 18, column: 19, scope: !74)
!83 = !DILocation(line: 18, column: 14, scope: !74)
!84 = !DILocation(line: 19, column: 3, scope: !74)
!85 = !DILocation(line: 20, column: 10, scope: !86)
!86 = distinct !DILexicalBlock(scope: !87, file: !3, line: 19, column: 12)
!87 = distinct !DILexicalBlock(scope: !88, file: !3, line: 19, column: 3)
!88 = distinct !DILexicalBlock(scope: !74, file: !3, line: 19, column: 3)
!89 = !DILocation(line: 20, column: 5, scope: !86)
!90 = !DILocation(line: 20, column: 16, scope: !86)
!91 = !DILocation(line: 21, column: 9, scope: !86)
!92 = !DILocation(line: 21, column: 7, scope: !86)
!93 = !DILocation(line: 23, column: 9, scope: !94)
!94 = distinct !DILexicalBlock(scope: !86, file: !3, line: 23, column: 9)
!95 = !DILocation(line: 23, column: 11, scope: !94)
!96 = !DILocation(line: 23, column: 9, scope: !86)
!97 = !DILocation(line: 24, column: 12, scope: !98)
!98 = distinct !DILexicalBlock(scope: !94, file: !3, line: 23, column: 17)
!99 = !DILocation(line: 24, column: 7, scope: !98)
!100 = !DILocation(line: 24, column: 18, scope: !98)
!101 = !DILocation(line: 26, column: 7, scope: !98)
!102 = !DILocation(line: 26, column: 14, scope: !98)
!103 = !DILocation(line: 26, column: 16, scope: !98)
!104 = distinct !{!104, !101, !105, !57}
!105 = !DILocation(line: 27, column: 7, scope: !98)
!106 = !DILocation(line: 28, column: 7, scope: !98)
!107 = distinct !{!107, !108, !109}
!108 = !DILocation(line: 19, column: 3, scope: !88)
!109 = !DILocation(line: 43, column: 3, scope: !88)
!110 = !DILocation(line: 30, column: 9, scope: !86)
!111 = !DILocation(line: 30, column: 7, scope: !86)
!112 = !DILocation(line: 32, column: 9, scope: !113)
!113 = distinct !DILexicalBlock(scope: !86, file: !3, line: 32, column: 9)
!114 = !DILocation(line: 32, column: 14, scope: !113)
!115 = !DILocation(line: 32, column: 11, scope: !113)
!116 = !DILocation(line: 32, column: 9, scope: !86)
!117 = !DILocation(line: 33, column: 7, scope: !113)
!118 = !DILocation(line: 34, column: 10, scope: !86)
!119 = !DILocation(line: 34, column: 5, scope: !86)
!120 = !DILocation(line: 34, column: 16, scope: !86)
!121 = !DILocalVariable(name: "other", scope: !122, file: !3, line: 36, type: !6)
!122 = distinct !DILexicalBlock(scope: !86, file: !3, line: 36, column: 5)
!123 = !DILocation(line: 36, column: 14, scope: !122)
!124 = !DILocation(line: 36, column: 10, scope: !122)
!125 = !DILocation(line: 36, column: 25, scope: !126)
!126 = distinct !DILexicalBlock(scope: !122, file: !3, line: 36, column: 5)
!127 = !DILocation(line: 36, column: 31, scope: !126)
!128 = !DILocation(line: 36, column: 5, scope: !122)
!129 = !DILocation(line: 37, column: 7, scope: !126)
!130 = !DILocation(line: 37, column: 19, scope: !126)
!131 = !DILocation(line: 37, column: 14, scope: !126)
!132 = distinct !{!132, !129, !133, !57}
!133 = !DILocation(line: 38, column: 7, scope: !126)
!134 = !DILocation(line: 36, column: 42, scope: !126)
!135 = !DILocation(line: 36, column: 5, scope: !126)
!136 = distinct !{!136, !128, !137, !57}
!137 = !DILocation(line: 38, column: 7, scope: !122)
!138 = !DILocation(line: 39, column: 9, scope: !139)
!139 = distinct !DILexicalBlock(scope: !86, file: !3, line: 39, column: 9)
!140 = !DILocation(line: 39, column: 14, scope: !139)
!141 = !DILocation(line: 39, column: 11, scope: !139)
!142 = !DILocation(line: 39, column: 9, scope: !86)
!143 = !DILocation(line: 40, column: 7, scope: !139)
!144 = !DILocation(line: 41, column: 5, scope: !86)
!145 = !DILocation(line: 41, column: 12, scope: !86)
!146 = !DILocation(line: 41, column: 14, scope: !86)
!147 = distinct !{!147, !144, !148, !57}
!148 = !DILocation(line: 42, column: 5, scope: !86)
!149 = !DILocation(line: 19, column: 3, scope: !87)
!150 = !DILocation(line: 44, column: 9, scope: !74)
!151 = !DILocation(line: 45, column: 3, scope: !152)
!152 = distinct !DILexicalBlock(scope: !153, file: !3, line: 45, column: 3)
!153 = distinct !DILexicalBlock(scope: !74, file: !3, line: 45, column: 3)
!154 = !DILocation(line: 45, column: 3, scope: !153)
!155 = !DILocation(line: 46, column: 9, scope: !74)
!156 = !DILocation(line: 47, column: 5, scope: !74)
!157 = !DILocation(line: 48, column: 8, scope: !74)
!158 = !DILocation(line: 48, column: 3, scope: !74)
!159 = !DILocation(line: 48, column: 14, scope: !74)
!160 = !DILocation(line: 49, column: 3, scope: !74)
