; ModuleID = 'stack.c'
source_filename = "stack.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

@top = dso_local global ptr null, align 8, !dbg !0
@.str = private unnamed_addr constant [11 x i8] c"value == 5\00", align 1, !dbg !16
@.str.1 = private unnamed_addr constant [8 x i8] c"stack.c\00", align 1, !dbg !22
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1, !dbg !27

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !47 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !51, !DIExpression(), !55)
    #dbg_declare(ptr %b, !56, !DIExpression(), !57)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @worker, ptr noundef null) #5, !dbg !58
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @worker, ptr noundef null) #5, !dbg !59
  %0 = load i64, ptr %a, align 8, !dbg !60
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !61
  %1 = load i64, ptr %b, align 8, !dbg !62
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !63
  ret i32 0, !dbg !64
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @worker(ptr noundef %unused) #0 !dbg !65 {
entry:
  %unused.addr = alloca ptr, align 8
  %value = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !69, !DIExpression(), !70)
  call void @push(i32 noundef 5), !dbg !71
    #dbg_declare(ptr %value, !72, !DIExpression(), !73)
  %call = call i32 @pop(), !dbg !74
  store i32 %call, ptr %value, align 4, !dbg !73
  %0 = load i32, ptr %value, align 4, !dbg !75
  %cmp = icmp eq i32 %0, 5, !dbg !75
  br i1 %cmp, label %if.then, label %if.else, !dbg !78

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !78

if.else:                                          ; preds = %entry
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 38, ptr noundef @__PRETTY_FUNCTION__.worker) #6, !dbg !75
  unreachable, !dbg !75

if.end:                                           ; preds = %if.then
  ret ptr null, !dbg !79
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal void @push(i32 noundef %value) #0 !dbg !80 {
entry:
  %value.addr = alloca i32, align 4
  %node = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store i32 %value, ptr %value.addr, align 4
    #dbg_declare(ptr %value.addr, !83, !DIExpression(), !84)
    #dbg_declare(ptr %node, !85, !DIExpression(), !86)
  %call = call noalias ptr @malloc(i64 noundef 16) #7, !dbg !87
  store ptr %call, ptr %node, align 8, !dbg !86
  %0 = load i32, ptr %value.addr, align 4, !dbg !88
  %1 = load ptr, ptr %node, align 8, !dbg !89
  %value1 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 0, !dbg !90
  store i32 %0, ptr %value1, align 8, !dbg !91
  %2 = load atomic i64, ptr @top monotonic, align 8, !dbg !92
  store i64 %2, ptr %atomic-temp, align 8, !dbg !92
  %3 = load ptr, ptr %atomic-temp, align 8, !dbg !92
  %4 = load ptr, ptr %node, align 8, !dbg !93
  %next = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 1, !dbg !94
  store ptr %3, ptr %next, align 8, !dbg !95
  br label %while.cond, !dbg !96

while.cond:                                       ; preds = %while.body, %entry
  %5 = load ptr, ptr %node, align 8, !dbg !97
  %next2 = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 1, !dbg !98
  %6 = load ptr, ptr %node, align 8, !dbg !99
  store ptr %6, ptr %.atomictmp, align 8, !dbg !100
  %7 = load i64, ptr %next2, align 8, !dbg !100
  %8 = load i64, ptr %.atomictmp, align 8, !dbg !100
  %9 = cmpxchg ptr @top, i64 %7, i64 %8 monotonic monotonic, align 8, !dbg !100
  %10 = extractvalue { i64, i1 } %9, 0, !dbg !100
  %11 = extractvalue { i64, i1 } %9, 1, !dbg !100
  br i1 %11, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !100

cmpxchg.store_expected:                           ; preds = %while.cond
  store i64 %10, ptr %next2, align 8, !dbg !100
  br label %cmpxchg.continue, !dbg !100

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %while.cond
  %storedv = zext i1 %11 to i8, !dbg !100
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !100
  %12 = load i8, ptr %cmpxchg.bool, align 1, !dbg !100
  %loadedv = trunc i8 %12 to i1, !dbg !100
  %lnot = xor i1 %loadedv, true, !dbg !101
  br i1 %lnot, label %while.body, label %while.end, !dbg !96

while.body:                                       ; preds = %cmpxchg.continue
  br label %while.cond, !dbg !96, !llvm.loop !102

while.end:                                        ; preds = %cmpxchg.continue
  ret void, !dbg !105
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @pop() #0 !dbg !106 {
entry:
  %node = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
    #dbg_declare(ptr %node, !107, !DIExpression(), !108)
  %0 = load atomic i64, ptr @top acquire, align 8, !dbg !109
  store i64 %0, ptr %atomic-temp, align 8, !dbg !109
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !109
  store ptr %1, ptr %node, align 8, !dbg !108
  br label %while.cond, !dbg !110

while.cond:                                       ; preds = %while.body, %entry
  %2 = load ptr, ptr %node, align 8, !dbg !111
  %tobool = icmp ne ptr %2, null, !dbg !111
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !112

land.rhs:                                         ; preds = %while.cond
  %3 = load ptr, ptr %node, align 8, !dbg !113
  %next = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1, !dbg !114
  %4 = load ptr, ptr %next, align 8, !dbg !114
  store ptr %4, ptr %.atomictmp, align 8, !dbg !115
  %5 = load i64, ptr %node, align 8, !dbg !115
  %6 = load i64, ptr %.atomictmp, align 8, !dbg !115
  %7 = cmpxchg ptr @top, i64 %5, i64 %6 acquire acquire, align 8, !dbg !115
  %8 = extractvalue { i64, i1 } %7, 0, !dbg !115
  %9 = extractvalue { i64, i1 } %7, 1, !dbg !115
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !115

cmpxchg.store_expected:                           ; preds = %land.rhs
  store i64 %8, ptr %node, align 8, !dbg !115
  br label %cmpxchg.continue, !dbg !115

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %land.rhs
  %storedv = zext i1 %9 to i8, !dbg !115
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !115
  %10 = load i8, ptr %cmpxchg.bool, align 1, !dbg !115
  %loadedv = trunc i8 %10 to i1, !dbg !115
  %lnot = xor i1 %loadedv, true, !dbg !116
  br label %land.end

land.end:                                         ; preds = %cmpxchg.continue, %while.cond
  %11 = phi i1 [ false, %while.cond ], [ %lnot, %cmpxchg.continue ], !dbg !117
  br i1 %11, label %while.body, label %while.end, !dbg !110

while.body:                                       ; preds = %land.end
  br label %while.cond, !dbg !110, !llvm.loop !118

while.end:                                        ; preds = %land.end
  %12 = load ptr, ptr %node, align 8, !dbg !120
  %tobool1 = icmp ne ptr %12, null, !dbg !120
  br i1 %tobool1, label %cond.true, label %cond.false, !dbg !120

cond.true:                                        ; preds = %while.end
  %13 = load ptr, ptr %node, align 8, !dbg !121
  %value = getelementptr inbounds %struct.node, ptr %13, i32 0, i32 0, !dbg !122
  %14 = load i32, ptr %value, align 8, !dbg !122
  br label %cond.end, !dbg !120

cond.false:                                       ; preds = %while.end
  br label %cond.end, !dbg !120

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %14, %cond.true ], [ -1, %cond.false ], !dbg !120
  ret i32 %cond, !dbg !123
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #3

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }
attributes #7 = { nounwind allocsize(0) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!40, !41, !42, !43, !44, !45, !46}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "top", scope: !2, file: !3, line: 11, type: !33, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "stack.c", directory: ".", checksumkind: CSK_MD5, checksum: "0ba641a687480842c0ae4d80e1996874")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!0, !16, !22, !27}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 38, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 88, elements: !20)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !{!21}
!21 = !DISubrange(count: 11)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(scope: null, file: !3, line: 38, type: !24, isLocal: true, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 64, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 8)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(scope: null, file: !3, line: 38, type: !29, isLocal: true, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !30, size: 168, elements: !31)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!31 = !{!32}
!32 = !DISubrange(count: 21)
!33 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !34)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 7, size: 128, elements: !36)
!36 = !{!37, !39}
!37 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !35, file: !3, line: 8, baseType: !38, size: 32)
!38 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !35, file: !3, line: 9, baseType: !34, size: 64, offset: 64)
!40 = !{i32 7, !"Dwarf Version", i32 5}
!41 = !{i32 2, !"Debug Info Version", i32 3}
!42 = !{i32 1, !"wchar_size", i32 4}
!43 = !{i32 8, !"PIC Level", i32 2}
!44 = !{i32 7, !"PIE Level", i32 2}
!45 = !{i32 7, !"uwtable", i32 2}
!46 = !{i32 7, !"frame-pointer", i32 2}
!47 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 42, type: !48, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !50)
!48 = !DISubroutineType(types: !49)
!49 = !{!38}
!50 = !{}
!51 = !DILocalVariable(name: "a", scope: !47, file: !3, line: 43, type: !52)
!52 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !53, line: 27, baseType: !54)
!53 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!54 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!55 = !DILocation(line: 43, column: 13, scope: !47)
!56 = !DILocalVariable(name: "b", scope: !47, file: !3, line: 43, type: !52)
!57 = !DILocation(line: 43, column: 16, scope: !47)
!58 = !DILocation(line: 44, column: 3, scope: !47)
!59 = !DILocation(line: 45, column: 3, scope: !47)
!60 = !DILocation(line: 46, column: 16, scope: !47)
!61 = !DILocation(line: 46, column: 3, scope: !47)
!62 = !DILocation(line: 47, column: 16, scope: !47)
!63 = !DILocation(line: 47, column: 3, scope: !47)
!64 = !DILocation(line: 48, column: 3, scope: !47)
!65 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 35, type: !66, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !50)
!66 = !DISubroutineType(types: !67)
!67 = !{!68, !68}
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!69 = !DILocalVariable(name: "unused", arg: 1, scope: !65, file: !3, line: 35, type: !68)
!70 = !DILocation(line: 35, column: 27, scope: !65)
!71 = !DILocation(line: 36, column: 3, scope: !65)
!72 = !DILocalVariable(name: "value", scope: !65, file: !3, line: 37, type: !38)
!73 = !DILocation(line: 37, column: 7, scope: !65)
!74 = !DILocation(line: 37, column: 15, scope: !65)
!75 = !DILocation(line: 38, column: 3, scope: !76)
!76 = distinct !DILexicalBlock(scope: !77, file: !3, line: 38, column: 3)
!77 = distinct !DILexicalBlock(scope: !65, file: !3, line: 38, column: 3)
!78 = !DILocation(line: 38, column: 3, scope: !77)
!79 = !DILocation(line: 39, column: 3, scope: !65)
!80 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 19, type: !81, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !50)
!81 = !DISubroutineType(types: !82)
!82 = !{null, !38}
!83 = !DILocalVariable(name: "value", arg: 1, scope: !80, file: !3, line: 19, type: !38)
!84 = !DILocation(line: 19, column: 22, scope: !80)
!85 = !DILocalVariable(name: "node", scope: !80, file: !3, line: 20, type: !34)
!86 = !DILocation(line: 20, column: 16, scope: !80)
!87 = !DILocation(line: 20, column: 23, scope: !80)
!88 = !DILocation(line: 21, column: 17, scope: !80)
!89 = !DILocation(line: 21, column: 3, scope: !80)
!90 = !DILocation(line: 21, column: 9, scope: !80)
!91 = !DILocation(line: 21, column: 15, scope: !80)
!92 = !DILocation(line: 22, column: 16, scope: !80)
!93 = !DILocation(line: 22, column: 3, scope: !80)
!94 = !DILocation(line: 22, column: 9, scope: !80)
!95 = !DILocation(line: 22, column: 14, scope: !80)
!96 = !DILocation(line: 23, column: 3, scope: !80)
!97 = !DILocation(line: 23, column: 58, scope: !80)
!98 = !DILocation(line: 23, column: 64, scope: !80)
!99 = !DILocation(line: 23, column: 70, scope: !80)
!100 = !DILocation(line: 23, column: 11, scope: !80)
!101 = !DILocation(line: 23, column: 10, scope: !80)
!102 = distinct !{!102, !96, !103, !104}
!103 = !DILocation(line: 24, column: 5, scope: !80)
!104 = !{!"llvm.loop.mustprogress"}
!105 = !DILocation(line: 25, column: 1, scope: !80)
!106 = distinct !DISubprogram(name: "pop", scope: !3, file: !3, line: 27, type: !48, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !50)
!107 = !DILocalVariable(name: "node", scope: !106, file: !3, line: 28, type: !34)
!108 = !DILocation(line: 28, column: 16, scope: !106)
!109 = !DILocation(line: 28, column: 23, scope: !106)
!110 = !DILocation(line: 29, column: 3, scope: !106)
!111 = !DILocation(line: 29, column: 10, scope: !106)
!112 = !DILocation(line: 29, column: 15, scope: !106)
!113 = !DILocation(line: 30, column: 64, scope: !106)
!114 = !DILocation(line: 30, column: 70, scope: !106)
!115 = !DILocation(line: 30, column: 11, scope: !106)
!116 = !DILocation(line: 30, column: 10, scope: !106)
!117 = !DILocation(line: 0, scope: !106)
!118 = distinct !{!118, !110, !119, !104}
!119 = !DILocation(line: 31, column: 5, scope: !106)
!120 = !DILocation(line: 32, column: 10, scope: !106)
!121 = !DILocation(line: 32, column: 17, scope: !106)
!122 = !DILocation(line: 32, column: 23, scope: !106)
!123 = !DILocation(line: 32, column: 3, scope: !106)
