; ModuleID = 'sequence.c'
source_filename = "sequence.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@data = dso_local global i32 0, align 4, !dbg !0
@count = dso_local global i32 0, align 4, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @writer(i8* noundef %unused) #0 !dbg !29 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !34, metadata !DIExpression()), !dbg !35
  store i32 1, i32* @data, align 4, !dbg !36
  fence release, !dbg !37
  store i32 1, i32* %.atomictmp, align 4, !dbg !38
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !38
  store atomic i32 %0, i32* @count monotonic, align 4, !dbg !38
  ret i8* null, !dbg !39
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @between(i8* noundef %unused) #0 !dbg !40 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !41, metadata !DIExpression()), !dbg !42
  store i32 1, i32* %.atomictmp, align 4, !dbg !43
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !43
  %1 = atomicrmw add i32* @count, i32 %0 monotonic, align 4, !dbg !43
  store i32 %1, i32* %atomic-temp, align 4, !dbg !43
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !43
  ret i8* null, !dbg !44
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @reader(i8* noundef %unused) #0 !dbg !45 {
entry:
  %unused.addr = alloca i8*, align 8
  %atomic-temp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !46, metadata !DIExpression()), !dbg !47
  %0 = load atomic i32, i32* @count monotonic, align 4, !dbg !48
  store i32 %0, i32* %atomic-temp, align 4, !dbg !48
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !48
  %cmp = icmp eq i32 %1, 2, !dbg !50
  br i1 %cmp, label %if.then, label %if.end, !dbg !51

if.then:                                          ; preds = %entry
  fence acquire, !dbg !52
  %2 = load i32, i32* @data, align 4, !dbg !54
  %inc = add nsw i32 %2, 1, !dbg !54
  store i32 %inc, i32* @data, align 4, !dbg !54
  br label %if.end, !dbg !55

if.end:                                           ; preds = %if.then, %entry
  ret i8* null, !dbg !56
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !57 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  %three = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !60, metadata !DIExpression()), !dbg !64
  call void @llvm.dbg.declare(metadata i64* %two, metadata !65, metadata !DIExpression()), !dbg !66
  call void @llvm.dbg.declare(metadata i64* %three, metadata !67, metadata !DIExpression()), !dbg !68
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writer, i8* noundef null) #3, !dbg !69
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @between, i8* noundef null) #3, !dbg !70
  %call2 = call i32 @pthread_create(i64* noundef %three, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #3, !dbg !71
  ret i32 0, !dbg !72
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
!1 = distinct !DIGlobalVariable(name: "data", scope: !2, file: !3, line: 5, type: !20, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "sequence.c", directory: ".", checksumkind: CSK_MD5, checksum: "f3e30fc4f7350425b35542420ccf6100")
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
!17 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 6, type: !18, isLocal: false, isDefinition: true)
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
!29 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 8, type: !30, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!30 = !DISubroutineType(types: !31)
!31 = !{!32, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!33 = !{}
!34 = !DILocalVariable(name: "unused", arg: 1, scope: !29, file: !3, line: 8, type: !32)
!35 = !DILocation(line: 8, column: 20, scope: !29)
!36 = !DILocation(line: 9, column: 8, scope: !29)
!37 = !DILocation(line: 10, column: 3, scope: !29)
!38 = !DILocation(line: 11, column: 3, scope: !29)
!39 = !DILocation(line: 12, column: 3, scope: !29)
!40 = distinct !DISubprogram(name: "between", scope: !3, file: !3, line: 15, type: !30, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!41 = !DILocalVariable(name: "unused", arg: 1, scope: !40, file: !3, line: 15, type: !32)
!42 = !DILocation(line: 15, column: 21, scope: !40)
!43 = !DILocation(line: 19, column: 3, scope: !40)
!44 = !DILocation(line: 21, column: 3, scope: !40)
!45 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 24, type: !30, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!46 = !DILocalVariable(name: "unused", arg: 1, scope: !45, file: !3, line: 24, type: !32)
!47 = !DILocation(line: 24, column: 20, scope: !45)
!48 = !DILocation(line: 25, column: 7, scope: !49)
!49 = distinct !DILexicalBlock(scope: !45, file: !3, line: 25, column: 7)
!50 = !DILocation(line: 25, column: 58, scope: !49)
!51 = !DILocation(line: 25, column: 7, scope: !45)
!52 = !DILocation(line: 27, column: 5, scope: !53)
!53 = distinct !DILexicalBlock(scope: !49, file: !3, line: 25, column: 64)
!54 = !DILocation(line: 29, column: 9, scope: !53)
!55 = !DILocation(line: 30, column: 3, scope: !53)
!56 = !DILocation(line: 31, column: 3, scope: !45)
!57 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !58, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!58 = !DISubroutineType(types: !59)
!59 = !{!20}
!60 = !DILocalVariable(name: "one", scope: !57, file: !3, line: 35, type: !61)
!61 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !62, line: 27, baseType: !63)
!62 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!63 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!64 = !DILocation(line: 35, column: 13, scope: !57)
!65 = !DILocalVariable(name: "two", scope: !57, file: !3, line: 35, type: !61)
!66 = !DILocation(line: 35, column: 18, scope: !57)
!67 = !DILocalVariable(name: "three", scope: !57, file: !3, line: 35, type: !61)
!68 = !DILocation(line: 35, column: 23, scope: !57)
!69 = !DILocation(line: 36, column: 3, scope: !57)
!70 = !DILocation(line: 37, column: 3, scope: !57)
!71 = !DILocation(line: 38, column: 3, scope: !57)
!72 = !DILocation(line: 39, column: 3, scope: !57)
