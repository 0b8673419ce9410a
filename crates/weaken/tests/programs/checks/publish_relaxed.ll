; ModuleID = 'publish.c'
source_filename = "publish.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@data = dso_local global i32 0, align 4, !dbg !0
@flag = dso_local global i32 0, align 4, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @writer(i8* noundef %unused) #0 !dbg !29 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !34, metadata !DIExpression()), !dbg !35
  store i32 1, i32* @data, align 4, !dbg !36
  store i32 1, i32* %.atomictmp, align 4, !dbg !37
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !37
  store atomic i32 %0, i32* @flag monotonic, align 4, !dbg !37
  ret i8* null, !dbg !38
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @reader(i8* noundef %unused) #0 !dbg !39 {
entry:
  %unused.addr = alloca i8*, align 8
  %atomic-temp = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !40, metadata !DIExpression()), !dbg !41
  %0 = load atomic i32, i32* @flag acquire, align 4, !dbg !42
  store i32 %0, i32* %atomic-temp, align 4, !dbg !42
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !42
  %tobool = icmp ne i32 %1, 0, !dbg !42
  br i1 %tobool, label %if.then, label %if.end, !dbg !44

if.then:                                          ; preds = %entry
  %2 = load i32, i32* @data, align 4, !dbg !45
  %inc = add nsw i32 %2, 1, !dbg !45
  store i32 %inc, i32* @data, align 4, !dbg !45
  br label %if.end, !dbg !46

if.end:                                           ; preds = %if.then, %entry
  ret i8* null, !dbg !47
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !48 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !51, metadata !DIExpression()), !dbg !55
  call void @llvm.dbg.declare(metadata i64* %two, metadata !56, metadata !DIExpression()), !dbg !57
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writer, i8* noundef null) #4, !dbg !58
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #4, !dbg !59
  %0 = load i64, i64* %one, align 8, !dbg !60
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !61
  %1 = load i64, i64* %two, align 8, !dbg !62
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !63
  store i32 3, i32* @data, align 4, !dbg !64
  ret i32 0, !dbg !65
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
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.ident = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "data", scope: !2, file: !3, line: 12, type: !20, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "publish.c", directory: ".", checksumkind: CSK_MD5, checksum: "1df351983cb8ce9c3f2c6d89106855ba")
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
!17 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 13, type: !18, isLocal: false, isDefinition: true)
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
!29 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 15, type: !30, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!30 = !DISubroutineType(types: !31)
!31 = !{!32, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!33 = !{}
!34 = !DILocalVariable(name: "unused", arg: 1, scope: !29, file: !3, line: 15, type: !32)
!35 = !DILocation(line: 15, column: 20, scope: !29)
!36 = !DILocation(line: 16, column: 8, scope: !29)
!37 = !DILocation(line: 17, column: 3, scope: !29)
!38 = !DILocation(line: 18, column: 3, scope: !29)
!39 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 21, type: !30, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!40 = !DILocalVariable(name: "unused", arg: 1, scope: !39, file: !3, line: 21, type: !32)
!41 = !DILocation(line: 21, column: 20, scope: !39)
!42 = !DILocation(line: 22, column: 7, scope: !43)
!43 = distinct !DILexicalBlock(scope: !39, file: !3, line: 22, column: 7)
!44 = !DILocation(line: 22, column: 7, scope: !39)
!45 = !DILocation(line: 23, column: 9, scope: !43)
!46 = !DILocation(line: 23, column: 5, scope: !43)
!47 = !DILocation(line: 24, column: 3, scope: !39)
!48 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 27, type: !49, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!49 = !DISubroutineType(types: !50)
!50 = !{!20}
!51 = !DILocalVariable(name: "one", scope: !48, file: !3, line: 28, type: !52)
!52 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !53, line: 27, baseType: !54)
!53 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!54 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!55 = !DILocation(line: 28, column: 13, scope: !48)
!56 = !DILocalVariable(name: "two", scope: !48, file: !3, line: 28, type: !52)
!57 = !DILocation(line: 28, column: 18, scope: !48)
!58 = !DILocation(line: 29, column: 3, scope: !48)
!59 = !DILocation(line: 30, column: 3, scope: !48)
!60 = !DILocation(line: 31, column: 16, scope: !48)
!61 = !DILocation(line: 31, column: 3, scope: !48)
!62 = !DILocation(line: 32, column: 16, scope: !48)
!63 = !DILocation(line: 32, column: 3, scope: !48)
!64 = !DILocation(line: 33, column: 8, scope: !48)
!65 = !DILocation(line: 34, column: 3, scope: !48)
