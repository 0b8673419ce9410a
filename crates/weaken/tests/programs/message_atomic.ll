; ModuleID = 'message.c'
source_filename = "message.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.message = type { i8, [2 x i32] }

@flag = dso_local global i32 0, align 4, !dbg !0
@message = dso_local global %struct.message zeroinitializer, align 4, !dbg !16
@.str = private unnamed_addr constant [47 x i8] c"message.kind == 'm' && message.numbers[1] == 7\00", align 1, !dbg !27
@.str.1 = private unnamed_addr constant [10 x i8] c"message.c\00", align 1, !dbg !32
@__PRETTY_FUNCTION__.receiver = private unnamed_addr constant [23 x i8] c"void *receiver(void *)\00", align 1, !dbg !37

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !52 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !56, !DIExpression(), !60)
    #dbg_declare(ptr %b, !61, !DIExpression(), !62)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @sender, ptr noundef null) #4, !dbg !63
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @receiver, ptr noundef null) #4, !dbg !64
  %0 = load i64, ptr %a, align 8, !dbg !65
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !66
  %1 = load i64, ptr %b, align 8, !dbg !67
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !68
  ret i32 0, !dbg !69
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @sender(ptr noundef %unused) #0 !dbg !70 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !74, !DIExpression(), !75)
  store i8 109, ptr @message, align 4, !dbg !76
  store i32 7, ptr getelementptr inbounds ([2 x i32], ptr getelementptr inbounds (%struct.message, ptr @message, i32 0, i32 1), i64 0, i64 1), align 4, !dbg !77
  store i32 1, ptr %.atomictmp, align 4, !dbg !78
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !78
  store atomic i32 %0, ptr @flag release, align 4, !dbg !78
  ret ptr null, !dbg !79
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @receiver(ptr noundef %unused) #0 !dbg !80 {
entry:
  %unused.addr = alloca ptr, align 8
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !81, !DIExpression(), !82)
  br label %while.cond, !dbg !83

while.cond:                                       ; preds = %while.body, %entry
  %0 = load atomic i32, ptr @flag acquire, align 4, !dbg !84
  store i32 %0, ptr %atomic-temp, align 4, !dbg !84
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !84
  %tobool = icmp ne i32 %1, 0, !dbg !85
  %lnot = xor i1 %tobool, true, !dbg !85
  br i1 %lnot, label %while.body, label %while.end, !dbg !83

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !83, !llvm.loop !86

while.end:                                        ; preds = %while.cond
  %2 = load i8, ptr @message, align 4, !dbg !89
  %conv = sext i8 %2 to i32, !dbg !89
  %cmp = icmp eq i32 %conv, 109, !dbg !89
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !89

land.lhs.true:                                    ; preds = %while.end
  %3 = load i32, ptr getelementptr inbounds ([2 x i32], ptr getelementptr inbounds (%struct.message, ptr @message, i32 0, i32 1), i64 0, i64 1), align 4, !dbg !89
  %cmp2 = icmp eq i32 %3, 7, !dbg !89
  br i1 %cmp2, label %if.then, label %if.else, !dbg !92

if.then:                                          ; preds = %land.lhs.true
  br label %if.end, !dbg !92

if.else:                                          ; preds = %land.lhs.true, %while.end
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.receiver) #5, !dbg !89
  unreachable, !dbg !89

if.end:                                           ; preds = %if.then
  ret ptr null, !dbg !93
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
!llvm.module.flags = !{!45, !46, !47, !48, !49, !50, !51}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 7, type: !43, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "message.c", directory: ".", checksumkind: CSK_MD5, checksum: "e2de6bab2d2b097788a36bf49e72ef55")
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
!15 = !{!0, !16, !27, !32, !37}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "message", scope: !2, file: !3, line: 20, type: !18, isLocal: false, isDefinition: true)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "message", file: !3, line: 16, size: 96, elements: !19)
!19 = !{!20, !22}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !18, file: !3, line: 17, baseType: !21, size: 8)
!21 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "numbers", scope: !18, file: !3, line: 18, baseType: !23, size: 64, offset: 32)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 64, elements: !25)
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!25 = !{!26}
!26 = !DISubrange(count: 2)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !29, isLocal: true, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 376, elements: !30)
!30 = !{!31}
!31 = !DISubrange(count: 47)
!32 = !DIGlobalVariableExpression(var: !33, expr: !DIExpression())
!33 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !34, isLocal: true, isDefinition: true)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 80, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 10)
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !39, isLocal: true, isDefinition: true)
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !40, size: 184, elements: !41)
!40 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !21)
!41 = !{!42}
!42 = !DISubrange(count: 23)
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 104, baseType: !44)
!44 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !24)
!45 = !{i32 7, !"Dwarf Version", i32 5}
!46 = !{i32 2, !"Debug Info Version", i32 3}
!47 = !{i32 1, !"wchar_size", i32 4}
!48 = !{i32 8, !"PIC Level", i32 2}
!49 = !{i32 7, !"PIE Level", i32 2}
!50 = !{i32 7, !"uwtable", i32 2}
!51 = !{i32 7, !"frame-pointer", i32 2}
!52 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 36, type: !53, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !55)
!53 = !DISubroutineType(types: !54)
!54 = !{!24}
!55 = !{}
!56 = !DILocalVariable(name: "a", scope: !52, file: !3, line: 37, type: !57)
!57 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !58, line: 27, baseType: !59)
!58 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!59 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!60 = !DILocation(line: 37, column: 13, scope: !52)
!61 = !DILocalVariable(name: "b", scope: !52, file: !3, line: 37, type: !57)
!62 = !DILocation(line: 37, column: 16, scope: !52)
!63 = !DILocation(line: 38, column: 3, scope: !52)
!64 = !DILocation(line: 39, column: 3, scope: !52)
!65 = !DILocation(line: 40, column: 16, scope: !52)
!66 = !DILocation(line: 40, column: 3, scope: !52)
!67 = !DILocation(line: 41, column: 16, scope: !52)
!68 = !DILocation(line: 41, column: 3, scope: !52)
!69 = !DILocation(line: 42, column: 3, scope: !52)
!70 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 22, type: !71, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !55)
!71 = !DISubroutineType(types: !72)
!72 = !{!73, !73}
!73 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!74 = !DILocalVariable(name: "unused", arg: 1, scope: !70, file: !3, line: 22, type: !73)
!75 = !DILocation(line: 22, column: 27, scope: !70)
!76 = !DILocation(line: 23, column: 16, scope: !70)
!77 = !DILocation(line: 24, column: 22, scope: !70)
!78 = !DILocation(line: 25, column: 3, scope: !70)
!79 = !DILocation(line: 26, column: 3, scope: !70)
!80 = distinct !DISubprogram(name: "receiver", scope: !3, file: !3, line: 29, type: !71, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !55)
!81 = !DILocalVariable(name: "unused", arg: 1, scope: !80, file: !3, line: 29, type: !73)
!82 = !DILocation(line: 29, column: 29, scope: !80)
!83 = !DILocation(line: 30, column: 3, scope: !80)
!84 = !DILocation(line: 30, column: 11, scope: !80)
!85 = !DILocation(line: 30, column: 10, scope: !80)
!86 = distinct !{!86, !83, !87, !88}
!87 = !DILocation(line: 31, column: 5, scope: !80)
!88 = !{!"llvm.loop.mustprogress"}
!89 = !DILocation(line: 32, column: 3, scope: !90)
!90 = distinct !DILexicalBlock(scope: !91, file: !3, line: 32, column: 3)
!91 = distinct !DILexicalBlock(scope: !80, file: !3, line: 32, column: 3)
!92 = !DILocation(line: 32, column: 3, scope: !91)
!93 = !DILocation(line: 33, column: 3, scope: !80)
