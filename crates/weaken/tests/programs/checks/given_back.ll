; ModuleID = 'given_back.c'
source_filename = "given_back.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@shared = dso_local global i32* null, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @user(i8* noundef %unused) #0 !dbg !16 {
entry:
  %unused.addr = alloca i8*, align 8
  %mine = alloca i32*, align 8
  %atomic-temp = alloca i32*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !21, metadata !DIExpression()), !dbg !22
  call void @llvm.dbg.declare(metadata i32** %mine, metadata !23, metadata !DIExpression()), !dbg !24
  %0 = bitcast i32** %atomic-temp to i64*, !dbg !25
  %1 = load atomic i64, i64* bitcast (i32** @shared to i64*) seq_cst, align 8, !dbg !25
  store i64 %1, i64* %0, align 8, !dbg !25
  %2 = bitcast i64* %0 to i32**, !dbg !25
  %3 = load i32*, i32** %2, align 8, !dbg !25
  store i32* %3, i32** %mine, align 8, !dbg !24
  %4 = load i32*, i32** %mine, align 8, !dbg !26
  %tobool = icmp ne i32* %4, null, !dbg !26
  br i1 %tobool, label %if.then, label %if.end, !dbg !28

if.then:                                          ; preds = %entry
  %5 = load i32*, i32** %mine, align 8, !dbg !29
  store i32 1, i32* %5, align 4, !dbg !30
  br label %if.end, !dbg !31

if.end:                                           ; preds = %if.then, %entry
  ret i8* null, !dbg !32
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !33 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %.atomictmp = alloca i32*, align 8
  %.atomictmp2 = alloca i32*, align 8
  %atomic-temp = alloca i32*, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !36, metadata !DIExpression()), !dbg !40
  %call = call noalias i8* @malloc(i64 noundef 4) #4, !dbg !41
  %0 = bitcast i8* %call to i32*, !dbg !41
  store i32* %0, i32** %.atomictmp, align 8, !dbg !41
  %1 = bitcast i32** %.atomictmp to i64*, !dbg !41
  %2 = load i64, i64* %1, align 8, !dbg !41
  store atomic i64 %2, i64* bitcast (i32** @shared to i64*) seq_cst, align 8, !dbg !41
  %call1 = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @user, i8* noundef null) #4, !dbg !42
  store i32* null, i32** %.atomictmp2, align 8, !dbg !43
  %3 = bitcast i32** %.atomictmp2 to i64*, !dbg !43
  %4 = bitcast i32** %atomic-temp to i64*, !dbg !43
  %5 = load i64, i64* %3, align 8, !dbg !43
  %6 = atomicrmw xchg i64* bitcast (i32** @shared to i64*), i64 %5 seq_cst, align 8, !dbg !43
  store i64 %6, i64* %4, align 8, !dbg !43
  %7 = bitcast i64* %4 to i32**, !dbg !43
  %8 = load i32*, i32** %7, align 8, !dbg !43
  %9 = bitcast i32* %8 to i8*, !dbg !43
  call void @free(i8* noundef %9) #4, !dbg !44
  %10 = load i64, i64* %one, align 8, !dbg !45
  %call3 = call i32 @pthread_join(i64 noundef %10, i8** noundef null), !dbg !46
  ret i32 0, !dbg !47
}

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

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
!1 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 6, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "given_back.c", directory: ".", checksumkind: CSK_MD5, checksum: "4d3a07a8d53e784e61acfdbed7d3ca6b")
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
!16 = distinct !DISubprogram(name: "user", scope: !3, file: !3, line: 8, type: !17, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!17 = !DISubroutineType(types: !18)
!18 = !{!19, !19}
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!20 = !{}
!21 = !DILocalVariable(name: "unused", arg: 1, scope: !16, file: !3, line: 8, type: !19)
!22 = !DILocation(line: 8, column: 18, scope: !16)
!23 = !DILocalVariable(name: "mine", scope: !16, file: !3, line: 9, type: !6)
!24 = !DILocation(line: 9, column: 8, scope: !16)
!25 = !DILocation(line: 9, column: 15, scope: !16)
!26 = !DILocation(line: 10, column: 7, scope: !27)
!27 = distinct !DILexicalBlock(scope: !16, file: !3, line: 10, column: 7)
!28 = !DILocation(line: 10, column: 7, scope: !16)
!29 = !DILocation(line: 11, column: 6, scope: !27)
!30 = !DILocation(line: 11, column: 11, scope: !27)
!31 = !DILocation(line: 11, column: 5, scope: !27)
!32 = !DILocation(line: 12, column: 3, scope: !16)
!33 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 15, type: !34, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!34 = !DISubroutineType(types: !35)
!35 = !{!7}
!36 = !DILocalVariable(name: "one", scope: !33, file: !3, line: 16, type: !37)
!37 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !38, line: 27, baseType: !39)
!38 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!39 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!40 = !DILocation(line: 16, column: 13, scope: !33)
!41 = !DILocation(line: 17, column: 3, scope: !33)
!42 = !DILocation(line: 18, column: 3, scope: !33)
!43 = !DILocation(line: 19, column: 8, scope: !33)
!44 = !DILocation(line: 19, column: 3, scope: !33)
!45 = !DILocation(line: 20, column: 16, scope: !33)
!46 = !DILocation(line: 20, column: 3, scope: !33)
!47 = !DILocation(line: 21, column: 3, scope: !33)
