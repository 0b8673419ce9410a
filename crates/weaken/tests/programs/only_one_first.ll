; ModuleID = 'only_one_first.c'
source_filename = "only_one_first.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@turns = dso_local global i32 0, align 4, !dbg !0
@data = dso_local global i32 0, align 4, !dbg !16
@.str = private unnamed_addr constant [10 x i8] c"data == 0\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"only_one_first.c\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @writer(i8* noundef %0) #0 !dbg !29 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !34, metadata !DIExpression()), !dbg !35
  store i32 1, i32* %3, align 4, !dbg !36
  %5 = load i32, i32* %3, align 4, !dbg !36
  %6 = atomicrmw add i32* @turns, i32 %5 acquire, align 4, !dbg !36
  store i32 %6, i32* %4, align 4, !dbg !36
  %7 = load i32, i32* %4, align 4, !dbg !36
  %8 = icmp eq i32 %7, 0, !dbg !38
  br i1 %8, label %9, label %10, !dbg !39

9:                                                ; preds = %1
  store i32 1, i32* @data, align 4, !dbg !40
  br label %10, !dbg !41

10:                                               ; preds = %9, %1
  %11 = load i8*, i8** %2, align 8, !dbg !42
  ret i8* %11, !dbg !43
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @reader(i8* noundef %0) #0 !dbg !44 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !45, metadata !DIExpression()), !dbg !46
  store i32 1, i32* %3, align 4, !dbg !47
  %5 = load i32, i32* %3, align 4, !dbg !47
  %6 = atomicrmw add i32* @turns, i32 %5 acquire, align 4, !dbg !47
  store i32 %6, i32* %4, align 4, !dbg !47
  %7 = load i32, i32* %4, align 4, !dbg !47
  %8 = icmp eq i32 %7, 0, !dbg !49
  br i1 %8, label %9, label %15, !dbg !50

9:                                                ; preds = %1
  %10 = load i32, i32* @data, align 4, !dbg !51
  %11 = icmp eq i32 %10, 0, !dbg !51
  br i1 %11, label %12, label %13, !dbg !54

12:                                               ; preds = %9
  br label %14, !dbg !54

13:                                               ; preds = %9
  call void @__assert_fail(i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([17 x i8], [17 x i8]* @.str.1, i64 0, i64 0), i32 noundef 17, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.reader, i64 0, i64 0)) #5, !dbg !51
  unreachable, !dbg !51

14:                                               ; preds = %12
  br label %15, !dbg !55

15:                                               ; preds = %14, %1
  %16 = load i8*, i8** %2, align 8, !dbg !56
  ret i8* %16, !dbg !57
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !58 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !61, metadata !DIExpression()), !dbg !65
  call void @llvm.dbg.declare(metadata i64* %3, metadata !66, metadata !DIExpression()), !dbg !67
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writer, i8* noundef null) #6, !dbg !68
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #6, !dbg !69
  %6 = load i64, i64* %2, align 8, !dbg !70
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !71
  %8 = load i64, i64* %3, align 8, !dbg !72
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !73
  ret i32 0, !dbg !74
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
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.ident = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "turns", scope: !2, file: !3, line: 6, type: !19, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "only_one_first.c", directory: ".", checksumkind: CSK_MD5, checksum: "2534267f0ede1a9d204d18d146dff2db")
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
!15 = !{!0, !16}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "data", scope: !2, file: !3, line: 7, type: !18, isLocal: false, isDefinition: true)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !20)
!20 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !18)
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{i32 1, !"wchar_size", i32 4}
!24 = !{i32 7, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 7, !"uwtable", i32 1}
!27 = !{i32 7, !"frame-pointer", i32 2}
!28 = !{!"Debian clang version 14.0.6"}
!29 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 9, type: !30, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!30 = !DISubroutineType(types: !31)
!31 = !{!32, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!33 = !{}
!34 = !DILocalVariable(name: "unused", arg: 1, scope: !29, file: !3, line: 9, type: !32)
!35 = !DILocation(line: 9, column: 20, scope: !29)
!36 = !DILocation(line: 10, column: 7, scope: !37)
!37 = distinct !DILexicalBlock(scope: !29, file: !3, line: 10, column: 7)
!38 = !DILocation(line: 10, column: 66, scope: !37)
!39 = !DILocation(line: 10, column: 7, scope: !29)
!40 = !DILocation(line: 11, column: 10, scope: !37)
!41 = !DILocation(line: 11, column: 5, scope: !37)
!42 = !DILocation(line: 12, column: 10, scope: !29)
!43 = !DILocation(line: 12, column: 3, scope: !29)
!44 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 15, type: !30, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!45 = !DILocalVariable(name: "unused", arg: 1, scope: !44, file: !3, line: 15, type: !32)
!46 = !DILocation(line: 15, column: 20, scope: !44)
!47 = !DILocation(line: 16, column: 7, scope: !48)
!48 = distinct !DILexicalBlock(scope: !44, file: !3, line: 16, column: 7)
!49 = !DILocation(line: 16, column: 66, scope: !48)
!50 = !DILocation(line: 16, column: 7, scope: !44)
!51 = !DILocation(line: 17, column: 5, scope: !52)
!52 = distinct !DILexicalBlock(scope: !53, file: !3, line: 17, column: 5)
!53 = distinct !DILexicalBlock(scope: !48, file: !3, line: 17, column: 5)
!54 = !DILocation(line: 17, column: 5, scope: !53)
!55 = !DILocation(line: 17, column: 5, scope: !48)
!56 = !DILocation(line: 18, column: 10, scope: !44)
!57 = !DILocation(line: 18, column: 3, scope: !44)
!58 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !59, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!59 = !DISubroutineType(types: !60)
!60 = !{!18}
!61 = !DILocalVariable(name: "one", scope: !58, file: !3, line: 22, type: !62)
!62 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !63, line: 27, baseType: !64)
!63 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!64 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!65 = !DILocation(line: 22, column: 13, scope: !58)
!66 = !DILocalVariable(name: "two", scope: !58, file: !3, line: 22, type: !62)
!67 = !DILocation(line: 22, column: 18, scope: !58)
!68 = !DILocation(line: 23, column: 3, scope: !58)
!69 = !DILocation(line: 24, column: 3, scope: !58)
!70 = !DILocation(line: 25, column: 16, scope: !58)
!71 = !DILocation(line: 25, column: 3, scope: !58)
!72 = !DILocation(line: 26, column: 16, scope: !58)
!73 = !DILocation(line: 26, column: 3, scope: !58)
!74 = !DILocation(line: 27, column: 3, scope: !58)
