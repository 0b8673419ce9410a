; ModuleID = 'lamport.c'
source_filename = "lamport.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@busy = dso_local global [3 x i32] zeroinitializer, align 4, !dbg !0
@x = dso_local global i32 0, align 4, !dbg !20
@y = dso_local global i32 0, align 4, !dbg !23
@inside = dso_local global i32 0, align 4, !dbg !25
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"lamport.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !38 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !42, metadata !DIExpression()), !dbg !49
  call void @llvm.dbg.declare(metadata i64* %3, metadata !50, metadata !DIExpression()), !dbg !52
  store i64 0, i64* %3, align 8, !dbg !52
  br label %5, !dbg !53

5:                                                ; preds = %15, %0
  %6 = load i64, i64* %3, align 8, !dbg !54
  %7 = icmp slt i64 %6, 2, !dbg !56
  br i1 %7, label %8, label %18, !dbg !57

8:                                                ; preds = %5
  %9 = load i64, i64* %3, align 8, !dbg !58
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %9, !dbg !59
  %11 = load i64, i64* %3, align 8, !dbg !60
  %12 = add nsw i64 %11, 1, !dbg !61
  %13 = inttoptr i64 %12 to i8*, !dbg !62
  %14 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %13) #5, !dbg !63
  br label %15, !dbg !63

15:                                               ; preds = %8
  %16 = load i64, i64* %3, align 8, !dbg !64
  %17 = add nsw i64 %16, 1, !dbg !64
  store i64 %17, i64* %3, align 8, !dbg !64
  br label %5, !dbg !65, !llvm.loop !66

18:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !69, metadata !DIExpression()), !dbg !71
  store i32 0, i32* %4, align 4, !dbg !71
  br label %19, !dbg !72

19:                                               ; preds = %28, %18
  %20 = load i32, i32* %4, align 4, !dbg !73
  %21 = icmp slt i32 %20, 2, !dbg !75
  br i1 %21, label %22, label %31, !dbg !76

22:                                               ; preds = %19
  %23 = load i32, i32* %4, align 4, !dbg !77
  %24 = sext i32 %23 to i64, !dbg !78
  %25 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %24, !dbg !78
  %26 = load i64, i64* %25, align 8, !dbg !78
  %27 = call i32 @pthread_join(i64 noundef %26, i8** noundef null), !dbg !79
  br label %28, !dbg !79

28:                                               ; preds = %22
  %29 = load i32, i32* %4, align 4, !dbg !80
  %30 = add nsw i32 %29, 1, !dbg !80
  store i32 %30, i32* %4, align 4, !dbg !80
  br label %19, !dbg !81, !llvm.loop !82

31:                                               ; preds = %19
  ret i32 0, !dbg !84
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !85 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !88, metadata !DIExpression()), !dbg !89
  call void @llvm.dbg.declare(metadata i32* %3, metadata !90, metadata !DIExpression()), !dbg !91
  %5 = load i8*, i8** %2, align 8, !dbg !92
  %6 = ptrtoint i8* %5 to i64, !dbg !93
  %7 = trunc i64 %6 to i32, !dbg !94
  store i32 %7, i32* %3, align 4, !dbg !91
  br label %8, !dbg !95

8:                                                ; preds = %59, %23, %1
  %9 = load i32, i32* %3, align 4, !dbg !96
  %10 = sext i32 %9 to i64, !dbg !100
  %11 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %10, !dbg !100
  store volatile i32 1, i32* %11, align 4, !dbg !101
  %12 = load i32, i32* %3, align 4, !dbg !102
  store volatile i32 %12, i32* @x, align 4, !dbg !103
  fence seq_cst, !dbg !104
  %13 = load volatile i32, i32* @y, align 4, !dbg !105
  %14 = icmp ne i32 %13, 0, !dbg !107
  br i1 %14, label %15, label %24, !dbg !108

15:                                               ; preds = %8
  %16 = load i32, i32* %3, align 4, !dbg !109
  %17 = sext i32 %16 to i64, !dbg !111
  %18 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %17, !dbg !111
  store volatile i32 0, i32* %18, align 4, !dbg !112
  fence seq_cst, !dbg !113
  br label %19, !dbg !114

19:                                               ; preds = %22, %15
  %20 = load volatile i32, i32* @y, align 4, !dbg !115
  %21 = icmp ne i32 %20, 0, !dbg !116
  br i1 %21, label %22, label %23, !dbg !114

22:                                               ; preds = %19
  br label %19, !dbg !114, !llvm.loop !117

23:                                               ; preds = %19
  br label %8, !dbg !119, !llvm.loop !120

24:                                               ; preds = %8
  %25 = load i32, i32* %3, align 4, !dbg !123
  store volatile i32 %25, i32* @y, align 4, !dbg !124
  fence seq_cst, !dbg !125
  %26 = load volatile i32, i32* @x, align 4, !dbg !126
  %27 = load i32, i32* %3, align 4, !dbg !128
  %28 = icmp eq i32 %26, %27, !dbg !129
  br i1 %28, label %29, label %30, !dbg !130

29:                                               ; preds = %24
  br label %60, !dbg !131

30:                                               ; preds = %24
  %31 = load i32, i32* %3, align 4, !dbg !132
  %32 = sext i32 %31 to i64, !dbg !133
  %33 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %32, !dbg !133
  store volatile i32 0, i32* %33, align 4, !dbg !134
  fence seq_cst, !dbg !135
  call void @llvm.dbg.declare(metadata i32* %4, metadata !136, metadata !DIExpression()), !dbg !138
  store i32 1, i32* %4, align 4, !dbg !138
  br label %34, !dbg !139

34:                                               ; preds = %46, %30
  %35 = load i32, i32* %4, align 4, !dbg !140
  %36 = icmp sle i32 %35, 2, !dbg !142
  br i1 %36, label %37, label %49, !dbg !143

37:                                               ; preds = %34
  br label %38, !dbg !144

38:                                               ; preds = %44, %37
  %39 = load i32, i32* %4, align 4, !dbg !145
  %40 = sext i32 %39 to i64, !dbg !146
  %41 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %40, !dbg !146
  %42 = load volatile i32, i32* %41, align 4, !dbg !146
  %43 = icmp ne i32 %42, 0, !dbg !144
  br i1 %43, label %44, label %45, !dbg !144

44:                                               ; preds = %38
  br label %38, !dbg !144, !llvm.loop !147

45:                                               ; preds = %38
  br label %46, !dbg !144

46:                                               ; preds = %45
  %47 = load i32, i32* %4, align 4, !dbg !149
  %48 = add nsw i32 %47, 1, !dbg !149
  store i32 %48, i32* %4, align 4, !dbg !149
  br label %34, !dbg !150, !llvm.loop !151

49:                                               ; preds = %34
  %50 = load volatile i32, i32* @y, align 4, !dbg !153
  %51 = load i32, i32* %3, align 4, !dbg !155
  %52 = icmp eq i32 %50, %51, !dbg !156
  br i1 %52, label %53, label %54, !dbg !157

53:                                               ; preds = %49
  br label %60, !dbg !158

54:                                               ; preds = %49
  br label %55, !dbg !159

55:                                               ; preds = %58, %54
  %56 = load volatile i32, i32* @y, align 4, !dbg !160
  %57 = icmp ne i32 %56, 0, !dbg !161
  br i1 %57, label %58, label %59, !dbg !159

58:                                               ; preds = %55
  br label %55, !dbg !159, !llvm.loop !162

59:                                               ; preds = %55
  br label %8, !dbg !164, !llvm.loop !120

60:                                               ; preds = %53, %29
  %61 = load i32, i32* @inside, align 4, !dbg !165
  %62 = add nsw i32 %61, 1, !dbg !165
  store i32 %62, i32* @inside, align 4, !dbg !165
  %63 = load i32, i32* @inside, align 4, !dbg !166
  %64 = icmp eq i32 %63, 1, !dbg !166
  br i1 %64, label %65, label %66, !dbg !169

65:                                               ; preds = %60
  br label %67, !dbg !169

66:                                               ; preds = %60
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 45, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !166
  unreachable, !dbg !166

67:                                               ; preds = %65
  %68 = load i32, i32* @inside, align 4, !dbg !170
  %69 = add nsw i32 %68, -1, !dbg !170
  store i32 %69, i32* @inside, align 4, !dbg !170
  store volatile i32 0, i32* @y, align 4, !dbg !171
  %70 = load i32, i32* %3, align 4, !dbg !172
  %71 = sext i32 %70 to i64, !dbg !173
  %72 = getelementptr inbounds [3 x i32], [3 x i32]* @busy, i64 0, i64 %71, !dbg !173
  store volatile i32 0, i32* %72, align 4, !dbg !174
  ret i8* null, !dbg !175
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
!llvm.module.flags = !{!30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "busy", scope: !2, file: !3, line: 14, type: !27, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !19, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "lamport.c", directory: ".", checksumkind: CSK_MD5, checksum: "09d6cdefc182d873d6f4f42a389813d0")
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
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!19 = !{!0, !20, !23, !25}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 14, type: !22, isLocal: false, isDefinition: true)
!22 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !17)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 14, type: !22, isLocal: false, isDefinition: true)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 15, type: !17, isLocal: false, isDefinition: true)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 96, elements: !28)
!28 = !{!29}
!29 = !DISubrange(count: 3)
!30 = !{i32 7, !"Dwarf Version", i32 5}
!31 = !{i32 2, !"Debug Info Version", i32 3}
!32 = !{i32 1, !"wchar_size", i32 4}
!33 = !{i32 7, !"PIC Level", i32 2}
!34 = !{i32 7, !"PIE Level", i32 2}
!35 = !{i32 7, !"uwtable", i32 1}
!36 = !{i32 7, !"frame-pointer", i32 2}
!37 = !{!"Debian clang version 14.0.6"}
!38 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 52, type: !39, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !41)
!39 = !DISubroutineType(types: !40)
!40 = !{!17}
!41 = !{}
!42 = !DILocalVariable(name: "threads", scope: !38, file: !3, line: 53, type: !43)
!43 = !DICompositeType(tag: DW_TAG_array_type, baseType: !44, size: 128, elements: !47)
!44 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !45, line: 27, baseType: !46)
!45 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!46 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!47 = !{!48}
!48 = !DISubrange(count: 2)
!49 = !DILocation(line: 53, column: 13, scope: !38)
!50 = !DILocalVariable(name: "i", scope: !51, file: !3, line: 54, type: !18)
!51 = distinct !DILexicalBlock(scope: !38, file: !3, line: 54, column: 3)
!52 = !DILocation(line: 54, column: 13, scope: !51)
!53 = !DILocation(line: 54, column: 8, scope: !51)
!54 = !DILocation(line: 54, column: 20, scope: !55)
!55 = distinct !DILexicalBlock(scope: !51, file: !3, line: 54, column: 3)
!56 = !DILocation(line: 54, column: 22, scope: !55)
!57 = !DILocation(line: 54, column: 3, scope: !51)
!58 = !DILocation(line: 55, column: 29, scope: !55)
!59 = !DILocation(line: 55, column: 21, scope: !55)
!60 = !DILocation(line: 55, column: 53, scope: !55)
!61 = !DILocation(line: 55, column: 55, scope: !55)
!62 = !DILocation(line: 55, column: 44, scope: !55)
!63 = !DILocation(line: 55, column: 5, scope: !55)
!64 = !DILocation(line: 54, column: 28, scope: !55)
!65 = !DILocation(line: 54, column: 3, scope: !55)
!66 = distinct !{!66, !57, !67, !68}
!67 = !DILocation(line: 55, column: 59, scope: !51)
!68 = !{!"llvm.loop.mustprogress"}
!69 = !DILocalVariable(name: "i", scope: !70, file: !3, line: 56, type: !17)
!70 = distinct !DILexicalBlock(scope: !38, file: !3, line: 56, column: 3)
!71 = !DILocation(line: 56, column: 12, scope: !70)
!72 = !DILocation(line: 56, column: 8, scope: !70)
!73 = !DILocation(line: 56, column: 19, scope: !74)
!74 = distinct !DILexicalBlock(scope: !70, file: !3, line: 56, column: 3)
!75 = !DILocation(line: 56, column: 21, scope: !74)
!76 = !DILocation(line: 56, column: 3, scope: !70)
!77 = !DILocation(line: 57, column: 26, scope: !74)
!78 = !DILocation(line: 57, column: 18, scope: !74)
!79 = !DILocation(line: 57, column: 5, scope: !74)
!80 = !DILocation(line: 56, column: 27, scope: !74)
!81 = !DILocation(line: 56, column: 3, scope: !74)
!82 = distinct !{!82, !76, !83, !68}
!83 = !DILocation(line: 57, column: 31, scope: !70)
!84 = !DILocation(line: 58, column: 3, scope: !38)
!85 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 17, type: !86, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !41)
!86 = !DISubroutineType(types: !87)
!87 = !{!16, !16}
!88 = !DILocalVariable(name: "argument", arg: 1, scope: !85, file: !3, line: 17, type: !16)
!89 = !DILocation(line: 17, column: 27, scope: !85)
!90 = !DILocalVariable(name: "self", scope: !85, file: !3, line: 18, type: !17)
!91 = !DILocation(line: 18, column: 7, scope: !85)
!92 = !DILocation(line: 18, column: 25, scope: !85)
!93 = !DILocation(line: 18, column: 19, scope: !85)
!94 = !DILocation(line: 18, column: 14, scope: !85)
!95 = !DILocation(line: 19, column: 3, scope: !85)
!96 = !DILocation(line: 20, column: 10, scope: !97)
!97 = distinct !DILexicalBlock(scope: !98, file: !3, line: 19, column: 12)
!98 = distinct !DILexicalBlock(scope: !99, file: !3, line: 19, column: 3)
!99 = distinct !DILexicalBlock(scope: !85, file: !3, line: 19, column: 3)
!100 = !DILocation(line: 20, column: 5, scope: !97)
!101 = !DILocation(line: 20, column: 16, scope: !97)
!102 = !DILocation(line: 21, column: 9, scope: !97)
!103 = !DILocation(line: 21, column: 7, scope: !97)
!104 = !DILocation(line: 22, column: 5, scope: !97)
!105 = !DILocation(line: 23, column: 9, scope: !106)
!106 = distinct !DILexicalBlock(scope: !97, file: !3, line: 23, column: 9)
!107 = !DILocation(line: 23, column: 11, scope: !106)
!108 = !DILocation(line: 23, column: 9, scope: !97)
!109 = !DILocation(line: 24, column: 12, scope: !110)
!110 = distinct !DILexicalBlock(scope: !106, file: !3, line: 23, column: 17)
!111 = !DILocation(line: 24, column: 7, scope: !110)
!112 = !DILocation(line: 24, column: 18, scope: !110)
!113 = !DILocation(line: 25, column: 7, scope: !110)
!114 = !DILocation(line: 26, column: 7, scope: !110)
!115 = !DILocation(line: 26, column: 14, scope: !110)
!116 = !DILocation(line: 26, column: 16, scope: !110)
!117 = distinct !{!117, !114, !118, !68}
!118 = !DILocation(line: 27, column: 7, scope: !110)
!119 = !DILocation(line: 28, column: 7, scope: !110)
!120 = distinct !{!120, !121, !122}
!121 = !DILocation(line: 19, column: 3, scope: !99)
!122 = !DILocation(line: 43, column: 3, scope: !99)
!123 = !DILocation(line: 30, column: 9, scope: !97)
!124 = !DILocation(line: 30, column: 7, scope: !97)
!125 = !DILocation(line: 31, column: 5, scope: !97)
!126 = !DILocation(line: 32, column: 9, scope: !127)
!127 = distinct !DILexicalBlock(scope: !97, file: !3, line: 32, column: 9)
!128 = !DILocation(line: 32, column: 14, scope: !127)
!129 = !DILocation(line: 32, column: 11, scope: !127)
!130 = !DILocation(line: 32, column: 9, scope: !97)
!131 = !DILocation(line: 33, column: 7, scope: !127)
!132 = !DILocation(line: 34, column: 10, scope: !97)
!133 = !DILocation(line: 34, column: 5, scope: !97)
!134 = !DILocation(line: 34, column: 16, scope: !97)
!135 = !DILocation(line: 35, column: 5, scope: !97)
!136 = !DILocalVariable(name: "other", scope: !137, file: !3, line: 36, type: !17)
!137 = distinct !DILexicalBlock(scope: !97, file: !3, line: 36, column: 5)
!138 = !DILocation(line: 36, column: 14, scope: !137)
!139 = !DILocation(line: 36, column: 10, scope: !137)
!140 = !DILocation(line: 36, column: 25, scope: !141)
!141 = distinct !DILexicalBlock(scope: !137, file: !3, line: 36, column: 5)
!142 = !DILocation(line: 36, column: 31, scope: !141)
!143 = !DILocation(line: 36, column: 5, scope: !137)
!144 = !DILocation(line: 37, column: 7, scope: !141)
!145 = !DILocation(line: 37, column: 19, scope: !141)
!146 = !DILocation(line: 37, column: 14, scope: !141)
!147 = distinct !{!147, !144, !148, !68}
!148 = !DILocation(line: 38, column: 7, scope: !141)
!149 = !DILocation(line: 36, column: 42, scope: !141)
!150 = !DILocation(line: 36, column: 5, scope: !141)
!151 = distinct !{!151, !143, !152, !68}
!152 = !DILocation(line: 38, column: 7, scope: !137)
!153 = !DILocation(line: 39, column: 9, scope: !154)
!154 = distinct !DILexicalBlock(scope: !97, file: !3, line: 39, column: 9)
!155 = !DILocation(line: 39, column: 14, scope: !154)
!156 = !DILocation(line: 39, column: 11, scope: !154)
!157 = !DILocation(line: 39, column: 9, scope: !97)
!158 = !DILocation(line: 40, column: 7, scope: !154)
!159 = !DILocation(line: 41, column: 5, scope: !97)
!160 = !DILocation(line: 41, column: 12, scope: !97)
!161 = !DILocation(line: 41, column: 14, scope: !97)
!162 = distinct !{!162, !159, !163, !68}
!163 = !DILocation(line: 42, column: 5, scope: !97)
!164 = !DILocation(line: 19, column: 3, scope: !98)
!165 = !DILocation(line: 44, column: 9, scope: !85)
!166 = !DILocation(line: 45, column: 3, scope: !167)
!167 = distinct !DILexicalBlock(scope: !168, file: !3, line: 45, column: 3)
!168 = distinct !DILexicalBlock(scope: !85, file: !3, line: 45, column: 3)
!169 = !DILocation(line: 45, column: 3, scope: !168)
!170 = !DILocation(line: 46, column: 9, scope: !85)
!171 = !DILocation(line: 47, column: 5, scope: !85)
!172 = !DILocation(line: 48, column: 8, scope: !85)
!173 = !DILocation(line: 48, column: 3, scope: !85)
!174 = !DILocation(line: 48, column: 14, scope: !85)
!175 = !DILocation(line: 49, column: 3, scope: !85)
