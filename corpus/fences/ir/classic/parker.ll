; ModuleID = 'corpus/fences/classic/parker.c'
source_filename = "corpus/fences/classic/parker.c"
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
@signalled = dso_local global %union.pthread_cond_t zeroinitializer, align 8, !dbg !5
@permit = dso_local global i32 0, align 4, !dbg !44
@condition = dso_local global i32 0, align 4, !dbg !48

; Function Attrs: noinline nounwind uwtable
define dso_local void @park() #0 !dbg !86 {
entry:
  %0 = load volatile i32, i32* @permit, align 4, !dbg !90
  %cmp = icmp sgt i32 %0, 0, !dbg !92
  br i1 %cmp, label %if.then, label %if.end, !dbg !93

if.then:                                          ; preds = %entry
  store volatile i32 0, i32* @permit, align 4, !dbg !94
  br label %return, !dbg !96

if.end:                                           ; preds = %entry
  %call = call i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !97
  %cmp1 = icmp ne i32 %call, 0, !dbg !99
  br i1 %cmp1, label %if.then2, label %if.end3, !dbg !100

if.then2:                                         ; preds = %if.end
  br label %return, !dbg !101

if.end3:                                          ; preds = %if.end
  %1 = load volatile i32, i32* @permit, align 4, !dbg !102
  %cmp4 = icmp sgt i32 %1, 0, !dbg !104
  br i1 %cmp4, label %if.then5, label %if.end7, !dbg !105

if.then5:                                         ; preds = %if.end3
  store volatile i32 0, i32* @permit, align 4, !dbg !106
  %call6 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !108
  br label %return, !dbg !109

if.end7:                                          ; preds = %if.end3
  %call8 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @signalled, %union.pthread_mutex_t* noundef @lock), !dbg !110
  store volatile i32 0, i32* @permit, align 4, !dbg !111
  %call9 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !112
  br label %return, !dbg !113

return:                                           ; preds = %if.end7, %if.then5, %if.then2, %if.then
  ret void, !dbg !113
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_trylock(%union.pthread_mutex_t* noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #1

declare i32 @pthread_cond_wait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @unpark() #0 !dbg !114 {
entry:
  %before = alloca i32, align 4
  %call = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !115
  call void @llvm.dbg.declare(metadata i32* %before, metadata !116, metadata !DIExpression()), !dbg !117
  %0 = load volatile i32, i32* @permit, align 4, !dbg !118
  store i32 %0, i32* %before, align 4, !dbg !117
  store volatile i32 1, i32* @permit, align 4, !dbg !119
  %call1 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #4, !dbg !120
  %1 = load i32, i32* %before, align 4, !dbg !121
  %cmp = icmp slt i32 %1, 1, !dbg !123
  br i1 %cmp, label %if.then, label %if.end, !dbg !124

if.then:                                          ; preds = %entry
  %call2 = call i32 @pthread_cond_signal(%union.pthread_cond_t* noundef @signalled) #4, !dbg !125
  br label %if.end, !dbg !125

if.end:                                           ; preds = %if.then, %entry
  ret void, !dbg !126
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #3

; Function Attrs: nounwind
declare i32 @pthread_cond_signal(%union.pthread_cond_t* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @waits(i8* noundef %unused) #0 !dbg !127 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !131, metadata !DIExpression()), !dbg !132
  br label %while.cond, !dbg !133

while.cond:                                       ; preds = %while.body, %entry
  %0 = load volatile i32, i32* @condition, align 4, !dbg !134
  %cmp = icmp eq i32 %0, 0, !dbg !135
  br i1 %cmp, label %while.body, label %while.end, !dbg !133

while.body:                                       ; preds = %while.cond
  call void @park(), !dbg !136
  br label %while.cond, !dbg !133, !llvm.loop !137

while.end:                                        ; preds = %while.cond
  %1 = load i8*, i8** %unused.addr, align 8, !dbg !140
  ret i8* %1, !dbg !141
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @wakes(i8* noundef %unused) #0 !dbg !142 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !143, metadata !DIExpression()), !dbg !144
  store volatile i32 1, i32* @condition, align 4, !dbg !145
  call void @unpark(), !dbg !146
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !147
  ret i8* %0, !dbg !148
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !149 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !152, metadata !DIExpression()), !dbg !155
  call void @llvm.dbg.declare(metadata i64* %two, metadata !156, metadata !DIExpression()), !dbg !157
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @waits, i8* noundef null) #4, !dbg !158
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @wakes, i8* noundef null) #4, !dbg !159
  %0 = load i64, i64* %one, align 8, !dbg !160
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !161
  %1 = load i64, i64* %two, align 8, !dbg !162
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !163
  ret i32 0, !dbg !164
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!78, !79, !80, !81, !82, !83, !84}
!llvm.ident = !{!85}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 6, type: !50, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/classic/parker.c", directory: ".", checksumkind: CSK_MD5, checksum: "ff28a98b8268e1f4562d75d73cb0a55d")
!4 = !{!0, !5, !44, !48}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "signalled", scope: !2, file: !3, line: 7, type: !7, isLocal: false, isDefinition: true)
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
!45 = distinct !DIGlobalVariable(name: "permit", scope: !2, file: !3, line: 5, type: !46, isLocal: false, isDefinition: true)
!46 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !47)
!47 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!48 = !DIGlobalVariableExpression(var: !49, expr: !DIExpression())
!49 = distinct !DIGlobalVariable(name: "condition", scope: !2, file: !3, line: 5, type: !46, isLocal: false, isDefinition: true)
!50 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !8, line: 72, baseType: !51)
!51 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 67, size: 320, elements: !52)
!52 = !{!53, !72, !76}
!53 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !51, file: !8, line: 69, baseType: !54, size: 320)
!54 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !55, line: 22, size: 320, elements: !56)
!55 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!56 = !{!57, !58, !59, !60, !61, !62, !64, !65}
!57 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !54, file: !55, line: 24, baseType: !47, size: 32)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !54, file: !55, line: 25, baseType: !26, size: 32, offset: 32)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !54, file: !55, line: 26, baseType: !47, size: 32, offset: 64)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !54, file: !55, line: 28, baseType: !26, size: 32, offset: 96)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !54, file: !55, line: 32, baseType: !47, size: 32, offset: 128)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !54, file: !55, line: 34, baseType: !63, size: 16, offset: 160)
!63 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!64 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !54, file: !55, line: 35, baseType: !63, size: 16, offset: 176)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !54, file: !55, line: 36, baseType: !66, size: 128, offset: 192)
!66 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !13, line: 55, baseType: !67)
!67 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !13, line: 51, size: 128, elements: !68)
!68 = !{!69, !71}
!69 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !67, file: !13, line: 53, baseType: !70, size: 64)
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !67, size: 64)
!71 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !67, file: !13, line: 54, baseType: !70, size: 64, offset: 64)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !51, file: !8, line: 70, baseType: !73, size: 320)
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 320, elements: !74)
!74 = !{!75}
!75 = !DISubrange(count: 40)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !51, file: !8, line: 71, baseType: !77, size: 64)
!77 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!78 = !{i32 7, !"Dwarf Version", i32 5}
!79 = !{i32 2, !"Debug Info Version", i32 3}
!80 = !{i32 1, !"wchar_size", i32 4}
!81 = !{i32 7, !"PIC Level", i32 2}
!82 = !{i32 7, !"PIE Level", i32 2}
!83 = !{i32 7, !"uwtable", i32 1}
!84 = !{i32 7, !"frame-pointer", i32 2}
!85 = !{!"Debian clang version 14.0.6"}
!86 = distinct !DISubprogram(name: "park", scope: !3, file: !3, line: 9, type: !87, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !89)
!87 = !DISubroutineType(types: !88)
!88 = !{null}
!89 = !{}
!90 = !DILocation(line: 10, column: 7, scope: !91)
!91 = distinct !DILexicalBlock(scope: !86, file: !3, line: 10, column: 7)
!92 = !DILocation(line: 10, column: 14, scope: !91)
!93 = !DILocation(line: 10, column: 7, scope: !86)
!94 = !DILocation(line: 11, column: 12, scope: !95)
!95 = distinct !DILexicalBlock(scope: !91, file: !3, line: 10, column: 19)
!96 = !DILocation(line: 12, column: 5, scope: !95)
!97 = !DILocation(line: 14, column: 7, scope: !98)
!98 = distinct !DILexicalBlock(scope: !86, file: !3, line: 14, column: 7)
!99 = !DILocation(line: 14, column: 36, scope: !98)
!100 = !DILocation(line: 14, column: 7, scope: !86)
!101 = !DILocation(line: 15, column: 5, scope: !98)
!102 = !DILocation(line: 16, column: 7, scope: !103)
!103 = distinct !DILexicalBlock(scope: !86, file: !3, line: 16, column: 7)
!104 = !DILocation(line: 16, column: 14, scope: !103)
!105 = !DILocation(line: 16, column: 7, scope: !86)
!106 = !DILocation(line: 17, column: 12, scope: !107)
!107 = distinct !DILexicalBlock(scope: !103, file: !3, line: 16, column: 19)
!108 = !DILocation(line: 18, column: 5, scope: !107)
!109 = !DILocation(line: 19, column: 5, scope: !107)
!110 = !DILocation(line: 21, column: 3, scope: !86)
!111 = !DILocation(line: 22, column: 10, scope: !86)
!112 = !DILocation(line: 23, column: 3, scope: !86)
!113 = !DILocation(line: 24, column: 1, scope: !86)
!114 = distinct !DISubprogram(name: "unpark", scope: !3, file: !3, line: 26, type: !87, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !89)
!115 = !DILocation(line: 27, column: 3, scope: !114)
!116 = !DILocalVariable(name: "before", scope: !114, file: !3, line: 28, type: !47)
!117 = !DILocation(line: 28, column: 7, scope: !114)
!118 = !DILocation(line: 28, column: 16, scope: !114)
!119 = !DILocation(line: 29, column: 10, scope: !114)
!120 = !DILocation(line: 30, column: 3, scope: !114)
!121 = !DILocation(line: 31, column: 7, scope: !122)
!122 = distinct !DILexicalBlock(scope: !114, file: !3, line: 31, column: 7)
!123 = !DILocation(line: 31, column: 14, scope: !122)
!124 = !DILocation(line: 31, column: 7, scope: !114)
!125 = !DILocation(line: 32, column: 5, scope: !122)
!126 = !DILocation(line: 33, column: 1, scope: !114)
!127 = distinct !DISubprogram(name: "waits", scope: !3, file: !3, line: 35, type: !128, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !89)
!128 = !DISubroutineType(types: !129)
!129 = !{!130, !130}
!130 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!131 = !DILocalVariable(name: "unused", arg: 1, scope: !127, file: !3, line: 35, type: !130)
!132 = !DILocation(line: 35, column: 19, scope: !127)
!133 = !DILocation(line: 36, column: 3, scope: !127)
!134 = !DILocation(line: 36, column: 10, scope: !127)
!135 = !DILocation(line: 36, column: 20, scope: !127)
!136 = !DILocation(line: 37, column: 5, scope: !127)
!137 = distinct !{!137, !133, !138, !139}
!138 = !DILocation(line: 37, column: 10, scope: !127)
!139 = !{!"llvm.loop.mustprogress"}
!140 = !DILocation(line: 38, column: 10, scope: !127)
!141 = !DILocation(line: 38, column: 3, scope: !127)
!142 = distinct !DISubprogram(name: "wakes", scope: !3, file: !3, line: 41, type: !128, scopeLine: 41, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !89)
!143 = !DILocalVariable(name: "unused", arg: 1, scope: !142, file: !3, line: 41, type: !130)
!144 = !DILocation(line: 41, column: 19, scope: !142)
!145 = !DILocation(line: 42, column: 13, scope: !142)
!146 = !DILocation(line: 43, column: 3, scope: !142)
!147 = !DILocation(line: 44, column: 10, scope: !142)
!148 = !DILocation(line: 44, column: 3, scope: !142)
!149 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 47, type: !150, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !89)
!150 = !DISubroutineType(types: !151)
!151 = !{!47}
!152 = !DILocalVariable(name: "one", scope: !149, file: !3, line: 48, type: !153)
!153 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !8, line: 27, baseType: !154)
!154 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!155 = !DILocation(line: 48, column: 13, scope: !149)
!156 = !DILocalVariable(name: "two", scope: !149, file: !3, line: 48, type: !153)
!157 = !DILocation(line: 48, column: 18, scope: !149)
!158 = !DILocation(line: 49, column: 3, scope: !149)
!159 = !DILocation(line: 50, column: 3, scope: !149)
!160 = !DILocation(line: 51, column: 16, scope: !149)
!161 = !DILocation(line: 51, column: 3, scope: !149)
!162 = !DILocation(line: 52, column: 16, scope: !149)
!163 = !DILocation(line: 52, column: 3, scope: !149)
!164 = !DILocation(line: 53, column: 3, scope: !149)
