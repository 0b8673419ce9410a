; ModuleID = 'timed.c'
source_filename = "timed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%union.pthread_attr_t = type { i64, [48 x i8] }
%struct.timespec = type { i64, i64 }

@lock = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@condition = dso_local global %union.pthread_cond_t zeroinitializer, align 8, !dbg !5
@busy = dso_local global i32 0, align 4, !dbg !49
@.str = private unnamed_addr constant [20 x i8] c"result == 0 || busy\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"timed.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@ready = dso_local global i32 0, align 4, !dbg !44
@timed_out = dso_local global i32 0, align 4, !dbg !47
@.str.2 = private unnamed_addr constant [21 x i8] c"!(timed_out && busy)\00", align 1
@.str.3 = private unnamed_addr constant [35 x i8] c"result == 0 || result == ETIMEDOUT\00", align 1
@__PRETTY_FUNCTION__.waits = private unnamed_addr constant [20 x i8] c"void *waits(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !87 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !91, metadata !DIExpression()), !dbg !94
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @waits, i8* noundef null) #6, !dbg !95
  call void @llvm.dbg.declare(metadata i32* %3, metadata !96, metadata !DIExpression()), !dbg !97
  %5 = call i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !98
  store i32 %5, i32* %3, align 4, !dbg !97
  %6 = load i32, i32* %3, align 4, !dbg !99
  %7 = icmp eq i32 %6, 16, !dbg !100
  %8 = zext i1 %7 to i32, !dbg !100
  store i32 %8, i32* @busy, align 4, !dbg !101
  %9 = load i32, i32* %3, align 4, !dbg !102
  %10 = icmp eq i32 %9, 0, !dbg !102
  br i1 %10, label %14, label %11, !dbg !102

11:                                               ; preds = %0
  %12 = load i32, i32* @busy, align 4, !dbg !102
  %13 = icmp ne i32 %12, 0, !dbg !102
  br i1 %13, label %14, label %15, !dbg !105

14:                                               ; preds = %11, %0
  br label %16, !dbg !105

15:                                               ; preds = %11
  call void @__assert_fail(i8* noundef getelementptr inbounds ([20 x i8], [20 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 28, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #7, !dbg !102
  unreachable, !dbg !102

16:                                               ; preds = %14
  %17 = load i32, i32* %3, align 4, !dbg !106
  %18 = icmp eq i32 %17, 0, !dbg !108
  br i1 %18, label %19, label %21, !dbg !109

19:                                               ; preds = %16
  store i32 1, i32* @ready, align 4, !dbg !110
  %20 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !112
  br label %21, !dbg !113

21:                                               ; preds = %19, %16
  %22 = load i64, i64* %2, align 8, !dbg !114
  %23 = call i32 @pthread_join(i64 noundef %22, i8** noundef null), !dbg !115
  %24 = load i32, i32* @timed_out, align 4, !dbg !116
  %25 = icmp ne i32 %24, 0, !dbg !116
  br i1 %25, label %26, label %29, !dbg !116

26:                                               ; preds = %21
  %27 = load i32, i32* @busy, align 4, !dbg !116
  %28 = icmp ne i32 %27, 0, !dbg !116
  br i1 %28, label %30, label %29, !dbg !119

29:                                               ; preds = %26, %21
  br label %31, !dbg !119

30:                                               ; preds = %26
  call void @__assert_fail(i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 35, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #7, !dbg !116
  unreachable, !dbg !116

31:                                               ; preds = %29
  ret i32 0, !dbg !120
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @waits(i8* noundef %0) #0 !dbg !121 {
  %2 = alloca i8*, align 8
  %3 = alloca %struct.timespec, align 8
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !125, metadata !DIExpression()), !dbg !126
  call void @llvm.dbg.declare(metadata %struct.timespec* %3, metadata !127, metadata !DIExpression()), !dbg !136
  %5 = bitcast %struct.timespec* %3 to i8*, !dbg !136
  call void @llvm.memset.p0i8.i64(i8* align 8 %5, i8 0, i64 16, i1 false), !dbg !136
  %6 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !137
  call void @llvm.dbg.declare(metadata i32* %4, metadata !138, metadata !DIExpression()), !dbg !139
  store i32 0, i32* %4, align 4, !dbg !139
  br label %7, !dbg !140

7:                                                ; preds = %15, %1
  %8 = load i32, i32* @ready, align 4, !dbg !141
  %9 = icmp ne i32 %8, 0, !dbg !141
  br i1 %9, label %13, label %10, !dbg !142

10:                                               ; preds = %7
  %11 = load i32, i32* %4, align 4, !dbg !143
  %12 = icmp eq i32 %11, 0, !dbg !144
  br label %13

13:                                               ; preds = %10, %7
  %14 = phi i1 [ false, %7 ], [ %12, %10 ], !dbg !145
  br i1 %14, label %15, label %17, !dbg !140

15:                                               ; preds = %13
  %16 = call i32 @pthread_cond_timedwait(%union.pthread_cond_t* noundef @condition, %union.pthread_mutex_t* noundef @lock, %struct.timespec* noundef %3), !dbg !146
  store i32 %16, i32* %4, align 4, !dbg !147
  br label %7, !dbg !140, !llvm.loop !148

17:                                               ; preds = %13
  %18 = load i32, i32* %4, align 4, !dbg !151
  %19 = icmp eq i32 %18, 110, !dbg !152
  %20 = zext i1 %19 to i32, !dbg !152
  store i32 %20, i32* @timed_out, align 4, !dbg !153
  %21 = load i32, i32* %4, align 4, !dbg !154
  %22 = icmp eq i32 %21, 0, !dbg !154
  br i1 %22, label %26, label %23, !dbg !154

23:                                               ; preds = %17
  %24 = load i32, i32* %4, align 4, !dbg !154
  %25 = icmp eq i32 %24, 110, !dbg !154
  br i1 %25, label %26, label %27, !dbg !157

26:                                               ; preds = %23, %17
  br label %28, !dbg !157

27:                                               ; preds = %23
  call void @__assert_fail(i8* noundef getelementptr inbounds ([35 x i8], [35 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str.1, i64 0, i64 0), i32 noundef 18, i8* noundef getelementptr inbounds ([20 x i8], [20 x i8]* @__PRETTY_FUNCTION__.waits, i64 0, i64 0)) #7, !dbg !154
  unreachable, !dbg !154

28:                                               ; preds = %26
  %29 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !158
  ret i8* null, !dbg !159
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #5

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

declare i32 @pthread_cond_timedwait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef, %struct.timespec* noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { argmemonly nofree nounwind willreturn writeonly }
attributes #6 = { nounwind }
attributes #7 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!79, !80, !81, !82, !83, !84, !85}
!llvm.ident = !{!86}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 7, type: !51, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "timed.c", directory: ".", checksumkind: CSK_MD5, checksum: "dc39c9f048a8aa53c3460ea957b8609b")
!4 = !{!0, !5, !44, !47, !49}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "condition", scope: !2, file: !3, line: 8, type: !7, isLocal: false, isDefinition: true)
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
!45 = distinct !DIGlobalVariable(name: "ready", scope: !2, file: !3, line: 9, type: !46, isLocal: false, isDefinition: true)
!46 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!47 = !DIGlobalVariableExpression(var: !48, expr: !DIExpression())
!48 = distinct !DIGlobalVariable(name: "timed_out", scope: !2, file: !3, line: 9, type: !46, isLocal: false, isDefinition: true)
!49 = !DIGlobalVariableExpression(var: !50, expr: !DIExpression())
!50 = distinct !DIGlobalVariable(name: "busy", scope: !2, file: !3, line: 9, type: !46, isLocal: false, isDefinition: true)
!51 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !8, line: 72, baseType: !52)
!52 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 67, size: 320, elements: !53)
!53 = !{!54, !73, !77}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !52, file: !8, line: 69, baseType: !55, size: 320)
!55 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !56, line: 22, size: 320, elements: !57)
!56 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!57 = !{!58, !59, !60, !61, !62, !63, !65, !66}
!58 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !55, file: !56, line: 24, baseType: !46, size: 32)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !55, file: !56, line: 25, baseType: !26, size: 32, offset: 32)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !55, file: !56, line: 26, baseType: !46, size: 32, offset: 64)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !55, file: !56, line: 28, baseType: !26, size: 32, offset: 96)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !55, file: !56, line: 32, baseType: !46, size: 32, offset: 128)
!63 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !55, file: !56, line: 34, baseType: !64, size: 16, offset: 160)
!64 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !55, file: !56, line: 35, baseType: !64, size: 16, offset: 176)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !55, file: !56, line: 36, baseType: !67, size: 128, offset: 192)
!67 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !13, line: 55, baseType: !68)
!68 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !13, line: 51, size: 128, elements: !69)
!69 = !{!70, !72}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !68, file: !13, line: 53, baseType: !71, size: 64)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !68, size: 64)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !68, file: !13, line: 54, baseType: !71, size: 64, offset: 64)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !52, file: !8, line: 70, baseType: !74, size: 320)
!74 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 320, elements: !75)
!75 = !{!76}
!76 = !DISubrange(count: 40)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !52, file: !8, line: 71, baseType: !78, size: 64)
!78 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!79 = !{i32 7, !"Dwarf Version", i32 5}
!80 = !{i32 2, !"Debug Info Version", i32 3}
!81 = !{i32 1, !"wchar_size", i32 4}
!82 = !{i32 7, !"PIC Level", i32 2}
!83 = !{i32 7, !"PIE Level", i32 2}
!84 = !{i32 7, !"uwtable", i32 1}
!85 = !{i32 7, !"frame-pointer", i32 2}
!86 = !{!"Debian clang version 14.0.6"}
!87 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 23, type: !88, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !90)
!88 = !DISubroutineType(types: !89)
!89 = !{!46}
!90 = !{}
!91 = !DILocalVariable(name: "thread", scope: !87, file: !3, line: 24, type: !92)
!92 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !8, line: 27, baseType: !93)
!93 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!94 = !DILocation(line: 24, column: 13, scope: !87)
!95 = !DILocation(line: 25, column: 3, scope: !87)
!96 = !DILocalVariable(name: "result", scope: !87, file: !3, line: 26, type: !46)
!97 = !DILocation(line: 26, column: 7, scope: !87)
!98 = !DILocation(line: 26, column: 16, scope: !87)
!99 = !DILocation(line: 27, column: 10, scope: !87)
!100 = !DILocation(line: 27, column: 17, scope: !87)
!101 = !DILocation(line: 27, column: 8, scope: !87)
!102 = !DILocation(line: 28, column: 3, scope: !103)
!103 = distinct !DILexicalBlock(scope: !104, file: !3, line: 28, column: 3)
!104 = distinct !DILexicalBlock(scope: !87, file: !3, line: 28, column: 3)
!105 = !DILocation(line: 28, column: 3, scope: !104)
!106 = !DILocation(line: 29, column: 7, scope: !107)
!107 = distinct !DILexicalBlock(scope: !87, file: !3, line: 29, column: 7)
!108 = !DILocation(line: 29, column: 14, scope: !107)
!109 = !DILocation(line: 29, column: 7, scope: !87)
!110 = !DILocation(line: 30, column: 11, scope: !111)
!111 = distinct !DILexicalBlock(scope: !107, file: !3, line: 29, column: 20)
!112 = !DILocation(line: 31, column: 5, scope: !111)
!113 = !DILocation(line: 32, column: 3, scope: !111)
!114 = !DILocation(line: 33, column: 16, scope: !87)
!115 = !DILocation(line: 33, column: 3, scope: !87)
!116 = !DILocation(line: 35, column: 3, scope: !117)
!117 = distinct !DILexicalBlock(scope: !118, file: !3, line: 35, column: 3)
!118 = distinct !DILexicalBlock(scope: !87, file: !3, line: 35, column: 3)
!119 = !DILocation(line: 35, column: 3, scope: !118)
!120 = !DILocation(line: 37, column: 3, scope: !87)
!121 = distinct !DISubprogram(name: "waits", scope: !3, file: !3, line: 11, type: !122, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !90)
!122 = !DISubroutineType(types: !123)
!123 = !{!124, !124}
!124 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!125 = !DILocalVariable(name: "unused", arg: 1, scope: !121, file: !3, line: 11, type: !124)
!126 = !DILocation(line: 11, column: 26, scope: !121)
!127 = !DILocalVariable(name: "end", scope: !121, file: !3, line: 12, type: !128)
!128 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "timespec", file: !129, line: 11, size: 128, elements: !130)
!129 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h", directory: "", checksumkind: CSK_MD5, checksum: "55dc154df3f21a5aa944dcafba9b43f6")
!130 = !{!131, !134}
!131 = !DIDerivedType(tag: DW_TAG_member, name: "tv_sec", scope: !128, file: !129, line: 16, baseType: !132, size: 64)
!132 = !DIDerivedType(tag: DW_TAG_typedef, name: "__time_t", file: !133, line: 160, baseType: !78)
!133 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!134 = !DIDerivedType(tag: DW_TAG_member, name: "tv_nsec", scope: !128, file: !129, line: 21, baseType: !135, size: 64, offset: 64)
!135 = !DIDerivedType(tag: DW_TAG_typedef, name: "__syscall_slong_t", file: !133, line: 197, baseType: !78)
!136 = !DILocation(line: 12, column: 19, scope: !121)
!137 = !DILocation(line: 13, column: 3, scope: !121)
!138 = !DILocalVariable(name: "result", scope: !121, file: !3, line: 14, type: !46)
!139 = !DILocation(line: 14, column: 7, scope: !121)
!140 = !DILocation(line: 15, column: 3, scope: !121)
!141 = !DILocation(line: 15, column: 11, scope: !121)
!142 = !DILocation(line: 15, column: 17, scope: !121)
!143 = !DILocation(line: 15, column: 20, scope: !121)
!144 = !DILocation(line: 15, column: 27, scope: !121)
!145 = !DILocation(line: 0, scope: !121)
!146 = !DILocation(line: 16, column: 14, scope: !121)
!147 = !DILocation(line: 16, column: 12, scope: !121)
!148 = distinct !{!148, !140, !149, !150}
!149 = !DILocation(line: 16, column: 60, scope: !121)
!150 = !{!"llvm.loop.mustprogress"}
!151 = !DILocation(line: 17, column: 15, scope: !121)
!152 = !DILocation(line: 17, column: 22, scope: !121)
!153 = !DILocation(line: 17, column: 13, scope: !121)
!154 = !DILocation(line: 18, column: 3, scope: !155)
!155 = distinct !DILexicalBlock(scope: !156, file: !3, line: 18, column: 3)
!156 = distinct !DILexicalBlock(scope: !121, file: !3, line: 18, column: 3)
!157 = !DILocation(line: 18, column: 3, scope: !156)
!158 = !DILocation(line: 19, column: 3, scope: !121)
!159 = !DILocation(line: 20, column: 3, scope: !121)
