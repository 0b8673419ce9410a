; ModuleID = 'barrier.c'
source_filename = "barrier.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_barrier_t = type { i64, [24 x i8] }
%union.pthread_barrierattr_t = type { i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@barrier = dso_local global %union.pthread_barrier_t zeroinitializer, align 8, !dbg !0
@seen = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !11
@serial = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !13
@.str = private unnamed_addr constant [59 x i8] c"seen[0] == 3 && seen[1] == 3 && serial[0] + serial[1] == 2\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"barrier.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@written = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !34 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !38, metadata !DIExpression()), !dbg !41
  %3 = call i32 @pthread_barrier_init(%union.pthread_barrier_t* noundef @barrier, %union.pthread_barrierattr_t* noundef null, i32 noundef 3) #5, !dbg !42
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !43
  call void @phase(i32 noundef 0), !dbg !44
  call void @phase(i32 noundef 0), !dbg !45
  %5 = load i64, i64* %2, align 8, !dbg !46
  %6 = call i32 @pthread_join(i64 noundef %5, i8** noundef null), !dbg !47
  %7 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @seen, i64 0, i64 0), align 4, !dbg !48
  %8 = icmp eq i32 %7, 3, !dbg !48
  br i1 %8, label %9, label %18, !dbg !48

9:                                                ; preds = %0
  %10 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @seen, i64 0, i64 1), align 4, !dbg !48
  %11 = icmp eq i32 %10, 3, !dbg !48
  br i1 %11, label %12, label %18, !dbg !48

12:                                               ; preds = %9
  %13 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @serial, i64 0, i64 0), align 4, !dbg !48
  %14 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @serial, i64 0, i64 1), align 4, !dbg !48
  %15 = add nsw i32 %13, %14, !dbg !48
  %16 = icmp eq i32 %15, 2, !dbg !48
  br i1 %16, label %17, label %18, !dbg !51

17:                                               ; preds = %12
  br label %19, !dbg !51

18:                                               ; preds = %12, %9, %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([59 x i8], [59 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 33, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !48
  unreachable, !dbg !48

19:                                               ; preds = %17
  ret i32 0, !dbg !52
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_barrier_init(%union.pthread_barrier_t* noundef, %union.pthread_barrierattr_t* noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %0) #0 !dbg !53 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !57, metadata !DIExpression()), !dbg !58
  call void @phase(i32 noundef 1), !dbg !59
  call void @phase(i32 noundef 1), !dbg !60
  ret i8* null, !dbg !61
}

; Function Attrs: noinline nounwind uwtable
define internal void @phase(i32 noundef %0) #0 !dbg !62 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !65, metadata !DIExpression()), !dbg !66
  %4 = load i32, i32* %2, align 4, !dbg !67
  %5 = sext i32 %4 to i64, !dbg !68
  %6 = getelementptr inbounds [2 x i32], [2 x i32]* @written, i64 0, i64 %5, !dbg !68
  %7 = load i32, i32* %6, align 4, !dbg !69
  %8 = add nsw i32 %7, 1, !dbg !69
  store i32 %8, i32* %6, align 4, !dbg !69
  call void @llvm.dbg.declare(metadata i32* %3, metadata !70, metadata !DIExpression()), !dbg !71
  %9 = call i32 @pthread_barrier_wait(%union.pthread_barrier_t* noundef @barrier) #5, !dbg !72
  store i32 %9, i32* %3, align 4, !dbg !71
  %10 = load i32, i32* %3, align 4, !dbg !73
  %11 = icmp eq i32 %10, -1, !dbg !74
  %12 = zext i1 %11 to i32, !dbg !74
  %13 = load i32, i32* %2, align 4, !dbg !75
  %14 = sext i32 %13 to i64, !dbg !76
  %15 = getelementptr inbounds [2 x i32], [2 x i32]* @serial, i64 0, i64 %14, !dbg !76
  %16 = load i32, i32* %15, align 4, !dbg !77
  %17 = add nsw i32 %16, %12, !dbg !77
  store i32 %17, i32* %15, align 4, !dbg !77
  %18 = load i32, i32* %2, align 4, !dbg !78
  %19 = sub nsw i32 1, %18, !dbg !79
  %20 = sext i32 %19 to i64, !dbg !80
  %21 = getelementptr inbounds [2 x i32], [2 x i32]* @written, i64 0, i64 %20, !dbg !80
  %22 = load i32, i32* %21, align 4, !dbg !80
  %23 = load i32, i32* %2, align 4, !dbg !81
  %24 = sext i32 %23 to i64, !dbg !82
  %25 = getelementptr inbounds [2 x i32], [2 x i32]* @seen, i64 0, i64 %24, !dbg !82
  %26 = load i32, i32* %25, align 4, !dbg !83
  %27 = add nsw i32 %26, %22, !dbg !83
  store i32 %27, i32* %25, align 4, !dbg !83
  %28 = call i32 @pthread_barrier_wait(%union.pthread_barrier_t* noundef @barrier) #5, !dbg !84
  ret void, !dbg !85
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_barrier_wait(%union.pthread_barrier_t* noundef) #2

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
!1 = distinct !DIGlobalVariable(name: "barrier", scope: !2, file: !3, line: 5, type: !15, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "barrier.c", directory: ".", checksumkind: CSK_MD5, checksum: "f0465384d782107639180df420b5a0f5")
!4 = !{!0, !5, !11, !13}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "written", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 64, elements: !9)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{!10}
!10 = !DISubrange(count: 2)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "seen", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "serial", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_barrier_t", file: !16, line: 112, baseType: !17)
!16 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!17 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !16, line: 108, size: 256, elements: !18)
!18 = !{!19, !24}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !17, file: !16, line: 110, baseType: !20, size: 256)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 256, elements: !22)
!21 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!22 = !{!23}
!23 = !DISubrange(count: 32)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !17, file: !16, line: 111, baseType: !25, size: 64)
!25 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!26 = !{i32 7, !"Dwarf Version", i32 5}
!27 = !{i32 2, !"Debug Info Version", i32 3}
!28 = !{i32 1, !"wchar_size", i32 4}
!29 = !{i32 7, !"PIC Level", i32 2}
!30 = !{i32 7, !"PIE Level", i32 2}
!31 = !{i32 7, !"uwtable", i32 1}
!32 = !{i32 7, !"frame-pointer", i32 2}
!33 = !{!"Debian clang version 14.0.6"}
!34 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !35, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!35 = !DISubroutineType(types: !36)
!36 = !{!8}
!37 = !{}
!38 = !DILocalVariable(name: "thread", scope: !34, file: !3, line: 23, type: !39)
!39 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !16, line: 27, baseType: !40)
!40 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!41 = !DILocation(line: 23, column: 13, scope: !34)
!42 = !DILocation(line: 25, column: 3, scope: !34)
!43 = !DILocation(line: 29, column: 3, scope: !34)
!44 = !DILocation(line: 30, column: 3, scope: !34)
!45 = !DILocation(line: 31, column: 3, scope: !34)
!46 = !DILocation(line: 32, column: 16, scope: !34)
!47 = !DILocation(line: 32, column: 3, scope: !34)
!48 = !DILocation(line: 33, column: 3, scope: !49)
!49 = distinct !DILexicalBlock(scope: !50, file: !3, line: 33, column: 3)
!50 = distinct !DILexicalBlock(scope: !34, file: !3, line: 33, column: 3)
!51 = !DILocation(line: 33, column: 3, scope: !50)
!52 = !DILocation(line: 34, column: 3, scope: !34)
!53 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 16, type: !54, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!54 = !DISubroutineType(types: !55)
!55 = !{!56, !56}
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!57 = !DILocalVariable(name: "unused", arg: 1, scope: !53, file: !3, line: 16, type: !56)
!58 = !DILocation(line: 16, column: 27, scope: !53)
!59 = !DILocation(line: 17, column: 3, scope: !53)
!60 = !DILocation(line: 18, column: 3, scope: !53)
!61 = !DILocation(line: 19, column: 3, scope: !53)
!62 = distinct !DISubprogram(name: "phase", scope: !3, file: !3, line: 8, type: !63, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!63 = !DISubroutineType(types: !64)
!64 = !{null, !8}
!65 = !DILocalVariable(name: "me", arg: 1, scope: !62, file: !3, line: 8, type: !8)
!66 = !DILocation(line: 8, column: 23, scope: !62)
!67 = !DILocation(line: 9, column: 11, scope: !62)
!68 = !DILocation(line: 9, column: 3, scope: !62)
!69 = !DILocation(line: 9, column: 14, scope: !62)
!70 = !DILocalVariable(name: "result", scope: !62, file: !3, line: 10, type: !8)
!71 = !DILocation(line: 10, column: 7, scope: !62)
!72 = !DILocation(line: 10, column: 16, scope: !62)
!73 = !DILocation(line: 11, column: 17, scope: !62)
!74 = !DILocation(line: 11, column: 24, scope: !62)
!75 = !DILocation(line: 11, column: 10, scope: !62)
!76 = !DILocation(line: 11, column: 3, scope: !62)
!77 = !DILocation(line: 11, column: 14, scope: !62)
!78 = !DILocation(line: 12, column: 27, scope: !62)
!79 = !DILocation(line: 12, column: 25, scope: !62)
!80 = !DILocation(line: 12, column: 15, scope: !62)
!81 = !DILocation(line: 12, column: 8, scope: !62)
!82 = !DILocation(line: 12, column: 3, scope: !62)
!83 = !DILocation(line: 12, column: 12, scope: !62)
!84 = !DILocation(line: 13, column: 3, scope: !62)
!85 = !DILocation(line: 14, column: 1, scope: !62)
