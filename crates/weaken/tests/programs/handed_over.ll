; ModuleID = 'handed_over.c'
source_filename = "handed_over.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.mtx_t = type { i64, [32 x i8] }
%union.cnd_t = type { i64, [40 x i8] }

@lock = dso_local global %union.mtx_t zeroinitializer, align 8, !dbg !0
@value = dso_local global i32 0, align 4, !dbg !27
@full = dso_local global %union.cnd_t zeroinitializer, align 8, !dbg !13
@.str = private unnamed_addr constant [11 x i8] c"value == i\00", align 1
@.str.1 = private unnamed_addr constant [14 x i8] c"handed_over.c\00", align 1
@__PRETTY_FUNCTION__.taker = private unnamed_addr constant [18 x i8] c"int taker(void *)\00", align 1
@empty = dso_local global %union.cnd_t zeroinitializer, align 8, !dbg !25
@.str.2 = private unnamed_addr constant [11 x i8] c"value == 0\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @taker(i8* noundef %unused) #0 !dbg !47 {
entry:
  %unused.addr = alloca i8*, align 8
  %i = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !52, metadata !DIExpression()), !dbg !53
  call void @llvm.dbg.declare(metadata i32* %i, metadata !54, metadata !DIExpression()), !dbg !56
  store i32 1, i32* %i, align 4, !dbg !56
  br label %for.cond, !dbg !57

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %i, align 4, !dbg !58
  %cmp = icmp sle i32 %0, 2, !dbg !60
  br i1 %cmp, label %for.body, label %for.end, !dbg !61

for.body:                                         ; preds = %for.cond
  %call = call i32 @mtx_lock(%union.mtx_t* noundef @lock), !dbg !62
  br label %while.cond, !dbg !64

while.cond:                                       ; preds = %while.body, %for.body
  %1 = load i32, i32* @value, align 4, !dbg !65
  %cmp1 = icmp eq i32 %1, 0, !dbg !66
  br i1 %cmp1, label %while.body, label %while.end, !dbg !64

while.body:                                       ; preds = %while.cond
  %call2 = call i32 @cnd_wait(%union.cnd_t* noundef @full, %union.mtx_t* noundef @lock), !dbg !67
  br label %while.cond, !dbg !64, !llvm.loop !68

while.end:                                        ; preds = %while.cond
  %2 = load i32, i32* @value, align 4, !dbg !71
  %3 = load i32, i32* %i, align 4, !dbg !71
  %cmp3 = icmp eq i32 %2, %3, !dbg !71
  br i1 %cmp3, label %if.then, label %if.else, !dbg !74

if.then:                                          ; preds = %while.end
  br label %if.end, !dbg !74

if.else:                                          ; preds = %while.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([14 x i8], [14 x i8]* @.str.1, i64 0, i64 0), i32 noundef 14, i8* noundef getelementptr inbounds ([18 x i8], [18 x i8]* @__PRETTY_FUNCTION__.taker, i64 0, i64 0)) #4, !dbg !71
  unreachable, !dbg !71

if.end:                                           ; preds = %if.then
  store i32 0, i32* @value, align 4, !dbg !75
  %call4 = call i32 @cnd_signal(%union.cnd_t* noundef @empty), !dbg !76
  %call5 = call i32 @mtx_unlock(%union.mtx_t* noundef @lock), !dbg !77
  br label %for.inc, !dbg !78

for.inc:                                          ; preds = %if.end
  %4 = load i32, i32* %i, align 4, !dbg !79
  %inc = add nsw i32 %4, 1, !dbg !79
  store i32 %inc, i32* %i, align 4, !dbg !79
  br label %for.cond, !dbg !80, !llvm.loop !81

for.end:                                          ; preds = %for.cond
  ret i32 0, !dbg !83
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @mtx_lock(%union.mtx_t* noundef) #2

declare i32 @cnd_wait(%union.cnd_t* noundef, %union.mtx_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

declare i32 @cnd_signal(%union.cnd_t* noundef) #2

declare i32 @mtx_unlock(%union.mtx_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !84 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !87, metadata !DIExpression()), !dbg !92
  %call = call i32 @mtx_init(%union.mtx_t* noundef @lock, i32 noundef 0), !dbg !93
  %call1 = call i32 @cnd_init(%union.cnd_t* noundef @full), !dbg !94
  %call2 = call i32 @cnd_init(%union.cnd_t* noundef @empty), !dbg !95
  %call3 = call i32 @thrd_create(i64* noundef %thread, i32 (i8*)* noundef @taker, i8* noundef null), !dbg !96
  call void @llvm.dbg.declare(metadata i32* %i, metadata !97, metadata !DIExpression()), !dbg !99
  store i32 1, i32* %i, align 4, !dbg !99
  br label %for.cond, !dbg !100

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %i, align 4, !dbg !101
  %cmp = icmp sle i32 %0, 2, !dbg !103
  br i1 %cmp, label %for.body, label %for.end, !dbg !104

for.body:                                         ; preds = %for.cond
  %call4 = call i32 @mtx_lock(%union.mtx_t* noundef @lock), !dbg !105
  br label %while.cond, !dbg !107

while.cond:                                       ; preds = %while.body, %for.body
  %1 = load i32, i32* @value, align 4, !dbg !108
  %cmp5 = icmp ne i32 %1, 0, !dbg !109
  br i1 %cmp5, label %while.body, label %while.end, !dbg !107

while.body:                                       ; preds = %while.cond
  %call6 = call i32 @cnd_wait(%union.cnd_t* noundef @empty, %union.mtx_t* noundef @lock), !dbg !110
  br label %while.cond, !dbg !107, !llvm.loop !111

while.end:                                        ; preds = %while.cond
  %2 = load i32, i32* %i, align 4, !dbg !113
  store i32 %2, i32* @value, align 4, !dbg !114
  %call7 = call i32 @cnd_signal(%union.cnd_t* noundef @full), !dbg !115
  %call8 = call i32 @mtx_unlock(%union.mtx_t* noundef @lock), !dbg !116
  br label %for.inc, !dbg !117

for.inc:                                          ; preds = %while.end
  %3 = load i32, i32* %i, align 4, !dbg !118
  %inc = add nsw i32 %3, 1, !dbg !118
  store i32 %inc, i32* %i, align 4, !dbg !118
  br label %for.cond, !dbg !119, !llvm.loop !120

for.end:                                          ; preds = %for.cond
  %4 = load i64, i64* %thread, align 8, !dbg !122
  %call9 = call i32 @thrd_join(i64 noundef %4, i32* noundef null), !dbg !123
  %5 = load i32, i32* @value, align 4, !dbg !124
  %cmp10 = icmp eq i32 %5, 0, !dbg !124
  br i1 %cmp10, label %if.then, label %if.else, !dbg !127

if.then:                                          ; preds = %for.end
  br label %if.end, !dbg !127

if.else:                                          ; preds = %for.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([14 x i8], [14 x i8]* @.str.1, i64 0, i64 0), i32 noundef 37, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !124
  unreachable, !dbg !124

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !128
}

declare i32 @mtx_init(%union.mtx_t* noundef, i32 noundef) #2

declare i32 @cnd_init(%union.cnd_t* noundef) #2

declare i32 @thrd_create(i64* noundef, i32 (i8*)* noundef, i8* noundef) #2

declare i32 @thrd_join(i64 noundef, i32* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!39, !40, !41, !42, !43, !44, !45}
!llvm.ident = !{!46}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 5, type: !30, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !12, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "handed_over.c", directory: ".", checksumkind: CSK_MD5, checksum: "8b08ea57343b79f60c43d59ba5cf315b")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 52, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/include/threads.h", directory: ".", checksumkind: CSK_MD5, checksum: "6974d482e09577a4fa59cb79dc9d72e5")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11}
!9 = !DIEnumerator(name: "mtx_plain", value: 0)
!10 = !DIEnumerator(name: "mtx_recursive", value: 1)
!11 = !DIEnumerator(name: "mtx_timed", value: 2)
!12 = !{!0, !13, !25, !27}
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "full", scope: !2, file: !3, line: 6, type: !15, isLocal: false, isDefinition: true)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "cnd_t", file: !6, line: 72, baseType: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !6, line: 68, size: 384, elements: !17)
!17 = !{!18, !23}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !16, file: !6, line: 70, baseType: !19, size: 384)
!19 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 384, elements: !21)
!20 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!21 = !{!22}
!22 = !DISubrange(count: 48)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !16, file: !6, line: 71, baseType: !24, size: 64)
!24 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "empty", scope: !2, file: !3, line: 6, type: !15, isLocal: false, isDefinition: true)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(name: "value", scope: !2, file: !3, line: 7, type: !29, isLocal: false, isDefinition: true)
!29 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = !DIDerivedType(tag: DW_TAG_typedef, name: "mtx_t", file: !6, line: 66, baseType: !31)
!31 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !6, line: 62, size: 320, elements: !32)
!32 = !{!33, !37}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !31, file: !6, line: 64, baseType: !34, size: 320)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 320, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 40)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !31, file: !6, line: 65, baseType: !38, size: 64)
!38 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!39 = !{i32 7, !"Dwarf Version", i32 5}
!40 = !{i32 2, !"Debug Info Version", i32 3}
!41 = !{i32 1, !"wchar_size", i32 4}
!42 = !{i32 7, !"PIC Level", i32 2}
!43 = !{i32 7, !"PIE Level", i32 2}
!44 = !{i32 7, !"uwtable", i32 1}
!45 = !{i32 7, !"frame-pointer", i32 2}
!46 = !{!"Debian clang version 14.0.6"}
!47 = distinct !DISubprogram(name: "taker", scope: !3, file: !3, line: 9, type: !48, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !51)
!48 = !DISubroutineType(types: !49)
!49 = !{!29, !50}
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!51 = !{}
!52 = !DILocalVariable(name: "unused", arg: 1, scope: !47, file: !3, line: 9, type: !50)
!53 = !DILocation(line: 9, column: 17, scope: !47)
!54 = !DILocalVariable(name: "i", scope: !55, file: !3, line: 10, type: !29)
!55 = distinct !DILexicalBlock(scope: !47, file: !3, line: 10, column: 3)
!56 = !DILocation(line: 10, column: 12, scope: !55)
!57 = !DILocation(line: 10, column: 8, scope: !55)
!58 = !DILocation(line: 10, column: 19, scope: !59)
!59 = distinct !DILexicalBlock(scope: !55, file: !3, line: 10, column: 3)
!60 = !DILocation(line: 10, column: 21, scope: !59)
!61 = !DILocation(line: 10, column: 3, scope: !55)
!62 = !DILocation(line: 11, column: 5, scope: !63)
!63 = distinct !DILexicalBlock(scope: !59, file: !3, line: 10, column: 32)
!64 = !DILocation(line: 12, column: 5, scope: !63)
!65 = !DILocation(line: 12, column: 12, scope: !63)
!66 = !DILocation(line: 12, column: 18, scope: !63)
!67 = !DILocation(line: 13, column: 7, scope: !63)
!68 = distinct !{!68, !64, !69, !70}
!69 = !DILocation(line: 13, column: 28, scope: !63)
!70 = !{!"llvm.loop.mustprogress"}
!71 = !DILocation(line: 14, column: 5, scope: !72)
!72 = distinct !DILexicalBlock(scope: !73, file: !3, line: 14, column: 5)
!73 = distinct !DILexicalBlock(scope: !63, file: !3, line: 14, column: 5)
!74 = !DILocation(line: 14, column: 5, scope: !73)
!75 = !DILocation(line: 15, column: 11, scope: !63)
!76 = !DILocation(line: 16, column: 5, scope: !63)
!77 = !DILocation(line: 17, column: 5, scope: !63)
!78 = !DILocation(line: 18, column: 3, scope: !63)
!79 = !DILocation(line: 10, column: 28, scope: !59)
!80 = !DILocation(line: 10, column: 3, scope: !59)
!81 = distinct !{!81, !61, !82, !70}
!82 = !DILocation(line: 18, column: 3, scope: !55)
!83 = !DILocation(line: 19, column: 3, scope: !47)
!84 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !85, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !51)
!85 = !DISubroutineType(types: !86)
!86 = !{!29}
!87 = !DILocalVariable(name: "thread", scope: !84, file: !3, line: 23, type: !88)
!88 = !DIDerivedType(tag: DW_TAG_typedef, name: "thrd_t", file: !6, line: 38, baseType: !89)
!89 = !DIDerivedType(tag: DW_TAG_typedef, name: "__thrd_t", file: !90, line: 106, baseType: !91)
!90 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: ".", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!91 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!92 = !DILocation(line: 23, column: 10, scope: !84)
!93 = !DILocation(line: 24, column: 3, scope: !84)
!94 = !DILocation(line: 25, column: 3, scope: !84)
!95 = !DILocation(line: 26, column: 3, scope: !84)
!96 = !DILocation(line: 27, column: 3, scope: !84)
!97 = !DILocalVariable(name: "i", scope: !98, file: !3, line: 28, type: !29)
!98 = distinct !DILexicalBlock(scope: !84, file: !3, line: 28, column: 3)
!99 = !DILocation(line: 28, column: 12, scope: !98)
!100 = !DILocation(line: 28, column: 8, scope: !98)
!101 = !DILocation(line: 28, column: 19, scope: !102)
!102 = distinct !DILexicalBlock(scope: !98, file: !3, line: 28, column: 3)
!103 = !DILocation(line: 28, column: 21, scope: !102)
!104 = !DILocation(line: 28, column: 3, scope: !98)
!105 = !DILocation(line: 29, column: 5, scope: !106)
!106 = distinct !DILexicalBlock(scope: !102, file: !3, line: 28, column: 32)
!107 = !DILocation(line: 30, column: 5, scope: !106)
!108 = !DILocation(line: 30, column: 12, scope: !106)
!109 = !DILocation(line: 30, column: 18, scope: !106)
!110 = !DILocation(line: 31, column: 7, scope: !106)
!111 = distinct !{!111, !107, !112, !70}
!112 = !DILocation(line: 31, column: 29, scope: !106)
!113 = !DILocation(line: 32, column: 13, scope: !106)
!114 = !DILocation(line: 32, column: 11, scope: !106)
!115 = !DILocation(line: 33, column: 5, scope: !106)
!116 = !DILocation(line: 34, column: 5, scope: !106)
!117 = !DILocation(line: 35, column: 3, scope: !106)
!118 = !DILocation(line: 28, column: 28, scope: !102)
!119 = !DILocation(line: 28, column: 3, scope: !102)
!120 = distinct !{!120, !104, !121, !70}
!121 = !DILocation(line: 35, column: 3, scope: !98)
!122 = !DILocation(line: 36, column: 13, scope: !84)
!123 = !DILocation(line: 36, column: 3, scope: !84)
!124 = !DILocation(line: 37, column: 3, scope: !125)
!125 = distinct !DILexicalBlock(scope: !126, file: !3, line: 37, column: 3)
!126 = distinct !DILexicalBlock(scope: !84, file: !3, line: 37, column: 3)
!127 = !DILocation(line: 37, column: 3, scope: !126)
!128 = !DILocation(line: 38, column: 3, scope: !84)
