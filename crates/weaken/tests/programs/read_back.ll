; ModuleID = 'read_back.c'
source_filename = "read_back.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@kept = dso_local global i32 0, align 4, !dbg !0
@z = dso_local global i32 0, align 4, !dbg !9
@.str = private unnamed_addr constant [23 x i8] c"!(kept == 1 && z == 2)\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"read_back.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@x = dso_local global i32 0, align 4, !dbg !5
@copy = dso_local global i32 0, align 4, !dbg !11
@seen = dso_local global i32 0, align 4, !dbg !13

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !23 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !27, metadata !DIExpression()), !dbg !31
  call void @llvm.dbg.declare(metadata i64* %3, metadata !32, metadata !DIExpression()), !dbg !33
  call void @llvm.dbg.declare(metadata i64* %4, metadata !34, metadata !DIExpression()), !dbg !35
  %5 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writer, i8* noundef null) #5, !dbg !36
  %6 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #5, !dbg !37
  %7 = call i32 @pthread_create(i64* noundef %4, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @observer, i8* noundef null) #5, !dbg !38
  %8 = load i64, i64* %2, align 8, !dbg !39
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !40
  %10 = load i64, i64* %3, align 8, !dbg !41
  %11 = call i32 @pthread_join(i64 noundef %10, i8** noundef null), !dbg !42
  %12 = load i64, i64* %4, align 8, !dbg !43
  %13 = call i32 @pthread_join(i64 noundef %12, i8** noundef null), !dbg !44
  %14 = load volatile i32, i32* @kept, align 4, !dbg !45
  %15 = icmp eq i32 %14, 1, !dbg !45
  br i1 %15, label %16, label %19, !dbg !45

16:                                               ; preds = %0
  %17 = load volatile i32, i32* @z, align 4, !dbg !45
  %18 = icmp eq i32 %17, 2, !dbg !45
  br i1 %18, label %20, label %19, !dbg !48

19:                                               ; preds = %16, %0
  br label %21, !dbg !48

20:                                               ; preds = %16
  call void @__assert_fail(i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 35, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !45
  unreachable, !dbg !45

21:                                               ; preds = %19
  ret i32 0, !dbg !49
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @writer(i8* noundef %0) #0 !dbg !50 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !54, metadata !DIExpression()), !dbg !55
  store volatile i32 2, i32* @z, align 4, !dbg !56
  fence seq_cst, !dbg !57
  store volatile i32 1, i32* @x, align 4, !dbg !58
  ret i8* null, !dbg !59
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @reader(i8* noundef %0) #0 !dbg !60 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !61, metadata !DIExpression()), !dbg !62
  %3 = load volatile i32, i32* @x, align 4, !dbg !63
  store volatile i32 %3, i32* @kept, align 4, !dbg !64
  %4 = load volatile i32, i32* @kept, align 4, !dbg !65
  store volatile i32 %4, i32* @copy, align 4, !dbg !66
  store volatile i32 1, i32* @z, align 4, !dbg !67
  ret i8* null, !dbg !68
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @observer(i8* noundef %0) #0 !dbg !69 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !70, metadata !DIExpression()), !dbg !71
  %3 = load volatile i32, i32* @kept, align 4, !dbg !72
  store volatile i32 %3, i32* @seen, align 4, !dbg !73
  ret i8* null, !dbg !74
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
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20, !21}
!llvm.ident = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "kept", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "read_back.c", directory: ".", checksumkind: CSK_MD5, checksum: "b0780168a8cbf8c6d397c9a7b5884a87")
!4 = !{!5, !9, !0, !11, !13}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "z", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "copy", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "seen", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!15 = !{i32 7, !"Dwarf Version", i32 5}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"PIC Level", i32 2}
!19 = !{i32 7, !"PIE Level", i32 2}
!20 = !{i32 7, !"uwtable", i32 1}
!21 = !{i32 7, !"frame-pointer", i32 2}
!22 = !{!"Debian clang version 14.0.6"}
!23 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 27, type: !24, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!24 = !DISubroutineType(types: !25)
!25 = !{!8}
!26 = !{}
!27 = !DILocalVariable(name: "a", scope: !23, file: !3, line: 28, type: !28)
!28 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !29, line: 27, baseType: !30)
!29 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!30 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!31 = !DILocation(line: 28, column: 13, scope: !23)
!32 = !DILocalVariable(name: "b", scope: !23, file: !3, line: 28, type: !28)
!33 = !DILocation(line: 28, column: 16, scope: !23)
!34 = !DILocalVariable(name: "c", scope: !23, file: !3, line: 28, type: !28)
!35 = !DILocation(line: 28, column: 19, scope: !23)
!36 = !DILocation(line: 29, column: 3, scope: !23)
!37 = !DILocation(line: 30, column: 3, scope: !23)
!38 = !DILocation(line: 31, column: 3, scope: !23)
!39 = !DILocation(line: 32, column: 16, scope: !23)
!40 = !DILocation(line: 32, column: 3, scope: !23)
!41 = !DILocation(line: 33, column: 16, scope: !23)
!42 = !DILocation(line: 33, column: 3, scope: !23)
!43 = !DILocation(line: 34, column: 16, scope: !23)
!44 = !DILocation(line: 34, column: 3, scope: !23)
!45 = !DILocation(line: 35, column: 3, scope: !46)
!46 = distinct !DILexicalBlock(scope: !47, file: !3, line: 35, column: 3)
!47 = distinct !DILexicalBlock(scope: !23, file: !3, line: 35, column: 3)
!48 = !DILocation(line: 35, column: 3, scope: !47)
!49 = !DILocation(line: 36, column: 3, scope: !23)
!50 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 8, type: !51, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!51 = !DISubroutineType(types: !52)
!52 = !{!53, !53}
!53 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!54 = !DILocalVariable(name: "unused", arg: 1, scope: !50, file: !3, line: 8, type: !53)
!55 = !DILocation(line: 8, column: 27, scope: !50)
!56 = !DILocation(line: 9, column: 5, scope: !50)
!57 = !DILocation(line: 10, column: 3, scope: !50)
!58 = !DILocation(line: 11, column: 5, scope: !50)
!59 = !DILocation(line: 12, column: 3, scope: !50)
!60 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 15, type: !51, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!61 = !DILocalVariable(name: "unused", arg: 1, scope: !60, file: !3, line: 15, type: !53)
!62 = !DILocation(line: 15, column: 27, scope: !60)
!63 = !DILocation(line: 16, column: 10, scope: !60)
!64 = !DILocation(line: 16, column: 8, scope: !60)
!65 = !DILocation(line: 17, column: 10, scope: !60)
!66 = !DILocation(line: 17, column: 8, scope: !60)
!67 = !DILocation(line: 18, column: 5, scope: !60)
!68 = !DILocation(line: 19, column: 3, scope: !60)
!69 = distinct !DISubprogram(name: "observer", scope: !3, file: !3, line: 22, type: !51, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!70 = !DILocalVariable(name: "unused", arg: 1, scope: !69, file: !3, line: 22, type: !53)
!71 = !DILocation(line: 22, column: 29, scope: !69)
!72 = !DILocation(line: 23, column: 10, scope: !69)
!73 = !DILocation(line: 23, column: 8, scope: !69)
!74 = !DILocation(line: 24, column: 3, scope: !69)
