; ModuleID = 'crates/lakmus/tests/cli/files/fence/dekker.c'
source_filename = "crates/lakmus/tests/cli/files/fence/dekker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants0 = dso_local global i32 0, align 4, !dbg !0
@wants1 = dso_local global i32 0, align 4, !dbg !5
@turn = dso_local global i32 0, align 4, !dbg !8
@critical = dso_local global i32 0, align 4, !dbg !10

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !20 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !25, metadata !DIExpression()), !dbg !26
  store i32 1, i32* @wants0, align 4, !dbg !27
  br label %while.cond, !dbg !28

while.cond:                                       ; preds = %if.end, %entry
  %0 = load i32, i32* @wants1, align 4, !dbg !29
  %tobool = icmp ne i32 %0, 0, !dbg !28
  br i1 %tobool, label %while.body, label %while.end4, !dbg !28

while.body:                                       ; preds = %while.cond
  %1 = load i32, i32* @turn, align 4, !dbg !30
  %cmp = icmp ne i32 %1, 0, !dbg !33
  br i1 %cmp, label %if.then, label %if.end, !dbg !34

if.then:                                          ; preds = %while.body
  store i32 0, i32* @wants0, align 4, !dbg !35
  br label %while.cond1, !dbg !37

while.cond1:                                      ; preds = %while.body3, %if.then
  %2 = load i32, i32* @turn, align 4, !dbg !38
  %cmp2 = icmp ne i32 %2, 0, !dbg !39
  br i1 %cmp2, label %while.body3, label %while.end, !dbg !37

while.body3:                                      ; preds = %while.cond1
  br label %while.cond1, !dbg !37, !llvm.loop !40

while.end:                                        ; preds = %while.cond1
  store i32 1, i32* @wants0, align 4, !dbg !43
  br label %if.end, !dbg !44

if.end:                                           ; preds = %while.end, %while.body
  br label %while.cond, !dbg !28, !llvm.loop !45

while.end4:                                       ; preds = %while.cond
  %3 = load i32, i32* @critical, align 4, !dbg !47
  %inc = add nsw i32 %3, 1, !dbg !47
  store i32 %inc, i32* @critical, align 4, !dbg !47
  store i32 1, i32* @turn, align 4, !dbg !48
  store i32 0, i32* @wants0, align 4, !dbg !49
  ret i8* null, !dbg !50
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !51 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !52, metadata !DIExpression()), !dbg !53
  store i32 1, i32* @wants1, align 4, !dbg !54
  br label %while.cond, !dbg !55

while.cond:                                       ; preds = %if.end, %entry
  %0 = load i32, i32* @wants0, align 4, !dbg !56
  %tobool = icmp ne i32 %0, 0, !dbg !55
  br i1 %tobool, label %while.body, label %while.end4, !dbg !55

while.body:                                       ; preds = %while.cond
  %1 = load i32, i32* @turn, align 4, !dbg !57
  %cmp = icmp ne i32 %1, 1, !dbg !60
  br i1 %cmp, label %if.then, label %if.end, !dbg !61

if.then:                                          ; preds = %while.body
  store i32 0, i32* @wants1, align 4, !dbg !62
  br label %while.cond1, !dbg !64

while.cond1:                                      ; preds = %while.body3, %if.then
  %2 = load i32, i32* @turn, align 4, !dbg !65
  %cmp2 = icmp ne i32 %2, 1, !dbg !66
  br i1 %cmp2, label %while.body3, label %while.end, !dbg !64

while.body3:                                      ; preds = %while.cond1
  br label %while.cond1, !dbg !64, !llvm.loop !67

while.end:                                        ; preds = %while.cond1
  store i32 1, i32* @wants1, align 4, !dbg !69
  br label %if.end, !dbg !70

if.end:                                           ; preds = %while.end, %while.body
  br label %while.cond, !dbg !55, !llvm.loop !71

while.end4:                                       ; preds = %while.cond
  %3 = load i32, i32* @critical, align 4, !dbg !73
  %inc = add nsw i32 %3, 1, !dbg !73
  store i32 %inc, i32* @critical, align 4, !dbg !73
  store i32 0, i32* @turn, align 4, !dbg !74
  store i32 0, i32* @wants1, align 4, !dbg !75
  ret i8* null, !dbg !76
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !77 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %a, metadata !80, metadata !DIExpression()), !dbg !84
  call void @llvm.dbg.declare(metadata i64* %b, metadata !85, metadata !DIExpression()), !dbg !86
  %call = call i32 @pthread_create(i64* noundef %a, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !87
  %call1 = call i32 @pthread_create(i64* noundef %b, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !88
  %0 = load i64, i64* %a, align 8, !dbg !89
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !90
  %1 = load i64, i64* %b, align 8, !dbg !91
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !92
  %2 = load i32, i32* @critical, align 4, !dbg !93
  ret i32 %2, !dbg !94
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
!llvm.module.flags = !{!12, !13, !14, !15, !16, !17, !18}
!llvm.ident = !{!19}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants0", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "crates/lakmus/tests/cli/files/fence/dekker.c", directory: ".", checksumkind: CSK_MD5, checksum: "5e2e628ccc4f9659eb0e4ba7c7b0a342")
!4 = !{!0, !5, !8, !10}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "wants1", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "critical", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!12 = !{i32 7, !"Dwarf Version", i32 5}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !{i32 1, !"wchar_size", i32 4}
!15 = !{i32 7, !"PIC Level", i32 2}
!16 = !{i32 7, !"PIE Level", i32 2}
!17 = !{i32 7, !"uwtable", i32 1}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = !{!"Debian clang version 14.0.6"}
!20 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 5, type: !21, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!21 = !DISubroutineType(types: !22)
!22 = !{!23, !23}
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!24 = !{}
!25 = !DILocalVariable(name: "unused", arg: 1, scope: !20, file: !3, line: 5, type: !23)
!26 = !DILocation(line: 5, column: 19, scope: !20)
!27 = !DILocation(line: 6, column: 10, scope: !20)
!28 = !DILocation(line: 7, column: 3, scope: !20)
!29 = !DILocation(line: 7, column: 10, scope: !20)
!30 = !DILocation(line: 8, column: 9, scope: !31)
!31 = distinct !DILexicalBlock(scope: !32, file: !3, line: 8, column: 9)
!32 = distinct !DILexicalBlock(scope: !20, file: !3, line: 7, column: 18)
!33 = !DILocation(line: 8, column: 14, scope: !31)
!34 = !DILocation(line: 8, column: 9, scope: !32)
!35 = !DILocation(line: 9, column: 14, scope: !36)
!36 = distinct !DILexicalBlock(scope: !31, file: !3, line: 8, column: 20)
!37 = !DILocation(line: 10, column: 7, scope: !36)
!38 = !DILocation(line: 10, column: 14, scope: !36)
!39 = !DILocation(line: 10, column: 19, scope: !36)
!40 = distinct !{!40, !37, !41, !42}
!41 = !DILocation(line: 11, column: 9, scope: !36)
!42 = !{!"llvm.loop.mustprogress"}
!43 = !DILocation(line: 12, column: 14, scope: !36)
!44 = !DILocation(line: 13, column: 5, scope: !36)
!45 = distinct !{!45, !28, !46, !42}
!46 = !DILocation(line: 14, column: 3, scope: !20)
!47 = !DILocation(line: 15, column: 11, scope: !20)
!48 = !DILocation(line: 16, column: 8, scope: !20)
!49 = !DILocation(line: 17, column: 10, scope: !20)
!50 = !DILocation(line: 18, column: 3, scope: !20)
!51 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 21, type: !21, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!52 = !DILocalVariable(name: "unused", arg: 1, scope: !51, file: !3, line: 21, type: !23)
!53 = !DILocation(line: 21, column: 20, scope: !51)
!54 = !DILocation(line: 22, column: 10, scope: !51)
!55 = !DILocation(line: 23, column: 3, scope: !51)
!56 = !DILocation(line: 23, column: 10, scope: !51)
!57 = !DILocation(line: 24, column: 9, scope: !58)
!58 = distinct !DILexicalBlock(scope: !59, file: !3, line: 24, column: 9)
!59 = distinct !DILexicalBlock(scope: !51, file: !3, line: 23, column: 18)
!60 = !DILocation(line: 24, column: 14, scope: !58)
!61 = !DILocation(line: 24, column: 9, scope: !59)
!62 = !DILocation(line: 25, column: 14, scope: !63)
!63 = distinct !DILexicalBlock(scope: !58, file: !3, line: 24, column: 20)
!64 = !DILocation(line: 26, column: 7, scope: !63)
!65 = !DILocation(line: 26, column: 14, scope: !63)
!66 = !DILocation(line: 26, column: 19, scope: !63)
!67 = distinct !{!67, !64, !68, !42}
!68 = !DILocation(line: 27, column: 9, scope: !63)
!69 = !DILocation(line: 28, column: 14, scope: !63)
!70 = !DILocation(line: 29, column: 5, scope: !63)
!71 = distinct !{!71, !55, !72, !42}
!72 = !DILocation(line: 30, column: 3, scope: !51)
!73 = !DILocation(line: 31, column: 11, scope: !51)
!74 = !DILocation(line: 32, column: 8, scope: !51)
!75 = !DILocation(line: 33, column: 10, scope: !51)
!76 = !DILocation(line: 34, column: 3, scope: !51)
!77 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 37, type: !78, scopeLine: 37, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!78 = !DISubroutineType(types: !79)
!79 = !{!7}
!80 = !DILocalVariable(name: "a", scope: !77, file: !3, line: 38, type: !81)
!81 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !82, line: 27, baseType: !83)
!82 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!83 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!84 = !DILocation(line: 38, column: 13, scope: !77)
!85 = !DILocalVariable(name: "b", scope: !77, file: !3, line: 38, type: !81)
!86 = !DILocation(line: 38, column: 16, scope: !77)
!87 = !DILocation(line: 39, column: 3, scope: !77)
!88 = !DILocation(line: 40, column: 3, scope: !77)
!89 = !DILocation(line: 41, column: 16, scope: !77)
!90 = !DILocation(line: 41, column: 3, scope: !77)
!91 = !DILocation(line: 42, column: 16, scope: !77)
!92 = !DILocation(line: 42, column: 3, scope: !77)
!93 = !DILocation(line: 43, column: 10, scope: !77)
!94 = !DILocation(line: 43, column: 3, scope: !77)
