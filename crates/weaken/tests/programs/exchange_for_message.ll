; ModuleID = 'exchange_for_message.c'
source_filename = "exchange_for_message.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@message = internal global i32 0, align 4, !dbg !0
@flag = internal global i32 0, align 4, !dbg !16
@.str = private unnamed_addr constant [58 x i8] c"atomic_load_explicit(&message, memory_order_relaxed) == 7\00", align 1
@.str.1 = private unnamed_addr constant [23 x i8] c"exchange_for_message.c\00", align 1
@__PRETTY_FUNCTION__.receiver = private unnamed_addr constant [23 x i8] c"void *receiver(void *)\00", align 1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !29 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %a, metadata !33, metadata !DIExpression()), !dbg !37
  call void @llvm.dbg.declare(metadata i64* %b, metadata !38, metadata !DIExpression()), !dbg !39
  %call = call i32 @pthread_create(i64* noundef %a, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @sender, i8* noundef null) #5, !dbg !40
  %call1 = call i32 @pthread_create(i64* noundef %b, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @receiver, i8* noundef null) #5, !dbg !41
  %0 = load i64, i64* %a, align 8, !dbg !42
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !43
  %1 = load i64, i64* %b, align 8, !dbg !44
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !45
  ret i32 0, !dbg !46
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @sender(i8* noundef %unused) #0 !dbg !47 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !51, metadata !DIExpression()), !dbg !52
  store i32 7, i32* %.atomictmp, align 4, !dbg !53
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !53
  store atomic i32 %0, i32* @message monotonic, align 4, !dbg !53
  store i32 1, i32* %.atomictmp1, align 4, !dbg !54
  %1 = load i32, i32* %.atomictmp1, align 4, !dbg !54
  store atomic i32 %1, i32* @flag release, align 4, !dbg !54
  ret i8* null, !dbg !55
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @receiver(i8* noundef %unused) #0 !dbg !56 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !57, metadata !DIExpression()), !dbg !58
  store i32 2, i32* %.atomictmp, align 4, !dbg !59
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !59
  %1 = atomicrmw xchg i32* @flag, i32 %0 acquire, align 4, !dbg !59
  store i32 %1, i32* %atomic-temp, align 4, !dbg !59
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !59
  %cmp = icmp eq i32 %2, 1, !dbg !61
  br i1 %cmp, label %if.then, label %if.end4, !dbg !62

if.then:                                          ; preds = %entry
  %3 = load atomic i32, i32* @message monotonic, align 4, !dbg !63
  store i32 %3, i32* %atomic-temp1, align 4, !dbg !63
  %4 = load i32, i32* %atomic-temp1, align 4, !dbg !63
  %cmp2 = icmp eq i32 %4, 7, !dbg !63
  br i1 %cmp2, label %if.then3, label %if.else, !dbg !66

if.then3:                                         ; preds = %if.then
  br label %if.end, !dbg !66

if.else:                                          ; preds = %if.then
  call void @__assert_fail(i8* noundef getelementptr inbounds ([58 x i8], [58 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @.str.1, i64 0, i64 0), i32 noundef 18, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.receiver, i64 0, i64 0)) #6, !dbg !63
  unreachable, !dbg !63

if.end:                                           ; preds = %if.then3
  br label %if.end4, !dbg !67

if.end4:                                          ; preds = %if.end, %entry
  ret i8* null, !dbg !68
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.ident = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "message", scope: !2, file: !3, line: 6, type: !18, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "exchange_for_message.c", directory: ".", checksumkind: CSK_MD5, checksum: "8de121689c6dd5014a6ee5817043f777")
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
!15 = !{!0, !16}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 6, type: !18, isLocal: true, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !19)
!19 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !20)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{i32 1, !"wchar_size", i32 4}
!24 = !{i32 7, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 7, !"uwtable", i32 1}
!27 = !{i32 7, !"frame-pointer", i32 2}
!28 = !{!"Debian clang version 14.0.6"}
!29 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !30, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!30 = !DISubroutineType(types: !31)
!31 = !{!20}
!32 = !{}
!33 = !DILocalVariable(name: "a", scope: !29, file: !3, line: 24, type: !34)
!34 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !35, line: 27, baseType: !36)
!35 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!36 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!37 = !DILocation(line: 24, column: 13, scope: !29)
!38 = !DILocalVariable(name: "b", scope: !29, file: !3, line: 24, type: !34)
!39 = !DILocation(line: 24, column: 16, scope: !29)
!40 = !DILocation(line: 25, column: 3, scope: !29)
!41 = !DILocation(line: 26, column: 3, scope: !29)
!42 = !DILocation(line: 27, column: 16, scope: !29)
!43 = !DILocation(line: 27, column: 3, scope: !29)
!44 = !DILocation(line: 28, column: 16, scope: !29)
!45 = !DILocation(line: 28, column: 3, scope: !29)
!46 = !DILocation(line: 29, column: 3, scope: !29)
!47 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 8, type: !48, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !32)
!48 = !DISubroutineType(types: !49)
!49 = !{!50, !50}
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!51 = !DILocalVariable(name: "unused", arg: 1, scope: !47, file: !3, line: 8, type: !50)
!52 = !DILocation(line: 8, column: 27, scope: !47)
!53 = !DILocation(line: 10, column: 3, scope: !47)
!54 = !DILocation(line: 11, column: 3, scope: !47)
!55 = !DILocation(line: 12, column: 3, scope: !47)
!56 = distinct !DISubprogram(name: "receiver", scope: !3, file: !3, line: 15, type: !48, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !32)
!57 = !DILocalVariable(name: "unused", arg: 1, scope: !56, file: !3, line: 15, type: !50)
!58 = !DILocation(line: 15, column: 29, scope: !56)
!59 = !DILocation(line: 17, column: 7, scope: !60)
!60 = distinct !DILexicalBlock(scope: !56, file: !3, line: 17, column: 7)
!61 = !DILocation(line: 17, column: 64, scope: !60)
!62 = !DILocation(line: 17, column: 7, scope: !56)
!63 = !DILocation(line: 18, column: 5, scope: !64)
!64 = distinct !DILexicalBlock(scope: !65, file: !3, line: 18, column: 5)
!65 = distinct !DILexicalBlock(scope: !60, file: !3, line: 18, column: 5)
!66 = !DILocation(line: 18, column: 5, scope: !65)
!67 = !DILocation(line: 18, column: 5, scope: !60)
!68 = !DILocation(line: 19, column: 3, scope: !56)
