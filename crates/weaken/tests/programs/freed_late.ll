; ModuleID = 'freed_late.c'
source_filename = "freed_late.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@object = dso_local global i32* null, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !16 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !20, metadata !DIExpression()), !dbg !24
  %5 = call noalias i8* @malloc(i64 noundef 4) #4, !dbg !25
  %6 = bitcast i8* %5 to i32*, !dbg !25
  store i32* %6, i32** %3, align 8, !dbg !25
  %7 = bitcast i32** %3 to i64*, !dbg !25
  %8 = load i64, i64* %7, align 8, !dbg !25
  store atomic i64 %8, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !25
  %9 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writes, i8* noundef null) #4, !dbg !26
  %10 = bitcast i32** %4 to i64*, !dbg !27
  %11 = load atomic i64, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !27
  store i64 %11, i64* %10, align 8, !dbg !27
  %12 = bitcast i64* %10 to i32**, !dbg !27
  %13 = load i32*, i32** %12, align 8, !dbg !27
  %14 = bitcast i32* %13 to i8*, !dbg !27
  call void @free(i8* noundef %14) #4, !dbg !28
  %15 = load i64, i64* %2, align 8, !dbg !29
  %16 = call i32 @pthread_join(i64 noundef %15, i8** noundef null), !dbg !30
  ret i32 0, !dbg !31
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @writes(i8* noundef %0) #0 !dbg !32 {
  %2 = alloca i8*, align 8
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !36, metadata !DIExpression()), !dbg !37
  call void @llvm.dbg.declare(metadata i32** %3, metadata !38, metadata !DIExpression()), !dbg !39
  %5 = bitcast i32** %4 to i64*, !dbg !40
  %6 = load atomic i64, i64* bitcast (i32** @object to i64*) seq_cst, align 8, !dbg !40
  store i64 %6, i64* %5, align 8, !dbg !40
  %7 = bitcast i64* %5 to i32**, !dbg !40
  %8 = load i32*, i32** %7, align 8, !dbg !40
  store i32* %8, i32** %3, align 8, !dbg !39
  %9 = load i32*, i32** %3, align 8, !dbg !41
  store i32 2, i32* %9, align 4, !dbg !42
  ret i8* null, !dbg !43
}

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!8, !9, !10, !11, !12, !13, !14}
!llvm.ident = !{!15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "object", scope: !2, file: !3, line: 6, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "freed_late.c", directory: ".", checksumkind: CSK_MD5, checksum: "5e82ae19e5641bcb623c48b95b21938a")
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
!16 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 14, type: !17, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !19)
!17 = !DISubroutineType(types: !18)
!18 = !{!7}
!19 = !{}
!20 = !DILocalVariable(name: "thread", scope: !16, file: !3, line: 15, type: !21)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !22, line: 27, baseType: !23)
!22 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!23 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!24 = !DILocation(line: 15, column: 13, scope: !16)
!25 = !DILocation(line: 16, column: 3, scope: !16)
!26 = !DILocation(line: 17, column: 3, scope: !16)
!27 = !DILocation(line: 18, column: 8, scope: !16)
!28 = !DILocation(line: 18, column: 3, scope: !16)
!29 = !DILocation(line: 19, column: 16, scope: !16)
!30 = !DILocation(line: 19, column: 3, scope: !16)
!31 = !DILocation(line: 20, column: 3, scope: !16)
!32 = distinct !DISubprogram(name: "writes", scope: !3, file: !3, line: 8, type: !33, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !19)
!33 = !DISubroutineType(types: !34)
!34 = !{!35, !35}
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!36 = !DILocalVariable(name: "unused", arg: 1, scope: !32, file: !3, line: 8, type: !35)
!37 = !DILocation(line: 8, column: 27, scope: !32)
!38 = !DILocalVariable(name: "to", scope: !32, file: !3, line: 9, type: !6)
!39 = !DILocation(line: 9, column: 8, scope: !32)
!40 = !DILocation(line: 9, column: 13, scope: !32)
!41 = !DILocation(line: 10, column: 4, scope: !32)
!42 = !DILocation(line: 10, column: 7, scope: !32)
!43 = !DILocation(line: 11, column: 3, scope: !32)
