; ModuleID = 'handshake.c'
source_filename = "handshake.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants0 = dso_local global i32 0, align 4, !dbg !0
@wants1 = dso_local global i32 0, align 4, !dbg !5
@stopped = dso_local global i32 0, align 4, !dbg !8
@tried = dso_local global i32 0, align 4, !dbg !10

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !20 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !25, metadata !DIExpression()), !dbg !26
  %call = call i32 @first_tries(), !dbg !27
  store i32 0, i32* @wants0, align 4, !dbg !28
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !29
  ret i8* %0, !dbg !30
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define internal i32 @first_tries() #0 !dbg !31 {
entry:
  %retval = alloca i32, align 4
  %seen = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %seen, metadata !34, metadata !DIExpression()), !dbg !35
  store i32 1, i32* @wants0, align 4, !dbg !36
  %0 = load i32, i32* @wants1, align 4, !dbg !36
  store i32 %0, i32* %seen, align 4, !dbg !36
  %1 = load i32, i32* @stopped, align 4, !dbg !37
  %tobool = icmp ne i32 %1, 0, !dbg !37
  br i1 %tobool, label %if.then, label %if.end, !dbg !39

if.then:                                          ; preds = %entry
  store i32 1, i32* %retval, align 4, !dbg !37
  br label %return, !dbg !37

if.end:                                           ; preds = %entry
  store i32 1, i32* @tried, align 4, !dbg !40
  %2 = load i32, i32* %seen, align 4, !dbg !41
  store i32 %2, i32* %retval, align 4, !dbg !42
  br label %return, !dbg !42

return:                                           ; preds = %if.end, %if.then
  %3 = load i32, i32* %retval, align 4, !dbg !43
  ret i32 %3, !dbg !43
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !44 {
entry:
  %unused.addr = alloca i8*, align 8
  %seen = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !45, metadata !DIExpression()), !dbg !46
  call void @llvm.dbg.declare(metadata i32* %seen, metadata !47, metadata !DIExpression()), !dbg !48
  store i32 1, i32* @wants1, align 4, !dbg !49
  %0 = load i32, i32* @wants0, align 4, !dbg !49
  store i32 %0, i32* %seen, align 4, !dbg !49
  %1 = load i32, i32* %seen, align 4, !dbg !50
  %tobool = icmp ne i32 %1, 0, !dbg !50
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !50

cond.true:                                        ; preds = %entry
  %2 = load i8*, i8** %unused.addr, align 8, !dbg !51
  br label %cond.end, !dbg !50

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !50

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i8* [ %2, %cond.true ], [ null, %cond.false ], !dbg !50
  ret i8* %cond, !dbg !52
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !53 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !54, metadata !DIExpression()), !dbg !58
  call void @llvm.dbg.declare(metadata i64* %two, metadata !59, metadata !DIExpression()), !dbg !60
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !61
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !62
  %0 = load i64, i64* %one, align 8, !dbg !63
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !64
  %1 = load i64, i64* %two, align 8, !dbg !65
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !66
  ret i32 0, !dbg !67
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
!3 = !DIFile(filename: "handshake.c", directory: ".", checksumkind: CSK_MD5, checksum: "38d7d33d30351b4ff55cc97776354355")
!4 = !{!0, !5, !8, !10}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "wants1", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "stopped", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "tried", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!12 = !{i32 7, !"Dwarf Version", i32 5}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !{i32 1, !"wchar_size", i32 4}
!15 = !{i32 7, !"PIC Level", i32 2}
!16 = !{i32 7, !"PIE Level", i32 2}
!17 = !{i32 7, !"uwtable", i32 1}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = !{!"Debian clang version 14.0.6"}
!20 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 17, type: !21, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!21 = !DISubroutineType(types: !22)
!22 = !{!23, !23}
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!24 = !{}
!25 = !DILocalVariable(name: "unused", arg: 1, scope: !20, file: !3, line: 17, type: !23)
!26 = !DILocation(line: 17, column: 19, scope: !20)
!27 = !DILocation(line: 18, column: 3, scope: !20)
!28 = !DILocation(line: 19, column: 3, scope: !20)
!29 = !DILocation(line: 20, column: 10, scope: !20)
!30 = !DILocation(line: 20, column: 3, scope: !20)
!31 = distinct !DISubprogram(name: "first_tries", scope: !3, file: !3, line: 9, type: !32, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!32 = !DISubroutineType(types: !33)
!33 = !{!7}
!34 = !DILocalVariable(name: "seen", scope: !31, file: !3, line: 10, type: !7)
!35 = !DILocation(line: 10, column: 7, scope: !31)
!36 = !DILocation(line: 11, column: 3, scope: !31)
!37 = !DILocation(line: 12, column: 3, scope: !38)
!38 = distinct !DILexicalBlock(scope: !31, file: !3, line: 12, column: 3)
!39 = !DILocation(line: 12, column: 3, scope: !31)
!40 = !DILocation(line: 13, column: 9, scope: !31)
!41 = !DILocation(line: 14, column: 10, scope: !31)
!42 = !DILocation(line: 14, column: 3, scope: !31)
!43 = !DILocation(line: 15, column: 1, scope: !31)
!44 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 23, type: !21, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!45 = !DILocalVariable(name: "unused", arg: 1, scope: !44, file: !3, line: 23, type: !23)
!46 = !DILocation(line: 23, column: 20, scope: !44)
!47 = !DILocalVariable(name: "seen", scope: !44, file: !3, line: 24, type: !7)
!48 = !DILocation(line: 24, column: 7, scope: !44)
!49 = !DILocation(line: 25, column: 3, scope: !44)
!50 = !DILocation(line: 26, column: 10, scope: !44)
!51 = !DILocation(line: 26, column: 17, scope: !44)
!52 = !DILocation(line: 26, column: 3, scope: !44)
!53 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 29, type: !32, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!54 = !DILocalVariable(name: "one", scope: !53, file: !3, line: 30, type: !55)
!55 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !56, line: 27, baseType: !57)
!56 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!57 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!58 = !DILocation(line: 30, column: 13, scope: !53)
!59 = !DILocalVariable(name: "two", scope: !53, file: !3, line: 30, type: !55)
!60 = !DILocation(line: 30, column: 18, scope: !53)
!61 = !DILocation(line: 31, column: 3, scope: !53)
!62 = !DILocation(line: 32, column: 3, scope: !53)
!63 = !DILocation(line: 33, column: 16, scope: !53)
!64 = !DILocation(line: 33, column: 3, scope: !53)
!65 = !DILocation(line: 34, column: 16, scope: !53)
!66 = !DILocation(line: 34, column: 3, scope: !53)
!67 = !DILocation(line: 35, column: 3, scope: !53)
