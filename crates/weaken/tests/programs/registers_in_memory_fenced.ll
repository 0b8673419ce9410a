; ModuleID = 'registers_in_memory.c'
source_filename = "registers_in_memory.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@seen = dso_local global i32 0, align 4, !dbg !0
@passed = dso_local global i32 0, align 4, !dbg !11
@last = dso_local global i32 0, align 4, !dbg !17
@.str = private unnamed_addr constant [41 x i8] c"!(seen == 1 && passed == 1 && last == 0)\00", align 1
@.str.1 = private unnamed_addr constant [22 x i8] c"registers_in_memory.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@x = dso_local global i32 0, align 4, !dbg !5
@y = dso_local global i32 0, align 4, !dbg !9
@kept = dso_local global i32 0, align 4, !dbg !13
@zero = dso_local global i32 0, align 4, !dbg !15

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !27 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !31, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.declare(metadata i64* %3, metadata !36, metadata !DIExpression()), !dbg !37
  call void @llvm.dbg.declare(metadata i64* %4, metadata !38, metadata !DIExpression()), !dbg !39
  %5 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #5, !dbg !40
  %6 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #5, !dbg !41
  %7 = call i32 @pthread_create(i64* noundef %4, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @third, i8* noundef null) #5, !dbg !42
  %8 = load i64, i64* %2, align 8, !dbg !43
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !44
  %10 = load i64, i64* %3, align 8, !dbg !45
  %11 = call i32 @pthread_join(i64 noundef %10, i8** noundef null), !dbg !46
  %12 = load i64, i64* %4, align 8, !dbg !47
  %13 = call i32 @pthread_join(i64 noundef %12, i8** noundef null), !dbg !48
  %14 = load volatile i32, i32* @seen, align 4, !dbg !49
  %15 = icmp eq i32 %14, 1, !dbg !49
  br i1 %15, label %16, label %22, !dbg !49

16:                                               ; preds = %0
  %17 = load volatile i32, i32* @passed, align 4, !dbg !49
  %18 = icmp eq i32 %17, 1, !dbg !49
  br i1 %18, label %19, label %22, !dbg !49

19:                                               ; preds = %16
  %20 = load volatile i32, i32* @last, align 4, !dbg !49
  %21 = icmp eq i32 %20, 0, !dbg !49
  br i1 %21, label %23, label %22, !dbg !52

22:                                               ; preds = %19, %16, %0
  br label %24, !dbg !52

23:                                               ; preds = %19
  call void @__assert_fail(i8* noundef getelementptr inbounds ([41 x i8], [41 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([22 x i8], [22 x i8]* @.str.1, i64 0, i64 0), i32 noundef 41, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !49
  unreachable, !dbg !49

24:                                               ; preds = %22
  ret i32 0, !dbg !53
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @first(i8* noundef %0) #0 !dbg !54 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !58, metadata !DIExpression()), !dbg !59
  store volatile i32 1, i32* @kept, align 4, !dbg !60
  %3 = load volatile i32, i32* @kept, align 4, !dbg !61
  store volatile i32 %3, i32* @x, align 4, !dbg !62
  ret i8* null, !dbg !63
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @second(i8* noundef %0) #0 !dbg !64 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !65, metadata !DIExpression()), !dbg !66
  %3 = load volatile i32, i32* @x, align 4, !dbg !67
  store volatile i32 %3, i32* @seen, align 4, !dbg !68
  call void asm sideeffect "lwsync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #5, !dbg !69, !srcloc !70
  store volatile i32 1, i32* @y, align 4, !dbg !71
  ret i8* null, !dbg !72
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @third(i8* noundef %0) #0 !dbg !73 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !74, metadata !DIExpression()), !dbg !75
  %3 = load volatile i32, i32* @y, align 4, !dbg !76
  store volatile i32 %3, i32* @passed, align 4, !dbg !77
  %4 = load volatile i32, i32* @passed, align 4, !dbg !78
  %5 = load volatile i32, i32* @passed, align 4, !dbg !79
  %6 = xor i32 %4, %5, !dbg !80
  store volatile i32 %6, i32* @zero, align 4, !dbg !81
  %7 = load volatile i32, i32* @zero, align 4, !dbg !82
  %8 = sext i32 %7 to i64, !dbg !83
  %9 = getelementptr inbounds i32, i32* @x, i64 %8, !dbg !83
  %10 = load volatile i32, i32* %9, align 4, !dbg !84
  store volatile i32 %10, i32* @last, align 4, !dbg !85
  ret i8* null, !dbg !86
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!19, !20, !21, !22, !23, !24, !25}
!llvm.ident = !{!26}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "seen", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "registers_in_memory.c", directory: ".", checksumkind: CSK_MD5, checksum: "7c1f3a0def742a9a8df4ff7834c1f32b")
!4 = !{!5, !9, !0, !11, !13, !15, !17}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "passed", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "kept", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "zero", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(name: "last", scope: !2, file: !3, line: 11, type: !7, isLocal: false, isDefinition: true)
!19 = !{i32 7, !"Dwarf Version", i32 5}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{i32 7, !"PIC Level", i32 2}
!23 = !{i32 7, !"PIE Level", i32 2}
!24 = !{i32 7, !"uwtable", i32 1}
!25 = !{i32 7, !"frame-pointer", i32 2}
!26 = !{!"Debian clang version 14.0.6"}
!27 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 33, type: !28, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !30)
!28 = !DISubroutineType(types: !29)
!29 = !{!8}
!30 = !{}
!31 = !DILocalVariable(name: "a", scope: !27, file: !3, line: 34, type: !32)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !33, line: 27, baseType: !34)
!33 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!34 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!35 = !DILocation(line: 34, column: 13, scope: !27)
!36 = !DILocalVariable(name: "b", scope: !27, file: !3, line: 34, type: !32)
!37 = !DILocation(line: 34, column: 16, scope: !27)
!38 = !DILocalVariable(name: "c", scope: !27, file: !3, line: 34, type: !32)
!39 = !DILocation(line: 34, column: 19, scope: !27)
!40 = !DILocation(line: 35, column: 3, scope: !27)
!41 = !DILocation(line: 36, column: 3, scope: !27)
!42 = !DILocation(line: 37, column: 3, scope: !27)
!43 = !DILocation(line: 38, column: 16, scope: !27)
!44 = !DILocation(line: 38, column: 3, scope: !27)
!45 = !DILocation(line: 39, column: 16, scope: !27)
!46 = !DILocation(line: 39, column: 3, scope: !27)
!47 = !DILocation(line: 40, column: 16, scope: !27)
!48 = !DILocation(line: 40, column: 3, scope: !27)
!49 = !DILocation(line: 41, column: 3, scope: !50)
!50 = distinct !DILexicalBlock(scope: !51, file: !3, line: 41, column: 3)
!51 = distinct !DILexicalBlock(scope: !27, file: !3, line: 41, column: 3)
!52 = !DILocation(line: 41, column: 3, scope: !51)
!53 = !DILocation(line: 42, column: 3, scope: !27)
!54 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 13, type: !55, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !30)
!55 = !DISubroutineType(types: !56)
!56 = !{!57, !57}
!57 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!58 = !DILocalVariable(name: "unused", arg: 1, scope: !54, file: !3, line: 13, type: !57)
!59 = !DILocation(line: 13, column: 26, scope: !54)
!60 = !DILocation(line: 14, column: 8, scope: !54)
!61 = !DILocation(line: 15, column: 7, scope: !54)
!62 = !DILocation(line: 15, column: 5, scope: !54)
!63 = !DILocation(line: 16, column: 3, scope: !54)
!64 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 19, type: !55, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !30)
!65 = !DILocalVariable(name: "unused", arg: 1, scope: !64, file: !3, line: 19, type: !57)
!66 = !DILocation(line: 19, column: 27, scope: !64)
!67 = !DILocation(line: 20, column: 10, scope: !64)
!68 = !DILocation(line: 20, column: 8, scope: !64)
!69 = !DILocation(line: 21, column: 3, scope: !64)
!70 = !{i64 2147707655}
!71 = !DILocation(line: 22, column: 5, scope: !64)
!72 = !DILocation(line: 23, column: 3, scope: !64)
!73 = distinct !DISubprogram(name: "third", scope: !3, file: !3, line: 26, type: !55, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !30)
!74 = !DILocalVariable(name: "unused", arg: 1, scope: !73, file: !3, line: 26, type: !57)
!75 = !DILocation(line: 26, column: 26, scope: !73)
!76 = !DILocation(line: 27, column: 12, scope: !73)
!77 = !DILocation(line: 27, column: 10, scope: !73)
!78 = !DILocation(line: 28, column: 10, scope: !73)
!79 = !DILocation(line: 28, column: 19, scope: !73)
!80 = !DILocation(line: 28, column: 17, scope: !73)
!81 = !DILocation(line: 28, column: 8, scope: !73)
!82 = !DILocation(line: 29, column: 17, scope: !73)
!83 = !DILocation(line: 29, column: 15, scope: !73)
!84 = !DILocation(line: 29, column: 10, scope: !73)
!85 = !DILocation(line: 29, column: 8, scope: !73)
!86 = !DILocation(line: 30, column: 3, scope: !73)
