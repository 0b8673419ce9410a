; ModuleID = 'spin_lock.c'
source_filename = "spin_lock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@count = dso_local global i32 0, align 4, !dbg !0
@lock = dso_local global i32 0, align 4, !dbg !16
@.str = private unnamed_addr constant [11 x i8] c"count == 2\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"spin_lock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %0) #0 !dbg !29 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !34, metadata !DIExpression()), !dbg !35
  call void @take(), !dbg !36
  %4 = load i32, i32* @count, align 4, !dbg !37
  %5 = add nsw i32 %4, 1, !dbg !38
  store i32 %5, i32* @count, align 4, !dbg !39
  store i32 0, i32* %3, align 4, !dbg !40
  %6 = load i32, i32* %3, align 4, !dbg !40
  store atomic i32 %6, i32* @lock release, align 4, !dbg !40
  %7 = load i8*, i8** %2, align 8, !dbg !41
  ret i8* %7, !dbg !42
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal void @take() #0 !dbg !43 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i8, align 1
  call void @llvm.dbg.declare(metadata i32* %1, metadata !46, metadata !DIExpression()), !dbg !47
  br label %5, !dbg !48

5:                                                ; preds = %19, %0
  br label %6, !dbg !49

6:                                                ; preds = %10, %5
  %7 = load atomic i32, i32* @lock monotonic, align 4, !dbg !51
  store i32 %7, i32* %2, align 4, !dbg !51
  %8 = load i32, i32* %2, align 4, !dbg !51
  %9 = icmp ne i32 %8, 0, !dbg !52
  br i1 %9, label %10, label %11, !dbg !49

10:                                               ; preds = %6
  br label %6, !dbg !49, !llvm.loop !53

11:                                               ; preds = %6
  store i32 0, i32* %1, align 4, !dbg !56
  br label %12, !dbg !57

12:                                               ; preds = %11
  store i32 1, i32* %3, align 4, !dbg !58
  %13 = load i32, i32* %1, align 4, !dbg !58
  %14 = load i32, i32* %3, align 4, !dbg !58
  %15 = cmpxchg i32* @lock, i32 %13, i32 %14 acquire monotonic, align 4, !dbg !58
  %16 = extractvalue { i32, i1 } %15, 0, !dbg !58
  %17 = extractvalue { i32, i1 } %15, 1, !dbg !58
  br i1 %17, label %19, label %18, !dbg !58

18:                                               ; preds = %12
  store i32 %16, i32* %1, align 4, !dbg !58
  br label %19, !dbg !58

19:                                               ; preds = %18, %12
  %20 = zext i1 %17 to i8, !dbg !58
  store i8 %20, i8* %4, align 1, !dbg !58
  %21 = load i8, i8* %4, align 1, !dbg !58
  %22 = trunc i8 %21 to i1, !dbg !58
  %23 = xor i1 %22, true, !dbg !59
  br i1 %23, label %5, label %24, !dbg !57, !llvm.loop !60

24:                                               ; preds = %19
  ret void, !dbg !62
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !63 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !66, metadata !DIExpression()), !dbg !70
  call void @llvm.dbg.declare(metadata i64* %3, metadata !71, metadata !DIExpression()), !dbg !72
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !73
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !74
  %6 = load i64, i64* %2, align 8, !dbg !75
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !76
  %8 = load i64, i64* %3, align 8, !dbg !77
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !78
  %10 = load i32, i32* @count, align 4, !dbg !79
  %11 = icmp eq i32 %10, 2, !dbg !79
  br i1 %11, label %12, label %13, !dbg !82

12:                                               ; preds = %0
  br label %14, !dbg !82

13:                                               ; preds = %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 35, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !79
  unreachable, !dbg !79

14:                                               ; preds = %12
  ret i32 0, !dbg !83
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

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
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.ident = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 11, type: !20, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "spin_lock.c", directory: ".", checksumkind: CSK_MD5, checksum: "6bf6e560eec4c8aaf0674dded189e276")
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
!15 = !{!16, !0}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 10, type: !18, isLocal: false, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !19)
!19 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !20)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{i32 1, !"wchar_size", i32 4}
!24 = !{i32 7, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 7, !"uwtable", i32 1}
!27 = !{i32 7, !"frame-pointer", i32 2}
!28 = !{!"Debian clang version 14.0.6"}
!29 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 22, type: !30, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!30 = !DISubroutineType(types: !31)
!31 = !{!32, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!33 = !{}
!34 = !DILocalVariable(name: "unused", arg: 1, scope: !29, file: !3, line: 22, type: !32)
!35 = !DILocation(line: 22, column: 20, scope: !29)
!36 = !DILocation(line: 23, column: 3, scope: !29)
!37 = !DILocation(line: 24, column: 11, scope: !29)
!38 = !DILocation(line: 24, column: 17, scope: !29)
!39 = !DILocation(line: 24, column: 9, scope: !29)
!40 = !DILocation(line: 25, column: 3, scope: !29)
!41 = !DILocation(line: 26, column: 10, scope: !29)
!42 = !DILocation(line: 26, column: 3, scope: !29)
!43 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 13, type: !44, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !33)
!44 = !DISubroutineType(types: !45)
!45 = !{null}
!46 = !DILocalVariable(name: "free", scope: !43, file: !3, line: 14, type: !20)
!47 = !DILocation(line: 14, column: 7, scope: !43)
!48 = !DILocation(line: 15, column: 3, scope: !43)
!49 = !DILocation(line: 16, column: 5, scope: !50)
!50 = distinct !DILexicalBlock(scope: !43, file: !3, line: 15, column: 6)
!51 = !DILocation(line: 16, column: 12, scope: !50)
!52 = !DILocation(line: 16, column: 62, scope: !50)
!53 = distinct !{!53, !49, !54, !55}
!54 = !DILocation(line: 17, column: 7, scope: !50)
!55 = !{!"llvm.loop.mustprogress"}
!56 = !DILocation(line: 18, column: 10, scope: !50)
!57 = !DILocation(line: 19, column: 3, scope: !50)
!58 = !DILocation(line: 19, column: 13, scope: !43)
!59 = !DILocation(line: 19, column: 12, scope: !43)
!60 = distinct !{!60, !48, !61, !55}
!61 = !DILocation(line: 19, column: 100, scope: !43)
!62 = !DILocation(line: 20, column: 1, scope: !43)
!63 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 29, type: !64, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!64 = !DISubroutineType(types: !65)
!65 = !{!20}
!66 = !DILocalVariable(name: "one", scope: !63, file: !3, line: 30, type: !67)
!67 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !68, line: 27, baseType: !69)
!68 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!69 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!70 = !DILocation(line: 30, column: 13, scope: !63)
!71 = !DILocalVariable(name: "two", scope: !63, file: !3, line: 30, type: !67)
!72 = !DILocation(line: 30, column: 18, scope: !63)
!73 = !DILocation(line: 31, column: 3, scope: !63)
!74 = !DILocation(line: 32, column: 3, scope: !63)
!75 = !DILocation(line: 33, column: 16, scope: !63)
!76 = !DILocation(line: 33, column: 3, scope: !63)
!77 = !DILocation(line: 34, column: 16, scope: !63)
!78 = !DILocation(line: 34, column: 3, scope: !63)
!79 = !DILocation(line: 35, column: 3, scope: !80)
!80 = distinct !DILexicalBlock(scope: !81, file: !3, line: 35, column: 3)
!81 = distinct !DILexicalBlock(scope: !63, file: !3, line: 35, column: 3)
!82 = !DILocation(line: 35, column: 3, scope: !81)
!83 = !DILocation(line: 36, column: 3, scope: !63)
