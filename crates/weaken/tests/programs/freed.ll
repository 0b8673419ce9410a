; ModuleID = 'freed.c'
source_filename = "freed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@object = dso_local global i32* null, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !16 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !20, metadata !DIExpression()), !dbg !27
  %4 = call noalias i8* @malloc(i64 noundef 4) #3, !dbg !28
  %5 = bitcast i8* %4 to i32*, !dbg !28
  store i32* %5, i32** %3, align 8, !dbg !28
  %6 = bitcast i32** %3 to i64*, !dbg !28
  %7 = load i64, i64* %6, align 8, !dbg !28
  store atomic i64 %7, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !28
  %8 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !29
  %9 = call i32 @pthread_create(i64* noundef %8, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @gives_back, i8* noundef null) #3, !dbg !30
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 1, !dbg !31
  %11 = call i32 @pthread_create(i64* noundef %10, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writes, i8* noundef null) #3, !dbg !32
  ret i32 0, !dbg !33
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @gives_back(i8* noundef %0) #0 !dbg !34 {
  %2 = alloca i8*, align 8
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !38, metadata !DIExpression()), !dbg !39
  %5 = bitcast i32** %3 to i64*, !dbg !40
  %6 = load atomic i64, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !40
  store i64 %6, i64* %5, align 8, !dbg !40
  %7 = bitcast i64* %5 to i32**, !dbg !40
  %8 = load i32*, i32** %7, align 8, !dbg !40
  %9 = bitcast i32* %8 to i8*, !dbg !40
  call void @free(i8* noundef %9) #3, !dbg !41
  call void @llvm.dbg.declare(metadata i32** %4, metadata !42, metadata !DIExpression()), !dbg !43
  %10 = call noalias i8* @malloc(i64 noundef 4) #3, !dbg !44
  %11 = bitcast i8* %10 to i32*, !dbg !44
  store i32* %11, i32** %4, align 8, !dbg !43
  %12 = load i32*, i32** %4, align 8, !dbg !45
  store i32 1, i32* %12, align 4, !dbg !46
  ret i8* null, !dbg !47
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @writes(i8* noundef %0) #0 !dbg !48 {
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
  store i32 2, i32* %9, align 4, !dbg !55
  ret i8* null, !dbg !56
}

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!8, !9, !10, !11, !12, !13, !14}
!llvm.ident = !{!15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "object", scope: !2, file: !3, line: 6, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "freed.c", directory: ".", checksumkind: CSK_MD5, checksum: "b2bb5b2ba5e8665c384ea73884b45816")
!4 = !{!0}
!5 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !6)
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{i32 7, !"Dwarf Version", i32 5}
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !{i32 1, !"wchar_size", i32 4}
!11 = !{i32 7, !"PIC Level", i32 2}
!12 = !{i32 7, !"PIE Level", i32 2}
!13 = !{i32 7, !"uwtable", i32 1}
!14 = !{i32 7, !"frame-pointer", i32 2}
!15 = !{!"Debian clang version 14.0.6"}
!16 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !17, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !19)
!17 = !DISubroutineType(types: !18)
!18 = !{!7}
!19 = !{}
!20 = !DILocalVariable(name: "threads", scope: !16, file: !3, line: 22, type: !21)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 128, elements: !25)
!22 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !23, line: 27, baseType: !24)
!23 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!24 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!25 = !{!26}
!26 = !DISubrange(count: 2)
!27 = !DILocation(line: 22, column: 13, scope: !16)
!28 = !DILocation(line: 23, column: 3, scope: !16)
!29 = !DILocation(line: 24, column: 19, scope: !16)
!30 = !DILocation(line: 24, column: 3, scope: !16)
!31 = !DILocation(line: 25, column: 19, scope: !16)
!32 = !DILocation(line: 25, column: 3, scope: !16)
!33 = !DILocation(line: 26, column: 3, scope: !16)
!34 = distinct !DISubprogram(name: "gives_back", scope: !3, file: !3, line: 8, type: !35, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !19)
!35 = !DISubroutineType(types: !36)
!36 = !{!37, !37}
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!38 = !DILocalVariable(name: "unused", arg: 1, scope: !34, file: !3, line: 8, type: !37)
!39 = !DILocation(line: 8, column: 31, scope: !34)
!40 = !DILocation(line: 9, column: 8, scope: !34)
!41 = !DILocation(line: 9, column: 3, scope: !34)
!42 = !DILocalVariable(name: "other", scope: !34, file: !3, line: 10, type: !6)
!43 = !DILocation(line: 10, column: 8, scope: !34)
!44 = !DILocation(line: 10, column: 16, scope: !34)
!45 = !DILocation(line: 11, column: 4, scope: !34)
!46 = !DILocation(line: 11, column: 10, scope: !34)
!47 = !DILocation(line: 12, column: 3, scope: !34)
!48 = distinct !DISubprogram(name: "writes", scope: !3, file: !3, line: 15, type: !35, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !19)
!49 = !DILocalVariable(name: "unused", arg: 1, scope: !48, file: !3, line: 15, type: !37)
!50 = !DILocation(line: 15, column: 27, scope: !48)
!51 = !DILocalVariable(name: "to", scope: !48, file: !3, line: 16, type: !6)
!52 = !DILocation(line: 16, column: 8, scope: !48)
!53 = !DILocation(line: 16, column: 13, scope: !48)
!54 = !DILocation(line: 17, column: 4, scope: !48)
!55 = !DILocation(line: 17, column: 7, scope: !48)
!56 = !DILocation(line: 18, column: 3, scope: !48)
