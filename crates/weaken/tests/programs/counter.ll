; ModuleID = 'counter.c'
source_filename = "counter.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }

@lock = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@count = dso_local global i32 0, align 4, !dbg !22
@.str = private unnamed_addr constant [11 x i8] c"count == 6\00", align 1, !dbg !5
@.str.1 = private unnamed_addr constant [10 x i8] c"counter.c\00", align 1, !dbg !11
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !63 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i1 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %threads, !67, !DIExpression(), !73)
    #dbg_declare(ptr %i, !74, !DIExpression(), !76)
  store i32 0, ptr %i, align 4, !dbg !76
  br label %for.cond, !dbg !77

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !78
  %cmp = icmp slt i32 %0, 2, !dbg !80
  br i1 %cmp, label %for.body, label %for.end, !dbg !81

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %i, align 4, !dbg !82
  %idxprom = sext i32 %1 to i64, !dbg !83
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !83
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @counter, ptr noundef null) #4, !dbg !84
  br label %for.inc, !dbg !84

for.inc:                                          ; preds = %for.body
  %2 = load i32, ptr %i, align 4, !dbg !85
  %inc = add nsw i32 %2, 1, !dbg !85
  store i32 %inc, ptr %i, align 4, !dbg !85
  br label %for.cond, !dbg !86, !llvm.loop !87

for.end:                                          ; preds = %for.cond
    #dbg_declare(ptr %i1, !90, !DIExpression(), !92)
  store i32 0, ptr %i1, align 4, !dbg !92
  br label %for.cond2, !dbg !93

for.cond2:                                        ; preds = %for.inc8, %for.end
  %3 = load i32, ptr %i1, align 4, !dbg !94
  %cmp3 = icmp slt i32 %3, 2, !dbg !96
  br i1 %cmp3, label %for.body4, label %for.end10, !dbg !97

for.body4:                                        ; preds = %for.cond2
  %4 = load i32, ptr %i1, align 4, !dbg !98
  %idxprom5 = sext i32 %4 to i64, !dbg !99
  %arrayidx6 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom5, !dbg !99
  %5 = load i64, ptr %arrayidx6, align 8, !dbg !99
  %call7 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !100
  br label %for.inc8, !dbg !100

for.inc8:                                         ; preds = %for.body4
  %6 = load i32, ptr %i1, align 4, !dbg !101
  %inc9 = add nsw i32 %6, 1, !dbg !101
  store i32 %inc9, ptr %i1, align 4, !dbg !101
  br label %for.cond2, !dbg !102, !llvm.loop !103

for.end10:                                        ; preds = %for.cond2
  %7 = load i32, ptr @count, align 4, !dbg !105
  %cmp11 = icmp eq i32 %7, 6, !dbg !105
  br i1 %cmp11, label %if.then, label %if.else, !dbg !108

if.then:                                          ; preds = %for.end10
  br label %if.end, !dbg !108

if.else:                                          ; preds = %for.end10
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 27, ptr noundef @__PRETTY_FUNCTION__.main) #5, !dbg !105
  unreachable, !dbg !105

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !109
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @counter(ptr noundef %unused) #0 !dbg !110 {
entry:
  %unused.addr = alloca ptr, align 8
  %round = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !114, !DIExpression(), !115)
    #dbg_declare(ptr %round, !116, !DIExpression(), !118)
  store i32 0, ptr %round, align 4, !dbg !118
  br label %for.cond, !dbg !119

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %round, align 4, !dbg !120
  %cmp = icmp slt i32 %0, 3, !dbg !122
  br i1 %cmp, label %for.body, label %for.end, !dbg !123

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr @count, align 4, !dbg !124
  %inc = add nsw i32 %1, 1, !dbg !124
  store i32 %inc, ptr @count, align 4, !dbg !124
  br label %for.inc, !dbg !126

for.inc:                                          ; preds = %for.body
  %2 = load i32, ptr %round, align 4, !dbg !127
  %inc1 = add nsw i32 %2, 1, !dbg !127
  store i32 %inc1, ptr %round, align 4, !dbg !127
  br label %for.cond, !dbg !128, !llvm.loop !129

for.end:                                          ; preds = %for.cond
  ret ptr null, !dbg !131
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
!llvm.module.flags = !{!56, !57, !58, !59, !60, !61, !62}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 5, type: !25, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "counter.c", directory: ".", checksumkind: CSK_MD5, checksum: "cec80bfb047f5fe287aee19f02eb45a0")
!4 = !{!0, !5, !11, !16, !22}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 27, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 88, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 11)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !3, line: 27, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 80, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 10)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 27, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 120, elements: !20)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!20 = !{!21}
!21 = !DISubrange(count: 15)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 6, type: !24, isLocal: false, isDefinition: true)
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!25 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !26, line: 72, baseType: !27)
!26 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!27 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !26, line: 67, size: 320, elements: !28)
!28 = !{!29, !50, !54}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !27, file: !26, line: 69, baseType: !30, size: 320)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !31, line: 22, size: 320, elements: !32)
!31 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!32 = !{!33, !34, !36, !37, !38, !39, !41, !42}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !30, file: !31, line: 24, baseType: !24, size: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !30, file: !31, line: 25, baseType: !35, size: 32, offset: 32)
!35 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !30, file: !31, line: 26, baseType: !24, size: 32, offset: 64)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !30, file: !31, line: 28, baseType: !35, size: 32, offset: 96)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !30, file: !31, line: 32, baseType: !24, size: 32, offset: 128)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !30, file: !31, line: 34, baseType: !40, size: 16, offset: 160)
!40 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !30, file: !31, line: 35, baseType: !40, size: 16, offset: 176)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !30, file: !31, line: 36, baseType: !43, size: 128, offset: 192)
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !44, line: 55, baseType: !45)
!44 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!45 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !44, line: 51, size: 128, elements: !46)
!46 = !{!47, !49}
!47 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !45, file: !44, line: 53, baseType: !48, size: 64)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !45, size: 64)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !45, file: !44, line: 54, baseType: !48, size: 64, offset: 64)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !27, file: !26, line: 70, baseType: !51, size: 320)
!51 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 320, elements: !52)
!52 = !{!53}
!53 = !DISubrange(count: 40)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !27, file: !26, line: 71, baseType: !55, size: 64)
!55 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!56 = !{i32 7, !"Dwarf Version", i32 5}
!57 = !{i32 2, !"Debug Info Version", i32 3}
!58 = !{i32 1, !"wchar_size", i32 4}
!59 = !{i32 8, !"PIC Level", i32 2}
!60 = !{i32 7, !"PIE Level", i32 2}
!61 = !{i32 7, !"uwtable", i32 2}
!62 = !{i32 7, !"frame-pointer", i32 2}
!63 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !64, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !66)
!64 = !DISubroutineType(types: !65)
!65 = !{!24}
!66 = !{}
!67 = !DILocalVariable(name: "threads", scope: !63, file: !3, line: 22, type: !68)
!68 = !DICompositeType(tag: DW_TAG_array_type, baseType: !69, size: 128, elements: !71)
!69 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !26, line: 27, baseType: !70)
!70 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!71 = !{!72}
!72 = !DISubrange(count: 2)
!73 = !DILocation(line: 22, column: 13, scope: !63)
!74 = !DILocalVariable(name: "i", scope: !75, file: !3, line: 23, type: !24)
!75 = distinct !DILexicalBlock(scope: !63, file: !3, line: 23, column: 3)
!76 = !DILocation(line: 23, column: 12, scope: !75)
!77 = !DILocation(line: 23, column: 8, scope: !75)
!78 = !DILocation(line: 23, column: 19, scope: !79)
!79 = distinct !DILexicalBlock(scope: !75, file: !3, line: 23, column: 3)
!80 = !DILocation(line: 23, column: 21, scope: !79)
!81 = !DILocation(line: 23, column: 3, scope: !75)
!82 = !DILocation(line: 24, column: 29, scope: !79)
!83 = !DILocation(line: 24, column: 21, scope: !79)
!84 = !DILocation(line: 24, column: 5, scope: !79)
!85 = !DILocation(line: 23, column: 27, scope: !79)
!86 = !DILocation(line: 23, column: 3, scope: !79)
!87 = distinct !{!87, !81, !88, !89}
!88 = !DILocation(line: 24, column: 46, scope: !75)
!89 = !{!"llvm.loop.mustprogress"}
!90 = !DILocalVariable(name: "i", scope: !91, file: !3, line: 25, type: !24)
!91 = distinct !DILexicalBlock(scope: !63, file: !3, line: 25, column: 3)
!92 = !DILocation(line: 25, column: 12, scope: !91)
!93 = !DILocation(line: 25, column: 8, scope: !91)
!94 = !DILocation(line: 25, column: 19, scope: !95)
!95 = distinct !DILexicalBlock(scope: !91, file: !3, line: 25, column: 3)
!96 = !DILocation(line: 25, column: 21, scope: !95)
!97 = !DILocation(line: 25, column: 3, scope: !91)
!98 = !DILocation(line: 26, column: 26, scope: !95)
!99 = !DILocation(line: 26, column: 18, scope: !95)
!100 = !DILocation(line: 26, column: 5, scope: !95)
!101 = !DILocation(line: 25, column: 27, scope: !95)
!102 = !DILocation(line: 25, column: 3, scope: !95)
!103 = distinct !{!103, !97, !104, !89}
!104 = !DILocation(line: 26, column: 31, scope: !91)
!105 = !DILocation(line: 27, column: 3, scope: !106)
!106 = distinct !DILexicalBlock(scope: !107, file: !3, line: 27, column: 3)
!107 = distinct !DILexicalBlock(scope: !63, file: !3, line: 27, column: 3)
!108 = !DILocation(line: 27, column: 3, scope: !107)
!109 = !DILocation(line: 28, column: 3, scope: !63)
!110 = distinct !DISubprogram(name: "counter", scope: !3, file: !3, line: 8, type: !111, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !66)
!111 = !DISubroutineType(types: !112)
!112 = !{!113, !113}
!113 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!114 = !DILocalVariable(name: "unused", arg: 1, scope: !110, file: !3, line: 8, type: !113)
!115 = !DILocation(line: 8, column: 28, scope: !110)
!116 = !DILocalVariable(name: "round", scope: !117, file: !3, line: 9, type: !24)
!117 = distinct !DILexicalBlock(scope: !110, file: !3, line: 9, column: 3)
!118 = !DILocation(line: 9, column: 12, scope: !117)
!119 = !DILocation(line: 9, column: 8, scope: !117)
!120 = !DILocation(line: 9, column: 23, scope: !121)
!121 = distinct !DILexicalBlock(scope: !117, file: !3, line: 9, column: 3)
!122 = !DILocation(line: 9, column: 29, scope: !121)
!123 = !DILocation(line: 9, column: 3, scope: !117)
!124 = !DILocation(line: 13, column: 10, scope: !125)
!125 = distinct !DILexicalBlock(scope: !121, file: !3, line: 9, column: 43)
!126 = !DILocation(line: 17, column: 3, scope: !125)
!127 = !DILocation(line: 9, column: 39, scope: !121)
!128 = !DILocation(line: 9, column: 3, scope: !121)
!129 = distinct !{!129, !123, !130, !89}
!130 = !DILocation(line: 17, column: 3, scope: !117)
!131 = !DILocation(line: 18, column: 3, scope: !110)
