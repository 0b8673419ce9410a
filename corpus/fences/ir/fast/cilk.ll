; ModuleID = 'corpus/fences/fast/cilk.c'
source_filename = "corpus/fences/fast/cilk.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@tasks = dso_local global [16 x i32] zeroinitializer, align 16, !dbg !16
@tail = dso_local global i32 0, align 4, !dbg !14
@head = dso_local global i32 0, align 4, !dbg !11

; Function Attrs: noinline nounwind uwtable
define dso_local void @push(i32 noundef %task) #0 !dbg !61 {
entry:
  %task.addr = alloca i32, align 4
  store i32 %task, i32* %task.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %task.addr, metadata !65, metadata !DIExpression()), !dbg !66
  %0 = load i32, i32* %task.addr, align 4, !dbg !67
  %1 = load volatile i32, i32* @tail, align 4, !dbg !68
  %rem = srem i32 %1, 16, !dbg !69
  %idxprom = sext i32 %rem to i64, !dbg !70
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* @tasks, i64 0, i64 %idxprom, !dbg !70
  store volatile i32 %0, i32* %arrayidx, align 4, !dbg !71
  %2 = load volatile i32, i32* @tail, align 4, !dbg !72
  %add = add nsw i32 %2, 1, !dbg !73
  store volatile i32 %add, i32* @tail, align 4, !dbg !74
  ret void, !dbg !75
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @pop() #0 !dbg !76 {
entry:
  %retval = alloca i32, align 4
  %0 = load volatile i32, i32* @tail, align 4, !dbg !79
  %sub = sub nsw i32 %0, 1, !dbg !80
  store volatile i32 %sub, i32* @tail, align 4, !dbg !81
  %1 = load volatile i32, i32* @head, align 4, !dbg !82
  %2 = load volatile i32, i32* @tail, align 4, !dbg !84
  %cmp = icmp sgt i32 %1, %2, !dbg !85
  br i1 %cmp, label %if.then, label %if.end7, !dbg !86

if.then:                                          ; preds = %entry
  %3 = load volatile i32, i32* @tail, align 4, !dbg !87
  %add = add nsw i32 %3, 1, !dbg !89
  store volatile i32 %add, i32* @tail, align 4, !dbg !90
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !91
  %4 = load volatile i32, i32* @tail, align 4, !dbg !92
  %sub1 = sub nsw i32 %4, 1, !dbg !93
  store volatile i32 %sub1, i32* @tail, align 4, !dbg !94
  %5 = load volatile i32, i32* @head, align 4, !dbg !95
  %6 = load volatile i32, i32* @tail, align 4, !dbg !97
  %cmp2 = icmp sgt i32 %5, %6, !dbg !98
  br i1 %cmp2, label %if.then3, label %if.end, !dbg !99

if.then3:                                         ; preds = %if.then
  %7 = load volatile i32, i32* @tail, align 4, !dbg !100
  %add4 = add nsw i32 %7, 1, !dbg !102
  store volatile i32 %add4, i32* @tail, align 4, !dbg !103
  %call5 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !104
  store i32 -1, i32* %retval, align 4, !dbg !105
  br label %return, !dbg !105

if.end:                                           ; preds = %if.then
  %call6 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !106
  br label %if.end7, !dbg !107

if.end7:                                          ; preds = %if.end, %entry
  %8 = load volatile i32, i32* @tail, align 4, !dbg !108
  %rem = srem i32 %8, 16, !dbg !109
  %idxprom = sext i32 %rem to i64, !dbg !110
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* @tasks, i64 0, i64 %idxprom, !dbg !110
  %9 = load volatile i32, i32* %arrayidx, align 4, !dbg !110
  store i32 %9, i32* %retval, align 4, !dbg !111
  br label %return, !dbg !111

return:                                           ; preds = %if.end7, %if.then3
  %10 = load i32, i32* %retval, align 4, !dbg !112
  ret i32 %10, !dbg !112
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @steal() #0 !dbg !113 {
entry:
  %retval = alloca i32, align 4
  %task = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %task, metadata !114, metadata !DIExpression()), !dbg !115
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !116
  %0 = load volatile i32, i32* @head, align 4, !dbg !117
  %add = add nsw i32 %0, 1, !dbg !118
  store volatile i32 %add, i32* @head, align 4, !dbg !119
  %1 = load volatile i32, i32* @head, align 4, !dbg !120
  %2 = load volatile i32, i32* @tail, align 4, !dbg !122
  %cmp = icmp sgt i32 %1, %2, !dbg !123
  br i1 %cmp, label %if.then, label %if.end, !dbg !124

if.then:                                          ; preds = %entry
  %3 = load volatile i32, i32* @head, align 4, !dbg !125
  %sub = sub nsw i32 %3, 1, !dbg !127
  store volatile i32 %sub, i32* @head, align 4, !dbg !128
  %call1 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !129
  store i32 -1, i32* %retval, align 4, !dbg !130
  br label %return, !dbg !130

if.end:                                           ; preds = %entry
  %4 = load volatile i32, i32* @head, align 4, !dbg !131
  %sub2 = sub nsw i32 %4, 1, !dbg !132
  %rem = srem i32 %sub2, 16, !dbg !133
  %idxprom = sext i32 %rem to i64, !dbg !134
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* @tasks, i64 0, i64 %idxprom, !dbg !134
  %5 = load volatile i32, i32* %arrayidx, align 4, !dbg !134
  store i32 %5, i32* %task, align 4, !dbg !135
  %call3 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !136
  %6 = load i32, i32* %task, align 4, !dbg !137
  store i32 %6, i32* %retval, align 4, !dbg !138
  br label %return, !dbg !138

return:                                           ; preds = %if.end, %if.then
  %7 = load i32, i32* %retval, align 4, !dbg !139
  ret i32 %7, !dbg !139
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @owner(i8* noundef %unused) #0 !dbg !140 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !144, metadata !DIExpression()), !dbg !145
  call void @push(i32 noundef 1), !dbg !146
  call void @push(i32 noundef 2), !dbg !147
  %call = call i32 @pop(), !dbg !148
  %call1 = call i32 @pop(), !dbg !149
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !150
  ret i8* %0, !dbg !151
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @thief(i8* noundef %unused) #0 !dbg !152 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !153, metadata !DIExpression()), !dbg !154
  %call = call i32 @steal(), !dbg !155
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !156
  ret i8* %0, !dbg !157
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !158 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !159, metadata !DIExpression()), !dbg !162
  call void @llvm.dbg.declare(metadata i64* %two, metadata !163, metadata !DIExpression()), !dbg !164
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @owner, i8* noundef null) #4, !dbg !165
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #4, !dbg !166
  %0 = load i64, i64* %one, align 8, !dbg !167
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !168
  %1 = load i64, i64* %two, align 8, !dbg !169
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !170
  ret i32 0, !dbg !171
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
!llvm.module.flags = !{!53, !54, !55, !56, !57, !58, !59}
!llvm.ident = !{!60}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 8, type: !21, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !10, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/fast/cilk.c", directory: ".", checksumkind: CSK_MD5, checksum: "718cd8f69399dd1e6c5de45212c870c6")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !3, line: 5, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "SIZE", value: 16)
!9 = !DIEnumerator(name: "EMPTY", value: -1)
!10 = !{!0, !11, !14, !16}
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 7, type: !13, isLocal: false, isDefinition: true)
!13 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !6)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 7, type: !13, isLocal: false, isDefinition: true)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "tasks", scope: !2, file: !3, line: 7, type: !18, isLocal: false, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 512, elements: !19)
!19 = !{!20}
!20 = !DISubrange(count: 16)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !22, line: 72, baseType: !23)
!22 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!23 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !22, line: 67, size: 320, elements: !24)
!24 = !{!25, !46, !51}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !23, file: !22, line: 69, baseType: !26, size: 320)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !27, line: 22, size: 320, elements: !28)
!27 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!28 = !{!29, !30, !32, !33, !34, !35, !37, !38}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !26, file: !27, line: 24, baseType: !6, size: 32)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !26, file: !27, line: 25, baseType: !31, size: 32, offset: 32)
!31 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !26, file: !27, line: 26, baseType: !6, size: 32, offset: 64)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !26, file: !27, line: 28, baseType: !31, size: 32, offset: 96)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !26, file: !27, line: 32, baseType: !6, size: 32, offset: 128)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !26, file: !27, line: 34, baseType: !36, size: 16, offset: 160)
!36 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !26, file: !27, line: 35, baseType: !36, size: 16, offset: 176)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !26, file: !27, line: 36, baseType: !39, size: 128, offset: 192)
!39 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !40, line: 55, baseType: !41)
!40 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!41 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !40, line: 51, size: 128, elements: !42)
!42 = !{!43, !45}
!43 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !41, file: !40, line: 53, baseType: !44, size: 64)
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !41, file: !40, line: 54, baseType: !44, size: 64, offset: 64)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !23, file: !22, line: 70, baseType: !47, size: 320)
!47 = !DICompositeType(tag: DW_TAG_array_type, baseType: !48, size: 320, elements: !49)
!48 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!49 = !{!50}
!50 = !DISubrange(count: 40)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !23, file: !22, line: 71, baseType: !52, size: 64)
!52 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!53 = !{i32 7, !"Dwarf Version", i32 5}
!54 = !{i32 2, !"Debug Info Version", i32 3}
!55 = !{i32 1, !"wchar_size", i32 4}
!56 = !{i32 7, !"PIC Level", i32 2}
!57 = !{i32 7, !"PIE Level", i32 2}
!58 = !{i32 7, !"uwtable", i32 1}
!59 = !{i32 7, !"frame-pointer", i32 2}
!60 = !{!"Debian clang version 14.0.6"}
!61 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 10, type: !62, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !64)
!62 = !DISubroutineType(types: !63)
!63 = !{null, !6}
!64 = !{}
!65 = !DILocalVariable(name: "task", arg: 1, scope: !61, file: !3, line: 10, type: !6)
!66 = !DILocation(line: 10, column: 15, scope: !61)
!67 = !DILocation(line: 11, column: 24, scope: !61)
!68 = !DILocation(line: 11, column: 9, scope: !61)
!69 = !DILocation(line: 11, column: 14, scope: !61)
!70 = !DILocation(line: 11, column: 3, scope: !61)
!71 = !DILocation(line: 11, column: 22, scope: !61)
!72 = !DILocation(line: 12, column: 10, scope: !61)
!73 = !DILocation(line: 12, column: 15, scope: !61)
!74 = !DILocation(line: 12, column: 8, scope: !61)
!75 = !DILocation(line: 13, column: 1, scope: !61)
!76 = distinct !DISubprogram(name: "pop", scope: !3, file: !3, line: 15, type: !77, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !64)
!77 = !DISubroutineType(types: !78)
!78 = !{!6}
!79 = !DILocation(line: 16, column: 10, scope: !76)
!80 = !DILocation(line: 16, column: 15, scope: !76)
!81 = !DILocation(line: 16, column: 8, scope: !76)
!82 = !DILocation(line: 17, column: 7, scope: !83)
!83 = distinct !DILexicalBlock(scope: !76, file: !3, line: 17, column: 7)
!84 = !DILocation(line: 17, column: 14, scope: !83)
!85 = !DILocation(line: 17, column: 12, scope: !83)
!86 = !DILocation(line: 17, column: 7, scope: !76)
!87 = !DILocation(line: 18, column: 12, scope: !88)
!88 = distinct !DILexicalBlock(scope: !83, file: !3, line: 17, column: 20)
!89 = !DILocation(line: 18, column: 17, scope: !88)
!90 = !DILocation(line: 18, column: 10, scope: !88)
!91 = !DILocation(line: 19, column: 5, scope: !88)
!92 = !DILocation(line: 20, column: 12, scope: !88)
!93 = !DILocation(line: 20, column: 17, scope: !88)
!94 = !DILocation(line: 20, column: 10, scope: !88)
!95 = !DILocation(line: 21, column: 9, scope: !96)
!96 = distinct !DILexicalBlock(scope: !88, file: !3, line: 21, column: 9)
!97 = !DILocation(line: 21, column: 16, scope: !96)
!98 = !DILocation(line: 21, column: 14, scope: !96)
!99 = !DILocation(line: 21, column: 9, scope: !88)
!100 = !DILocation(line: 22, column: 14, scope: !101)
!101 = distinct !DILexicalBlock(scope: !96, file: !3, line: 21, column: 22)
!102 = !DILocation(line: 22, column: 19, scope: !101)
!103 = !DILocation(line: 22, column: 12, scope: !101)
!104 = !DILocation(line: 23, column: 7, scope: !101)
!105 = !DILocation(line: 24, column: 7, scope: !101)
!106 = !DILocation(line: 26, column: 5, scope: !88)
!107 = !DILocation(line: 27, column: 3, scope: !88)
!108 = !DILocation(line: 28, column: 16, scope: !76)
!109 = !DILocation(line: 28, column: 21, scope: !76)
!110 = !DILocation(line: 28, column: 10, scope: !76)
!111 = !DILocation(line: 28, column: 3, scope: !76)
!112 = !DILocation(line: 29, column: 1, scope: !76)
!113 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 31, type: !77, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !64)
!114 = !DILocalVariable(name: "task", scope: !113, file: !3, line: 32, type: !6)
!115 = !DILocation(line: 32, column: 7, scope: !113)
!116 = !DILocation(line: 33, column: 3, scope: !113)
!117 = !DILocation(line: 34, column: 10, scope: !113)
!118 = !DILocation(line: 34, column: 15, scope: !113)
!119 = !DILocation(line: 34, column: 8, scope: !113)
!120 = !DILocation(line: 35, column: 7, scope: !121)
!121 = distinct !DILexicalBlock(scope: !113, file: !3, line: 35, column: 7)
!122 = !DILocation(line: 35, column: 14, scope: !121)
!123 = !DILocation(line: 35, column: 12, scope: !121)
!124 = !DILocation(line: 35, column: 7, scope: !113)
!125 = !DILocation(line: 36, column: 12, scope: !126)
!126 = distinct !DILexicalBlock(scope: !121, file: !3, line: 35, column: 20)
!127 = !DILocation(line: 36, column: 17, scope: !126)
!128 = !DILocation(line: 36, column: 10, scope: !126)
!129 = !DILocation(line: 37, column: 5, scope: !126)
!130 = !DILocation(line: 38, column: 5, scope: !126)
!131 = !DILocation(line: 40, column: 17, scope: !113)
!132 = !DILocation(line: 40, column: 22, scope: !113)
!133 = !DILocation(line: 40, column: 27, scope: !113)
!134 = !DILocation(line: 40, column: 10, scope: !113)
!135 = !DILocation(line: 40, column: 8, scope: !113)
!136 = !DILocation(line: 41, column: 3, scope: !113)
!137 = !DILocation(line: 42, column: 10, scope: !113)
!138 = !DILocation(line: 42, column: 3, scope: !113)
!139 = !DILocation(line: 43, column: 1, scope: !113)
!140 = distinct !DISubprogram(name: "owner", scope: !3, file: !3, line: 45, type: !141, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !64)
!141 = !DISubroutineType(types: !142)
!142 = !{!143, !143}
!143 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!144 = !DILocalVariable(name: "unused", arg: 1, scope: !140, file: !3, line: 45, type: !143)
!145 = !DILocation(line: 45, column: 19, scope: !140)
!146 = !DILocation(line: 46, column: 3, scope: !140)
!147 = !DILocation(line: 47, column: 3, scope: !140)
!148 = !DILocation(line: 48, column: 3, scope: !140)
!149 = !DILocation(line: 49, column: 3, scope: !140)
!150 = !DILocation(line: 50, column: 10, scope: !140)
!151 = !DILocation(line: 50, column: 3, scope: !140)
!152 = distinct !DISubprogram(name: "thief", scope: !3, file: !3, line: 53, type: !141, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !64)
!153 = !DILocalVariable(name: "unused", arg: 1, scope: !152, file: !3, line: 53, type: !143)
!154 = !DILocation(line: 53, column: 19, scope: !152)
!155 = !DILocation(line: 54, column: 3, scope: !152)
!156 = !DILocation(line: 55, column: 10, scope: !152)
!157 = !DILocation(line: 55, column: 3, scope: !152)
!158 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 58, type: !77, scopeLine: 58, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !64)
!159 = !DILocalVariable(name: "one", scope: !158, file: !3, line: 59, type: !160)
!160 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !22, line: 27, baseType: !161)
!161 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!162 = !DILocation(line: 59, column: 13, scope: !158)
!163 = !DILocalVariable(name: "two", scope: !158, file: !3, line: 59, type: !160)
!164 = !DILocation(line: 59, column: 18, scope: !158)
!165 = !DILocation(line: 60, column: 3, scope: !158)
!166 = !DILocation(line: 61, column: 3, scope: !158)
!167 = !DILocation(line: 62, column: 16, scope: !158)
!168 = !DILocation(line: 62, column: 3, scope: !158)
!169 = !DILocation(line: 63, column: 16, scope: !158)
!170 = !DILocation(line: 63, column: 3, scope: !158)
!171 = !DILocation(line: 64, column: 3, scope: !158)
