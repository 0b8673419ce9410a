; ModuleID = 'both_late.c'
source_filename = "both_late.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@x = dso_local global i32 0, align 4, !dbg !0
@y = dso_local global i32 0, align 4, !dbg !19
@data = dso_local global i32 0, align 4, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @one(i8* noundef %unused) #0 !dbg !31 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !36, metadata !DIExpression()), !dbg !37
  store i32 1, i32* %.atomictmp, align 4, !dbg !38
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !38
  store atomic i32 %0, i32* @x monotonic, align 4, !dbg !38
  %1 = load atomic i32, i32* @y monotonic, align 4, !dbg !39
  store i32 %1, i32* %atomic-temp, align 4, !dbg !39
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !39
  %tobool = icmp ne i32 %2, 0, !dbg !39
  br i1 %tobool, label %if.end, label %if.then, !dbg !41

if.then:                                          ; preds = %entry
  store i32 1, i32* @data, align 4, !dbg !42
  br label %if.end, !dbg !43

if.end:                                           ; preds = %if.then, %entry
  ret i8* null, !dbg !44
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @two(i8* noundef %unused) #0 !dbg !45 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !46, metadata !DIExpression()), !dbg !47
  store i32 1, i32* %.atomictmp, align 4, !dbg !48
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !48
  store atomic i32 %0, i32* @y monotonic, align 4, !dbg !48
  %1 = load atomic i32, i32* @x monotonic, align 4, !dbg !49
  store i32 %1, i32* %atomic-temp, align 4, !dbg !49
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !49
  %tobool = icmp ne i32 %2, 0, !dbg !49
  br i1 %tobool, label %if.end, label %if.then, !dbg !51

if.then:                                          ; preds = %entry
  store i32 2, i32* @data, align 4, !dbg !52
  br label %if.end, !dbg !53

if.end:                                           ; preds = %if.then, %entry
  ret i8* null, !dbg !54
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !55 {
entry:
  %retval = alloca i32, align 4
  %first = alloca i64, align 8
  %second = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %first, metadata !58, metadata !DIExpression()), !dbg !62
  call void @llvm.dbg.declare(metadata i64* %second, metadata !63, metadata !DIExpression()), !dbg !64
  %call = call i32 @pthread_create(i64* noundef %first, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @one, i8* noundef null) #3, !dbg !65
  %call1 = call i32 @pthread_create(i64* noundef %second, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @two, i8* noundef null) #3, !dbg !66
  ret i32 0, !dbg !67
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!23, !24, !25, !26, !27, !28, !29}
!llvm.ident = !{!30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 6, type: !21, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "both_late.c", directory: ".", checksumkind: CSK_MD5, checksum: "fec6af23c96bce2b5314204d562ff2d4")
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
!15 = !{!16, !0, !19}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "data", scope: !2, file: !3, line: 5, type: !18, isLocal: false, isDefinition: true)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 6, type: !21, isLocal: false, isDefinition: true)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !22)
!22 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !18)
!23 = !{i32 7, !"Dwarf Version", i32 5}
!24 = !{i32 2, !"Debug Info Version", i32 3}
!25 = !{i32 1, !"wchar_size", i32 4}
!26 = !{i32 7, !"PIC Level", i32 2}
!27 = !{i32 7, !"PIE Level", i32 2}
!28 = !{i32 7, !"uwtable", i32 1}
!29 = !{i32 7, !"frame-pointer", i32 2}
!30 = !{!"Debian clang version 14.0.6"}
!31 = distinct !DISubprogram(name: "one", scope: !3, file: !3, line: 8, type: !32, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!32 = !DISubroutineType(types: !33)
!33 = !{!34, !34}
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!35 = !{}
!36 = !DILocalVariable(name: "unused", arg: 1, scope: !31, file: !3, line: 8, type: !34)
!37 = !DILocation(line: 8, column: 17, scope: !31)
!38 = !DILocation(line: 9, column: 3, scope: !31)
!39 = !DILocation(line: 10, column: 8, scope: !40)
!40 = distinct !DILexicalBlock(scope: !31, file: !3, line: 10, column: 7)
!41 = !DILocation(line: 10, column: 7, scope: !31)
!42 = !DILocation(line: 11, column: 10, scope: !40)
!43 = !DILocation(line: 11, column: 5, scope: !40)
!44 = !DILocation(line: 12, column: 3, scope: !31)
!45 = distinct !DISubprogram(name: "two", scope: !3, file: !3, line: 15, type: !32, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!46 = !DILocalVariable(name: "unused", arg: 1, scope: !45, file: !3, line: 15, type: !34)
!47 = !DILocation(line: 15, column: 17, scope: !45)
!48 = !DILocation(line: 16, column: 3, scope: !45)
!49 = !DILocation(line: 17, column: 8, scope: !50)
!50 = distinct !DILexicalBlock(scope: !45, file: !3, line: 17, column: 7)
!51 = !DILocation(line: 17, column: 7, scope: !45)
!52 = !DILocation(line: 18, column: 10, scope: !50)
!53 = !DILocation(line: 18, column: 5, scope: !50)
!54 = !DILocation(line: 19, column: 3, scope: !45)
!55 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !56, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!56 = !DISubroutineType(types: !57)
!57 = !{!18}
!58 = !DILocalVariable(name: "first", scope: !55, file: !3, line: 23, type: !59)
!59 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !60, line: 27, baseType: !61)
!60 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!61 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!62 = !DILocation(line: 23, column: 13, scope: !55)
!63 = !DILocalVariable(name: "second", scope: !55, file: !3, line: 23, type: !59)
!64 = !DILocation(line: 23, column: 20, scope: !55)
!65 = !DILocation(line: 24, column: 3, scope: !55)
!66 = !DILocation(line: 25, column: 3, scope: !55)
!67 = !DILocation(line: 26, column: 3, scope: !55)
