; ModuleID = 'either_pointer.c'
source_filename = "either_pointer.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@shared = dso_local global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [29 x i8] c"(is_own ? own : shared) == 5\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"either_pointer.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !14 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !18, metadata !DIExpression()), !dbg !19
  store i32 0, i32* %2, align 4, !dbg !19
  call void @llvm.dbg.declare(metadata i8* %3, metadata !20, metadata !DIExpression()), !dbg !22
  %4 = call zeroext i1 @__VERIFIER_nondet_bool(), !dbg !23
  %5 = zext i1 %4 to i8, !dbg !22
  store i8 %5, i8* %3, align 1, !dbg !22
  %6 = load i8, i8* %3, align 1, !dbg !24
  %7 = trunc i8 %6 to i1, !dbg !24
  br i1 %7, label %8, label %9, !dbg !24

8:                                                ; preds = %0
  br label %10, !dbg !24

9:                                                ; preds = %0
  br label %10, !dbg !24

10:                                               ; preds = %9, %8
  %11 = phi i32* [ %2, %8 ], [ @shared, %9 ], !dbg !24
  store i32 5, i32* %11, align 4, !dbg !25
  %12 = load i8, i8* %3, align 1, !dbg !26
  %13 = trunc i8 %12 to i1, !dbg !26
  br i1 %13, label %14, label %16, !dbg !26

14:                                               ; preds = %10
  %15 = load i32, i32* %2, align 4, !dbg !26
  br label %18, !dbg !26

16:                                               ; preds = %10
  %17 = load i32, i32* @shared, align 4, !dbg !26
  br label %18, !dbg !26

18:                                               ; preds = %16, %14
  %19 = phi i32 [ %15, %14 ], [ %17, %16 ], !dbg !26
  %20 = icmp eq i32 %19, 5, !dbg !26
  br i1 %20, label %21, label %22, !dbg !29

21:                                               ; preds = %18
  br label %23, !dbg !29

22:                                               ; preds = %18
  call void @__assert_fail(i8* noundef getelementptr inbounds ([29 x i8], [29 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([17 x i8], [17 x i8]* @.str.1, i64 0, i64 0), i32 noundef 12, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !26
  unreachable, !dbg !26

23:                                               ; preds = %21
  ret i32 0, !dbg !30
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare zeroext i1 @__VERIFIER_nondet_bool() #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 6, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "either_pointer.c", directory: ".", checksumkind: CSK_MD5, checksum: "4d21c598494bb3f860fe72238f2e7919")
!4 = !{!0}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"PIC Level", i32 2}
!10 = !{i32 7, !"PIE Level", i32 2}
!11 = !{i32 7, !"uwtable", i32 1}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{!"Debian clang version 14.0.6"}
!14 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 8, type: !15, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !17)
!15 = !DISubroutineType(types: !16)
!16 = !{!5}
!17 = !{}
!18 = !DILocalVariable(name: "own", scope: !14, file: !3, line: 9, type: !5)
!19 = !DILocation(line: 9, column: 7, scope: !14)
!20 = !DILocalVariable(name: "is_own", scope: !14, file: !3, line: 10, type: !21)
!21 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!22 = !DILocation(line: 10, column: 9, scope: !14)
!23 = !DILocation(line: 10, column: 18, scope: !14)
!24 = !DILocation(line: 11, column: 5, scope: !14)
!25 = !DILocation(line: 11, column: 30, scope: !14)
!26 = !DILocation(line: 12, column: 3, scope: !27)
!27 = distinct !DILexicalBlock(scope: !28, file: !3, line: 12, column: 3)
!28 = distinct !DILexicalBlock(scope: !14, file: !3, line: 12, column: 3)
!29 = !DILocation(line: 12, column: 3, scope: !28)
!30 = !DILocation(line: 13, column: 3, scope: !14)
