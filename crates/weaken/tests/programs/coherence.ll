; ModuleID = 'coherence.c'
source_filename = "coherence.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@x = dso_local global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [16 x i8] c"first <= second\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"coherence.c\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"x == 2\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @writer(i8* noundef %0) #0 !dbg !15 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !20, metadata !DIExpression()), !dbg !21
  store volatile i32 1, i32* @x, align 4, !dbg !22
  store volatile i32 2, i32* @x, align 4, !dbg !23
  %3 = load i8*, i8** %2, align 8, !dbg !24
  ret i8* %3, !dbg !25
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @reader(i8* noundef %0) #0 !dbg !26 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !27, metadata !DIExpression()), !dbg !28
  call void @llvm.dbg.declare(metadata i32* %3, metadata !29, metadata !DIExpression()), !dbg !30
  %5 = load volatile i32, i32* @x, align 4, !dbg !31
  store i32 %5, i32* %3, align 4, !dbg !30
  call void @llvm.dbg.declare(metadata i32* %4, metadata !32, metadata !DIExpression()), !dbg !33
  %6 = load volatile i32, i32* @x, align 4, !dbg !34
  store i32 %6, i32* %4, align 4, !dbg !33
  %7 = load i32, i32* %3, align 4, !dbg !35
  %8 = load i32, i32* %4, align 4, !dbg !35
  %9 = icmp sle i32 %7, %8, !dbg !35
  br i1 %9, label %10, label %11, !dbg !38

10:                                               ; preds = %1
  br label %12, !dbg !38

11:                                               ; preds = %1
  call void @__assert_fail(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 16, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.reader, i64 0, i64 0)) #5, !dbg !35
  unreachable, !dbg !35

12:                                               ; preds = %10
  %13 = load i8*, i8** %2, align 8, !dbg !39
  ret i8* %13, !dbg !40
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !41 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !44, metadata !DIExpression()), !dbg !48
  call void @llvm.dbg.declare(metadata i64* %3, metadata !49, metadata !DIExpression()), !dbg !50
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writer, i8* noundef null) #6, !dbg !51
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #6, !dbg !52
  %6 = load i64, i64* %2, align 8, !dbg !53
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !54
  %8 = load i64, i64* %3, align 8, !dbg !55
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !56
  %10 = load volatile i32, i32* @x, align 4, !dbg !57
  %11 = icmp eq i32 %10, 2, !dbg !57
  br i1 %11, label %12, label %13, !dbg !60

12:                                               ; preds = %0
  br label %14, !dbg !60

13:                                               ; preds = %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 26, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !57
  unreachable, !dbg !57

14:                                               ; preds = %12
  ret i32 0, !dbg !61
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
!llvm.module.flags = !{!7, !8, !9, !10, !11, !12, !13}
!llvm.ident = !{!14}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 5, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "coherence.c", directory: ".", checksumkind: CSK_MD5, checksum: "0142258136a64049ee7c36fd9c82d5ad")
!4 = !{!0}
!5 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !6)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{i32 7, !"Dwarf Version", i32 5}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 7, !"PIC Level", i32 2}
!11 = !{i32 7, !"PIE Level", i32 2}
!12 = !{i32 7, !"uwtable", i32 1}
!13 = !{i32 7, !"frame-pointer", i32 2}
!14 = !{!"Debian clang version 14.0.6"}
!15 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 7, type: !16, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !19)
!16 = !DISubroutineType(types: !17)
!17 = !{!18, !18}
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!19 = !{}
!20 = !DILocalVariable(name: "unused", arg: 1, scope: !15, file: !3, line: 7, type: !18)
!21 = !DILocation(line: 7, column: 20, scope: !15)
!22 = !DILocation(line: 8, column: 5, scope: !15)
!23 = !DILocation(line: 9, column: 5, scope: !15)
!24 = !DILocation(line: 10, column: 10, scope: !15)
!25 = !DILocation(line: 10, column: 3, scope: !15)
!26 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 13, type: !16, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !19)
!27 = !DILocalVariable(name: "unused", arg: 1, scope: !26, file: !3, line: 13, type: !18)
!28 = !DILocation(line: 13, column: 20, scope: !26)
!29 = !DILocalVariable(name: "first", scope: !26, file: !3, line: 14, type: !6)
!30 = !DILocation(line: 14, column: 7, scope: !26)
!31 = !DILocation(line: 14, column: 15, scope: !26)
!32 = !DILocalVariable(name: "second", scope: !26, file: !3, line: 15, type: !6)
!33 = !DILocation(line: 15, column: 7, scope: !26)
!34 = !DILocation(line: 15, column: 16, scope: !26)
!35 = !DILocation(line: 16, column: 3, scope: !36)
!36 = distinct !DILexicalBlock(scope: !37, file: !3, line: 16, column: 3)
!37 = distinct !DILexicalBlock(scope: !26, file: !3, line: 16, column: 3)
!38 = !DILocation(line: 16, column: 3, scope: !37)
!39 = !DILocation(line: 17, column: 10, scope: !26)
!40 = !DILocation(line: 17, column: 3, scope: !26)
!41 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 20, type: !42, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !19)
!42 = !DISubroutineType(types: !43)
!43 = !{!6}
!44 = !DILocalVariable(name: "a", scope: !41, file: !3, line: 21, type: !45)
!45 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !46, line: 27, baseType: !47)
!46 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!47 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!48 = !DILocation(line: 21, column: 13, scope: !41)
!49 = !DILocalVariable(name: "b", scope: !41, file: !3, line: 21, type: !45)
!50 = !DILocation(line: 21, column: 16, scope: !41)
!51 = !DILocation(line: 22, column: 3, scope: !41)
!52 = !DILocation(line: 23, column: 3, scope: !41)
!53 = !DILocation(line: 24, column: 16, scope: !41)
!54 = !DILocation(line: 24, column: 3, scope: !41)
!55 = !DILocation(line: 25, column: 16, scope: !41)
!56 = !DILocation(line: 25, column: 3, scope: !41)
!57 = !DILocation(line: 26, column: 3, scope: !58)
!58 = distinct !DILexicalBlock(scope: !59, file: !3, line: 26, column: 3)
!59 = distinct !DILexicalBlock(scope: !41, file: !3, line: 26, column: 3)
!60 = !DILocation(line: 26, column: 3, scope: !59)
!61 = !DILocation(line: 27, column: 3, scope: !41)
