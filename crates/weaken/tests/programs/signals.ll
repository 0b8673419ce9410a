; ModuleID = 'signals.c'
source_filename = "signals.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@changed = dso_local global %union.pthread_cond_t zeroinitializer, align 8, !dbg !5
@work = dso_local global i32 0, align 4, !dbg !44

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !83 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !88, metadata !DIExpression()), !dbg !89
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !90
  br label %while.cond, !dbg !91

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i32, i32* @work, align 4, !dbg !92
  %tobool = icmp ne i32 %0, 0, !dbg !93
  %lnot = xor i1 %tobool, true, !dbg !93
  br i1 %lnot, label %while.body, label %while.end, !dbg !91

while.body:                                       ; preds = %while.cond
  %call1 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @changed, %union.pthread_mutex_t* noundef @lock), !dbg !94
  br label %while.cond, !dbg !91, !llvm.loop !95

while.end:                                        ; preds = %while.cond
  %call2 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !98
  ret i8* null, !dbg !99
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

declare i32 @pthread_cond_wait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef) #3

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !100 {
entry:
  %retval = alloca i32, align 4
  %workers = alloca [2 x i64], align 16
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %workers, metadata !103, metadata !DIExpression()), !dbg !107
  %arrayidx = getelementptr inbounds [2 x i64], [2 x i64]* %workers, i64 0, i64 0, !dbg !108
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #4, !dbg !109
  %arrayidx1 = getelementptr inbounds [2 x i64], [2 x i64]* %workers, i64 0, i64 1, !dbg !110
  %call2 = call i32 @pthread_create(i64* noundef %arrayidx1, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #4, !dbg !111
  %call3 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !112
  store i32 1, i32* @work, align 4, !dbg !113
  %call4 = call i32 @pthread_cond_broadcast(%union.pthread_cond_t* noundef @changed) #4, !dbg !114
  %call5 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !115
  %arrayidx6 = getelementptr inbounds [2 x i64], [2 x i64]* %workers, i64 0, i64 0, !dbg !116
  %0 = load i64, i64* %arrayidx6, align 16, !dbg !116
  %call7 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !117
  %arrayidx8 = getelementptr inbounds [2 x i64], [2 x i64]* %workers, i64 0, i64 1, !dbg !118
  %1 = load i64, i64* %arrayidx8, align 8, !dbg !118
  %call9 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !119
  ret i32 0, !dbg !120
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_cond_broadcast(%union.pthread_cond_t* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!75, !76, !77, !78, !79, !80, !81}
!llvm.ident = !{!82}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 5, type: !47, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "signals.c", directory: ".", checksumkind: CSK_MD5, checksum: "72a1297ec7eef8520fdffa42f0c12ae1")
!4 = !{!0, !5, !44}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "changed", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_cond_t", file: !8, line: 80, baseType: !9)
!8 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!9 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 75, size: 384, elements: !10)
!10 = !{!11, !37, !42}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !9, file: !8, line: 77, baseType: !12, size: 384)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_cond_s", file: !13, line: 94, size: 384, elements: !14)
!13 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: ".", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!14 = !{!15, !28, !29, !33, !34, !35, !36}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "__wseq", scope: !12, file: !13, line: 96, baseType: !16, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "__atomic_wide_counter", file: !17, line: 33, baseType: !18)
!17 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h", directory: ".", checksumkind: CSK_MD5, checksum: "2708e6e61e266abad2d765ccef838dbe")
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
!45 = distinct !DIGlobalVariable(name: "work", scope: !2, file: !3, line: 7, type: !46, isLocal: false, isDefinition: true)
!46 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!47 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !8, line: 72, baseType: !48)
!48 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 67, size: 320, elements: !49)
!49 = !{!50, !69, !73}
!50 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !48, file: !8, line: 69, baseType: !51, size: 320)
!51 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !52, line: 22, size: 320, elements: !53)
!52 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: ".", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!53 = !{!54, !55, !56, !57, !58, !59, !61, !62}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !51, file: !52, line: 24, baseType: !46, size: 32)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !51, file: !52, line: 25, baseType: !26, size: 32, offset: 32)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !51, file: !52, line: 26, baseType: !46, size: 32, offset: 64)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !51, file: !52, line: 28, baseType: !26, size: 32, offset: 96)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !51, file: !52, line: 32, baseType: !46, size: 32, offset: 128)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !51, file: !52, line: 34, baseType: !60, size: 16, offset: 160)
!60 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !51, file: !52, line: 35, baseType: !60, size: 16, offset: 176)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !51, file: !52, line: 36, baseType: !63, size: 128, offset: 192)
!63 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !13, line: 55, baseType: !64)
!64 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !13, line: 51, size: 128, elements: !65)
!65 = !{!66, !68}
!66 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !64, file: !13, line: 53, baseType: !67, size: 64)
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !64, size: 64)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !64, file: !13, line: 54, baseType: !67, size: 64, offset: 64)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !48, file: !8, line: 70, baseType: !70, size: 320)
!70 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 320, elements: !71)
!71 = !{!72}
!72 = !DISubrange(count: 40)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !48, file: !8, line: 71, baseType: !74, size: 64)
!74 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!75 = !{i32 7, !"Dwarf Version", i32 5}
!76 = !{i32 2, !"Debug Info Version", i32 3}
!77 = !{i32 1, !"wchar_size", i32 4}
!78 = !{i32 7, !"PIC Level", i32 2}
!79 = !{i32 7, !"PIE Level", i32 2}
!80 = !{i32 7, !"uwtable", i32 1}
!81 = !{i32 7, !"frame-pointer", i32 2}
!82 = !{!"Debian clang version 14.0.6"}
!83 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 9, type: !84, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !87)
!84 = !DISubroutineType(types: !85)
!85 = !{!86, !86}
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!87 = !{}
!88 = !DILocalVariable(name: "unused", arg: 1, scope: !83, file: !3, line: 9, type: !86)
!89 = !DILocation(line: 9, column: 20, scope: !83)
!90 = !DILocation(line: 10, column: 3, scope: !83)
!91 = !DILocation(line: 12, column: 3, scope: !83)
!92 = !DILocation(line: 12, column: 11, scope: !83)
!93 = !DILocation(line: 12, column: 10, scope: !83)
!94 = !DILocation(line: 14, column: 5, scope: !83)
!95 = distinct !{!95, !91, !96, !97}
!96 = !DILocation(line: 14, column: 38, scope: !83)
!97 = !{!"llvm.loop.mustprogress"}
!98 = !DILocation(line: 15, column: 3, scope: !83)
!99 = !DILocation(line: 16, column: 3, scope: !83)
!100 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 19, type: !101, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !87)
!101 = !DISubroutineType(types: !102)
!102 = !{!46}
!103 = !DILocalVariable(name: "workers", scope: !100, file: !3, line: 20, type: !104)
!104 = !DICompositeType(tag: DW_TAG_array_type, baseType: !105, size: 128, elements: !31)
!105 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !8, line: 27, baseType: !106)
!106 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!107 = !DILocation(line: 20, column: 13, scope: !100)
!108 = !DILocation(line: 21, column: 19, scope: !100)
!109 = !DILocation(line: 21, column: 3, scope: !100)
!110 = !DILocation(line: 22, column: 19, scope: !100)
!111 = !DILocation(line: 22, column: 3, scope: !100)
!112 = !DILocation(line: 23, column: 3, scope: !100)
!113 = !DILocation(line: 24, column: 8, scope: !100)
!114 = !DILocation(line: 28, column: 3, scope: !100)
!115 = !DILocation(line: 30, column: 3, scope: !100)
!116 = !DILocation(line: 31, column: 16, scope: !100)
!117 = !DILocation(line: 31, column: 3, scope: !100)
!118 = !DILocation(line: 32, column: 16, scope: !100)
!119 = !DILocation(line: 32, column: 3, scope: !100)
!120 = !DILocation(line: 33, column: 3, scope: !100)
