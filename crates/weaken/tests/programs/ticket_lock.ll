; ModuleID = 'ticket_lock.c'
source_filename = "ticket_lock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@next = dso_local global i32 0, align 4, !dbg !0
@serving = dso_local global i32 0, align 4, !dbg !16
@count = dso_local global i32 0, align 4, !dbg !21
@.str = private unnamed_addr constant [11 x i8] c"count == 2\00", align 1
@.str.1 = private unnamed_addr constant [14 x i8] c"ticket_lock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %0) #0 !dbg !31 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !36, metadata !DIExpression()), !dbg !37
  call void @llvm.dbg.declare(metadata i32* %3, metadata !38, metadata !DIExpression()), !dbg !39
  store i32 1, i32* %4, align 4, !dbg !40
  %8 = load i32, i32* %4, align 4, !dbg !40
  %9 = atomicrmw add i32* @next, i32 %8 monotonic, align 4, !dbg !40
  store i32 %9, i32* %5, align 4, !dbg !40
  %10 = load i32, i32* %5, align 4, !dbg !40
  store i32 %10, i32* %3, align 4, !dbg !39
  call void @__VERIFIER_loop_bound(i32 noundef 2), !dbg !41
  br label %11, !dbg !42

11:                                               ; preds = %16, %1
  %12 = load atomic i32, i32* @serving acquire, align 4, !dbg !43
  store i32 %12, i32* %6, align 4, !dbg !43
  %13 = load i32, i32* %6, align 4, !dbg !43
  %14 = load i32, i32* %3, align 4, !dbg !44
  %15 = icmp ne i32 %13, %14, !dbg !45
  br i1 %15, label %16, label %17, !dbg !42

16:                                               ; preds = %11
  br label %11, !dbg !42, !llvm.loop !46

17:                                               ; preds = %11
  %18 = load i32, i32* @count, align 4, !dbg !49
  %19 = add nsw i32 %18, 1, !dbg !50
  store i32 %19, i32* @count, align 4, !dbg !51
  %20 = load i32, i32* %3, align 4, !dbg !52
  %21 = add nsw i32 %20, 1, !dbg !53
  store i32 %21, i32* %7, align 4, !dbg !54
  %22 = load i32, i32* %7, align 4, !dbg !54
  store atomic i32 %22, i32* @serving release, align 4, !dbg !54
  %23 = load i8*, i8** %2, align 8, !dbg !55
  ret i8* %23, !dbg !56
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @__VERIFIER_loop_bound(i32 noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !57 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !60, metadata !DIExpression()), !dbg !64
  call void @llvm.dbg.declare(metadata i64* %3, metadata !65, metadata !DIExpression()), !dbg !66
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !67
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !68
  %6 = load i64, i64* %2, align 8, !dbg !69
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !70
  %8 = load i64, i64* %3, align 8, !dbg !71
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !72
  %10 = load i32, i32* @count, align 4, !dbg !73
  %11 = icmp eq i32 %10, 2, !dbg !73
  br i1 %11, label %12, label %13, !dbg !76

12:                                               ; preds = %0
  br label %14, !dbg !76

13:                                               ; preds = %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([14 x i8], [14 x i8]* @.str.1, i64 0, i64 0), i32 noundef 32, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !73
  unreachable, !dbg !73

14:                                               ; preds = %12
  ret i32 0, !dbg !77
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #3

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!23, !24, !25, !26, !27, !28, !29}
!llvm.ident = !{!30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "next", scope: !2, file: !3, line: 13, type: !18, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "ticket_lock.c", directory: ".", checksumkind: CSK_MD5, checksum: "d71b951303bda5bffa0c73b27df8fb9f")
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
!15 = !{!0, !16, !21}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "serving", scope: !2, file: !3, line: 13, type: !18, isLocal: false, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !19)
!19 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !20)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 14, type: !20, isLocal: false, isDefinition: true)
!23 = !{i32 7, !"Dwarf Version", i32 5}
!24 = !{i32 2, !"Debug Info Version", i32 3}
!25 = !{i32 1, !"wchar_size", i32 4}
!26 = !{i32 7, !"PIC Level", i32 2}
!27 = !{i32 7, !"PIE Level", i32 2}
!28 = !{i32 7, !"uwtable", i32 1}
!29 = !{i32 7, !"frame-pointer", i32 2}
!30 = !{!"Debian clang version 14.0.6"}
!31 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 16, type: !32, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!32 = !DISubroutineType(types: !33)
!33 = !{!34, !34}
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!35 = !{}
!36 = !DILocalVariable(name: "unused", arg: 1, scope: !31, file: !3, line: 16, type: !34)
!37 = !DILocation(line: 16, column: 20, scope: !31)
!38 = !DILocalVariable(name: "ticket", scope: !31, file: !3, line: 17, type: !20)
!39 = !DILocation(line: 17, column: 7, scope: !31)
!40 = !DILocation(line: 17, column: 16, scope: !31)
!41 = !DILocation(line: 18, column: 3, scope: !31)
!42 = !DILocation(line: 19, column: 3, scope: !31)
!43 = !DILocation(line: 19, column: 10, scope: !31)
!44 = !DILocation(line: 19, column: 53, scope: !31)
!45 = !DILocation(line: 19, column: 50, scope: !31)
!46 = distinct !{!46, !42, !47, !48}
!47 = !DILocation(line: 20, column: 5, scope: !31)
!48 = !{!"llvm.loop.mustprogress"}
!49 = !DILocation(line: 21, column: 11, scope: !31)
!50 = !DILocation(line: 21, column: 17, scope: !31)
!51 = !DILocation(line: 21, column: 9, scope: !31)
!52 = !DILocation(line: 22, column: 35, scope: !31)
!53 = !DILocation(line: 22, column: 42, scope: !31)
!54 = !DILocation(line: 22, column: 3, scope: !31)
!55 = !DILocation(line: 23, column: 10, scope: !31)
!56 = !DILocation(line: 23, column: 3, scope: !31)
!57 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 26, type: !58, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!58 = !DISubroutineType(types: !59)
!59 = !{!20}
!60 = !DILocalVariable(name: "one", scope: !57, file: !3, line: 27, type: !61)
!61 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !62, line: 27, baseType: !63)
!62 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!63 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!64 = !DILocation(line: 27, column: 13, scope: !57)
!65 = !DILocalVariable(name: "two", scope: !57, file: !3, line: 27, type: !61)
!66 = !DILocation(line: 27, column: 18, scope: !57)
!67 = !DILocation(line: 28, column: 3, scope: !57)
!68 = !DILocation(line: 29, column: 3, scope: !57)
!69 = !DILocation(line: 30, column: 16, scope: !57)
!70 = !DILocation(line: 30, column: 3, scope: !57)
!71 = !DILocation(line: 31, column: 16, scope: !57)
!72 = !DILocation(line: 31, column: 3, scope: !57)
!73 = !DILocation(line: 32, column: 3, scope: !74)
!74 = distinct !DILexicalBlock(scope: !75, file: !3, line: 32, column: 3)
!75 = distinct !DILexicalBlock(scope: !57, file: !3, line: 32, column: 3)
!76 = !DILocation(line: 32, column: 3, scope: !75)
!77 = !DILocation(line: 33, column: 3, scope: !57)
