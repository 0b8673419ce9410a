; ModuleID = 'counted_by_updates.c'
source_filename = "counted_by_updates.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@count = internal global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [56 x i8] c"atomic_load_explicit(&count, memory_order_relaxed) == 2\00", align 1
@.str.1 = private unnamed_addr constant [21 x i8] c"counted_by_updates.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@other = internal global i32 0, align 4, !dbg !16

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !29 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  %atomic-temp = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %a, metadata !33, metadata !DIExpression()), !dbg !37
  call void @llvm.dbg.declare(metadata i64* %b, metadata !38, metadata !DIExpression()), !dbg !39
  %call = call i32 @pthread_create(i64* noundef %a, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !40
  %call1 = call i32 @pthread_create(i64* noundef %b, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #5, !dbg !41
  %0 = load i64, i64* %a, align 8, !dbg !42
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !43
  %1 = load i64, i64* %b, align 8, !dbg !44
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !45
  %2 = load atomic i32, i32* @count monotonic, align 4, !dbg !46
  store i32 %2, i32* %atomic-temp, align 4, !dbg !46
  %3 = load i32, i32* %atomic-temp, align 4, !dbg !46
  %cmp = icmp eq i32 %3, 2, !dbg !46
  br i1 %cmp, label %if.then, label %if.else, !dbg !49

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !49

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([56 x i8], [56 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @.str.1, i64 0, i64 0), i32 noundef 22, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !46
  unreachable, !dbg !46

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !50
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @worker(i8* noundef %unused) #0 !dbg !51 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !55, metadata !DIExpression()), !dbg !56
  store i32 1, i32* %.atomictmp, align 4, !dbg !57
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !57
  %1 = atomicrmw add i32* @count, i32 %0 acquire, align 4, !dbg !57
  store i32 %1, i32* %atomic-temp, align 4, !dbg !57
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !57
  %3 = load atomic i32, i32* @other monotonic, align 4, !dbg !58
  store i32 %3, i32* %atomic-temp1, align 4, !dbg !58
  %4 = load i32, i32* %atomic-temp1, align 4, !dbg !58
  ret i8* null, !dbg !59
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
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 6, type: !18, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "counted_by_updates.c", directory: ".", checksumkind: CSK_MD5, checksum: "f399e8362674f44db5fe78db249b9a24")
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
!17 = distinct !DIGlobalVariable(name: "other", scope: !2, file: !3, line: 6, type: !18, isLocal: true, isDefinition: true)
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
!29 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 15, type: !30, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!30 = !DISubroutineType(types: !31)
!31 = !{!20}
!32 = !{}
!33 = !DILocalVariable(name: "a", scope: !29, file: !3, line: 17, type: !34)
!34 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !35, line: 27, baseType: !36)
!35 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!36 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!37 = !DILocation(line: 17, column: 13, scope: !29)
!38 = !DILocalVariable(name: "b", scope: !29, file: !3, line: 17, type: !34)
!39 = !DILocation(line: 17, column: 16, scope: !29)
!40 = !DILocation(line: 18, column: 3, scope: !29)
!41 = !DILocation(line: 19, column: 3, scope: !29)
!42 = !DILocation(line: 20, column: 16, scope: !29)
!43 = !DILocation(line: 20, column: 3, scope: !29)
!44 = !DILocation(line: 21, column: 16, scope: !29)
!45 = !DILocation(line: 21, column: 3, scope: !29)
!46 = !DILocation(line: 22, column: 3, scope: !47)
!47 = distinct !DILexicalBlock(scope: !48, file: !3, line: 22, column: 3)
!48 = distinct !DILexicalBlock(scope: !29, file: !3, line: 22, column: 3)
!49 = !DILocation(line: 22, column: 3, scope: !48)
!50 = !DILocation(line: 23, column: 3, scope: !29)
!51 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 8, type: !52, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !32)
!52 = !DISubroutineType(types: !53)
!53 = !{!54, !54}
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!55 = !DILocalVariable(name: "unused", arg: 1, scope: !51, file: !3, line: 8, type: !54)
!56 = !DILocation(line: 8, column: 27, scope: !51)
!57 = !DILocation(line: 10, column: 3, scope: !51)
!58 = !DILocation(line: 11, column: 3, scope: !51)
!59 = !DILocation(line: 12, column: 3, scope: !51)
