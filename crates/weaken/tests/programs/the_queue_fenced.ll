; ModuleID = 'the_queue.c'
source_filename = "the_queue.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@tail = dso_local global i32 0, align 4, !dbg !24
@head = dso_local global i32 0, align 4, !dbg !21
@taken = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !26
@.str = private unnamed_addr constant [70 x i8] c"atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed) == 0\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"the_queue.c\00", align 1
@__PRETTY_FUNCTION__.count = private unnamed_addr constant [16 x i8] c"void count(int)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !72 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !76, metadata !DIExpression()), !dbg !79
  store volatile i32 2, i32* @tail, align 4, !dbg !80
  %call = call i32 @pthread_create(i64* noundef %thread, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #5, !dbg !81
  %call1 = call i32 @take(), !dbg !82
  call void @count(i32 noundef %call1), !dbg !83
  %call2 = call i32 @take(), !dbg !84
  call void @count(i32 noundef %call2), !dbg !85
  %0 = load i64, i64* %thread, align 8, !dbg !86
  %call3 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !87
  ret i32 0, !dbg !88
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @thief(i8* noundef %none) #0 !dbg !89 {
entry:
  %none.addr = alloca i8*, align 8
  store i8* %none, i8** %none.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %none.addr, metadata !93, metadata !DIExpression()), !dbg !94
  %call = call i32 @steal(), !dbg !95
  call void @count(i32 noundef %call), !dbg !96
  %call1 = call i32 @steal(), !dbg !97
  call void @count(i32 noundef %call1), !dbg !98
  ret i8* null, !dbg !99
}

; Function Attrs: noinline nounwind uwtable
define internal void @count(i32 noundef %item) #0 !dbg !100 {
entry:
  %item.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 %item, i32* %item.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %item.addr, metadata !103, metadata !DIExpression()), !dbg !104
  %0 = load i32, i32* %item.addr, align 4, !dbg !105
  %cmp = icmp ne i32 %0, -1, !dbg !107
  br i1 %cmp, label %if.then, label %if.end, !dbg !108

if.then:                                          ; preds = %entry
  %1 = load i32, i32* %item.addr, align 4, !dbg !109
  %idxprom = sext i32 %1 to i64, !dbg !109
  %arrayidx = getelementptr inbounds [2 x i32], [2 x i32]* @taken, i64 0, i64 %idxprom, !dbg !109
  store i32 1, i32* %.atomictmp, align 4, !dbg !109
  %2 = load i32, i32* %.atomictmp, align 4, !dbg !109
  %3 = atomicrmw add i32* %arrayidx, i32 %2 monotonic, align 4, !dbg !109
  store i32 %3, i32* %atomic-temp, align 4, !dbg !109
  %4 = load i32, i32* %atomic-temp, align 4, !dbg !109
  %cmp1 = icmp eq i32 %4, 0, !dbg !109
  br i1 %cmp1, label %cond.true, label %cond.false, !dbg !109

cond.true:                                        ; preds = %if.then
  br label %cond.end, !dbg !109

cond.false:                                       ; preds = %if.then
  call void @__assert_fail(i8* noundef getelementptr inbounds ([70 x i8], [70 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 51, i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @__PRETTY_FUNCTION__.count, i64 0, i64 0)) #6, !dbg !109
  unreachable, !dbg !109

5:                                                ; No predecessors!
  br label %cond.end, !dbg !109

cond.end:                                         ; preds = %5, %cond.true
  br label %if.end, !dbg !109

if.end:                                           ; preds = %cond.end, %entry
  ret void, !dbg !110
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @take() #0 !dbg !111 {
entry:
  %retval = alloca i32, align 4
  %item = alloca i32, align 4
  %0 = load volatile i32, i32* @tail, align 4, !dbg !112
  %sub = sub nsw i32 %0, 1, !dbg !113
  store volatile i32 %sub, i32* @tail, align 4, !dbg !114
  fence seq_cst, !dbg !115
  %1 = load volatile i32, i32* @head, align 4, !dbg !116
  %2 = load volatile i32, i32* @tail, align 4, !dbg !118
  %cmp = icmp sle i32 %1, %2, !dbg !119
  br i1 %cmp, label %if.then, label %if.end, !dbg !120

if.then:                                          ; preds = %entry
  %3 = load volatile i32, i32* @tail, align 4, !dbg !121
  store i32 %3, i32* %retval, align 4, !dbg !122
  br label %return, !dbg !122

if.end:                                           ; preds = %entry
  %4 = load volatile i32, i32* @tail, align 4, !dbg !123
  %add = add nsw i32 %4, 1, !dbg !124
  store volatile i32 %add, i32* @tail, align 4, !dbg !125
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #5, !dbg !126
  %5 = load volatile i32, i32* @tail, align 4, !dbg !127
  %sub1 = sub nsw i32 %5, 1, !dbg !128
  store volatile i32 %sub1, i32* @tail, align 4, !dbg !129
  call void @llvm.dbg.declare(metadata i32* %item, metadata !130, metadata !DIExpression()), !dbg !131
  %6 = load volatile i32, i32* @tail, align 4, !dbg !132
  store i32 %6, i32* %item, align 4, !dbg !131
  %7 = load volatile i32, i32* @head, align 4, !dbg !133
  %8 = load volatile i32, i32* @tail, align 4, !dbg !135
  %cmp2 = icmp sgt i32 %7, %8, !dbg !136
  br i1 %cmp2, label %if.then3, label %if.end5, !dbg !137

if.then3:                                         ; preds = %if.end
  %9 = load volatile i32, i32* @tail, align 4, !dbg !138
  %add4 = add nsw i32 %9, 1, !dbg !140
  store volatile i32 %add4, i32* @tail, align 4, !dbg !141
  store i32 -1, i32* %item, align 4, !dbg !142
  br label %if.end5, !dbg !143

if.end5:                                          ; preds = %if.then3, %if.end
  %call6 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #5, !dbg !144
  %10 = load i32, i32* %item, align 4, !dbg !145
  store i32 %10, i32* %retval, align 4, !dbg !146
  br label %return, !dbg !146

return:                                           ; preds = %if.end5, %if.then
  %11 = load i32, i32* %retval, align 4, !dbg !147
  ret i32 %11, !dbg !147
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal i32 @steal() #0 !dbg !148 {
entry:
  %item = alloca i32, align 4
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #5, !dbg !149
  call void @llvm.dbg.declare(metadata i32* %item, metadata !150, metadata !DIExpression()), !dbg !151
  %0 = load volatile i32, i32* @head, align 4, !dbg !152
  store i32 %0, i32* %item, align 4, !dbg !151
  %1 = load volatile i32, i32* @head, align 4, !dbg !153
  %add = add nsw i32 %1, 1, !dbg !154
  store volatile i32 %add, i32* @head, align 4, !dbg !155
  fence seq_cst, !dbg !156
  %2 = load volatile i32, i32* @head, align 4, !dbg !157
  %3 = load volatile i32, i32* @tail, align 4, !dbg !159
  %cmp = icmp sgt i32 %2, %3, !dbg !160
  br i1 %cmp, label %if.then, label %if.end, !dbg !161

if.then:                                          ; preds = %entry
  %4 = load volatile i32, i32* @head, align 4, !dbg !162
  %sub = sub nsw i32 %4, 1, !dbg !164
  store volatile i32 %sub, i32* @head, align 4, !dbg !165
  store i32 -1, i32* %item, align 4, !dbg !166
  br label %if.end, !dbg !167

if.end:                                           ; preds = %if.then, %entry
  %call1 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #5, !dbg !168
  %5 = load i32, i32* %item, align 4, !dbg !169
  ret i32 %5, !dbg !170
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

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
!llvm.module.flags = !{!64, !65, !66, !67, !68, !69, !70}
!llvm.ident = !{!71}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 15, type: !33, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !20, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "the_queue.c", directory: ".", checksumkind: CSK_MD5, checksum: "bd35f90e2c02c0eec85f977919d0a898")
!4 = !{!5, !10}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !3, line: 13, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "ITEMS", value: 2)
!9 = !DIEnumerator(name: "NONE", value: -1)
!10 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !11, line: 56, baseType: !12, size: 32, elements: !13)
!11 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!12 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!13 = !{!14, !15, !16, !17, !18, !19}
!14 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!15 = !DIEnumerator(name: "memory_order_consume", value: 1)
!16 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!17 = !DIEnumerator(name: "memory_order_release", value: 3)
!18 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!19 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!20 = !{!0, !21, !24, !26}
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 14, type: !23, isLocal: false, isDefinition: true)
!23 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !6)
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 14, type: !23, isLocal: false, isDefinition: true)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "taken", scope: !2, file: !3, line: 16, type: !28, isLocal: false, isDefinition: true)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 64, elements: !31)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !11, line: 92, baseType: !30)
!30 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !6)
!31 = !{!32}
!32 = !DISubrange(count: 2)
!33 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !34, line: 72, baseType: !35)
!34 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!35 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !34, line: 67, size: 320, elements: !36)
!36 = !{!37, !57, !62}
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !35, file: !34, line: 69, baseType: !38, size: 320)
!38 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !39, line: 22, size: 320, elements: !40)
!39 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!40 = !{!41, !42, !43, !44, !45, !46, !48, !49}
!41 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !38, file: !39, line: 24, baseType: !6, size: 32)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !38, file: !39, line: 25, baseType: !12, size: 32, offset: 32)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !38, file: !39, line: 26, baseType: !6, size: 32, offset: 64)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !38, file: !39, line: 28, baseType: !12, size: 32, offset: 96)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !38, file: !39, line: 32, baseType: !6, size: 32, offset: 128)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !38, file: !39, line: 34, baseType: !47, size: 16, offset: 160)
!47 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !38, file: !39, line: 35, baseType: !47, size: 16, offset: 176)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !38, file: !39, line: 36, baseType: !50, size: 128, offset: 192)
!50 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !51, line: 55, baseType: !52)
!51 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!52 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !51, line: 51, size: 128, elements: !53)
!53 = !{!54, !56}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !52, file: !51, line: 53, baseType: !55, size: 64)
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !52, size: 64)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !52, file: !51, line: 54, baseType: !55, size: 64, offset: 64)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !35, file: !34, line: 70, baseType: !58, size: 320)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !59, size: 320, elements: !60)
!59 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!60 = !{!61}
!61 = !DISubrange(count: 40)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !35, file: !34, line: 71, baseType: !63, size: 64)
!63 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!64 = !{i32 7, !"Dwarf Version", i32 5}
!65 = !{i32 2, !"Debug Info Version", i32 3}
!66 = !{i32 1, !"wchar_size", i32 4}
!67 = !{i32 7, !"PIC Level", i32 2}
!68 = !{i32 7, !"PIE Level", i32 2}
!69 = !{i32 7, !"uwtable", i32 1}
!70 = !{i32 7, !"frame-pointer", i32 2}
!71 = !{!"Debian clang version 14.0.6"}
!72 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 60, type: !73, scopeLine: 60, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !75)
!73 = !DISubroutineType(types: !74)
!74 = !{!6}
!75 = !{}
!76 = !DILocalVariable(name: "thread", scope: !72, file: !3, line: 61, type: !77)
!77 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !34, line: 27, baseType: !78)
!78 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!79 = !DILocation(line: 61, column: 13, scope: !72)
!80 = !DILocation(line: 62, column: 8, scope: !72)
!81 = !DILocation(line: 63, column: 3, scope: !72)
!82 = !DILocation(line: 64, column: 9, scope: !72)
!83 = !DILocation(line: 64, column: 3, scope: !72)
!84 = !DILocation(line: 65, column: 9, scope: !72)
!85 = !DILocation(line: 65, column: 3, scope: !72)
!86 = !DILocation(line: 66, column: 16, scope: !72)
!87 = !DILocation(line: 66, column: 3, scope: !72)
!88 = !DILocation(line: 67, column: 3, scope: !72)
!89 = distinct !DISubprogram(name: "thief", scope: !3, file: !3, line: 54, type: !90, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !75)
!90 = !DISubroutineType(types: !91)
!91 = !{!92, !92}
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!93 = !DILocalVariable(name: "none", arg: 1, scope: !89, file: !3, line: 54, type: !92)
!94 = !DILocation(line: 54, column: 26, scope: !89)
!95 = !DILocation(line: 55, column: 9, scope: !89)
!96 = !DILocation(line: 55, column: 3, scope: !89)
!97 = !DILocation(line: 56, column: 9, scope: !89)
!98 = !DILocation(line: 56, column: 3, scope: !89)
!99 = !DILocation(line: 57, column: 3, scope: !89)
!100 = distinct !DISubprogram(name: "count", scope: !3, file: !3, line: 49, type: !101, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !75)
!101 = !DISubroutineType(types: !102)
!102 = !{null, !6}
!103 = !DILocalVariable(name: "item", arg: 1, scope: !100, file: !3, line: 49, type: !6)
!104 = !DILocation(line: 49, column: 23, scope: !100)
!105 = !DILocation(line: 50, column: 7, scope: !106)
!106 = distinct !DILexicalBlock(scope: !100, file: !3, line: 50, column: 7)
!107 = !DILocation(line: 50, column: 12, scope: !106)
!108 = !DILocation(line: 50, column: 7, scope: !100)
!109 = !DILocation(line: 51, column: 5, scope: !106)
!110 = !DILocation(line: 52, column: 1, scope: !100)
!111 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 18, type: !73, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !75)
!112 = !DILocation(line: 19, column: 10, scope: !111)
!113 = !DILocation(line: 19, column: 15, scope: !111)
!114 = !DILocation(line: 19, column: 8, scope: !111)
!115 = !DILocation(line: 20, column: 3, scope: !111)
!116 = !DILocation(line: 21, column: 7, scope: !117)
!117 = distinct !DILexicalBlock(scope: !111, file: !3, line: 21, column: 7)
!118 = !DILocation(line: 21, column: 15, scope: !117)
!119 = !DILocation(line: 21, column: 12, scope: !117)
!120 = !DILocation(line: 21, column: 7, scope: !111)
!121 = !DILocation(line: 22, column: 12, scope: !117)
!122 = !DILocation(line: 22, column: 5, scope: !117)
!123 = !DILocation(line: 24, column: 10, scope: !111)
!124 = !DILocation(line: 24, column: 15, scope: !111)
!125 = !DILocation(line: 24, column: 8, scope: !111)
!126 = !DILocation(line: 25, column: 3, scope: !111)
!127 = !DILocation(line: 26, column: 10, scope: !111)
!128 = !DILocation(line: 26, column: 15, scope: !111)
!129 = !DILocation(line: 26, column: 8, scope: !111)
!130 = !DILocalVariable(name: "item", scope: !111, file: !3, line: 27, type: !6)
!131 = !DILocation(line: 27, column: 7, scope: !111)
!132 = !DILocation(line: 27, column: 14, scope: !111)
!133 = !DILocation(line: 28, column: 7, scope: !134)
!134 = distinct !DILexicalBlock(scope: !111, file: !3, line: 28, column: 7)
!135 = !DILocation(line: 28, column: 14, scope: !134)
!136 = !DILocation(line: 28, column: 12, scope: !134)
!137 = !DILocation(line: 28, column: 7, scope: !111)
!138 = !DILocation(line: 29, column: 12, scope: !139)
!139 = distinct !DILexicalBlock(scope: !134, file: !3, line: 28, column: 20)
!140 = !DILocation(line: 29, column: 17, scope: !139)
!141 = !DILocation(line: 29, column: 10, scope: !139)
!142 = !DILocation(line: 30, column: 10, scope: !139)
!143 = !DILocation(line: 31, column: 3, scope: !139)
!144 = !DILocation(line: 32, column: 3, scope: !111)
!145 = !DILocation(line: 33, column: 10, scope: !111)
!146 = !DILocation(line: 33, column: 3, scope: !111)
!147 = !DILocation(line: 34, column: 1, scope: !111)
!148 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 36, type: !73, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !75)
!149 = !DILocation(line: 37, column: 3, scope: !148)
!150 = !DILocalVariable(name: "item", scope: !148, file: !3, line: 38, type: !6)
!151 = !DILocation(line: 38, column: 7, scope: !148)
!152 = !DILocation(line: 38, column: 14, scope: !148)
!153 = !DILocation(line: 39, column: 10, scope: !148)
!154 = !DILocation(line: 39, column: 15, scope: !148)
!155 = !DILocation(line: 39, column: 8, scope: !148)
!156 = !DILocation(line: 40, column: 3, scope: !148)
!157 = !DILocation(line: 41, column: 7, scope: !158)
!158 = distinct !DILexicalBlock(scope: !148, file: !3, line: 41, column: 7)
!159 = !DILocation(line: 41, column: 14, scope: !158)
!160 = !DILocation(line: 41, column: 12, scope: !158)
!161 = !DILocation(line: 41, column: 7, scope: !148)
!162 = !DILocation(line: 42, column: 12, scope: !163)
!163 = distinct !DILexicalBlock(scope: !158, file: !3, line: 41, column: 20)
!164 = !DILocation(line: 42, column: 17, scope: !163)
!165 = !DILocation(line: 42, column: 10, scope: !163)
!166 = !DILocation(line: 43, column: 10, scope: !163)
!167 = !DILocation(line: 44, column: 3, scope: !163)
!168 = !DILocation(line: 45, column: 3, scope: !148)
!169 = !DILocation(line: 46, column: 10, scope: !148)
!170 = !DILocation(line: 46, column: 3, scope: !148)
