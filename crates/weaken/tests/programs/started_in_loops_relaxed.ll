; ModuleID = 'started_in_loops.c'
source_filename = "started_in_loops.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@written = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@ready = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !19
@.str = private unnamed_addr constant [20 x i8] c"written[other] == 1\00", align 1
@.str.1 = private unnamed_addr constant [19 x i8] c"started_in_loops.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1
@.str.2 = private unnamed_addr constant [35 x i8] c"written[0] == 1 && written[1] == 1\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %0) #0 !dbg !36 {
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !40, metadata !DIExpression()), !dbg !41
  call void @llvm.dbg.declare(metadata i64* %3, metadata !42, metadata !DIExpression()), !dbg !43
  %7 = load i8*, i8** %2, align 8, !dbg !44
  %8 = ptrtoint i8* %7 to i64, !dbg !45
  store i64 %8, i64* %3, align 8, !dbg !43
  call void @llvm.dbg.declare(metadata i64* %4, metadata !46, metadata !DIExpression()), !dbg !47
  %9 = load i64, i64* %3, align 8, !dbg !48
  %10 = sub nsw i64 1, %9, !dbg !49
  store i64 %10, i64* %4, align 8, !dbg !47
  %11 = load i64, i64* %3, align 8, !dbg !50
  %12 = getelementptr inbounds [2 x i32], [2 x i32]* @written, i64 0, i64 %11, !dbg !51
  store i32 1, i32* %12, align 4, !dbg !52
  %13 = load i64, i64* %3, align 8, !dbg !53
  %14 = getelementptr inbounds [2 x i32], [2 x i32]* @ready, i64 0, i64 %13, !dbg !54
  store i32 1, i32* %5, align 4, !dbg !55
  %15 = load i32, i32* %5, align 4, !dbg !55
  store atomic i32 %15, i32* %14 monotonic, align 4, !dbg !55
  %16 = load i64, i64* %4, align 8, !dbg !56
  %17 = getelementptr inbounds [2 x i32], [2 x i32]* @ready, i64 0, i64 %16, !dbg !58
  %18 = load atomic i32, i32* %17 acquire, align 4, !dbg !59
  store i32 %18, i32* %6, align 4, !dbg !59
  %19 = load i32, i32* %6, align 4, !dbg !59
  %20 = icmp eq i32 %19, 1, !dbg !60
  br i1 %20, label %21, label %29, !dbg !61

21:                                               ; preds = %1
  %22 = load i64, i64* %4, align 8, !dbg !62
  %23 = getelementptr inbounds [2 x i32], [2 x i32]* @written, i64 0, i64 %22, !dbg !62
  %24 = load i32, i32* %23, align 4, !dbg !62
  %25 = icmp eq i32 %24, 1, !dbg !62
  br i1 %25, label %26, label %27, !dbg !65

26:                                               ; preds = %21
  br label %28, !dbg !65

27:                                               ; preds = %21
  call void @__assert_fail(i8* noundef getelementptr inbounds ([20 x i8], [20 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([19 x i8], [19 x i8]* @.str.1, i64 0, i64 0), i32 noundef 20, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #5, !dbg !62
  unreachable, !dbg !62

28:                                               ; preds = %26
  br label %29, !dbg !66

29:                                               ; preds = %28, %1
  ret i8* null, !dbg !67
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !68 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !71, metadata !DIExpression()), !dbg !76
  call void @llvm.dbg.declare(metadata i32* %3, metadata !77, metadata !DIExpression()), !dbg !79
  store i32 0, i32* %3, align 4, !dbg !79
  br label %5, !dbg !80

5:                                                ; preds = %16, %0
  %6 = load i32, i32* %3, align 4, !dbg !81
  %7 = icmp slt i32 %6, 2, !dbg !83
  br i1 %7, label %8, label %19, !dbg !84

8:                                                ; preds = %5
  %9 = load i32, i32* %3, align 4, !dbg !85
  %10 = sext i32 %9 to i64, !dbg !86
  %11 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %10, !dbg !86
  %12 = load i32, i32* %3, align 4, !dbg !87
  %13 = sext i32 %12 to i64, !dbg !88
  %14 = inttoptr i64 %13 to i8*, !dbg !89
  %15 = call i32 @pthread_create(i64* noundef %11, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %14) #6, !dbg !90
  br label %16, !dbg !90

16:                                               ; preds = %8
  %17 = load i32, i32* %3, align 4, !dbg !91
  %18 = add nsw i32 %17, 1, !dbg !91
  store i32 %18, i32* %3, align 4, !dbg !91
  br label %5, !dbg !92, !llvm.loop !93

19:                                               ; preds = %5
  call void @llvm.dbg.declare(metadata i32* %4, metadata !96, metadata !DIExpression()), !dbg !98
  store i32 0, i32* %4, align 4, !dbg !98
  br label %20, !dbg !99

20:                                               ; preds = %29, %19
  %21 = load i32, i32* %4, align 4, !dbg !100
  %22 = icmp slt i32 %21, 2, !dbg !102
  br i1 %22, label %23, label %32, !dbg !103

23:                                               ; preds = %20
  %24 = load i32, i32* %4, align 4, !dbg !104
  %25 = sext i32 %24 to i64, !dbg !105
  %26 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %25, !dbg !105
  %27 = load i64, i64* %26, align 8, !dbg !105
  %28 = call i32 @pthread_join(i64 noundef %27, i8** noundef null), !dbg !106
  br label %29, !dbg !106

29:                                               ; preds = %23
  %30 = load i32, i32* %4, align 4, !dbg !107
  %31 = add nsw i32 %30, 1, !dbg !107
  store i32 %31, i32* %4, align 4, !dbg !107
  br label %20, !dbg !108, !llvm.loop !109

32:                                               ; preds = %20
  %33 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @written, i64 0, i64 0), align 4, !dbg !111
  %34 = icmp eq i32 %33, 1, !dbg !111
  br i1 %34, label %35, label %39, !dbg !111

35:                                               ; preds = %32
  %36 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @written, i64 0, i64 1), align 4, !dbg !111
  %37 = icmp eq i32 %36, 1, !dbg !111
  br i1 %37, label %38, label %39, !dbg !114

38:                                               ; preds = %35
  br label %40, !dbg !114

39:                                               ; preds = %35, %32
  call void @__assert_fail(i8* noundef getelementptr inbounds ([35 x i8], [35 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([19 x i8], [19 x i8]* @.str.1, i64 0, i64 0), i32 noundef 30, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !111
  unreachable, !dbg !111

40:                                               ; preds = %38
  ret i32 0, !dbg !115
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #3

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!28, !29, !30, !31, !32, !33, !34}
!llvm.ident = !{!35}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "written", scope: !2, file: !3, line: 12, type: !27, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !18, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "started_in_loops.c", directory: ".", checksumkind: CSK_MD5, checksum: "ed20a58e9c4be923c00e5e2cd0b716e0")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: ".", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17}
!16 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!18 = !{!0, !19}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "ready", scope: !2, file: !3, line: 13, type: !21, isLocal: false, isDefinition: true)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 64, elements: !25)
!22 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !23)
!23 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !24)
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!25 = !{!26}
!26 = !DISubrange(count: 2)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 64, elements: !25)
!28 = !{i32 7, !"Dwarf Version", i32 5}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!30 = !{i32 1, !"wchar_size", i32 4}
!31 = !{i32 7, !"PIC Level", i32 2}
!32 = !{i32 7, !"PIE Level", i32 2}
!33 = !{i32 7, !"uwtable", i32 1}
!34 = !{i32 7, !"frame-pointer", i32 2}
!35 = !{!"Debian clang version 14.0.6"}
!36 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 15, type: !37, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!37 = !DISubroutineType(types: !38)
!38 = !{!17, !17}
!39 = !{}
!40 = !DILocalVariable(name: "argument", arg: 1, scope: !36, file: !3, line: 15, type: !17)
!41 = !DILocation(line: 15, column: 20, scope: !36)
!42 = !DILocalVariable(name: "number", scope: !36, file: !3, line: 16, type: !16)
!43 = !DILocation(line: 16, column: 8, scope: !36)
!44 = !DILocation(line: 16, column: 23, scope: !36)
!45 = !DILocation(line: 16, column: 17, scope: !36)
!46 = !DILocalVariable(name: "other", scope: !36, file: !3, line: 16, type: !16)
!47 = !DILocation(line: 16, column: 33, scope: !36)
!48 = !DILocation(line: 16, column: 45, scope: !36)
!49 = !DILocation(line: 16, column: 43, scope: !36)
!50 = !DILocation(line: 17, column: 11, scope: !36)
!51 = !DILocation(line: 17, column: 3, scope: !36)
!52 = !DILocation(line: 17, column: 19, scope: !36)
!53 = !DILocation(line: 18, column: 32, scope: !36)
!54 = !DILocation(line: 18, column: 26, scope: !36)
!55 = !DILocation(line: 18, column: 3, scope: !36)
!56 = !DILocation(line: 19, column: 35, scope: !57)
!57 = distinct !DILexicalBlock(scope: !36, file: !3, line: 19, column: 7)
!58 = !DILocation(line: 19, column: 29, scope: !57)
!59 = !DILocation(line: 19, column: 7, scope: !57)
!60 = !DILocation(line: 19, column: 65, scope: !57)
!61 = !DILocation(line: 19, column: 7, scope: !36)
!62 = !DILocation(line: 20, column: 5, scope: !63)
!63 = distinct !DILexicalBlock(scope: !64, file: !3, line: 20, column: 5)
!64 = distinct !DILexicalBlock(scope: !57, file: !3, line: 20, column: 5)
!65 = !DILocation(line: 20, column: 5, scope: !64)
!66 = !DILocation(line: 20, column: 5, scope: !57)
!67 = !DILocation(line: 21, column: 3, scope: !36)
!68 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 24, type: !69, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!69 = !DISubroutineType(types: !70)
!70 = !{!24}
!71 = !DILocalVariable(name: "handles", scope: !68, file: !3, line: 25, type: !72)
!72 = !DICompositeType(tag: DW_TAG_array_type, baseType: !73, size: 128, elements: !25)
!73 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !74, line: 27, baseType: !75)
!74 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!75 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!76 = !DILocation(line: 25, column: 13, scope: !68)
!77 = !DILocalVariable(name: "i", scope: !78, file: !3, line: 26, type: !24)
!78 = distinct !DILexicalBlock(scope: !68, file: !3, line: 26, column: 3)
!79 = !DILocation(line: 26, column: 12, scope: !78)
!80 = !DILocation(line: 26, column: 8, scope: !78)
!81 = !DILocation(line: 26, column: 19, scope: !82)
!82 = distinct !DILexicalBlock(scope: !78, file: !3, line: 26, column: 3)
!83 = !DILocation(line: 26, column: 21, scope: !82)
!84 = !DILocation(line: 26, column: 3, scope: !78)
!85 = !DILocation(line: 27, column: 29, scope: !82)
!86 = !DILocation(line: 27, column: 21, scope: !82)
!87 = !DILocation(line: 27, column: 58, scope: !82)
!88 = !DILocation(line: 27, column: 52, scope: !82)
!89 = !DILocation(line: 27, column: 44, scope: !82)
!90 = !DILocation(line: 27, column: 5, scope: !82)
!91 = !DILocation(line: 26, column: 33, scope: !82)
!92 = !DILocation(line: 26, column: 3, scope: !82)
!93 = distinct !{!93, !84, !94, !95}
!94 = !DILocation(line: 27, column: 59, scope: !78)
!95 = !{!"llvm.loop.mustprogress"}
!96 = !DILocalVariable(name: "i", scope: !97, file: !3, line: 28, type: !24)
!97 = distinct !DILexicalBlock(scope: !68, file: !3, line: 28, column: 3)
!98 = !DILocation(line: 28, column: 12, scope: !97)
!99 = !DILocation(line: 28, column: 8, scope: !97)
!100 = !DILocation(line: 28, column: 19, scope: !101)
!101 = distinct !DILexicalBlock(scope: !97, file: !3, line: 28, column: 3)
!102 = !DILocation(line: 28, column: 21, scope: !101)
!103 = !DILocation(line: 28, column: 3, scope: !97)
!104 = !DILocation(line: 29, column: 26, scope: !101)
!105 = !DILocation(line: 29, column: 18, scope: !101)
!106 = !DILocation(line: 29, column: 5, scope: !101)
!107 = !DILocation(line: 28, column: 33, scope: !101)
!108 = !DILocation(line: 28, column: 3, scope: !101)
!109 = distinct !{!109, !103, !110, !95}
!110 = !DILocation(line: 29, column: 31, scope: !97)
!111 = !DILocation(line: 30, column: 3, scope: !112)
!112 = distinct !DILexicalBlock(scope: !113, file: !3, line: 30, column: 3)
!113 = distinct !DILexicalBlock(scope: !68, file: !3, line: 30, column: 3)
!114 = !DILocation(line: 30, column: 3, scope: !113)
!115 = !DILocation(line: 31, column: 3, scope: !68)
