; ModuleID = 'library_ordered.c'
source_filename = "library_ordered.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%union.sem_t = type { i64, [24 x i8] }
%union.pthread_barrier_t = type { i64, [24 x i8] }
%union.pthread_barrierattr_t = type { i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@changed = dso_local global %union.pthread_cond_t zeroinitializer, align 8, !dbg !5
@sent = dso_local global i32 0, align 4, !dbg !66
@full = dso_local global %union.sem_t zeroinitializer, align 8, !dbg !55
@before = dso_local global i32 0, align 4, !dbg !68
@barrier = dso_local global %union.pthread_barrier_t zeroinitializer, align 8, !dbg !44
@counted = dso_local global i32 0, align 4, !dbg !63
@is_ready = dso_local global i32 0, align 4, !dbg !70

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !107 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !112, metadata !DIExpression()), !dbg !113
  store i32 1, i32* @sent, align 4, !dbg !114
  %call = call i32 @sem_post(%union.sem_t* noundef @full) #4, !dbg !115
  store i32 1, i32* @before, align 4, !dbg !116
  %call1 = call i32 @pthread_barrier_wait(%union.pthread_barrier_t* noundef @barrier) #4, !dbg !117
  %call2 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !118
  %0 = load i32, i32* @counted, align 4, !dbg !119
  %inc = add nsw i32 %0, 1, !dbg !119
  store i32 %inc, i32* @counted, align 4, !dbg !119
  store i32 1, i32* @is_ready, align 4, !dbg !120
  %call3 = call i32 @pthread_cond_signal(%union.pthread_cond_t* noundef @changed) #4, !dbg !121
  %call4 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !122
  ret i8* null, !dbg !123
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @sem_post(%union.sem_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_barrier_wait(%union.pthread_barrier_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_cond_signal(%union.pthread_cond_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !124 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !127, metadata !DIExpression()), !dbg !130
  %call = call i32 @sem_init(%union.sem_t* noundef @full, i32 noundef 0, i32 noundef 0) #4, !dbg !131
  %call1 = call i32 @pthread_barrier_init(%union.pthread_barrier_t* noundef @barrier, %union.pthread_barrierattr_t* noundef null, i32 noundef 2) #4, !dbg !132
  %call2 = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #4, !dbg !133
  %call3 = call i32 @sem_wait(%union.sem_t* noundef @full), !dbg !134
  %0 = load i32, i32* @sent, align 4, !dbg !135
  %inc = add nsw i32 %0, 1, !dbg !135
  store i32 %inc, i32* @sent, align 4, !dbg !135
  %call4 = call i32 @pthread_barrier_wait(%union.pthread_barrier_t* noundef @barrier) #4, !dbg !136
  %1 = load i32, i32* @before, align 4, !dbg !137
  %inc5 = add nsw i32 %1, 1, !dbg !137
  store i32 %inc5, i32* @before, align 4, !dbg !137
  %call6 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !138
  br label %while.cond, !dbg !139

while.cond:                                       ; preds = %while.body, %entry
  %2 = load i32, i32* @is_ready, align 4, !dbg !140
  %tobool = icmp ne i32 %2, 0, !dbg !141
  %lnot = xor i1 %tobool, true, !dbg !141
  br i1 %lnot, label %while.body, label %while.end, !dbg !139

while.body:                                       ; preds = %while.cond
  %call7 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @changed, %union.pthread_mutex_t* noundef @lock), !dbg !142
  br label %while.cond, !dbg !139, !llvm.loop !143

while.end:                                        ; preds = %while.cond
  %3 = load i32, i32* @counted, align 4, !dbg !146
  %inc8 = add nsw i32 %3, 1, !dbg !146
  store i32 %inc8, i32* @counted, align 4, !dbg !146
  %call9 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !147
  ret i32 0, !dbg !148
}

; Function Attrs: nounwind
declare i32 @sem_init(%union.sem_t* noundef, i32 noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_barrier_init(%union.pthread_barrier_t* noundef, %union.pthread_barrierattr_t* noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @sem_wait(%union.sem_t* noundef) #3

declare i32 @pthread_cond_wait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!99, !100, !101, !102, !103, !104, !105}
!llvm.ident = !{!106}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 5, type: !72, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "library_ordered.c", directory: ".", checksumkind: CSK_MD5, checksum: "b0e7080ac7203cc85b5acaebe864e93b")
!4 = !{!0, !5, !44, !55, !63, !66, !68, !70}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "changed", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_cond_t", file: !8, line: 80, baseType: !9)
!8 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!9 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 75, size: 384, elements: !10)
!10 = !{!11, !37, !42}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !9, file: !8, line: 77, baseType: !12, size: 384)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_cond_s", file: !13, line: 94, size: 384, elements: !14)
!13 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!14 = !{!15, !28, !29, !33, !34, !35, !36}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "__wseq", scope: !12, file: !13, line: 96, baseType: !16, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "__atomic_wide_counter", file: !17, line: 33, baseType: !18)
!17 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h", directory: "", checksumkind: CSK_MD5, checksum: "2708e6e61e266abad2d765ccef838dbe")
!18 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !17, line: 25, size: 64, elements: !19)
!19 = !{!20, !22}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "__value64", scope: !18, file: !17, line: 27, baseType: !21, size: 64)
!21 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "__value32", scope: !18, file: !17, line: 32, baseType: !23, size: 64)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !18, file: !17, line: 28, size: 64, elements: !24)
!24 = !{!25, !27}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "__low", scope: !23, file: !17, line: 30, baseType: !26, size: 32)
!26 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "__high", scope: !23, file: !17, line: 31, baseType: !26, size: 32, offset: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_start", scope: !12, file: !13, line: 97, baseType: !16, size: 64, offset: 64)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__g_refs", scope: !12, file: !13, line: 98, baseType: !30, size: 64, offset: 128)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !26, size: 64, elements: !31)
!31 = !{!32}
!32 = !DISubrange(count: 2)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__g_size", scope: !12, file: !13, line: 99, baseType: !30, size: 64, offset: 192)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_orig_size", scope: !12, file: !13, line: 100, baseType: !26, size: 32, offset: 256)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__wrefs", scope: !12, file: !13, line: 101, baseType: !26, size: 32, offset: 288)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "__g_signals", scope: !12, file: !13, line: 102, baseType: !30, size: 64, offset: 320)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !9, file: !8, line: 78, baseType: !38, size: 384)
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 384, elements: !40)
!39 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!40 = !{!41}
!41 = !DISubrange(count: 48)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !9, file: !8, line: 79, baseType: !43, size: 64)
!43 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(name: "barrier", scope: !2, file: !3, line: 7, type: !46, isLocal: false, isDefinition: true)
!46 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_barrier_t", file: !8, line: 112, baseType: !47)
!47 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 108, size: 256, elements: !48)
!48 = !{!49, !53}
!49 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !47, file: !8, line: 110, baseType: !50, size: 256)
!50 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 256, elements: !51)
!51 = !{!52}
!52 = !DISubrange(count: 32)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !47, file: !8, line: 111, baseType: !54, size: 64)
!54 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!55 = !DIGlobalVariableExpression(var: !56, expr: !DIExpression())
!56 = distinct !DIGlobalVariable(name: "full", scope: !2, file: !3, line: 8, type: !57, isLocal: false, isDefinition: true)
!57 = !DIDerivedType(tag: DW_TAG_typedef, name: "sem_t", file: !58, line: 39, baseType: !59)
!58 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/semaphore.h", directory: "", checksumkind: CSK_MD5, checksum: "f0ec69aef73516c696d526041269f8fd")
!59 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !58, line: 35, size: 256, elements: !60)
!60 = !{!61, !62}
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !59, file: !58, line: 37, baseType: !50, size: 256)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !59, file: !58, line: 38, baseType: !54, size: 64)
!63 = !DIGlobalVariableExpression(var: !64, expr: !DIExpression())
!64 = distinct !DIGlobalVariable(name: "counted", scope: !2, file: !3, line: 9, type: !65, isLocal: false, isDefinition: true)
!65 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!66 = !DIGlobalVariableExpression(var: !67, expr: !DIExpression())
!67 = distinct !DIGlobalVariable(name: "sent", scope: !2, file: !3, line: 9, type: !65, isLocal: false, isDefinition: true)
!68 = !DIGlobalVariableExpression(var: !69, expr: !DIExpression())
!69 = distinct !DIGlobalVariable(name: "before", scope: !2, file: !3, line: 9, type: !65, isLocal: false, isDefinition: true)
!70 = !DIGlobalVariableExpression(var: !71, expr: !DIExpression())
!71 = distinct !DIGlobalVariable(name: "is_ready", scope: !2, file: !3, line: 9, type: !65, isLocal: false, isDefinition: true)
!72 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !8, line: 72, baseType: !73)
!73 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 67, size: 320, elements: !74)
!74 = !{!75, !94, !98}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !73, file: !8, line: 69, baseType: !76, size: 320)
!76 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !77, line: 22, size: 320, elements: !78)
!77 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!78 = !{!79, !80, !81, !82, !83, !84, !86, !87}
!79 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !76, file: !77, line: 24, baseType: !65, size: 32)
!80 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !76, file: !77, line: 25, baseType: !26, size: 32, offset: 32)
!81 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !76, file: !77, line: 26, baseType: !65, size: 32, offset: 64)
!82 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !76, file: !77, line: 28, baseType: !26, size: 32, offset: 96)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !76, file: !77, line: 32, baseType: !65, size: 32, offset: 128)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !76, file: !77, line: 34, baseType: !85, size: 16, offset: 160)
!85 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!86 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !76, file: !77, line: 35, baseType: !85, size: 16, offset: 176)
!87 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !76, file: !77, line: 36, baseType: !88, size: 128, offset: 192)
!88 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !13, line: 55, baseType: !89)
!89 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !13, line: 51, size: 128, elements: !90)
!90 = !{!91, !93}
!91 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !89, file: !13, line: 53, baseType: !92, size: 64)
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !89, size: 64)
!93 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !89, file: !13, line: 54, baseType: !92, size: 64, offset: 64)
!94 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !73, file: !8, line: 70, baseType: !95, size: 320)
!95 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 320, elements: !96)
!96 = !{!97}
!97 = !DISubrange(count: 40)
!98 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !73, file: !8, line: 71, baseType: !54, size: 64)
!99 = !{i32 7, !"Dwarf Version", i32 5}
!100 = !{i32 2, !"Debug Info Version", i32 3}
!101 = !{i32 1, !"wchar_size", i32 4}
!102 = !{i32 7, !"PIC Level", i32 2}
!103 = !{i32 7, !"PIE Level", i32 2}
!104 = !{i32 7, !"uwtable", i32 1}
!105 = !{i32 7, !"frame-pointer", i32 2}
!106 = !{!"Debian clang version 14.0.6"}
!107 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 11, type: !108, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !111)
!108 = !DISubroutineType(types: !109)
!109 = !{!110, !110}
!110 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!111 = !{}
!112 = !DILocalVariable(name: "unused", arg: 1, scope: !107, file: !3, line: 11, type: !110)
!113 = !DILocation(line: 11, column: 20, scope: !107)
!114 = !DILocation(line: 12, column: 8, scope: !107)
!115 = !DILocation(line: 13, column: 3, scope: !107)
!116 = !DILocation(line: 14, column: 10, scope: !107)
!117 = !DILocation(line: 15, column: 3, scope: !107)
!118 = !DILocation(line: 16, column: 3, scope: !107)
!119 = !DILocation(line: 17, column: 10, scope: !107)
!120 = !DILocation(line: 18, column: 12, scope: !107)
!121 = !DILocation(line: 19, column: 3, scope: !107)
!122 = !DILocation(line: 20, column: 3, scope: !107)
!123 = !DILocation(line: 24, column: 3, scope: !107)
!124 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 27, type: !125, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !111)
!125 = !DISubroutineType(types: !126)
!126 = !{!65}
!127 = !DILocalVariable(name: "one", scope: !124, file: !3, line: 28, type: !128)
!128 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !8, line: 27, baseType: !129)
!129 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!130 = !DILocation(line: 28, column: 13, scope: !124)
!131 = !DILocation(line: 29, column: 3, scope: !124)
!132 = !DILocation(line: 30, column: 3, scope: !124)
!133 = !DILocation(line: 31, column: 3, scope: !124)
!134 = !DILocation(line: 32, column: 3, scope: !124)
!135 = !DILocation(line: 33, column: 7, scope: !124)
!136 = !DILocation(line: 34, column: 3, scope: !124)
!137 = !DILocation(line: 35, column: 9, scope: !124)
!138 = !DILocation(line: 36, column: 3, scope: !124)
!139 = !DILocation(line: 37, column: 3, scope: !124)
!140 = !DILocation(line: 37, column: 11, scope: !124)
!141 = !DILocation(line: 37, column: 10, scope: !124)
!142 = !DILocation(line: 38, column: 5, scope: !124)
!143 = distinct !{!143, !139, !144, !145}
!144 = !DILocation(line: 38, column: 38, scope: !124)
!145 = !{!"llvm.loop.mustprogress"}
!146 = !DILocation(line: 39, column: 10, scope: !124)
!147 = !DILocation(line: 40, column: 3, scope: !124)
!148 = !DILocation(line: 41, column: 3, scope: !124)
