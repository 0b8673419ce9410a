; ModuleID = 'message.c'
source_filename = "message.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.message = type { i8, [2 x i32] }

@flag = dso_local global i32 0, align 4, !dbg !0
@message = dso_local global %struct.message zeroinitializer, align 4, !dbg !5
@.str = private unnamed_addr constant [47 x i8] c"message.kind == 'm' && message.numbers[1] == 7\00", align 1, !dbg !16
@.str.1 = private unnamed_addr constant [10 x i8] c"message.c\00", align 1, !dbg !21
@__PRETTY_FUNCTION__.receiver = private unnamed_addr constant [23 x i8] c"void *receiver(void *)\00", align 1, !dbg !26

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !40 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !44, !DIExpression(), !48)
    #dbg_declare(ptr %b, !49, !DIExpression(), !50)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @sender, ptr noundef null) #4, !dbg !51
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @receiver, ptr noundef null) #4, !dbg !52
  %0 = load i64, ptr %a, align 8, !dbg !53
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !54
  %1 = load i64, ptr %b, align 8, !dbg !55
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !56
  ret i32 0, !dbg !57
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @sender(ptr noundef %unused) #0 !dbg !58 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !62, !DIExpression(), !63)
  store i8 109, ptr @message, align 4, !dbg !64
  store i32 7, ptr getelementptr inbounds ([2 x i32], ptr getelementptr inbounds (%struct.message, ptr @message, i32 0, i32 1), i64 0, i64 1), align 4, !dbg !65
  store volatile i32 1, ptr @flag, align 4, !dbg !66
  ret ptr null, !dbg !67
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @receiver(ptr noundef %unused) #0 !dbg !68 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !69, !DIExpression(), !70)
  br label %while.cond, !dbg !71

while.cond:                                       ; preds = %while.body, %entry
  %0 = load volatile i32, ptr @flag, align 4, !dbg !72
  %tobool = icmp ne i32 %0, 0, !dbg !73
  %lnot = xor i1 %tobool, true, !dbg !73
  br i1 %lnot, label %while.body, label %while.end, !dbg !71

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !71, !llvm.loop !74

while.end:                                        ; preds = %while.cond
  %1 = load i8, ptr @message, align 4, !dbg !77
  %conv = sext i8 %1 to i32, !dbg !77
  %cmp = icmp eq i32 %conv, 109, !dbg !77
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !77

land.lhs.true:                                    ; preds = %while.end
  %2 = load i32, ptr getelementptr inbounds ([2 x i32], ptr getelementptr inbounds (%struct.message, ptr @message, i32 0, i32 1), i64 0, i64 1), align 4, !dbg !77
  %cmp2 = icmp eq i32 %2, 7, !dbg !77
  br i1 %cmp2, label %if.then, label %if.else, !dbg !80

if.then:                                          ; preds = %land.lhs.true
  br label %if.end, !dbg !80

if.else:                                          ; preds = %land.lhs.true, %while.end
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.receiver) #5, !dbg !77
  unreachable, !dbg !77

if.end:                                           ; preds = %if.then
  ret ptr null, !dbg !81
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
!llvm.module.flags = !{!33, !34, !35, !36, !37, !38, !39}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 11, type: !32, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "message.c", directory: ".", checksumkind: CSK_MD5, checksum: "e2de6bab2d2b097788a36bf49e72ef55")
!4 = !{!0, !5, !16, !21, !26}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "message", scope: !2, file: !3, line: 20, type: !7, isLocal: false, isDefinition: true)
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "message", file: !3, line: 16, size: 96, elements: !8)
!8 = !{!9, !11}
!9 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !7, file: !3, line: 17, baseType: !10, size: 8)
!10 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "numbers", scope: !7, file: !3, line: 18, baseType: !12, size: 64, offset: 32)
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 64, elements: !14)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{!15}
!15 = !DISubrange(count: 2)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 376, elements: !19)
!19 = !{!20}
!20 = !DISubrange(count: 47)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !23, isLocal: true, isDefinition: true)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 80, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 10)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !28, isLocal: true, isDefinition: true)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 184, elements: !30)
!29 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !10)
!30 = !{!31}
!31 = !DISubrange(count: 23)
!32 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !13)
!33 = !{i32 7, !"Dwarf Version", i32 5}
!34 = !{i32 2, !"Debug Info Version", i32 3}
!35 = !{i32 1, !"wchar_size", i32 4}
!36 = !{i32 8, !"PIC Level", i32 2}
!37 = !{i32 7, !"PIE Level", i32 2}
!38 = !{i32 7, !"uwtable", i32 2}
!39 = !{i32 7, !"frame-pointer", i32 2}
!40 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 36, type: !41, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !43)
!41 = !DISubroutineType(types: !42)
!42 = !{!13}
!43 = !{}
!44 = !DILocalVariable(name: "a", scope: !40, file: !3, line: 37, type: !45)
!45 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !46, line: 27, baseType: !47)
!46 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!47 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!48 = !DILocation(line: 37, column: 13, scope: !40)
!49 = !DILocalVariable(name: "b", scope: !40, file: !3, line: 37, type: !45)
!50 = !DILocation(line: 37, column: 16, scope: !40)
!51 = !DILocation(line: 38, column: 3, scope: !40)
!52 = !DILocation(line: 39, column: 3, scope: !40)
!53 = !DILocation(line: 40, column: 16, scope: !40)
!54 = !DILocation(line: 40, column: 3, scope: !40)
!55 = !DILocation(line: 41, column: 16, scope: !40)
!56 = !DILocation(line: 41, column: 3, scope: !40)
!57 = !DILocation(line: 42, column: 3, scope: !40)
!58 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 22, type: !59, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !43)
!59 = !DISubroutineType(types: !60)
!60 = !{!61, !61}
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!62 = !DILocalVariable(name: "unused", arg: 1, scope: !58, file: !3, line: 22, type: !61)
!63 = !DILocation(line: 22, column: 27, scope: !58)
!64 = !DILocation(line: 23, column: 16, scope: !58)
!65 = !DILocation(line: 24, column: 22, scope: !58)
!66 = !DILocation(line: 25, column: 3, scope: !58)
!67 = !DILocation(line: 26, column: 3, scope: !58)
!68 = distinct !DISubprogram(name: "receiver", scope: !3, file: !3, line: 29, type: !59, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !43)
!69 = !DILocalVariable(name: "unused", arg: 1, scope: !68, file: !3, line: 29, type: !61)
!70 = !DILocation(line: 29, column: 29, scope: !68)
!71 = !DILocation(line: 30, column: 3, scope: !68)
!72 = !DILocation(line: 30, column: 11, scope: !68)
!73 = !DILocation(line: 30, column: 10, scope: !68)
!74 = distinct !{!74, !71, !75, !76}
!75 = !DILocation(line: 31, column: 5, scope: !68)
!76 = !{!"llvm.loop.mustprogress"}
!77 = !DILocation(line: 32, column: 3, scope: !78)
!78 = distinct !DILexicalBlock(scope: !79, file: !3, line: 32, column: 3)
!79 = distinct !DILexicalBlock(scope: !68, file: !3, line: 32, column: 3)
!80 = !DILocation(line: 32, column: 3, scope: !79)
!81 = !DILocation(line: 33, column: 3, scope: !68)
