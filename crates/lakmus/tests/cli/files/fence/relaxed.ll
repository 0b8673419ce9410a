; ModuleID = 'crates/lakmus/tests/cli/files/fence/relaxed.c'
source_filename = "crates/lakmus/tests/cli/files/fence/relaxed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@data = dso_local global i32 0, align 4, !dbg !0
@ready = dso_local global i32 0, align 4, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @sender(i8* noundef %unused) #0 !dbg !29 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !34, metadata !DIExpression()), !dbg !35
  store i32 42, i32* %.atomictmp, align 4, !dbg !36
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !36
  store atomic i32 %0, i32* @data monotonic, align 4, !dbg !36
  store i32 1, i32* %.atomictmp1, align 4, !dbg !37
  %1 = load i32, i32* %.atomictmp1, align 4, !dbg !37
  store atomic i32 %1, i32* @ready monotonic, align 4, !dbg !37
  %2 = load i8*, i8** %unused.addr, align 8, !dbg !38
  ret i8* %2, !dbg !39
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !40 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !43, metadata !DIExpression()), !dbg !47
  %call = call i32 @pthread_create(i64* noundef %thread, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @sender, i8* noundef null) #3, !dbg !48
  br label %while.cond, !dbg !49

while.cond:                                       ; preds = %while.body, %entry
  %0 = load atomic i32, i32* @ready monotonic, align 4, !dbg !50
  store i32 %0, i32* %atomic-temp, align 4, !dbg !50
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !50
  %tobool = icmp ne i32 %1, 0, !dbg !51
  %lnot = xor i1 %tobool, true, !dbg !51
  br i1 %lnot, label %while.body, label %while.end, !dbg !49

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !49, !llvm.loop !52

while.end:                                        ; preds = %while.cond
  %2 = load atomic i32, i32* @data monotonic, align 4, !dbg !55
  store i32 %2, i32* %atomic-temp1, align 4, !dbg !55
  %3 = load i32, i32* %atomic-temp1, align 4, !dbg !55
  %sub = sub nsw i32 %3, 42, !dbg !56
  ret i32 %sub, !dbg !57
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.ident = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "data", scope: !2, file: !3, line: 4, type: !18, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "crates/lakmus/tests/cli/files/fence/relaxed.c", directory: ".", checksumkind: CSK_MD5, checksum: "127a846ae010c4f4f2a7032540f1f640")
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
!17 = distinct !DIGlobalVariable(name: "ready", scope: !2, file: !3, line: 4, type: !18, isLocal: false, isDefinition: true)
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
!29 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 6, type: !30, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!30 = !DISubroutineType(types: !31)
!31 = !{!32, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!33 = !{}
!34 = !DILocalVariable(name: "unused", arg: 1, scope: !29, file: !3, line: 6, type: !32)
!35 = !DILocation(line: 6, column: 20, scope: !29)
!36 = !DILocation(line: 7, column: 3, scope: !29)
!37 = !DILocation(line: 8, column: 3, scope: !29)
!38 = !DILocation(line: 9, column: 10, scope: !29)
!39 = !DILocation(line: 9, column: 3, scope: !29)
!40 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 12, type: !41, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!41 = !DISubroutineType(types: !42)
!42 = !{!20}
!43 = !DILocalVariable(name: "thread", scope: !40, file: !3, line: 13, type: !44)
!44 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !45, line: 27, baseType: !46)
!45 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!46 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!47 = !DILocation(line: 13, column: 13, scope: !40)
!48 = !DILocation(line: 14, column: 3, scope: !40)
!49 = !DILocation(line: 15, column: 3, scope: !40)
!50 = !DILocation(line: 15, column: 11, scope: !40)
!51 = !DILocation(line: 15, column: 10, scope: !40)
!52 = distinct !{!52, !49, !53, !54}
!53 = !DILocation(line: 16, column: 5, scope: !40)
!54 = !{!"llvm.loop.mustprogress"}
!55 = !DILocation(line: 17, column: 10, scope: !40)
!56 = !DILocation(line: 17, column: 60, scope: !40)
!57 = !DILocation(line: 17, column: 3, scope: !40)
