; ModuleID = 'exchange_then_read.c'
source_filename = "exchange_then_read.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@seen_x = internal global i32 0, align 4, !dbg !0
@seen_y = internal global i32 0, align 4, !dbg !16
@.str = private unnamed_addr constant [27 x i8] c"seen_x == 1 || seen_y == 1\00", align 1
@.str.1 = private unnamed_addr constant [21 x i8] c"exchange_then_read.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@x = internal global i32 0, align 4, !dbg !19
@y = internal global i32 0, align 4, !dbg !23

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !33 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %a, metadata !37, metadata !DIExpression()), !dbg !41
  call void @llvm.dbg.declare(metadata i64* %b, metadata !42, metadata !DIExpression()), !dbg !43
  %call = call i32 @pthread_create(i64* noundef %a, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @left, i8* noundef null) #5, !dbg !44
  %call1 = call i32 @pthread_create(i64* noundef %b, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @right, i8* noundef null) #5, !dbg !45
  %0 = load i64, i64* %a, align 8, !dbg !46
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !47
  %1 = load i64, i64* %b, align 8, !dbg !48
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !49
  %2 = load i32, i32* @seen_x, align 4, !dbg !50
  %cmp = icmp eq i32 %2, 1, !dbg !50
  br i1 %cmp, label %if.then, label %lor.lhs.false, !dbg !50

lor.lhs.false:                                    ; preds = %entry
  %3 = load i32, i32* @seen_y, align 4, !dbg !50
  %cmp4 = icmp eq i32 %3, 1, !dbg !50
  br i1 %cmp4, label %if.then, label %if.else, !dbg !53

if.then:                                          ; preds = %lor.lhs.false, %entry
  br label %if.end, !dbg !53

if.else:                                          ; preds = %lor.lhs.false
  call void @__assert_fail(i8* noundef getelementptr inbounds ([27 x i8], [27 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @.str.1, i64 0, i64 0), i32 noundef 30, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !50
  unreachable, !dbg !50

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !54
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @left(i8* noundef %unused) #0 !dbg !55 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !59, metadata !DIExpression()), !dbg !60
  store i32 1, i32* %.atomictmp, align 4, !dbg !61
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !61
  %1 = atomicrmw xchg i32* @x, i32 %0 acquire, align 4, !dbg !61
  store i32 %1, i32* %atomic-temp, align 4, !dbg !61
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !61
  %3 = load atomic i32, i32* @y monotonic, align 4, !dbg !62
  store i32 %3, i32* %atomic-temp1, align 4, !dbg !62
  %4 = load i32, i32* %atomic-temp1, align 4, !dbg !62
  store i32 %4, i32* @seen_y, align 4, !dbg !63
  ret i8* null, !dbg !64
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @right(i8* noundef %unused) #0 !dbg !65 {
entry:
  %unused.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !66, metadata !DIExpression()), !dbg !67
  store i32 1, i32* %.atomictmp, align 4, !dbg !68
  %0 = load i32, i32* %.atomictmp, align 4, !dbg !68
  %1 = atomicrmw xchg i32* @y, i32 %0 acquire, align 4, !dbg !68
  store i32 %1, i32* %atomic-temp, align 4, !dbg !68
  %2 = load i32, i32* %atomic-temp, align 4, !dbg !68
  %3 = load atomic i32, i32* @x monotonic, align 4, !dbg !69
  store i32 %3, i32* %atomic-temp1, align 4, !dbg !69
  %4 = load i32, i32* %atomic-temp1, align 4, !dbg !69
  store i32 %4, i32* @seen_x, align 4, !dbg !70
  ret i8* null, !dbg !71
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
!llvm.module.flags = !{!25, !26, !27, !28, !29, !30, !31}
!llvm.ident = !{!32}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "seen_x", scope: !2, file: !3, line: 7, type: !18, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "exchange_then_read.c", directory: ".", checksumkind: CSK_MD5, checksum: "9bfde2fb29dcd7edbe50bd1059cdf140")
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
!15 = !{!0, !16, !19, !23}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "seen_y", scope: !2, file: !3, line: 7, type: !18, isLocal: true, isDefinition: true)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 6, type: !21, isLocal: true, isDefinition: true)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !22)
!22 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !18)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 6, type: !21, isLocal: true, isDefinition: true)
!25 = !{i32 7, !"Dwarf Version", i32 5}
!26 = !{i32 2, !"Debug Info Version", i32 3}
!27 = !{i32 1, !"wchar_size", i32 4}
!28 = !{i32 7, !"PIC Level", i32 2}
!29 = !{i32 7, !"PIE Level", i32 2}
!30 = !{i32 7, !"uwtable", i32 1}
!31 = !{i32 7, !"frame-pointer", i32 2}
!32 = !{!"Debian clang version 14.0.6"}
!33 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 23, type: !34, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !36)
!34 = !DISubroutineType(types: !35)
!35 = !{!18}
!36 = !{}
!37 = !DILocalVariable(name: "a", scope: !33, file: !3, line: 25, type: !38)
!38 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !39, line: 27, baseType: !40)
!39 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!40 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!41 = !DILocation(line: 25, column: 13, scope: !33)
!42 = !DILocalVariable(name: "b", scope: !33, file: !3, line: 25, type: !38)
!43 = !DILocation(line: 25, column: 16, scope: !33)
!44 = !DILocation(line: 26, column: 3, scope: !33)
!45 = !DILocation(line: 27, column: 3, scope: !33)
!46 = !DILocation(line: 28, column: 16, scope: !33)
!47 = !DILocation(line: 28, column: 3, scope: !33)
!48 = !DILocation(line: 29, column: 16, scope: !33)
!49 = !DILocation(line: 29, column: 3, scope: !33)
!50 = !DILocation(line: 30, column: 3, scope: !51)
!51 = distinct !DILexicalBlock(scope: !52, file: !3, line: 30, column: 3)
!52 = distinct !DILexicalBlock(scope: !33, file: !3, line: 30, column: 3)
!53 = !DILocation(line: 30, column: 3, scope: !52)
!54 = !DILocation(line: 31, column: 3, scope: !33)
!55 = distinct !DISubprogram(name: "left", scope: !3, file: !3, line: 9, type: !56, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !36)
!56 = !DISubroutineType(types: !57)
!57 = !{!58, !58}
!58 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!59 = !DILocalVariable(name: "unused", arg: 1, scope: !55, file: !3, line: 9, type: !58)
!60 = !DILocation(line: 9, column: 25, scope: !55)
!61 = !DILocation(line: 11, column: 3, scope: !55)
!62 = !DILocation(line: 12, column: 12, scope: !55)
!63 = !DILocation(line: 12, column: 10, scope: !55)
!64 = !DILocation(line: 13, column: 3, scope: !55)
!65 = distinct !DISubprogram(name: "right", scope: !3, file: !3, line: 16, type: !56, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !36)
!66 = !DILocalVariable(name: "unused", arg: 1, scope: !65, file: !3, line: 16, type: !58)
!67 = !DILocation(line: 16, column: 26, scope: !65)
!68 = !DILocation(line: 18, column: 3, scope: !65)
!69 = !DILocation(line: 19, column: 12, scope: !65)
!70 = !DILocation(line: 19, column: 10, scope: !65)
!71 = !DILocation(line: 20, column: 3, scope: !65)
