; ModuleID = 'filter_lock.c'
source_filename = "filter_lock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@level = dso_local global [3 x i32] zeroinitializer, align 4, !dbg !0
@last = dso_local global [3 x i32] zeroinitializer, align 4, !dbg !8
@inside = dso_local global i32 0, align 4, !dbg !15
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1
@.str.1 = private unnamed_addr constant [14 x i8] c"filter_lock.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !25 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [3 x i64], align 16
  %i = alloca i64, align 8
  %i1 = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata [3 x i64]* %threads, metadata !29, metadata !DIExpression()), !dbg !34
  call void @llvm.dbg.declare(metadata i64* %i, metadata !35, metadata !DIExpression()), !dbg !37
  store i64 0, i64* %i, align 8, !dbg !37
  br label %for.cond, !dbg !38

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, i64* %i, align 8, !dbg !39
  %cmp = icmp slt i64 %0, 3, !dbg !41
  br i1 %cmp, label %for.body, label %for.end, !dbg !42

for.body:                                         ; preds = %for.cond
  %1 = load i64, i64* %i, align 8, !dbg !43
  %arrayidx = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %1, !dbg !44
  %2 = load i64, i64* %i, align 8, !dbg !45
  %3 = inttoptr i64 %2 to i8*, !dbg !46
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef %3) #5, !dbg !47
  br label %for.inc, !dbg !47

for.inc:                                          ; preds = %for.body
  %4 = load i64, i64* %i, align 8, !dbg !48
  %inc = add nsw i64 %4, 1, !dbg !48
  store i64 %inc, i64* %i, align 8, !dbg !48
  br label %for.cond, !dbg !49, !llvm.loop !50

for.end:                                          ; preds = %for.cond
  call void @llvm.dbg.declare(metadata i32* %i1, metadata !53, metadata !DIExpression()), !dbg !55
  store i32 0, i32* %i1, align 4, !dbg !55
  br label %for.cond2, !dbg !56

for.cond2:                                        ; preds = %for.inc7, %for.end
  %5 = load i32, i32* %i1, align 4, !dbg !57
  %cmp3 = icmp slt i32 %5, 3, !dbg !59
  br i1 %cmp3, label %for.body4, label %for.end9, !dbg !60

for.body4:                                        ; preds = %for.cond2
  %6 = load i32, i32* %i1, align 4, !dbg !61
  %idxprom = sext i32 %6 to i64, !dbg !62
  %arrayidx5 = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %idxprom, !dbg !62
  %7 = load i64, i64* %arrayidx5, align 8, !dbg !62
  %call6 = call i32 @pthread_join(i64 noundef %7, i8** noundef null), !dbg !63
  br label %for.inc7, !dbg !63

for.inc7:                                         ; preds = %for.body4
  %8 = load i32, i32* %i1, align 4, !dbg !64
  %inc8 = add nsw i32 %8, 1, !dbg !64
  store i32 %inc8, i32* %i1, align 4, !dbg !64
  br label %for.cond2, !dbg !65, !llvm.loop !66

for.end9:                                         ; preds = %for.cond2
  ret i32 0, !dbg !68
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @worker(i8* noundef %argument) #0 !dbg !69 {
entry:
  %argument.addr = alloca i8*, align 8
  %self = alloca i64, align 8
  %l = alloca i32, align 4
  %waits = alloca i32, align 4
  %other = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %argument.addr, metadata !72, metadata !DIExpression()), !dbg !73
  call void @llvm.dbg.declare(metadata i64* %self, metadata !74, metadata !DIExpression()), !dbg !75
  %0 = load i8*, i8** %argument.addr, align 8, !dbg !76
  %1 = ptrtoint i8* %0 to i64, !dbg !77
  store i64 %1, i64* %self, align 8, !dbg !75
  call void @llvm.dbg.declare(metadata i32* %l, metadata !78, metadata !DIExpression()), !dbg !80
  store i32 1, i32* %l, align 4, !dbg !80
  br label %for.cond, !dbg !81

for.cond:                                         ; preds = %for.inc22, %entry
  %2 = load i32, i32* %l, align 4, !dbg !82
  %cmp = icmp slt i32 %2, 3, !dbg !84
  br i1 %cmp, label %for.body, label %for.end24, !dbg !85

for.body:                                         ; preds = %for.cond
  %3 = load i32, i32* %l, align 4, !dbg !86
  %4 = load i64, i64* %self, align 8, !dbg !88
  %arrayidx = getelementptr inbounds [3 x i32], [3 x i32]* @level, i64 0, i64 %4, !dbg !89
  store volatile i32 %3, i32* %arrayidx, align 4, !dbg !90
  %5 = load i64, i64* %self, align 8, !dbg !91
  %conv = trunc i64 %5 to i32, !dbg !91
  %6 = load i32, i32* %l, align 4, !dbg !92
  %idxprom = sext i32 %6 to i64, !dbg !93
  %arrayidx1 = getelementptr inbounds [3 x i32], [3 x i32]* @last, i64 0, i64 %idxprom, !dbg !93
  store volatile i32 %conv, i32* %arrayidx1, align 4, !dbg !94
  br label %for.cond2, !dbg !95

for.cond2:                                        ; preds = %if.end20, %for.body
  call void @llvm.dbg.declare(metadata i32* %waits, metadata !96, metadata !DIExpression()), !dbg !100
  store i32 0, i32* %waits, align 4, !dbg !100
  call void @llvm.dbg.declare(metadata i32* %other, metadata !101, metadata !DIExpression()), !dbg !103
  store i32 0, i32* %other, align 4, !dbg !103
  br label %for.cond3, !dbg !104

for.cond3:                                        ; preds = %for.inc, %for.cond2
  %7 = load i32, i32* %other, align 4, !dbg !105
  %cmp4 = icmp slt i32 %7, 3, !dbg !107
  br i1 %cmp4, label %for.body6, label %for.end, !dbg !108

for.body6:                                        ; preds = %for.cond3
  %8 = load i32, i32* %other, align 4, !dbg !109
  %conv7 = sext i32 %8 to i64, !dbg !109
  %9 = load i64, i64* %self, align 8, !dbg !111
  %cmp8 = icmp ne i64 %conv7, %9, !dbg !112
  br i1 %cmp8, label %land.lhs.true, label %if.end, !dbg !113

land.lhs.true:                                    ; preds = %for.body6
  %10 = load i32, i32* %other, align 4, !dbg !114
  %idxprom10 = sext i32 %10 to i64, !dbg !115
  %arrayidx11 = getelementptr inbounds [3 x i32], [3 x i32]* @level, i64 0, i64 %idxprom10, !dbg !115
  %11 = load volatile i32, i32* %arrayidx11, align 4, !dbg !115
  %12 = load i32, i32* %l, align 4, !dbg !116
  %cmp12 = icmp sge i32 %11, %12, !dbg !117
  br i1 %cmp12, label %if.then, label %if.end, !dbg !118

if.then:                                          ; preds = %land.lhs.true
  store i32 1, i32* %waits, align 4, !dbg !119
  br label %for.end, !dbg !121

if.end:                                           ; preds = %land.lhs.true, %for.body6
  br label %for.inc, !dbg !116

for.inc:                                          ; preds = %if.end
  %13 = load i32, i32* %other, align 4, !dbg !122
  %inc = add nsw i32 %13, 1, !dbg !122
  store i32 %inc, i32* %other, align 4, !dbg !122
  br label %for.cond3, !dbg !123, !llvm.loop !124

for.end:                                          ; preds = %if.then, %for.cond3
  %14 = load i32, i32* %waits, align 4, !dbg !126
  %tobool = icmp ne i32 %14, 0, !dbg !126
  br i1 %tobool, label %lor.lhs.false, label %if.then19, !dbg !128

lor.lhs.false:                                    ; preds = %for.end
  %15 = load i32, i32* %l, align 4, !dbg !129
  %idxprom14 = sext i32 %15 to i64, !dbg !130
  %arrayidx15 = getelementptr inbounds [3 x i32], [3 x i32]* @last, i64 0, i64 %idxprom14, !dbg !130
  %16 = load volatile i32, i32* %arrayidx15, align 4, !dbg !130
  %conv16 = sext i32 %16 to i64, !dbg !130
  %17 = load i64, i64* %self, align 8, !dbg !131
  %cmp17 = icmp ne i64 %conv16, %17, !dbg !132
  br i1 %cmp17, label %if.then19, label %if.end20, !dbg !133

if.then19:                                        ; preds = %lor.lhs.false, %for.end
  br label %for.end21, !dbg !134

if.end20:                                         ; preds = %lor.lhs.false
  br label %for.cond2, !dbg !135, !llvm.loop !136

for.end21:                                        ; preds = %if.then19
  br label %for.inc22, !dbg !139

for.inc22:                                        ; preds = %for.end21
  %18 = load i32, i32* %l, align 4, !dbg !140
  %inc23 = add nsw i32 %18, 1, !dbg !140
  store i32 %inc23, i32* %l, align 4, !dbg !140
  br label %for.cond, !dbg !141, !llvm.loop !142

for.end24:                                        ; preds = %for.cond
  %19 = load i32, i32* @inside, align 4, !dbg !144
  %add = add nsw i32 %19, 1, !dbg !145
  store i32 %add, i32* @inside, align 4, !dbg !146
  %20 = load i32, i32* @inside, align 4, !dbg !147
  %cmp25 = icmp eq i32 %20, 1, !dbg !147
  br i1 %cmp25, label %if.then27, label %if.else, !dbg !150

if.then27:                                        ; preds = %for.end24
  br label %if.end28, !dbg !150

if.else:                                          ; preds = %for.end24
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([14 x i8], [14 x i8]* @.str.1, i64 0, i64 0), i32 noundef 28, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #6, !dbg !147
  unreachable, !dbg !147

if.end28:                                         ; preds = %if.then27
  %21 = load i32, i32* @inside, align 4, !dbg !151
  %sub = sub nsw i32 %21, 1, !dbg !152
  store i32 %sub, i32* @inside, align 4, !dbg !153
  %22 = load i64, i64* %self, align 8, !dbg !154
  %arrayidx29 = getelementptr inbounds [3 x i32], [3 x i32]* @level, i64 0, i64 %22, !dbg !155
  store volatile i32 0, i32* %arrayidx29, align 4, !dbg !156
  ret i8* null, !dbg !157
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
!llvm.module.flags = !{!17, !18, !19, !20, !21, !22, !23}
!llvm.ident = !{!24}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "level", scope: !2, file: !3, line: 8, type: !10, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "filter_lock.c", directory: ".", checksumkind: CSK_MD5, checksum: "abeee2a58547ce5b92f3e729bcde183a")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0, !8, !15}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "last", scope: !2, file: !3, line: 8, type: !10, isLocal: false, isDefinition: true)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 96, elements: !13)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !12)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!14}
!14 = !DISubrange(count: 3)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 9, type: !12, isLocal: false, isDefinition: true)
!17 = !{i32 7, !"Dwarf Version", i32 5}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !{i32 1, !"wchar_size", i32 4}
!20 = !{i32 7, !"PIC Level", i32 2}
!21 = !{i32 7, !"PIE Level", i32 2}
!22 = !{i32 7, !"uwtable", i32 1}
!23 = !{i32 7, !"frame-pointer", i32 2}
!24 = !{!"Debian clang version 14.0.6"}
!25 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !26, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!26 = !DISubroutineType(types: !27)
!27 = !{!12}
!28 = !{}
!29 = !DILocalVariable(name: "threads", scope: !25, file: !3, line: 35, type: !30)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 192, elements: !13)
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !32, line: 27, baseType: !33)
!32 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!33 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!34 = !DILocation(line: 35, column: 13, scope: !25)
!35 = !DILocalVariable(name: "i", scope: !36, file: !3, line: 36, type: !6)
!36 = distinct !DILexicalBlock(scope: !25, file: !3, line: 36, column: 3)
!37 = !DILocation(line: 36, column: 13, scope: !36)
!38 = !DILocation(line: 36, column: 8, scope: !36)
!39 = !DILocation(line: 36, column: 20, scope: !40)
!40 = distinct !DILexicalBlock(scope: !36, file: !3, line: 36, column: 3)
!41 = !DILocation(line: 36, column: 22, scope: !40)
!42 = !DILocation(line: 36, column: 3, scope: !36)
!43 = !DILocation(line: 37, column: 29, scope: !40)
!44 = !DILocation(line: 37, column: 21, scope: !40)
!45 = !DILocation(line: 37, column: 52, scope: !40)
!46 = !DILocation(line: 37, column: 44, scope: !40)
!47 = !DILocation(line: 37, column: 5, scope: !40)
!48 = !DILocation(line: 36, column: 28, scope: !40)
!49 = !DILocation(line: 36, column: 3, scope: !40)
!50 = distinct !{!50, !42, !51, !52}
!51 = !DILocation(line: 37, column: 53, scope: !36)
!52 = !{!"llvm.loop.mustprogress"}
!53 = !DILocalVariable(name: "i", scope: !54, file: !3, line: 38, type: !12)
!54 = distinct !DILexicalBlock(scope: !25, file: !3, line: 38, column: 3)
!55 = !DILocation(line: 38, column: 12, scope: !54)
!56 = !DILocation(line: 38, column: 8, scope: !54)
!57 = !DILocation(line: 38, column: 19, scope: !58)
!58 = distinct !DILexicalBlock(scope: !54, file: !3, line: 38, column: 3)
!59 = !DILocation(line: 38, column: 21, scope: !58)
!60 = !DILocation(line: 38, column: 3, scope: !54)
!61 = !DILocation(line: 39, column: 26, scope: !58)
!62 = !DILocation(line: 39, column: 18, scope: !58)
!63 = !DILocation(line: 39, column: 5, scope: !58)
!64 = !DILocation(line: 38, column: 27, scope: !58)
!65 = !DILocation(line: 38, column: 3, scope: !58)
!66 = distinct !{!66, !60, !67, !52}
!67 = !DILocation(line: 39, column: 31, scope: !54)
!68 = !DILocation(line: 40, column: 3, scope: !25)
!69 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 11, type: !70, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !28)
!70 = !DISubroutineType(types: !71)
!71 = !{!5, !5}
!72 = !DILocalVariable(name: "argument", arg: 1, scope: !69, file: !3, line: 11, type: !5)
!73 = !DILocation(line: 11, column: 27, scope: !69)
!74 = !DILocalVariable(name: "self", scope: !69, file: !3, line: 12, type: !6)
!75 = !DILocation(line: 12, column: 8, scope: !69)
!76 = !DILocation(line: 12, column: 21, scope: !69)
!77 = !DILocation(line: 12, column: 15, scope: !69)
!78 = !DILocalVariable(name: "l", scope: !79, file: !3, line: 13, type: !12)
!79 = distinct !DILexicalBlock(scope: !69, file: !3, line: 13, column: 3)
!80 = !DILocation(line: 13, column: 12, scope: !79)
!81 = !DILocation(line: 13, column: 8, scope: !79)
!82 = !DILocation(line: 13, column: 19, scope: !83)
!83 = distinct !DILexicalBlock(scope: !79, file: !3, line: 13, column: 3)
!84 = !DILocation(line: 13, column: 21, scope: !83)
!85 = !DILocation(line: 13, column: 3, scope: !79)
!86 = !DILocation(line: 14, column: 19, scope: !87)
!87 = distinct !DILexicalBlock(scope: !83, file: !3, line: 13, column: 31)
!88 = !DILocation(line: 14, column: 11, scope: !87)
!89 = !DILocation(line: 14, column: 5, scope: !87)
!90 = !DILocation(line: 14, column: 17, scope: !87)
!91 = !DILocation(line: 15, column: 15, scope: !87)
!92 = !DILocation(line: 15, column: 10, scope: !87)
!93 = !DILocation(line: 15, column: 5, scope: !87)
!94 = !DILocation(line: 15, column: 13, scope: !87)
!95 = !DILocation(line: 16, column: 5, scope: !87)
!96 = !DILocalVariable(name: "waits", scope: !97, file: !3, line: 17, type: !12)
!97 = distinct !DILexicalBlock(scope: !98, file: !3, line: 16, column: 14)
!98 = distinct !DILexicalBlock(scope: !99, file: !3, line: 16, column: 5)
!99 = distinct !DILexicalBlock(scope: !87, file: !3, line: 16, column: 5)
!100 = !DILocation(line: 17, column: 11, scope: !97)
!101 = !DILocalVariable(name: "other", scope: !102, file: !3, line: 18, type: !12)
!102 = distinct !DILexicalBlock(scope: !97, file: !3, line: 18, column: 7)
!103 = !DILocation(line: 18, column: 16, scope: !102)
!104 = !DILocation(line: 18, column: 12, scope: !102)
!105 = !DILocation(line: 18, column: 27, scope: !106)
!106 = distinct !DILexicalBlock(scope: !102, file: !3, line: 18, column: 7)
!107 = !DILocation(line: 18, column: 33, scope: !106)
!108 = !DILocation(line: 18, column: 7, scope: !102)
!109 = !DILocation(line: 19, column: 13, scope: !110)
!110 = distinct !DILexicalBlock(scope: !106, file: !3, line: 19, column: 13)
!111 = !DILocation(line: 19, column: 22, scope: !110)
!112 = !DILocation(line: 19, column: 19, scope: !110)
!113 = !DILocation(line: 19, column: 27, scope: !110)
!114 = !DILocation(line: 19, column: 36, scope: !110)
!115 = !DILocation(line: 19, column: 30, scope: !110)
!116 = !DILocation(line: 19, column: 46, scope: !110)
!117 = !DILocation(line: 19, column: 43, scope: !110)
!118 = !DILocation(line: 19, column: 13, scope: !106)
!119 = !DILocation(line: 20, column: 17, scope: !120)
!120 = distinct !DILexicalBlock(scope: !110, file: !3, line: 19, column: 49)
!121 = !DILocation(line: 21, column: 11, scope: !120)
!122 = !DILocation(line: 18, column: 43, scope: !106)
!123 = !DILocation(line: 18, column: 7, scope: !106)
!124 = distinct !{!124, !108, !125, !52}
!125 = !DILocation(line: 22, column: 9, scope: !102)
!126 = !DILocation(line: 23, column: 12, scope: !127)
!127 = distinct !DILexicalBlock(scope: !97, file: !3, line: 23, column: 11)
!128 = !DILocation(line: 23, column: 18, scope: !127)
!129 = !DILocation(line: 23, column: 26, scope: !127)
!130 = !DILocation(line: 23, column: 21, scope: !127)
!131 = !DILocation(line: 23, column: 32, scope: !127)
!132 = !DILocation(line: 23, column: 29, scope: !127)
!133 = !DILocation(line: 23, column: 11, scope: !97)
!134 = !DILocation(line: 24, column: 9, scope: !127)
!135 = !DILocation(line: 16, column: 5, scope: !98)
!136 = distinct !{!136, !137, !138}
!137 = !DILocation(line: 16, column: 5, scope: !99)
!138 = !DILocation(line: 25, column: 5, scope: !99)
!139 = !DILocation(line: 26, column: 3, scope: !87)
!140 = !DILocation(line: 13, column: 27, scope: !83)
!141 = !DILocation(line: 13, column: 3, scope: !83)
!142 = distinct !{!142, !85, !143, !52}
!143 = !DILocation(line: 26, column: 3, scope: !79)
!144 = !DILocation(line: 27, column: 12, scope: !69)
!145 = !DILocation(line: 27, column: 19, scope: !69)
!146 = !DILocation(line: 27, column: 10, scope: !69)
!147 = !DILocation(line: 28, column: 3, scope: !148)
!148 = distinct !DILexicalBlock(scope: !149, file: !3, line: 28, column: 3)
!149 = distinct !DILexicalBlock(scope: !69, file: !3, line: 28, column: 3)
!150 = !DILocation(line: 28, column: 3, scope: !149)
!151 = !DILocation(line: 29, column: 12, scope: !69)
!152 = !DILocation(line: 29, column: 19, scope: !69)
!153 = !DILocation(line: 29, column: 10, scope: !69)
!154 = !DILocation(line: 30, column: 9, scope: !69)
!155 = !DILocation(line: 30, column: 3, scope: !69)
!156 = !DILocation(line: 30, column: 15, scope: !69)
!157 = !DILocation(line: 31, column: 3, scope: !69)
