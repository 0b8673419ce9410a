; ModuleID = 'corpus/fences/classic/dekker.c'
source_filename = "corpus/fences/classic/dekker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants0 = dso_local global i32 0, align 4, !dbg !0
@wants1 = dso_local global i32 0, align 4, !dbg !5
@turn = dso_local global i32 0, align 4, !dbg !9
@shared = dso_local global i32 0, align 4, !dbg !11

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !21 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !26, metadata !DIExpression()), !dbg !27
  store volatile i32 1, i32* @wants0, align 4, !dbg !28
  br label %while.cond, !dbg !29

while.cond:                                       ; preds = %if.end, %entry
  %0 = load volatile i32, i32* @wants1, align 4, !dbg !30
  %tobool = icmp ne i32 %0, 0, !dbg !29
  br i1 %tobool, label %while.body, label %while.end4, !dbg !29

while.body:                                       ; preds = %while.cond
  %1 = load volatile i32, i32* @turn, align 4, !dbg !31
  %cmp = icmp ne i32 %1, 0, !dbg !34
  br i1 %cmp, label %if.then, label %if.end, !dbg !35

if.then:                                          ; preds = %while.body
  store volatile i32 0, i32* @wants0, align 4, !dbg !36
  br label %while.cond1, !dbg !38

while.cond1:                                      ; preds = %while.body3, %if.then
  %2 = load volatile i32, i32* @turn, align 4, !dbg !39
  %cmp2 = icmp ne i32 %2, 0, !dbg !40
  br i1 %cmp2, label %while.body3, label %while.end, !dbg !38

while.body3:                                      ; preds = %while.cond1
  br label %while.cond1, !dbg !38, !llvm.loop !41

while.end:                                        ; preds = %while.cond1
  store volatile i32 1, i32* @wants0, align 4, !dbg !44
  br label %if.end, !dbg !45

if.end:                                           ; preds = %while.end, %while.body
  br label %while.cond, !dbg !29, !llvm.loop !46

while.end4:                                       ; preds = %while.cond
  %3 = load volatile i32, i32* @shared, align 4, !dbg !48
  %add = add nsw i32 %3, 1, !dbg !49
  store volatile i32 %add, i32* @shared, align 4, !dbg !50
  store volatile i32 1, i32* @turn, align 4, !dbg !51
  store volatile i32 0, i32* @wants0, align 4, !dbg !52
  %4 = load i8*, i8** %unused.addr, align 8, !dbg !53
  ret i8* %4, !dbg !54
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !55 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !56, metadata !DIExpression()), !dbg !57
  store volatile i32 1, i32* @wants1, align 4, !dbg !58
  br label %while.cond, !dbg !59

while.cond:                                       ; preds = %if.end, %entry
  %0 = load volatile i32, i32* @wants0, align 4, !dbg !60
  %tobool = icmp ne i32 %0, 0, !dbg !59
  br i1 %tobool, label %while.body, label %while.end4, !dbg !59

while.body:                                       ; preds = %while.cond
  %1 = load volatile i32, i32* @turn, align 4, !dbg !61
  %cmp = icmp ne i32 %1, 1, !dbg !64
  br i1 %cmp, label %if.then, label %if.end, !dbg !65

if.then:                                          ; preds = %while.body
  store volatile i32 0, i32* @wants1, align 4, !dbg !66
  br label %while.cond1, !dbg !68

while.cond1:                                      ; preds = %while.body3, %if.then
  %2 = load volatile i32, i32* @turn, align 4, !dbg !69
  %cmp2 = icmp ne i32 %2, 1, !dbg !70
  br i1 %cmp2, label %while.body3, label %while.end, !dbg !68

while.body3:                                      ; preds = %while.cond1
  br label %while.cond1, !dbg !68, !llvm.loop !71

while.end:                                        ; preds = %while.cond1
  store volatile i32 1, i32* @wants1, align 4, !dbg !73
  br label %if.end, !dbg !74

if.end:                                           ; preds = %while.end, %while.body
  br label %while.cond, !dbg !59, !llvm.loop !75

while.end4:                                       ; preds = %while.cond
  %3 = load volatile i32, i32* @shared, align 4, !dbg !77
  %add = add nsw i32 %3, 1, !dbg !78
  store volatile i32 %add, i32* @shared, align 4, !dbg !79
  store volatile i32 0, i32* @turn, align 4, !dbg !80
  store volatile i32 0, i32* @wants1, align 4, !dbg !81
  %4 = load i8*, i8** %unused.addr, align 8, !dbg !82
  ret i8* %4, !dbg !83
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !84 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !87, metadata !DIExpression()), !dbg !91
  call void @llvm.dbg.declare(metadata i64* %two, metadata !92, metadata !DIExpression()), !dbg !93
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !94
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !95
  %0 = load i64, i64* %one, align 8, !dbg !96
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !97
  %1 = load i64, i64* %two, align 8, !dbg !98
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !99
  ret i32 0, !dbg !100
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
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants0", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/classic/dekker.c", directory: ".", checksumkind: CSK_MD5, checksum: "4111e4adc35e5f0c73c1953d0f22943c")
!4 = !{!0, !5, !9, !11}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "wants1", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 7, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"Debian clang version 14.0.6"}
!21 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 6, type: !22, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!22 = !DISubroutineType(types: !23)
!23 = !{!24, !24}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!25 = !{}
!26 = !DILocalVariable(name: "unused", arg: 1, scope: !21, file: !3, line: 6, type: !24)
!27 = !DILocation(line: 6, column: 19, scope: !21)
!28 = !DILocation(line: 7, column: 10, scope: !21)
!29 = !DILocation(line: 8, column: 3, scope: !21)
!30 = !DILocation(line: 8, column: 10, scope: !21)
!31 = !DILocation(line: 9, column: 9, scope: !32)
!32 = distinct !DILexicalBlock(scope: !33, file: !3, line: 9, column: 9)
!33 = distinct !DILexicalBlock(scope: !21, file: !3, line: 8, column: 18)
!34 = !DILocation(line: 9, column: 14, scope: !32)
!35 = !DILocation(line: 9, column: 9, scope: !33)
!36 = !DILocation(line: 10, column: 14, scope: !37)
!37 = distinct !DILexicalBlock(scope: !32, file: !3, line: 9, column: 20)
!38 = !DILocation(line: 11, column: 7, scope: !37)
!39 = !DILocation(line: 11, column: 14, scope: !37)
!40 = !DILocation(line: 11, column: 19, scope: !37)
!41 = distinct !{!41, !38, !42, !43}
!42 = !DILocation(line: 12, column: 9, scope: !37)
!43 = !{!"llvm.loop.mustprogress"}
!44 = !DILocation(line: 13, column: 14, scope: !37)
!45 = !DILocation(line: 14, column: 5, scope: !37)
!46 = distinct !{!46, !29, !47, !43}
!47 = !DILocation(line: 15, column: 3, scope: !21)
!48 = !DILocation(line: 16, column: 12, scope: !21)
!49 = !DILocation(line: 16, column: 19, scope: !21)
!50 = !DILocation(line: 16, column: 10, scope: !21)
!51 = !DILocation(line: 17, column: 8, scope: !21)
!52 = !DILocation(line: 18, column: 10, scope: !21)
!53 = !DILocation(line: 19, column: 10, scope: !21)
!54 = !DILocation(line: 19, column: 3, scope: !21)
!55 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 22, type: !22, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!56 = !DILocalVariable(name: "unused", arg: 1, scope: !55, file: !3, line: 22, type: !24)
!57 = !DILocation(line: 22, column: 20, scope: !55)
!58 = !DILocation(line: 23, column: 10, scope: !55)
!59 = !DILocation(line: 24, column: 3, scope: !55)
!60 = !DILocation(line: 24, column: 10, scope: !55)
!61 = !DILocation(line: 25, column: 9, scope: !62)
!62 = distinct !DILexicalBlock(scope: !63, file: !3, line: 25, column: 9)
!63 = distinct !DILexicalBlock(scope: !55, file: !3, line: 24, column: 18)
!64 = !DILocation(line: 25, column: 14, scope: !62)
!65 = !DILocation(line: 25, column: 9, scope: !63)
!66 = !DILocation(line: 26, column: 14, scope: !67)
!67 = distinct !DILexicalBlock(scope: !62, file: !3, line: 25, column: 20)
!68 = !DILocation(line: 27, column: 7, scope: !67)
!69 = !DILocation(line: 27, column: 14, scope: !67)
!70 = !DILocation(line: 27, column: 19, scope: !67)
!71 = distinct !{!71, !68, !72, !43}
!72 = !DILocation(line: 28, column: 9, scope: !67)
!73 = !DILocation(line: 29, column: 14, scope: !67)
!74 = !DILocation(line: 30, column: 5, scope: !67)
!75 = distinct !{!75, !59, !76, !43}
!76 = !DILocation(line: 31, column: 3, scope: !55)
!77 = !DILocation(line: 32, column: 12, scope: !55)
!78 = !DILocation(line: 32, column: 19, scope: !55)
!79 = !DILocation(line: 32, column: 10, scope: !55)
!80 = !DILocation(line: 33, column: 8, scope: !55)
!81 = !DILocation(line: 34, column: 10, scope: !55)
!82 = !DILocation(line: 35, column: 10, scope: !55)
!83 = !DILocation(line: 35, column: 3, scope: !55)
!84 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 38, type: !85, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!85 = !DISubroutineType(types: !86)
!86 = !{!8}
!87 = !DILocalVariable(name: "one", scope: !84, file: !3, line: 39, type: !88)
!88 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !89, line: 27, baseType: !90)
!89 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!90 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!91 = !DILocation(line: 39, column: 13, scope: !84)
!92 = !DILocalVariable(name: "two", scope: !84, file: !3, line: 39, type: !88)
!93 = !DILocation(line: 39, column: 18, scope: !84)
!94 = !DILocation(line: 40, column: 3, scope: !84)
!95 = !DILocation(line: 41, column: 3, scope: !84)
!96 = !DILocation(line: 42, column: 16, scope: !84)
!97 = !DILocation(line: 42, column: 3, scope: !84)
!98 = !DILocation(line: 43, column: 16, scope: !84)
!99 = !DILocation(line: 43, column: 3, scope: !84)
!100 = !DILocation(line: 44, column: 3, scope: !84)
