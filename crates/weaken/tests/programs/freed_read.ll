; ModuleID = 'freed_read.c'
source_filename = "freed_read.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@object = dso_local global i32* null, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !19 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !23, metadata !DIExpression()), !dbg !30
  call void @llvm.dbg.declare(metadata i32** %3, metadata !31, metadata !DIExpression()), !dbg !32
  %5 = call noalias i8* @malloc(i64 noundef 4) #4, !dbg !33
  %6 = bitcast i8* %5 to i32*, !dbg !33
  store i32* %6, i32** %3, align 8, !dbg !32
  %7 = load i32*, i32** %3, align 8, !dbg !34
  store i32 1, i32* %7, align 4, !dbg !35
  %8 = load i32*, i32** %3, align 8, !dbg !36
  store i32* %8, i32** %4, align 8, !dbg !36
  %9 = bitcast i32** %4 to i64*, !dbg !36
  %10 = load i64, i64* %9, align 8, !dbg !36
  store atomic i64 %10, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !36
  %11 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !37
  %12 = call i32 @pthread_create(i64* noundef %11, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reads, i8* noundef null) #4, !dbg !38
  %13 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 1, !dbg !39
  %14 = call i32 @pthread_create(i64* noundef %13, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @gives_back, i8* noundef null) #4, !dbg !40
  %15 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !41
  %16 = load i64, i64* %15, align 16, !dbg !41
  %17 = call i32 @pthread_join(i64 noundef %16, i8** noundef null), !dbg !42
  %18 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 1, !dbg !43
  %19 = load i64, i64* %18, align 8, !dbg !43
  %20 = call i32 @pthread_join(i64 noundef %19, i8** noundef null), !dbg !44
  ret i32 0, !dbg !45
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @reads(i8* noundef %0) #0 !dbg !46 {
  %2 = alloca i8*, align 8
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !49, metadata !DIExpression()), !dbg !50
  call void @llvm.dbg.declare(metadata i32** %3, metadata !51, metadata !DIExpression()), !dbg !52
  %5 = bitcast i32** %4 to i64*, !dbg !53
  %6 = load atomic i64, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !53
  store i64 %6, i64* %5, align 8, !dbg !53
  %7 = bitcast i64* %5 to i32**, !dbg !53
  %8 = load i32*, i32** %7, align 8, !dbg !53
  store i32* %8, i32** %3, align 8, !dbg !52
  %9 = load i32*, i32** %3, align 8, !dbg !54
  %10 = load i32, i32* %9, align 4, !dbg !55
  %11 = sext i32 %10 to i64, !dbg !56
  %12 = inttoptr i64 %11 to i8*, !dbg !57
  ret i8* %12, !dbg !58
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @gives_back(i8* noundef %0) #0 !dbg !59 {
  %2 = alloca i8*, align 8
  %3 = alloca i32*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !60, metadata !DIExpression()), !dbg !61
  %4 = bitcast i32** %3 to i64*, !dbg !62
  %5 = load atomic i64, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !62
  store i64 %5, i64* %4, align 8, !dbg !62
  %6 = bitcast i64* %4 to i32**, !dbg !62
  %7 = load i32*, i32** %6, align 8, !dbg !62
  %8 = bitcast i32* %7 to i8*, !dbg !62
  call void @free(i8* noundef %8) #4, !dbg !63
  ret i8* null, !dbg !64
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16, !17}
!llvm.ident = !{!18}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "object", scope: !2, file: !3, line: 6, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "freed_read.c", directory: ".", checksumkind: CSK_MD5, checksum: "5a46c6538694f3e08b92a66b1971b34a")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0}
!8 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !9)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !{i32 7, !"Dwarf Version", i32 5}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 7, !"PIC Level", i32 2}
!15 = !{i32 7, !"PIE Level", i32 2}
!16 = !{i32 7, !"uwtable", i32 1}
!17 = !{i32 7, !"frame-pointer", i32 2}
!18 = !{!"Debian clang version 14.0.6"}
!19 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 18, type: !20, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !22)
!20 = !DISubroutineType(types: !21)
!21 = !{!10}
!22 = !{}
!23 = !DILocalVariable(name: "threads", scope: !19, file: !3, line: 19, type: !24)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 128, elements: !28)
!25 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !26, line: 27, baseType: !27)
!26 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!27 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!28 = !{!29}
!29 = !DISubrange(count: 2)
!30 = !DILocation(line: 19, column: 13, scope: !19)
!31 = !DILocalVariable(name: "first", scope: !19, file: !3, line: 20, type: !9)
!32 = !DILocation(line: 20, column: 8, scope: !19)
!33 = !DILocation(line: 20, column: 16, scope: !19)
!34 = !DILocation(line: 21, column: 4, scope: !19)
!35 = !DILocation(line: 21, column: 10, scope: !19)
!36 = !DILocation(line: 22, column: 3, scope: !19)
!37 = !DILocation(line: 23, column: 19, scope: !19)
!38 = !DILocation(line: 23, column: 3, scope: !19)
!39 = !DILocation(line: 24, column: 19, scope: !19)
!40 = !DILocation(line: 24, column: 3, scope: !19)
!41 = !DILocation(line: 25, column: 16, scope: !19)
!42 = !DILocation(line: 25, column: 3, scope: !19)
!43 = !DILocation(line: 26, column: 16, scope: !19)
!44 = !DILocation(line: 26, column: 3, scope: !19)
!45 = !DILocation(line: 27, column: 3, scope: !19)
!46 = distinct !DISubprogram(name: "reads", scope: !3, file: !3, line: 8, type: !47, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !22)
!47 = !DISubroutineType(types: !48)
!48 = !{!5, !5}
!49 = !DILocalVariable(name: "unused", arg: 1, scope: !46, file: !3, line: 8, type: !5)
!50 = !DILocation(line: 8, column: 26, scope: !46)
!51 = !DILocalVariable(name: "from", scope: !46, file: !3, line: 9, type: !9)
!52 = !DILocation(line: 9, column: 8, scope: !46)
!53 = !DILocation(line: 9, column: 15, scope: !46)
!54 = !DILocation(line: 10, column: 25, scope: !46)
!55 = !DILocation(line: 10, column: 24, scope: !46)
!56 = !DILocation(line: 10, column: 18, scope: !46)
!57 = !DILocation(line: 10, column: 10, scope: !46)
!58 = !DILocation(line: 10, column: 3, scope: !46)
!59 = distinct !DISubprogram(name: "gives_back", scope: !3, file: !3, line: 13, type: !47, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !22)
!60 = !DILocalVariable(name: "unused", arg: 1, scope: !59, file: !3, line: 13, type: !5)
!61 = !DILocation(line: 13, column: 31, scope: !59)
!62 = !DILocation(line: 14, column: 8, scope: !59)
!63 = !DILocation(line: 14, column: 3, scope: !59)
!64 = !DILocation(line: 15, column: 3, scope: !59)
