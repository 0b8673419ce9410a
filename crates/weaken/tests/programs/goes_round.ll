; ModuleID = 'goes_round.c'
source_filename = "goes_round.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@turn = dso_local global i32 0, align 4, !dbg !0
@x = dso_local global i32 0, align 4, !dbg !5
@.str = private unnamed_addr constant [7 x i8] c"x == 0\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"goes_round.c\00", align 1
@__PRETTY_FUNCTION__.wrong = private unnamed_addr constant [20 x i8] c"void *wrong(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !21, metadata !DIExpression()), !dbg !25
  call void @llvm.dbg.declare(metadata i64* %3, metadata !26, metadata !DIExpression()), !dbg !27
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @round_and_round, i8* noundef null) #5, !dbg !28
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @wrong, i8* noundef null) #5, !dbg !29
  %6 = load i64, i64* %2, align 8, !dbg !30
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !31
  ret i32 0, !dbg !32
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @round_and_round(i8* noundef %0) #0 !dbg !33 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !37, metadata !DIExpression()), !dbg !38
  br label %3, !dbg !39

3:                                                ; preds = %3, %1
  %4 = load volatile i32, i32* @turn, align 4, !dbg !40
  %5 = sub nsw i32 1, %4, !dbg !43
  store volatile i32 %5, i32* @turn, align 4, !dbg !44
  br label %3, !dbg !45, !llvm.loop !46
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @wrong(i8* noundef %0) #0 !dbg !49 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !50, metadata !DIExpression()), !dbg !51
  store volatile i32 1, i32* @x, align 4, !dbg !52
  %3 = load volatile i32, i32* @x, align 4, !dbg !53
  %4 = icmp eq i32 %3, 0, !dbg !53
  br i1 %4, label %5, label %6, !dbg !56

5:                                                ; preds = %1
  br label %7, !dbg !56

6:                                                ; preds = %1
  call void @__assert_fail(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 15, i8* noundef getelementptr inbounds ([20 x i8], [20 x i8]* @__PRETTY_FUNCTION__.wrong, i64 0, i64 0)) #6, !dbg !53
  unreachable, !dbg !53

7:                                                ; preds = %5
  ret i8* null, !dbg !57
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
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "goes_round.c", directory: ".", checksumkind: CSK_MD5, checksum: "fe0ae7156954c36765be282b268675b0")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 1}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 14.0.6"}
!17 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 19, type: !18, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!18 = !DISubroutineType(types: !19)
!19 = !{!8}
!20 = !{}
!21 = !DILocalVariable(name: "a", scope: !17, file: !3, line: 20, type: !22)
!22 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !23, line: 27, baseType: !24)
!23 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!24 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!25 = !DILocation(line: 20, column: 13, scope: !17)
!26 = !DILocalVariable(name: "b", scope: !17, file: !3, line: 20, type: !22)
!27 = !DILocation(line: 20, column: 16, scope: !17)
!28 = !DILocation(line: 21, column: 3, scope: !17)
!29 = !DILocation(line: 22, column: 3, scope: !17)
!30 = !DILocation(line: 23, column: 16, scope: !17)
!31 = !DILocation(line: 23, column: 3, scope: !17)
!32 = !DILocation(line: 24, column: 3, scope: !17)
!33 = distinct !DISubprogram(name: "round_and_round", scope: !3, file: !3, line: 7, type: !34, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !20)
!34 = !DISubroutineType(types: !35)
!35 = !{!36, !36}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!37 = !DILocalVariable(name: "unused", arg: 1, scope: !33, file: !3, line: 7, type: !36)
!38 = !DILocation(line: 7, column: 36, scope: !33)
!39 = !DILocation(line: 8, column: 3, scope: !33)
!40 = !DILocation(line: 9, column: 16, scope: !41)
!41 = distinct !DILexicalBlock(scope: !42, file: !3, line: 8, column: 3)
!42 = distinct !DILexicalBlock(scope: !33, file: !3, line: 8, column: 3)
!43 = !DILocation(line: 9, column: 14, scope: !41)
!44 = !DILocation(line: 9, column: 10, scope: !41)
!45 = !DILocation(line: 8, column: 3, scope: !41)
!46 = distinct !{!46, !47, !48}
!47 = !DILocation(line: 8, column: 3, scope: !42)
!48 = !DILocation(line: 9, column: 16, scope: !42)
!49 = distinct !DISubprogram(name: "wrong", scope: !3, file: !3, line: 13, type: !34, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !20)
!50 = !DILocalVariable(name: "unused", arg: 1, scope: !49, file: !3, line: 13, type: !36)
!51 = !DILocation(line: 13, column: 26, scope: !49)
!52 = !DILocation(line: 14, column: 5, scope: !49)
!53 = !DILocation(line: 15, column: 3, scope: !54)
!54 = distinct !DILexicalBlock(scope: !55, file: !3, line: 15, column: 3)
!55 = distinct !DILexicalBlock(scope: !49, file: !3, line: 15, column: 3)
!56 = !DILocation(line: 15, column: 3, scope: !55)
!57 = !DILocation(line: 16, column: 3, scope: !49)
