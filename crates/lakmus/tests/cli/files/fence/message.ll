; ModuleID = 'crates/lakmus/tests/cli/files/fence/message.c'
source_filename = "crates/lakmus/tests/cli/files/fence/message.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@data = dso_local global i32 0, align 4, !dbg !0
@ready = dso_local global i32 0, align 4, !dbg !19

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @sender(i8* noundef %unused) #0 !dbg !31 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !36, metadata !DIExpression()), !dbg !37
  store i32 42, i32* @data, align 4, !dbg !38
  store i32 1, i32* %.atomictmp, align 4, !dbg !39
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !39
  store atomic i32 %0, i32* @ready release, align 4, !dbg !39
  ret i8* null, !dbg !40
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @receiver(i8* noundef %result) #0 !dbg !41 {
entry:
  %result.addr = alloca i8*, align 8
  %atomic-temp = alloca i32, align 4
  store i8* %result, i8** %result.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %result.addr, metadata !42, metadata !DIExpression()), !dbg !43
  br label %while.cond, !dbg !44

while.cond:                                       ; preds = %while.body, %entry
  %0 = load atomic i32, i32* @ready acquire, align 4, !dbg !45
  store i32 %0, i32* %atomic-temp, align 4, !dbg !45
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !45
  %tobool = icmp ne i32 %1, 0, !dbg !46
  %lnot = xor i1 %tobool, true, !dbg !46
  br i1 %lnot, label %while.body, label %while.end, !dbg !44

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !44, !llvm.loop !47

while.end:                                        ; preds = %while.cond
  %2 = load i32, i32* @data, align 4, !dbg !50
  %3 = load i8*, i8** %result.addr, align 8, !dbg !51
  %4 = bitcast i8* %3 to i32*, !dbg !52
  store i32 %2, i32* %4, align 4, !dbg !53
  ret i8* null, !dbg !54
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !55 {
entry:
  %retval = alloca i32, align 4
  %result = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i32* %result, metadata !58, metadata !DIExpression()), !dbg !59
  call void @llvm.dbg.declare(metadata i64* %a, metadata !60, metadata !DIExpression()), !dbg !64
  call void @llvm.dbg.declare(metadata i64* %b, metadata !65, metadata !DIExpression()), !dbg !66
  %call = call i32 @pthread_create(i64* noundef %a, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @sender, i8* noundef null) #4, !dbg !67
  %0 = bitcast i32* %result to i8*, !dbg !68
  %call1 = call i32 @pthread_create(i64* noundef %b, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @receiver, i8* noundef %0) #4, !dbg !69
  %1 = load i64, i64* %a, align 8, !dbg !70
  %call2 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !71
  %2 = load i64, i64* %b, align 8, !dbg !72
  %call3 = call i32 @pthread_join(i64 noundef %2, i8** noundef null), !dbg !73
  %3 = load i32, i32* %result, align 4, !dbg !74
  ret i32 %3, !dbg !75
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
!llvm.module.flags = !{!23, !24, !25, !26, !27, !28, !29}
!llvm.ident = !{!30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "data", scope: !2, file: !3, line: 4, type: !17, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !18, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "crates/lakmus/tests/cli/files/fence/message.c", directory: ".", checksumkind: CSK_MD5, checksum: "af3ae1588f525e583db3e774932d5291")
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
!15 = !{!16}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !{!0, !19}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "ready", scope: !2, file: !3, line: 5, type: !21, isLocal: false, isDefinition: true)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !22)
!22 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !17)
!23 = !{i32 7, !"Dwarf Version", i32 5}
!24 = !{i32 2, !"Debug Info Version", i32 3}
!25 = !{i32 1, !"wchar_size", i32 4}
!26 = !{i32 7, !"PIC Level", i32 2}
!27 = !{i32 7, !"PIE Level", i32 2}
!28 = !{i32 7, !"uwtable", i32 1}
!29 = !{i32 7, !"frame-pointer", i32 2}
!30 = !{!"Debian clang version 14.0.6"}
!31 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 7, type: !32, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!32 = !DISubroutineType(types: !33)
!33 = !{!34, !34}
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!35 = !{}
!36 = !DILocalVariable(name: "unused", arg: 1, scope: !31, file: !3, line: 7, type: !34)
!37 = !DILocation(line: 7, column: 20, scope: !31)
!38 = !DILocation(line: 8, column: 8, scope: !31)
!39 = !DILocation(line: 9, column: 3, scope: !31)
!40 = !DILocation(line: 10, column: 3, scope: !31)
!41 = distinct !DISubprogram(name: "receiver", scope: !3, file: !3, line: 13, type: !32, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!42 = !DILocalVariable(name: "result", arg: 1, scope: !41, file: !3, line: 13, type: !34)
!43 = !DILocation(line: 13, column: 22, scope: !41)
!44 = !DILocation(line: 14, column: 3, scope: !41)
!45 = !DILocation(line: 14, column: 11, scope: !41)
!46 = !DILocation(line: 14, column: 10, scope: !41)
!47 = distinct !{!47, !44, !48, !49}
!48 = !DILocation(line: 15, column: 5, scope: !41)
!49 = !{!"llvm.loop.mustprogress"}
!50 = !DILocation(line: 16, column: 20, scope: !41)
!51 = !DILocation(line: 16, column: 11, scope: !41)
!52 = !DILocation(line: 16, column: 4, scope: !41)
!53 = !DILocation(line: 16, column: 18, scope: !41)
!54 = !DILocation(line: 17, column: 3, scope: !41)
!55 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 20, type: !56, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!56 = !DISubroutineType(types: !57)
!57 = !{!17}
!58 = !DILocalVariable(name: "result", scope: !55, file: !3, line: 21, type: !17)
!59 = !DILocation(line: 21, column: 7, scope: !55)
!60 = !DILocalVariable(name: "a", scope: !55, file: !3, line: 22, type: !61)
!61 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !62, line: 27, baseType: !63)
!62 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!63 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!64 = !DILocation(line: 22, column: 13, scope: !55)
!65 = !DILocalVariable(name: "b", scope: !55, file: !3, line: 22, type: !61)
!66 = !DILocation(line: 22, column: 16, scope: !55)
!67 = !DILocation(line: 23, column: 3, scope: !55)
!68 = !DILocation(line: 24, column: 35, scope: !55)
!69 = !DILocation(line: 24, column: 3, scope: !55)
!70 = !DILocation(line: 25, column: 16, scope: !55)
!71 = !DILocation(line: 25, column: 3, scope: !55)
!72 = !DILocation(line: 26, column: 16, scope: !55)
!73 = !DILocation(line: 26, column: 3, scope: !55)
!74 = !DILocation(line: 27, column: 10, scope: !55)
!75 = !DILocation(line: 27, column: 3, scope: !55)
