; ModuleID = 'peterson.c'
source_filename = "peterson.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@wants = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@turn = dso_local global i32 0, align 4, !dbg !8
@inside = dso_local global i32 0, align 4, !dbg !12
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1, !dbg !14
@.str.1 = private unnamed_addr constant [11 x i8] c"peterson.c\00", align 1, !dbg !20
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1, !dbg !25

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !41 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !45, !DIExpression(), !49)
    #dbg_declare(ptr %b, !50, !DIExpression(), !51)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @worker, ptr noundef null) #4, !dbg !52
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @worker, ptr noundef inttoptr (i64 1 to ptr)) #4, !dbg !53
  %0 = load i64, ptr %a, align 8, !dbg !54
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !55
  %1 = load i64, ptr %b, align 8, !dbg !56
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !57
  ret i32 0, !dbg !58
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @worker(ptr noundef %argument) #0 !dbg !59 {
entry:
  %argument.addr = alloca ptr, align 8
  %self = alloca i64, align 8
  %round = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
    #dbg_declare(ptr %argument.addr, !62, !DIExpression(), !63)
    #dbg_declare(ptr %self, !64, !DIExpression(), !65)
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !66
  %1 = ptrtoint ptr %0 to i64, !dbg !67
  store i64 %1, ptr %self, align 8, !dbg !65
    #dbg_declare(ptr %round, !68, !DIExpression(), !70)
  store i32 0, ptr %round, align 4, !dbg !70
  br label %for.cond, !dbg !71

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, ptr %round, align 4, !dbg !72
  %cmp = icmp slt i32 %2, 2, !dbg !74
  br i1 %cmp, label %for.body, label %for.end, !dbg !75

for.body:                                         ; preds = %for.cond
  %3 = load i64, ptr %self, align 8, !dbg !76
  %arrayidx = getelementptr inbounds [2 x i32], ptr @wants, i64 0, i64 %3, !dbg !78
  store volatile i32 1, ptr %arrayidx, align 4, !dbg !79
  %4 = load i64, ptr %self, align 8, !dbg !80
  %sub = sub nsw i64 1, %4, !dbg !81
  %conv = trunc i64 %sub to i32, !dbg !82
  store volatile i32 %conv, ptr @turn, align 4, !dbg !83
  br label %while.cond, !dbg !84

while.cond:                                       ; preds = %while.body, %for.body
  %5 = load i64, ptr %self, align 8, !dbg !85
  %sub1 = sub nsw i64 1, %5, !dbg !86
  %arrayidx2 = getelementptr inbounds [2 x i32], ptr @wants, i64 0, i64 %sub1, !dbg !87
  %6 = load volatile i32, ptr %arrayidx2, align 4, !dbg !87
  %tobool = icmp ne i32 %6, 0, !dbg !87
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !88

land.rhs:                                         ; preds = %while.cond
  %7 = load volatile i32, ptr @turn, align 4, !dbg !89
  %conv3 = sext i32 %7 to i64, !dbg !89
  %8 = load i64, ptr %self, align 8, !dbg !90
  %sub4 = sub nsw i64 1, %8, !dbg !91
  %cmp5 = icmp eq i64 %conv3, %sub4, !dbg !92
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %9 = phi i1 [ false, %while.cond ], [ %cmp5, %land.rhs ], !dbg !93
  br i1 %9, label %while.body, label %while.end, !dbg !84

while.body:                                       ; preds = %land.end
  br label %while.cond, !dbg !84, !llvm.loop !94

while.end:                                        ; preds = %land.end
  %10 = load i32, ptr @inside, align 4, !dbg !97
  %add = add nsw i32 %10, 1, !dbg !98
  store i32 %add, ptr @inside, align 4, !dbg !99
  %11 = load i32, ptr @inside, align 4, !dbg !100
  %cmp7 = icmp eq i32 %11, 1, !dbg !100
  br i1 %cmp7, label %if.then, label %if.else, !dbg !103

if.then:                                          ; preds = %while.end
  br label %if.end, !dbg !103

if.else:                                          ; preds = %while.end
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 21, ptr noundef @__PRETTY_FUNCTION__.worker) #5, !dbg !100
  unreachable, !dbg !100

if.end:                                           ; preds = %if.then
  %12 = load i32, ptr @inside, align 4, !dbg !104
  %sub9 = sub nsw i32 %12, 1, !dbg !105
  store i32 %sub9, ptr @inside, align 4, !dbg !106
  %13 = load i64, ptr %self, align 8, !dbg !107
  %arrayidx10 = getelementptr inbounds [2 x i32], ptr @wants, i64 0, i64 %13, !dbg !108
  store volatile i32 0, ptr %arrayidx10, align 4, !dbg !109
  br label %for.inc, !dbg !110

for.inc:                                          ; preds = %if.end
  %14 = load i32, ptr %round, align 4, !dbg !111
  %inc = add nsw i32 %14, 1, !dbg !111
  store i32 %inc, ptr %round, align 4, !dbg !111
  br label %for.cond, !dbg !112, !llvm.loop !113

for.end:                                          ; preds = %for.cond
  ret ptr null, !dbg !115
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!34, !35, !36, !37, !38, !39, !40}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants", scope: !2, file: !3, line: 9, type: !31, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "peterson.c", directory: ".", checksumkind: CSK_MD5, checksum: "f40df40d00cad10e6133a13ab620fb99")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0, !8, !12, !14, !20, !25}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 9, type: !10, isLocal: false, isDefinition: true)
!10 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !11)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 11, type: !11, isLocal: false, isDefinition: true)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(scope: null, file: !3, line: 21, type: !16, isLocal: true, isDefinition: true)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 96, elements: !18)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !{!19}
!19 = !DISubrange(count: 12)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(scope: null, file: !3, line: 21, type: !22, isLocal: true, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 88, elements: !23)
!23 = !{!24}
!24 = !DISubrange(count: 11)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(scope: null, file: !3, line: 21, type: !27, isLocal: true, isDefinition: true)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 168, elements: !29)
!28 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
!29 = !{!30}
!30 = !DISubrange(count: 21)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 64, elements: !32)
!32 = !{!33}
!33 = !DISubrange(count: 2)
!34 = !{i32 7, !"Dwarf Version", i32 5}
!35 = !{i32 2, !"Debug Info Version", i32 3}
!36 = !{i32 1, !"wchar_size", i32 4}
!37 = !{i32 8, !"PIC Level", i32 2}
!38 = !{i32 7, !"PIE Level", i32 2}
!39 = !{i32 7, !"uwtable", i32 2}
!40 = !{i32 7, !"frame-pointer", i32 2}
!41 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 28, type: !42, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !44)
!42 = !DISubroutineType(types: !43)
!43 = !{!11}
!44 = !{}
!45 = !DILocalVariable(name: "a", scope: !41, file: !3, line: 29, type: !46)
!46 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !47, line: 27, baseType: !48)
!47 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!48 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!49 = !DILocation(line: 29, column: 13, scope: !41)
!50 = !DILocalVariable(name: "b", scope: !41, file: !3, line: 29, type: !46)
!51 = !DILocation(line: 29, column: 16, scope: !41)
!52 = !DILocation(line: 30, column: 3, scope: !41)
!53 = !DILocation(line: 31, column: 3, scope: !41)
!54 = !DILocation(line: 32, column: 16, scope: !41)
!55 = !DILocation(line: 32, column: 3, scope: !41)
!56 = !DILocation(line: 33, column: 16, scope: !41)
!57 = !DILocation(line: 33, column: 3, scope: !41)
!58 = !DILocation(line: 34, column: 3, scope: !41)
!59 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 13, type: !60, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!60 = !DISubroutineType(types: !61)
!61 = !{!5, !5}
!62 = !DILocalVariable(name: "argument", arg: 1, scope: !59, file: !3, line: 13, type: !5)
!63 = !DILocation(line: 13, column: 27, scope: !59)
!64 = !DILocalVariable(name: "self", scope: !59, file: !3, line: 14, type: !6)
!65 = !DILocation(line: 14, column: 8, scope: !59)
!66 = !DILocation(line: 14, column: 21, scope: !59)
!67 = !DILocation(line: 14, column: 15, scope: !59)
!68 = !DILocalVariable(name: "round", scope: !69, file: !3, line: 15, type: !11)
!69 = distinct !DILexicalBlock(scope: !59, file: !3, line: 15, column: 3)
!70 = !DILocation(line: 15, column: 12, scope: !69)
!71 = !DILocation(line: 15, column: 8, scope: !69)
!72 = !DILocation(line: 15, column: 23, scope: !73)
!73 = distinct !DILexicalBlock(scope: !69, file: !3, line: 15, column: 3)
!74 = !DILocation(line: 15, column: 29, scope: !73)
!75 = !DILocation(line: 15, column: 3, scope: !69)
!76 = !DILocation(line: 16, column: 11, scope: !77)
!77 = distinct !DILexicalBlock(scope: !73, file: !3, line: 15, column: 43)
!78 = !DILocation(line: 16, column: 5, scope: !77)
!79 = !DILocation(line: 16, column: 17, scope: !77)
!80 = !DILocation(line: 17, column: 16, scope: !77)
!81 = !DILocation(line: 17, column: 14, scope: !77)
!82 = !DILocation(line: 17, column: 12, scope: !77)
!83 = !DILocation(line: 17, column: 10, scope: !77)
!84 = !DILocation(line: 18, column: 5, scope: !77)
!85 = !DILocation(line: 18, column: 22, scope: !77)
!86 = !DILocation(line: 18, column: 20, scope: !77)
!87 = !DILocation(line: 18, column: 12, scope: !77)
!88 = !DILocation(line: 18, column: 28, scope: !77)
!89 = !DILocation(line: 18, column: 31, scope: !77)
!90 = !DILocation(line: 18, column: 43, scope: !77)
!91 = !DILocation(line: 18, column: 41, scope: !77)
!92 = !DILocation(line: 18, column: 36, scope: !77)
!93 = !DILocation(line: 0, scope: !77)
!94 = distinct !{!94, !84, !95, !96}
!95 = !DILocation(line: 19, column: 7, scope: !77)
!96 = !{!"llvm.loop.mustprogress"}
!97 = !DILocation(line: 20, column: 14, scope: !77)
!98 = !DILocation(line: 20, column: 21, scope: !77)
!99 = !DILocation(line: 20, column: 12, scope: !77)
!100 = !DILocation(line: 21, column: 5, scope: !101)
!101 = distinct !DILexicalBlock(scope: !102, file: !3, line: 21, column: 5)
!102 = distinct !DILexicalBlock(scope: !77, file: !3, line: 21, column: 5)
!103 = !DILocation(line: 21, column: 5, scope: !102)
!104 = !DILocation(line: 22, column: 14, scope: !77)
!105 = !DILocation(line: 22, column: 21, scope: !77)
!106 = !DILocation(line: 22, column: 12, scope: !77)
!107 = !DILocation(line: 23, column: 11, scope: !77)
!108 = !DILocation(line: 23, column: 5, scope: !77)
!109 = !DILocation(line: 23, column: 17, scope: !77)
!110 = !DILocation(line: 24, column: 3, scope: !77)
!111 = !DILocation(line: 15, column: 39, scope: !73)
!112 = !DILocation(line: 15, column: 3, scope: !73)
!113 = distinct !{!113, !75, !114, !96}
!114 = !DILocation(line: 24, column: 3, scope: !69)
!115 = !DILocation(line: 25, column: 3, scope: !59)
