; ModuleID = 'token.c'
source_filename = "token.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@latch = dso_local global [2 x i8] c"\01\00", align 1, !dbg !0
@flag = dso_local global [2 x i8] c"\01\00", align 1, !dbg !8
@.str = private unnamed_addr constant [27 x i8] c"!latch[self] || flag[self]\00", align 1, !dbg !15
@.str.1 = private unnamed_addr constant [8 x i8] c"token.c\00", align 1, !dbg !21
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1, !dbg !26

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !39 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !44, !DIExpression(), !48)
    #dbg_declare(ptr %b, !49, !DIExpression(), !50)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @worker, ptr noundef null) #4, !dbg !51
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @worker, ptr noundef inttoptr (i64 1 to ptr)) #4, !dbg !52
  %0 = load i64, ptr %a, align 8, !dbg !53
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !54
  ret i32 0, !dbg !55
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @worker(ptr noundef %argument) #0 !dbg !56 {
entry:
  %argument.addr = alloca ptr, align 8
  %self = alloca i64, align 8
  %other = alloca i64, align 8
  store ptr %argument, ptr %argument.addr, align 8
    #dbg_declare(ptr %argument.addr, !59, !DIExpression(), !60)
    #dbg_declare(ptr %self, !61, !DIExpression(), !62)
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !63
  %1 = ptrtoint ptr %0 to i64, !dbg !64
  store i64 %1, ptr %self, align 8, !dbg !62
    #dbg_declare(ptr %other, !65, !DIExpression(), !66)
  %2 = load i64, ptr %self, align 8, !dbg !67
  %sub = sub nsw i64 1, %2, !dbg !68
  store i64 %sub, ptr %other, align 8, !dbg !66
  br label %for.cond, !dbg !69

for.cond:                                         ; preds = %if.end12, %entry
  br label %while.cond, !dbg !70

while.cond:                                       ; preds = %while.body, %for.cond
  %3 = load i64, ptr %self, align 8, !dbg !74
  %arrayidx = getelementptr inbounds [2 x i8], ptr @latch, i64 0, i64 %3, !dbg !75
  %4 = load volatile i8, ptr %arrayidx, align 1, !dbg !75
  %loadedv = trunc i8 %4 to i1, !dbg !75
  %lnot = xor i1 %loadedv, true, !dbg !76
  br i1 %lnot, label %while.body, label %while.end, !dbg !70

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !70, !llvm.loop !77

while.end:                                        ; preds = %while.cond
  call void asm sideeffect "lwsync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !80, !srcloc !81
  %5 = load i64, ptr %self, align 8, !dbg !82
  %arrayidx1 = getelementptr inbounds [2 x i8], ptr @latch, i64 0, i64 %5, !dbg !82
  %6 = load volatile i8, ptr %arrayidx1, align 1, !dbg !82
  %loadedv2 = trunc i8 %6 to i1, !dbg !82
  br i1 %loadedv2, label %lor.lhs.false, label %if.then, !dbg !82

lor.lhs.false:                                    ; preds = %while.end
  %7 = load i64, ptr %self, align 8, !dbg !82
  %arrayidx3 = getelementptr inbounds [2 x i8], ptr @flag, i64 0, i64 %7, !dbg !82
  %8 = load volatile i8, ptr %arrayidx3, align 1, !dbg !82
  %loadedv4 = trunc i8 %8 to i1, !dbg !82
  br i1 %loadedv4, label %if.then, label %if.else, !dbg !85

if.then:                                          ; preds = %lor.lhs.false, %while.end
  br label %if.end, !dbg !85

if.else:                                          ; preds = %lor.lhs.false
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 19, ptr noundef @__PRETTY_FUNCTION__.worker) #5, !dbg !82
  unreachable, !dbg !82

if.end:                                           ; preds = %if.then
  %9 = load i64, ptr %self, align 8, !dbg !86
  %arrayidx5 = getelementptr inbounds [2 x i8], ptr @latch, i64 0, i64 %9, !dbg !87
  store volatile i8 0, ptr %arrayidx5, align 1, !dbg !88
  %10 = load i64, ptr %self, align 8, !dbg !89
  %arrayidx6 = getelementptr inbounds [2 x i8], ptr @flag, i64 0, i64 %10, !dbg !91
  %11 = load volatile i8, ptr %arrayidx6, align 1, !dbg !91
  %loadedv7 = trunc i8 %11 to i1, !dbg !91
  br i1 %loadedv7, label %if.then8, label %if.end12, !dbg !92

if.then8:                                         ; preds = %if.end
  %12 = load i64, ptr %self, align 8, !dbg !93
  %arrayidx9 = getelementptr inbounds [2 x i8], ptr @flag, i64 0, i64 %12, !dbg !95
  store volatile i8 0, ptr %arrayidx9, align 1, !dbg !96
  %13 = load i64, ptr %other, align 8, !dbg !97
  %arrayidx10 = getelementptr inbounds [2 x i8], ptr @flag, i64 0, i64 %13, !dbg !98
  store volatile i8 1, ptr %arrayidx10, align 1, !dbg !99
  call void asm sideeffect "lwsync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !100, !srcloc !101
  %14 = load i64, ptr %other, align 8, !dbg !102
  %arrayidx11 = getelementptr inbounds [2 x i8], ptr @latch, i64 0, i64 %14, !dbg !103
  store volatile i8 1, ptr %arrayidx11, align 1, !dbg !104
  br label %if.end12, !dbg !105

if.end12:                                         ; preds = %if.then8, %if.end
  br label %for.cond, !dbg !106, !llvm.loop !107
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
!llvm.module.flags = !{!32, !33, !34, !35, !36, !37, !38}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "latch", scope: !2, file: !3, line: 11, type: !10, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "token.c", directory: ".", checksumkind: CSK_MD5, checksum: "ae547c3d6169d1b5729a956843417c85")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0, !8, !15, !21, !26}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 11, type: !10, isLocal: false, isDefinition: true)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 16, elements: !13)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !12)
!12 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!13 = !{!14}
!14 = !DISubrange(count: 2)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(scope: null, file: !3, line: 19, type: !17, isLocal: true, isDefinition: true)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 216, elements: !19)
!18 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!19 = !{!20}
!20 = !DISubrange(count: 27)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(scope: null, file: !3, line: 19, type: !23, isLocal: true, isDefinition: true)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 64, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 8)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(scope: null, file: !3, line: 19, type: !28, isLocal: true, isDefinition: true)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 168, elements: !30)
!29 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !18)
!30 = !{!31}
!31 = !DISubrange(count: 21)
!32 = !{i32 7, !"Dwarf Version", i32 5}
!33 = !{i32 2, !"Debug Info Version", i32 3}
!34 = !{i32 1, !"wchar_size", i32 4}
!35 = !{i32 8, !"PIC Level", i32 2}
!36 = !{i32 7, !"PIE Level", i32 2}
!37 = !{i32 7, !"uwtable", i32 2}
!38 = !{i32 7, !"frame-pointer", i32 2}
!39 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 30, type: !40, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !43)
!40 = !DISubroutineType(types: !41)
!41 = !{!42}
!42 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!43 = !{}
!44 = !DILocalVariable(name: "a", scope: !39, file: !3, line: 31, type: !45)
!45 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !46, line: 27, baseType: !47)
!46 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!47 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!48 = !DILocation(line: 31, column: 13, scope: !39)
!49 = !DILocalVariable(name: "b", scope: !39, file: !3, line: 31, type: !45)
!50 = !DILocation(line: 31, column: 16, scope: !39)
!51 = !DILocation(line: 32, column: 3, scope: !39)
!52 = !DILocation(line: 33, column: 3, scope: !39)
!53 = !DILocation(line: 34, column: 16, scope: !39)
!54 = !DILocation(line: 34, column: 3, scope: !39)
!55 = !DILocation(line: 35, column: 3, scope: !39)
!56 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 13, type: !57, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !43)
!57 = !DISubroutineType(types: !58)
!58 = !{!5, !5}
!59 = !DILocalVariable(name: "argument", arg: 1, scope: !56, file: !3, line: 13, type: !5)
!60 = !DILocation(line: 13, column: 27, scope: !56)
!61 = !DILocalVariable(name: "self", scope: !56, file: !3, line: 14, type: !6)
!62 = !DILocation(line: 14, column: 8, scope: !56)
!63 = !DILocation(line: 14, column: 21, scope: !56)
!64 = !DILocation(line: 14, column: 15, scope: !56)
!65 = !DILocalVariable(name: "other", scope: !56, file: !3, line: 14, type: !6)
!66 = !DILocation(line: 14, column: 31, scope: !56)
!67 = !DILocation(line: 14, column: 43, scope: !56)
!68 = !DILocation(line: 14, column: 41, scope: !56)
!69 = !DILocation(line: 15, column: 3, scope: !56)
!70 = !DILocation(line: 16, column: 5, scope: !71)
!71 = distinct !DILexicalBlock(scope: !72, file: !3, line: 15, column: 12)
!72 = distinct !DILexicalBlock(scope: !73, file: !3, line: 15, column: 3)
!73 = distinct !DILexicalBlock(scope: !56, file: !3, line: 15, column: 3)
!74 = !DILocation(line: 16, column: 19, scope: !71)
!75 = !DILocation(line: 16, column: 13, scope: !71)
!76 = !DILocation(line: 16, column: 12, scope: !71)
!77 = distinct !{!77, !70, !78, !79}
!78 = !DILocation(line: 17, column: 7, scope: !71)
!79 = !{!"llvm.loop.mustprogress"}
!80 = !DILocation(line: 18, column: 5, scope: !71)
!81 = !{i64 2147715062}
!82 = !DILocation(line: 19, column: 5, scope: !83)
!83 = distinct !DILexicalBlock(scope: !84, file: !3, line: 19, column: 5)
!84 = distinct !DILexicalBlock(scope: !71, file: !3, line: 19, column: 5)
!85 = !DILocation(line: 19, column: 5, scope: !84)
!86 = !DILocation(line: 20, column: 11, scope: !71)
!87 = !DILocation(line: 20, column: 5, scope: !71)
!88 = !DILocation(line: 20, column: 17, scope: !71)
!89 = !DILocation(line: 21, column: 14, scope: !90)
!90 = distinct !DILexicalBlock(scope: !71, file: !3, line: 21, column: 9)
!91 = !DILocation(line: 21, column: 9, scope: !90)
!92 = !DILocation(line: 21, column: 9, scope: !71)
!93 = !DILocation(line: 22, column: 12, scope: !94)
!94 = distinct !DILexicalBlock(scope: !90, file: !3, line: 21, column: 21)
!95 = !DILocation(line: 22, column: 7, scope: !94)
!96 = !DILocation(line: 22, column: 18, scope: !94)
!97 = !DILocation(line: 23, column: 12, scope: !94)
!98 = !DILocation(line: 23, column: 7, scope: !94)
!99 = !DILocation(line: 23, column: 19, scope: !94)
!100 = !DILocation(line: 24, column: 7, scope: !94)
!101 = !{i64 2147715441}
!102 = !DILocation(line: 25, column: 13, scope: !94)
!103 = !DILocation(line: 25, column: 7, scope: !94)
!104 = !DILocation(line: 25, column: 20, scope: !94)
!105 = !DILocation(line: 26, column: 5, scope: !94)
!106 = !DILocation(line: 15, column: 3, scope: !72)
!107 = distinct !{!107, !108, !109}
!108 = !DILocation(line: 15, column: 3, scope: !73)
!109 = !DILocation(line: 27, column: 3, scope: !73)
