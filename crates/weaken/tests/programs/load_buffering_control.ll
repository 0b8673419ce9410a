; ModuleID = 'load_buffering_control.c'
source_filename = "load_buffering_control.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@x = dso_local global i32 0, align 4, !dbg !0
@first = dso_local global i32 0, align 4, !dbg !9
@y = dso_local global i32 0, align 4, !dbg !5
@second = dso_local global i32 0, align 4, !dbg !11
@.str = private unnamed_addr constant [19 x i8] c"!(first && second)\00", align 1
@.str.1 = private unnamed_addr constant [25 x i8] c"load_buffering_control.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @one(i8* noundef %0) #0 !dbg !21 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !26, metadata !DIExpression()), !dbg !27
  %3 = load volatile i32, i32* @x, align 4, !dbg !28
  store i32 %3, i32* @first, align 4, !dbg !29
  %4 = load i32, i32* @first, align 4, !dbg !30
  %5 = icmp ne i32 %4, 0, !dbg !30
  br i1 %5, label %6, label %7, !dbg !32

6:                                                ; preds = %1
  store volatile i32 1, i32* @y, align 4, !dbg !33
  br label %7, !dbg !34

7:                                                ; preds = %6, %1
  %8 = load i8*, i8** %2, align 8, !dbg !35
  ret i8* %8, !dbg !36
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @two(i8* noundef %0) #0 !dbg !37 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !38, metadata !DIExpression()), !dbg !39
  %3 = load volatile i32, i32* @y, align 4, !dbg !40
  store i32 %3, i32* @second, align 4, !dbg !41
  %4 = load i32, i32* @second, align 4, !dbg !42
  %5 = icmp ne i32 %4, 0, !dbg !42
  br i1 %5, label %6, label %7, !dbg !44

6:                                                ; preds = %1
  store volatile i32 1, i32* @x, align 4, !dbg !45
  br label %7, !dbg !46

7:                                                ; preds = %6, %1
  %8 = load i8*, i8** %2, align 8, !dbg !47
  ret i8* %8, !dbg !48
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !49 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !52, metadata !DIExpression()), !dbg !56
  call void @llvm.dbg.declare(metadata i64* %3, metadata !57, metadata !DIExpression()), !dbg !58
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @one, i8* noundef null) #5, !dbg !59
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @two, i8* noundef null) #5, !dbg !60
  %6 = load i64, i64* %2, align 8, !dbg !61
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !62
  %8 = load i64, i64* %3, align 8, !dbg !63
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !64
  %10 = load i32, i32* @first, align 4, !dbg !65
  %11 = icmp ne i32 %10, 0, !dbg !65
  br i1 %11, label %12, label %15, !dbg !65

12:                                               ; preds = %0
  %13 = load i32, i32* @second, align 4, !dbg !65
  %14 = icmp ne i32 %13, 0, !dbg !65
  br i1 %14, label %16, label %15, !dbg !68

15:                                               ; preds = %12, %0
  br label %17, !dbg !68

16:                                               ; preds = %12
  call void @__assert_fail(i8* noundef getelementptr inbounds ([19 x i8], [19 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([25 x i8], [25 x i8]* @.str.1, i64 0, i64 0), i32 noundef 28, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !65
  unreachable, !dbg !65

17:                                               ; preds = %15
  ret i32 0, !dbg !69
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
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "load_buffering_control.c", directory: ".", checksumkind: CSK_MD5, checksum: "7c28faa91fc73e2a4adcc84f7b392258")
!4 = !{!0, !5, !9, !11}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 6, type: !8, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 6, type: !8, isLocal: false, isDefinition: true)
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 7, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"Debian clang version 14.0.6"}
!21 = distinct !DISubprogram(name: "one", scope: !3, file: !3, line: 8, type: !22, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!22 = !DISubroutineType(types: !23)
!23 = !{!24, !24}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!25 = !{}
!26 = !DILocalVariable(name: "unused", arg: 1, scope: !21, file: !3, line: 8, type: !24)
!27 = !DILocation(line: 8, column: 17, scope: !21)
!28 = !DILocation(line: 9, column: 11, scope: !21)
!29 = !DILocation(line: 9, column: 9, scope: !21)
!30 = !DILocation(line: 10, column: 7, scope: !31)
!31 = distinct !DILexicalBlock(scope: !21, file: !3, line: 10, column: 7)
!32 = !DILocation(line: 10, column: 7, scope: !21)
!33 = !DILocation(line: 11, column: 7, scope: !31)
!34 = !DILocation(line: 11, column: 5, scope: !31)
!35 = !DILocation(line: 12, column: 10, scope: !21)
!36 = !DILocation(line: 12, column: 3, scope: !21)
!37 = distinct !DISubprogram(name: "two", scope: !3, file: !3, line: 15, type: !22, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!38 = !DILocalVariable(name: "unused", arg: 1, scope: !37, file: !3, line: 15, type: !24)
!39 = !DILocation(line: 15, column: 17, scope: !37)
!40 = !DILocation(line: 16, column: 12, scope: !37)
!41 = !DILocation(line: 16, column: 10, scope: !37)
!42 = !DILocation(line: 17, column: 7, scope: !43)
!43 = distinct !DILexicalBlock(scope: !37, file: !3, line: 17, column: 7)
!44 = !DILocation(line: 17, column: 7, scope: !37)
!45 = !DILocation(line: 18, column: 7, scope: !43)
!46 = !DILocation(line: 18, column: 5, scope: !43)
!47 = !DILocation(line: 19, column: 10, scope: !37)
!48 = !DILocation(line: 19, column: 3, scope: !37)
!49 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !50, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!50 = !DISubroutineType(types: !51)
!51 = !{!8}
!52 = !DILocalVariable(name: "a", scope: !49, file: !3, line: 23, type: !53)
!53 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !54, line: 27, baseType: !55)
!54 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!55 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!56 = !DILocation(line: 23, column: 13, scope: !49)
!57 = !DILocalVariable(name: "b", scope: !49, file: !3, line: 23, type: !53)
!58 = !DILocation(line: 23, column: 16, scope: !49)
!59 = !DILocation(line: 24, column: 3, scope: !49)
!60 = !DILocation(line: 25, column: 3, scope: !49)
!61 = !DILocation(line: 26, column: 16, scope: !49)
!62 = !DILocation(line: 26, column: 3, scope: !49)
!63 = !DILocation(line: 27, column: 16, scope: !49)
!64 = !DILocation(line: 27, column: 3, scope: !49)
!65 = !DILocation(line: 28, column: 3, scope: !66)
!66 = distinct !DILexicalBlock(scope: !67, file: !3, line: 28, column: 3)
!67 = distinct !DILexicalBlock(scope: !49, file: !3, line: 28, column: 3)
!68 = !DILocation(line: 28, column: 3, scope: !67)
!69 = !DILocation(line: 29, column: 3, scope: !49)
