; ModuleID = 'corpus/fences/classic/szymanski.c'
source_filename = "corpus/fences/classic/szymanski.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@state0 = dso_local global i32 0, align 4, !dbg !0
@state1 = dso_local global i32 0, align 4, !dbg !14
@shared = dso_local global i32 0, align 4, !dbg !18

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !28 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !33, metadata !DIExpression()), !dbg !34
  store volatile i32 1, i32* @state0, align 4, !dbg !35
  br label %while.cond, !dbg !36

while.cond:                                       ; preds = %while.body, %entry
  %0 = load volatile i32, i32* @state1, align 4, !dbg !37
  %cmp = icmp sge i32 %0, 3, !dbg !38
  br i1 %cmp, label %while.body, label %while.end, !dbg !36

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !36, !llvm.loop !39

while.end:                                        ; preds = %while.cond
  store volatile i32 3, i32* @state0, align 4, !dbg !42
  %1 = load volatile i32, i32* @state1, align 4, !dbg !43
  %cmp1 = icmp eq i32 %1, 1, !dbg !45
  br i1 %cmp1, label %if.then, label %if.end, !dbg !46

if.then:                                          ; preds = %while.end
  store volatile i32 2, i32* @state0, align 4, !dbg !47
  br label %while.cond2, !dbg !49

while.cond2:                                      ; preds = %while.body4, %if.then
  %2 = load volatile i32, i32* @state1, align 4, !dbg !50
  %cmp3 = icmp ne i32 %2, 4, !dbg !51
  br i1 %cmp3, label %while.body4, label %while.end5, !dbg !49

while.body4:                                      ; preds = %while.cond2
  br label %while.cond2, !dbg !49, !llvm.loop !52

while.end5:                                       ; preds = %while.cond2
  br label %if.end, !dbg !54

if.end:                                           ; preds = %while.end5, %while.end
  store volatile i32 4, i32* @state0, align 4, !dbg !55
  %3 = load volatile i32, i32* @shared, align 4, !dbg !56
  %add = add nsw i32 %3, 1, !dbg !57
  store volatile i32 %add, i32* @shared, align 4, !dbg !58
  br label %while.cond6, !dbg !59

while.cond6:                                      ; preds = %while.body9, %if.end
  %4 = load volatile i32, i32* @state1, align 4, !dbg !60
  %cmp7 = icmp eq i32 %4, 2, !dbg !61
  br i1 %cmp7, label %lor.end, label %lor.rhs, !dbg !62

lor.rhs:                                          ; preds = %while.cond6
  %5 = load volatile i32, i32* @state1, align 4, !dbg !63
  %cmp8 = icmp eq i32 %5, 3, !dbg !64
  br label %lor.end, !dbg !62

lor.end:                                          ; preds = %lor.rhs, %while.cond6
  %6 = phi i1 [ true, %while.cond6 ], [ %cmp8, %lor.rhs ]
  br i1 %6, label %while.body9, label %while.end10, !dbg !59

while.body9:                                      ; preds = %lor.end
  br label %while.cond6, !dbg !59, !llvm.loop !65

while.end10:                                      ; preds = %lor.end
  store volatile i32 0, i32* @state0, align 4, !dbg !67
  %7 = load i8*, i8** %unused.addr, align 8, !dbg !68
  ret i8* %7, !dbg !69
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !70 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !71, metadata !DIExpression()), !dbg !72
  store volatile i32 1, i32* @state1, align 4, !dbg !73
  br label %while.cond, !dbg !74

while.cond:                                       ; preds = %while.body, %entry
  %0 = load volatile i32, i32* @state0, align 4, !dbg !75
  %cmp = icmp sge i32 %0, 3, !dbg !76
  br i1 %cmp, label %while.body, label %while.end, !dbg !74

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !74, !llvm.loop !77

while.end:                                        ; preds = %while.cond
  store volatile i32 3, i32* @state1, align 4, !dbg !79
  %1 = load volatile i32, i32* @state0, align 4, !dbg !80
  %cmp1 = icmp eq i32 %1, 1, !dbg !82
  br i1 %cmp1, label %if.then, label %if.end, !dbg !83

if.then:                                          ; preds = %while.end
  store volatile i32 2, i32* @state1, align 4, !dbg !84
  br label %while.cond2, !dbg !86

while.cond2:                                      ; preds = %while.body4, %if.then
  %2 = load volatile i32, i32* @state0, align 4, !dbg !87
  %cmp3 = icmp ne i32 %2, 4, !dbg !88
  br i1 %cmp3, label %while.body4, label %while.end5, !dbg !86

while.body4:                                      ; preds = %while.cond2
  br label %while.cond2, !dbg !86, !llvm.loop !89

while.end5:                                       ; preds = %while.cond2
  br label %if.end, !dbg !91

if.end:                                           ; preds = %while.end5, %while.end
  store volatile i32 4, i32* @state1, align 4, !dbg !92
  br label %while.cond6, !dbg !93

while.cond6:                                      ; preds = %while.body8, %if.end
  %3 = load volatile i32, i32* @state0, align 4, !dbg !94
  %cmp7 = icmp sge i32 %3, 2, !dbg !95
  br i1 %cmp7, label %while.body8, label %while.end9, !dbg !93

while.body8:                                      ; preds = %while.cond6
  br label %while.cond6, !dbg !93, !llvm.loop !96

while.end9:                                       ; preds = %while.cond6
  %4 = load volatile i32, i32* @shared, align 4, !dbg !98
  %add = add nsw i32 %4, 1, !dbg !99
  store volatile i32 %add, i32* @shared, align 4, !dbg !100
  store volatile i32 0, i32* @state1, align 4, !dbg !101
  %5 = load i8*, i8** %unused.addr, align 8, !dbg !102
  ret i8* %5, !dbg !103
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !104 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !107, metadata !DIExpression()), !dbg !111
  call void @llvm.dbg.declare(metadata i64* %two, metadata !112, metadata !DIExpression()), !dbg !113
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !114
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !115
  %0 = load i64, i64* %one, align 8, !dbg !116
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !117
  %1 = load i64, i64* %two, align 8, !dbg !118
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !119
  ret i32 0, !dbg !120
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!20, !21, !22, !23, !24, !25, !26}
!llvm.ident = !{!27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "state0", scope: !2, file: !3, line: 7, type: !16, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !13, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/classic/szymanski.c", directory: ".", checksumkind: CSK_MD5, checksum: "b32cabb110dbf991aeb4aef4a17be647")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !3, line: 5, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10, !11, !12}
!8 = !DIEnumerator(name: "OUTSIDE", value: 0)
!9 = !DIEnumerator(name: "WANTS_IN", value: 1)
!10 = !DIEnumerator(name: "WAITS_FOR_OTHERS", value: 2)
!11 = !DIEnumerator(name: "IN_DOORWAY", value: 3)
!12 = !DIEnumerator(name: "INSIDE", value: 4)
!13 = !{!0, !14, !18}
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "state1", scope: !2, file: !3, line: 7, type: !16, isLocal: false, isDefinition: true)
!16 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !17)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 7, type: !16, isLocal: false, isDefinition: true)
!20 = !{i32 7, !"Dwarf Version", i32 5}
!21 = !{i32 2, !"Debug Info Version", i32 3}
!22 = !{i32 1, !"wchar_size", i32 4}
!23 = !{i32 7, !"PIC Level", i32 2}
!24 = !{i32 7, !"PIE Level", i32 2}
!25 = !{i32 7, !"uwtable", i32 1}
!26 = !{i32 7, !"frame-pointer", i32 2}
!27 = !{!"Debian clang version 14.0.6"}
!28 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 9, type: !29, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!29 = !DISubroutineType(types: !30)
!30 = !{!31, !31}
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!32 = !{}
!33 = !DILocalVariable(name: "unused", arg: 1, scope: !28, file: !3, line: 9, type: !31)
!34 = !DILocation(line: 9, column: 19, scope: !28)
!35 = !DILocation(line: 10, column: 10, scope: !28)
!36 = !DILocation(line: 11, column: 3, scope: !28)
!37 = !DILocation(line: 11, column: 10, scope: !28)
!38 = !DILocation(line: 11, column: 17, scope: !28)
!39 = distinct !{!39, !36, !40, !41}
!40 = !DILocation(line: 12, column: 5, scope: !28)
!41 = !{!"llvm.loop.mustprogress"}
!42 = !DILocation(line: 13, column: 10, scope: !28)
!43 = !DILocation(line: 14, column: 7, scope: !44)
!44 = distinct !DILexicalBlock(scope: !28, file: !3, line: 14, column: 7)
!45 = !DILocation(line: 14, column: 14, scope: !44)
!46 = !DILocation(line: 14, column: 7, scope: !28)
!47 = !DILocation(line: 15, column: 12, scope: !48)
!48 = distinct !DILexicalBlock(scope: !44, file: !3, line: 14, column: 27)
!49 = !DILocation(line: 16, column: 5, scope: !48)
!50 = !DILocation(line: 16, column: 12, scope: !48)
!51 = !DILocation(line: 16, column: 19, scope: !48)
!52 = distinct !{!52, !49, !53, !41}
!53 = !DILocation(line: 17, column: 7, scope: !48)
!54 = !DILocation(line: 18, column: 3, scope: !48)
!55 = !DILocation(line: 19, column: 10, scope: !28)
!56 = !DILocation(line: 20, column: 12, scope: !28)
!57 = !DILocation(line: 20, column: 19, scope: !28)
!58 = !DILocation(line: 20, column: 10, scope: !28)
!59 = !DILocation(line: 21, column: 3, scope: !28)
!60 = !DILocation(line: 21, column: 10, scope: !28)
!61 = !DILocation(line: 21, column: 17, scope: !28)
!62 = !DILocation(line: 21, column: 37, scope: !28)
!63 = !DILocation(line: 21, column: 40, scope: !28)
!64 = !DILocation(line: 21, column: 47, scope: !28)
!65 = distinct !{!65, !59, !66, !41}
!66 = !DILocation(line: 22, column: 5, scope: !28)
!67 = !DILocation(line: 23, column: 10, scope: !28)
!68 = !DILocation(line: 24, column: 10, scope: !28)
!69 = !DILocation(line: 24, column: 3, scope: !28)
!70 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 27, type: !29, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!71 = !DILocalVariable(name: "unused", arg: 1, scope: !70, file: !3, line: 27, type: !31)
!72 = !DILocation(line: 27, column: 20, scope: !70)
!73 = !DILocation(line: 28, column: 10, scope: !70)
!74 = !DILocation(line: 29, column: 3, scope: !70)
!75 = !DILocation(line: 29, column: 10, scope: !70)
!76 = !DILocation(line: 29, column: 17, scope: !70)
!77 = distinct !{!77, !74, !78, !41}
!78 = !DILocation(line: 30, column: 5, scope: !70)
!79 = !DILocation(line: 31, column: 10, scope: !70)
!80 = !DILocation(line: 32, column: 7, scope: !81)
!81 = distinct !DILexicalBlock(scope: !70, file: !3, line: 32, column: 7)
!82 = !DILocation(line: 32, column: 14, scope: !81)
!83 = !DILocation(line: 32, column: 7, scope: !70)
!84 = !DILocation(line: 33, column: 12, scope: !85)
!85 = distinct !DILexicalBlock(scope: !81, file: !3, line: 32, column: 27)
!86 = !DILocation(line: 34, column: 5, scope: !85)
!87 = !DILocation(line: 34, column: 12, scope: !85)
!88 = !DILocation(line: 34, column: 19, scope: !85)
!89 = distinct !{!89, !86, !90, !41}
!90 = !DILocation(line: 35, column: 7, scope: !85)
!91 = !DILocation(line: 36, column: 3, scope: !85)
!92 = !DILocation(line: 37, column: 10, scope: !70)
!93 = !DILocation(line: 38, column: 3, scope: !70)
!94 = !DILocation(line: 38, column: 10, scope: !70)
!95 = !DILocation(line: 38, column: 17, scope: !70)
!96 = distinct !{!96, !93, !97, !41}
!97 = !DILocation(line: 39, column: 5, scope: !70)
!98 = !DILocation(line: 40, column: 12, scope: !70)
!99 = !DILocation(line: 40, column: 19, scope: !70)
!100 = !DILocation(line: 40, column: 10, scope: !70)
!101 = !DILocation(line: 41, column: 10, scope: !70)
!102 = !DILocation(line: 42, column: 10, scope: !70)
!103 = !DILocation(line: 42, column: 3, scope: !70)
!104 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 45, type: !105, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!105 = !DISubroutineType(types: !106)
!106 = !{!17}
!107 = !DILocalVariable(name: "one", scope: !104, file: !3, line: 46, type: !108)
!108 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !109, line: 27, baseType: !110)
!109 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!110 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!111 = !DILocation(line: 46, column: 13, scope: !104)
!112 = !DILocalVariable(name: "two", scope: !104, file: !3, line: 46, type: !108)
!113 = !DILocation(line: 46, column: 18, scope: !104)
!114 = !DILocation(line: 47, column: 3, scope: !104)
!115 = !DILocation(line: 48, column: 3, scope: !104)
!116 = !DILocation(line: 49, column: 16, scope: !104)
!117 = !DILocation(line: 49, column: 3, scope: !104)
!118 = !DILocation(line: 50, column: 16, scope: !104)
!119 = !DILocation(line: 50, column: 3, scope: !104)
!120 = !DILocation(line: 51, column: 3, scope: !104)
