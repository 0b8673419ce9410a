; ModuleID = 'peterson.c'
source_filename = "peterson.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@wants = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@turn = dso_local global i32 0, align 4, !dbg !8
@inside = dso_local global i32 0, align 4, !dbg !14
@.str = private unnamed_addr constant [12 x i8] c"inside == 1\00", align 1, !dbg !16
@.str.1 = private unnamed_addr constant [11 x i8] c"peterson.c\00", align 1, !dbg !22
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1, !dbg !27

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !43 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !47, !DIExpression(), !51)
    #dbg_declare(ptr %b, !52, !DIExpression(), !53)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @worker, ptr noundef null) #4, !dbg !54
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @worker, ptr noundef inttoptr (i64 1 to ptr)) #4, !dbg !55
  %0 = load i64, ptr %a, align 8, !dbg !56
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !57
  %1 = load i64, ptr %b, align 8, !dbg !58
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !59
  ret i32 0, !dbg !60
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @worker(ptr noundef %argument) #0 !dbg !61 {
entry:
  %argument.addr = alloca ptr, align 8
  %self = alloca i64, align 8
  %round = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
    #dbg_declare(ptr %argument.addr, !64, !DIExpression(), !65)
    #dbg_declare(ptr %self, !66, !DIExpression(), !67)
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !68
  %1 = ptrtoint ptr %0 to i64, !dbg !69
  store i64 %1, ptr %self, align 8, !dbg !67
    #dbg_declare(ptr %round, !70, !DIExpression(), !72)
  store i32 0, ptr %round, align 4, !dbg !72
  br label %for.cond, !dbg !73

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, ptr %round, align 4, !dbg !74
  %cmp = icmp slt i32 %2, 2, !dbg !76
  br i1 %cmp, label %for.body, label %for.end, !dbg !77

for.body:                                         ; preds = %for.cond
  %3 = load i64, ptr %self, align 8, !dbg !78
  %arrayidx = getelementptr inbounds [2 x i32], ptr @wants, i64 0, i64 %3, !dbg !80
  store atomic i32 1, ptr %arrayidx seq_cst, align 4, !dbg !81
  %4 = load i64, ptr %self, align 8, !dbg !82
  %sub = sub nsw i64 1, %4, !dbg !83
  %conv = trunc i64 %sub to i32, !dbg !84
  store atomic i32 %conv, ptr @turn seq_cst, align 4, !dbg !85
  br label %while.cond, !dbg !86

while.cond:                                       ; preds = %while.body, %for.body
  %5 = load i64, ptr %self, align 8, !dbg !87
  %sub1 = sub nsw i64 1, %5, !dbg !88
  %arrayidx2 = getelementptr inbounds [2 x i32], ptr @wants, i64 0, i64 %sub1, !dbg !89
  %atomic-load = load atomic i32, ptr %arrayidx2 seq_cst, align 4, !dbg !89
  %tobool = icmp ne i32 %atomic-load, 0, !dbg !89
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !90

land.rhs:                                         ; preds = %while.cond
  %atomic-load3 = load atomic i32, ptr @turn seq_cst, align 4, !dbg !91
  %conv4 = sext i32 %atomic-load3 to i64, !dbg !91
  %6 = load i64, ptr %self, align 8, !dbg !92
  %sub5 = sub nsw i64 1, %6, !dbg !93
  %cmp6 = icmp eq i64 %conv4, %sub5, !dbg !94
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %7 = phi i1 [ false, %while.cond ], [ %cmp6, %land.rhs ], !dbg !95
  br i1 %7, label %while.body, label %while.end, !dbg !86

while.body:                                       ; preds = %land.end
  br label %while.cond, !dbg !86, !llvm.loop !96

while.end:                                        ; preds = %land.end
  %8 = load i32, ptr @inside, align 4, !dbg !99
  %add = add nsw i32 %8, 1, !dbg !100
  store i32 %add, ptr @inside, align 4, !dbg !101
  %9 = load i32, ptr @inside, align 4, !dbg !102
  %cmp8 = icmp eq i32 %9, 1, !dbg !102
  br i1 %cmp8, label %if.then, label %if.else, !dbg !105

if.then:                                          ; preds = %while.end
  br label %if.end, !dbg !105

if.else:                                          ; preds = %while.end
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 21, ptr noundef @__PRETTY_FUNCTION__.worker) #5, !dbg !102
  unreachable, !dbg !102

if.end:                                           ; preds = %if.then
  %10 = load i32, ptr @inside, align 4, !dbg !106
  %sub10 = sub nsw i32 %10, 1, !dbg !107
  store i32 %sub10, ptr @inside, align 4, !dbg !108
  %11 = load i64, ptr %self, align 8, !dbg !109
  %arrayidx11 = getelementptr inbounds [2 x i32], ptr @wants, i64 0, i64 %11, !dbg !110
  store atomic i32 0, ptr %arrayidx11 seq_cst, align 4, !dbg !111
  br label %for.inc, !dbg !112

for.inc:                                          ; preds = %if.end
  %12 = load i32, ptr %round, align 4, !dbg !113
  %inc = add nsw i32 %12, 1, !dbg !113
  store i32 %inc, ptr %round, align 4, !dbg !113
  br label %for.cond, !dbg !114, !llvm.loop !115

for.end:                                          ; preds = %for.cond
  ret ptr null, !dbg !117
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
!llvm.module.flags = !{!36, !37, !38, !39, !40, !41, !42}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants", scope: !2, file: !3, line: 7, type: !33, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "peterson.c", directory: ".", checksumkind: CSK_MD5, checksum: "f40df40d00cad10e6133a13ab620fb99")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0, !8, !14, !16, !22, !27}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "turn", scope: !2, file: !3, line: 7, type: !10, isLocal: false, isDefinition: true)
!10 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !11, line: 104, baseType: !12)
!11 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!12 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !13)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 11, type: !13, isLocal: false, isDefinition: true)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 21, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 96, elements: !20)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !{!21}
!21 = !DISubrange(count: 12)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(scope: null, file: !3, line: 21, type: !24, isLocal: true, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 88, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 11)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(scope: null, file: !3, line: 21, type: !29, isLocal: true, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !30, size: 168, elements: !31)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!31 = !{!32}
!32 = !DISubrange(count: 21)
!33 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 64, elements: !34)
!34 = !{!35}
!35 = !DISubrange(count: 2)
!36 = !{i32 7, !"Dwarf Version", i32 5}
!37 = !{i32 2, !"Debug Info Version", i32 3}
!38 = !{i32 1, !"wchar_size", i32 4}
!39 = !{i32 8, !"PIC Level", i32 2}
!40 = !{i32 7, !"PIE Level", i32 2}
!41 = !{i32 7, !"uwtable", i32 2}
!42 = !{i32 7, !"frame-pointer", i32 2}
!43 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 28, type: !44, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !46)
!44 = !DISubroutineType(types: !45)
!45 = !{!13}
!46 = !{}
!47 = !DILocalVariable(name: "a", scope: !43, file: !3, line: 29, type: !48)
!48 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !49, line: 27, baseType: !50)
!49 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!50 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!51 = !DILocation(line: 29, column: 13, scope: !43)
!52 = !DILocalVariable(name: "b", scope: !43, file: !3, line: 29, type: !48)
!53 = !DILocation(line: 29, column: 16, scope: !43)
!54 = !DILocation(line: 30, column: 3, scope: !43)
!55 = !DILocation(line: 31, column: 3, scope: !43)
!56 = !DILocation(line: 32, column: 16, scope: !43)
!57 = !DILocation(line: 32, column: 3, scope: !43)
!58 = !DILocation(line: 33, column: 16, scope: !43)
!59 = !DILocation(line: 33, column: 3, scope: !43)
!60 = !DILocation(line: 34, column: 3, scope: !43)
!61 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 13, type: !62, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !46)
!62 = !DISubroutineType(types: !63)
!63 = !{!5, !5}
!64 = !DILocalVariable(name: "argument", arg: 1, scope: !61, file: !3, line: 13, type: !5)
!65 = !DILocation(line: 13, column: 27, scope: !61)
!66 = !DILocalVariable(name: "self", scope: !61, file: !3, line: 14, type: !6)
!67 = !DILocation(line: 14, column: 8, scope: !61)
!68 = !DILocation(line: 14, column: 21, scope: !61)
!69 = !DILocation(line: 14, column: 15, scope: !61)
!70 = !DILocalVariable(name: "round", scope: !71, file: !3, line: 15, type: !13)
!71 = distinct !DILexicalBlock(scope: !61, file: !3, line: 15, column: 3)
!72 = !DILocation(line: 15, column: 12, scope: !71)
!73 = !DILocation(line: 15, column: 8, scope: !71)
!74 = !DILocation(line: 15, column: 23, scope: !75)
!75 = distinct !DILexicalBlock(scope: !71, file: !3, line: 15, column: 3)
!76 = !DILocation(line: 15, column: 29, scope: !75)
!77 = !DILocation(line: 15, column: 3, scope: !71)
!78 = !DILocation(line: 16, column: 11, scope: !79)
!79 = distinct !DILexicalBlock(scope: !75, file: !3, line: 15, column: 43)
!80 = !DILocation(line: 16, column: 5, scope: !79)
!81 = !DILocation(line: 16, column: 17, scope: !79)
!82 = !DILocation(line: 17, column: 16, scope: !79)
!83 = !DILocation(line: 17, column: 14, scope: !79)
!84 = !DILocation(line: 17, column: 12, scope: !79)
!85 = !DILocation(line: 17, column: 10, scope: !79)
!86 = !DILocation(line: 18, column: 5, scope: !79)
!87 = !DILocation(line: 18, column: 22, scope: !79)
!88 = !DILocation(line: 18, column: 20, scope: !79)
!89 = !DILocation(line: 18, column: 12, scope: !79)
!90 = !DILocation(line: 18, column: 28, scope: !79)
!91 = !DILocation(line: 18, column: 31, scope: !79)
!92 = !DILocation(line: 18, column: 43, scope: !79)
!93 = !DILocation(line: 18, column: 41, scope: !79)
!94 = !DILocation(line: 18, column: 36, scope: !79)
!95 = !DILocation(line: 0, scope: !79)
!96 = distinct !{!96, !86, !97, !98}
!97 = !DILocation(line: 19, column: 7, scope: !79)
!98 = !{!"llvm.loop.mustprogress"}
!99 = !DILocation(line: 20, column: 14, scope: !79)
!100 = !DILocation(line: 20, column: 21, scope: !79)
!101 = !DILocation(line: 20, column: 12, scope: !79)
!102 = !DILocation(line: 21, column: 5, scope: !103)
!103 = distinct !DILexicalBlock(scope: !104, file: !3, line: 21, column: 5)
!104 = distinct !DILexicalBlock(scope: !79, file: !3, line: 21, column: 5)
!105 = !DILocation(line: 21, column: 5, scope: !104)
!106 = !DILocation(line: 22, column: 14, scope: !79)
!107 = !DILocation(line: 22, column: 21, scope: !79)
!108 = !DILocation(line: 22, column: 12, scope: !79)
!109 = !DILocation(line: 23, column: 11, scope: !79)
!110 = !DILocation(line: 23, column: 5, scope: !79)
!111 = !DILocation(line: 23, column: 17, scope: !79)
!112 = !DILocation(line: 24, column: 3, scope: !79)
!113 = !DILocation(line: 15, column: 39, scope: !75)
!114 = !DILocation(line: 15, column: 3, scope: !75)
!115 = distinct !{!115, !77, !116, !98}
!116 = !DILocation(line: 24, column: 3, scope: !71)
!117 = !DILocation(line: 25, column: 3, scope: !61)
