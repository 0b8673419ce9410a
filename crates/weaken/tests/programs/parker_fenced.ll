; ModuleID = 'parker.c'
source_filename = "parker.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@mutex = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@counter = dso_local global i32 0, align 4, !dbg !16
@condition = dso_local global i32 0, align 4, !dbg !20
@is_over = dso_local global i32 0, align 4, !dbg !22
@.str = private unnamed_addr constant [9 x i8] c"!is_over\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"parker.c\00", align 1
@__PRETTY_FUNCTION__.park = private unnamed_addr constant [16 x i8] c"void park(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !63 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !67, metadata !DIExpression()), !dbg !70
  call void @llvm.dbg.declare(metadata i64* %3, metadata !71, metadata !DIExpression()), !dbg !72
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @parker, i8* noundef null) #5, !dbg !73
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @unparker, i8* noundef null) #5, !dbg !74
  %6 = load i64, i64* %2, align 8, !dbg !75
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !76
  %8 = load i64, i64* %3, align 8, !dbg !77
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !78
  ret i32 0, !dbg !79
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @parker(i8* noundef %0) #0 !dbg !80 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !84, metadata !DIExpression()), !dbg !85
  br label %3, !dbg !86

3:                                                ; preds = %7, %1
  %4 = load volatile i32, i32* @condition, align 4, !dbg !87
  %5 = icmp ne i32 %4, 0, !dbg !88
  %6 = xor i1 %5, true, !dbg !88
  br i1 %6, label %7, label %8, !dbg !86

7:                                                ; preds = %3
  call void @park(), !dbg !89
  br label %3, !dbg !86, !llvm.loop !90

8:                                                ; preds = %3
  %9 = load i8*, i8** %2, align 8, !dbg !93
  ret i8* %9, !dbg !94
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @unparker(i8* noundef %0) #0 !dbg !95 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !96, metadata !DIExpression()), !dbg !97
  call void @unpark(i32 noundef 0), !dbg !98
  store volatile i32 1, i32* @condition, align 4, !dbg !99
  call void @unpark(i32 noundef 1), !dbg !100
  %3 = load i8*, i8** %2, align 8, !dbg !101
  ret i8* %3, !dbg !102
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal void @park() #0 !dbg !103 {
  %1 = load volatile i32, i32* @counter, align 4, !dbg !106
  %2 = icmp sgt i32 %1, 0, !dbg !108
  br i1 %2, label %3, label %4, !dbg !109

3:                                                ; preds = %0
  store volatile i32 0, i32* @counter, align 4, !dbg !110
  fence seq_cst, !dbg !112
  br label %16, !dbg !113

4:                                                ; preds = %0
  %5 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !114
  %6 = load volatile i32, i32* @counter, align 4, !dbg !115
  %7 = icmp eq i32 %6, 0, !dbg !117
  br i1 %7, label %8, label %14, !dbg !118

8:                                                ; preds = %4
  %9 = load i32, i32* @is_over, align 4, !dbg !119
  %10 = icmp ne i32 %9, 0, !dbg !119
  br i1 %10, label %12, label %11, !dbg !122

11:                                               ; preds = %8
  br label %13, !dbg !122

12:                                               ; preds = %8
  call void @__assert_fail(i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 24, i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @__PRETTY_FUNCTION__.park, i64 0, i64 0)) #6, !dbg !119
  unreachable, !dbg !119

13:                                               ; preds = %11
  br label %14, !dbg !123

14:                                               ; preds = %13, %4
  store volatile i32 0, i32* @counter, align 4, !dbg !124
  %15 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !125
  br label %16, !dbg !126

16:                                               ; preds = %14, %3
  ret void, !dbg !126
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal void @unpark(i32 noundef %0) #0 !dbg !127 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !130, metadata !DIExpression()), !dbg !131
  %3 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !132
  store volatile i32 1, i32* @counter, align 4, !dbg !133
  %4 = load i32, i32* %2, align 4, !dbg !134
  store i32 %4, i32* @is_over, align 4, !dbg !135
  %5 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @mutex) #5, !dbg !136
  ret void, !dbg !137
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!55, !56, !57, !58, !59, !60, !61}
!llvm.ident = !{!62}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "mutex", scope: !2, file: !3, line: 12, type: !24, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "parker.c", directory: ".", checksumkind: CSK_MD5, checksum: "f9942b09171d31297ab412f4de72efc6")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!0, !16, !20, !22}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 11, type: !18, isLocal: false, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !19)
!19 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "condition", scope: !2, file: !3, line: 11, type: !18, isLocal: false, isDefinition: true)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "is_over", scope: !2, file: !3, line: 13, type: !19, isLocal: false, isDefinition: true)
!24 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !25, line: 72, baseType: !26)
!25 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!26 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !25, line: 67, size: 320, elements: !27)
!27 = !{!28, !48, !53}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !26, file: !25, line: 69, baseType: !29, size: 320)
!29 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !30, line: 22, size: 320, elements: !31)
!30 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!31 = !{!32, !33, !34, !35, !36, !37, !39, !40}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !29, file: !30, line: 24, baseType: !19, size: 32)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !29, file: !30, line: 25, baseType: !7, size: 32, offset: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !29, file: !30, line: 26, baseType: !19, size: 32, offset: 64)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !29, file: !30, line: 28, baseType: !7, size: 32, offset: 96)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !29, file: !30, line: 32, baseType: !19, size: 32, offset: 128)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !29, file: !30, line: 34, baseType: !38, size: 16, offset: 160)
!38 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !29, file: !30, line: 35, baseType: !38, size: 16, offset: 176)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !29, file: !30, line: 36, baseType: !41, size: 128, offset: 192)
!41 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !42, line: 55, baseType: !43)
!42 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !42, line: 51, size: 128, elements: !44)
!44 = !{!45, !47}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !43, file: !42, line: 53, baseType: !46, size: 64)
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !43, file: !42, line: 54, baseType: !46, size: 64, offset: 64)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !26, file: !25, line: 70, baseType: !49, size: 320)
!49 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 320, elements: !51)
!50 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!51 = !{!52}
!52 = !DISubrange(count: 40)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !26, file: !25, line: 71, baseType: !54, size: 64)
!54 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!55 = !{i32 7, !"Dwarf Version", i32 5}
!56 = !{i32 2, !"Debug Info Version", i32 3}
!57 = !{i32 1, !"wchar_size", i32 4}
!58 = !{i32 7, !"PIC Level", i32 2}
!59 = !{i32 7, !"PIE Level", i32 2}
!60 = !{i32 7, !"uwtable", i32 1}
!61 = !{i32 7, !"frame-pointer", i32 2}
!62 = !{!"Debian clang version 14.0.6"}
!63 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 49, type: !64, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !66)
!64 = !DISubroutineType(types: !65)
!65 = !{!19}
!66 = !{}
!67 = !DILocalVariable(name: "first", scope: !63, file: !3, line: 50, type: !68)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !25, line: 27, baseType: !69)
!69 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!70 = !DILocation(line: 50, column: 13, scope: !63)
!71 = !DILocalVariable(name: "second", scope: !63, file: !3, line: 50, type: !68)
!72 = !DILocation(line: 50, column: 20, scope: !63)
!73 = !DILocation(line: 51, column: 3, scope: !63)
!74 = !DILocation(line: 52, column: 3, scope: !63)
!75 = !DILocation(line: 53, column: 16, scope: !63)
!76 = !DILocation(line: 53, column: 3, scope: !63)
!77 = !DILocation(line: 54, column: 16, scope: !63)
!78 = !DILocation(line: 54, column: 3, scope: !63)
!79 = !DILocation(line: 55, column: 3, scope: !63)
!80 = distinct !DISubprogram(name: "parker", scope: !3, file: !3, line: 36, type: !81, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !66)
!81 = !DISubroutineType(types: !82)
!82 = !{!83, !83}
!83 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!84 = !DILocalVariable(name: "argument", arg: 1, scope: !80, file: !3, line: 36, type: !83)
!85 = !DILocation(line: 36, column: 27, scope: !80)
!86 = !DILocation(line: 37, column: 3, scope: !80)
!87 = !DILocation(line: 37, column: 11, scope: !80)
!88 = !DILocation(line: 37, column: 10, scope: !80)
!89 = !DILocation(line: 38, column: 5, scope: !80)
!90 = distinct !{!90, !86, !91, !92}
!91 = !DILocation(line: 38, column: 10, scope: !80)
!92 = !{!"llvm.loop.mustprogress"}
!93 = !DILocation(line: 39, column: 10, scope: !80)
!94 = !DILocation(line: 39, column: 3, scope: !80)
!95 = distinct !DISubprogram(name: "unparker", scope: !3, file: !3, line: 42, type: !81, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !66)
!96 = !DILocalVariable(name: "argument", arg: 1, scope: !95, file: !3, line: 42, type: !83)
!97 = !DILocation(line: 42, column: 29, scope: !95)
!98 = !DILocation(line: 43, column: 3, scope: !95)
!99 = !DILocation(line: 44, column: 13, scope: !95)
!100 = !DILocation(line: 45, column: 3, scope: !95)
!101 = !DILocation(line: 46, column: 10, scope: !95)
!102 = !DILocation(line: 46, column: 3, scope: !95)
!103 = distinct !DISubprogram(name: "park", scope: !3, file: !3, line: 15, type: !104, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !66)
!104 = !DISubroutineType(types: !105)
!105 = !{null}
!106 = !DILocation(line: 16, column: 7, scope: !107)
!107 = distinct !DILexicalBlock(scope: !103, file: !3, line: 16, column: 7)
!108 = !DILocation(line: 16, column: 15, scope: !107)
!109 = !DILocation(line: 16, column: 7, scope: !103)
!110 = !DILocation(line: 17, column: 13, scope: !111)
!111 = distinct !DILexicalBlock(scope: !107, file: !3, line: 16, column: 20)
!112 = !DILocation(line: 18, column: 5, scope: !111)
!113 = !DILocation(line: 19, column: 5, scope: !111)
!114 = !DILocation(line: 21, column: 3, scope: !103)
!115 = !DILocation(line: 23, column: 7, scope: !116)
!116 = distinct !DILexicalBlock(scope: !103, file: !3, line: 23, column: 7)
!117 = !DILocation(line: 23, column: 15, scope: !116)
!118 = !DILocation(line: 23, column: 7, scope: !103)
!119 = !DILocation(line: 24, column: 5, scope: !120)
!120 = distinct !DILexicalBlock(scope: !121, file: !3, line: 24, column: 5)
!121 = distinct !DILexicalBlock(scope: !116, file: !3, line: 24, column: 5)
!122 = !DILocation(line: 24, column: 5, scope: !121)
!123 = !DILocation(line: 24, column: 5, scope: !116)
!124 = !DILocation(line: 25, column: 11, scope: !103)
!125 = !DILocation(line: 26, column: 3, scope: !103)
!126 = !DILocation(line: 27, column: 1, scope: !103)
!127 = distinct !DISubprogram(name: "unpark", scope: !3, file: !3, line: 29, type: !128, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !66)
!128 = !DISubroutineType(types: !129)
!129 = !{null, !19}
!130 = !DILocalVariable(name: "is_last", arg: 1, scope: !127, file: !3, line: 29, type: !19)
!131 = !DILocation(line: 29, column: 24, scope: !127)
!132 = !DILocation(line: 30, column: 3, scope: !127)
!133 = !DILocation(line: 31, column: 11, scope: !127)
!134 = !DILocation(line: 32, column: 13, scope: !127)
!135 = !DILocation(line: 32, column: 11, scope: !127)
!136 = !DILocation(line: 33, column: 3, scope: !127)
!137 = !DILocation(line: 34, column: 1, scope: !127)
