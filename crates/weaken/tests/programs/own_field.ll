; ModuleID = 'own_field.c'
source_filename = "own_field.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.anon = type { i32, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@a = dso_local global i32 1, align 4, !dbg !0
@b = dso_local global i32 1, align 4, !dbg !5
@.str = private unnamed_addr constant [17 x i8] c"a == 1 || b == 1\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"own_field.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@x = dso_local global i32 0, align 4, !dbg !9
@y = dso_local global i32 0, align 4, !dbg !11
@seen = dso_local global i32 0, align 4, !dbg !13
@both = dso_local global %struct.anon zeroinitializer, align 4, !dbg !15

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !30 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !34, metadata !DIExpression()), !dbg !38
  call void @llvm.dbg.declare(metadata i64* %3, metadata !39, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.declare(metadata i64* %4, metadata !41, metadata !DIExpression()), !dbg !42
  %5 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #5, !dbg !43
  %6 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #5, !dbg !44
  %7 = call i32 @pthread_create(i64* noundef %4, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @observer, i8* noundef null) #5, !dbg !45
  %8 = load i64, i64* %2, align 8, !dbg !46
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !47
  %10 = load i64, i64* %3, align 8, !dbg !48
  %11 = call i32 @pthread_join(i64 noundef %10, i8** noundef null), !dbg !49
  %12 = load i64, i64* %4, align 8, !dbg !50
  %13 = call i32 @pthread_join(i64 noundef %12, i8** noundef null), !dbg !51
  %14 = load volatile i32, i32* @a, align 4, !dbg !52
  %15 = icmp eq i32 %14, 1, !dbg !52
  br i1 %15, label %19, label %16, !dbg !52

16:                                               ; preds = %0
  %17 = load volatile i32, i32* @b, align 4, !dbg !52
  %18 = icmp eq i32 %17, 1, !dbg !52
  br i1 %18, label %19, label %20, !dbg !55

19:                                               ; preds = %16, %0
  br label %21, !dbg !55

20:                                               ; preds = %16
  call void @__assert_fail(i8* noundef getelementptr inbounds ([17 x i8], [17 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 39, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !52
  unreachable, !dbg !52

21:                                               ; preds = %19
  ret i32 0, !dbg !56
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @first(i8* noundef %0) #0 !dbg !57 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !61, metadata !DIExpression()), !dbg !62
  store volatile i32 1, i32* @x, align 4, !dbg !63
  store volatile i32 1, i32* getelementptr inbounds (%struct.anon, %struct.anon* @both, i32 0, i32 0), align 4, !dbg !64
  %3 = load volatile i32, i32* @y, align 4, !dbg !65
  store volatile i32 %3, i32* @a, align 4, !dbg !66
  ret i8* null, !dbg !67
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @second(i8* noundef %0) #0 !dbg !68 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !69, metadata !DIExpression()), !dbg !70
  store volatile i32 1, i32* @y, align 4, !dbg !71
  fence seq_cst, !dbg !72
  %3 = load volatile i32, i32* @x, align 4, !dbg !73
  store volatile i32 %3, i32* @b, align 4, !dbg !74
  store volatile i32 1, i32* getelementptr inbounds (%struct.anon, %struct.anon* @both, i32 0, i32 1), align 4, !dbg !75
  ret i8* null, !dbg !76
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @observer(i8* noundef %0) #0 !dbg !77 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !78, metadata !DIExpression()), !dbg !79
  %3 = load volatile i32, i32* getelementptr inbounds (%struct.anon, %struct.anon* @both, i32 0, i32 1), align 4, !dbg !80
  store volatile i32 %3, i32* @seen, align 4, !dbg !81
  ret i8* null, !dbg !82
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
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "a", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "own_field.c", directory: ".", checksumkind: CSK_MD5, checksum: "1a25503f7040bd64b1fa063bd6894be7")
!4 = !{!0, !5, !9, !11, !13, !15}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "b", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "seen", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "both", scope: !2, file: !3, line: 9, type: !17, isLocal: false, isDefinition: true)
!17 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !18)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 7, size: 64, elements: !19)
!19 = !{!20, !21}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "own", scope: !18, file: !3, line: 8, baseType: !8, size: 32)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "raced_for", scope: !18, file: !3, line: 8, baseType: !8, size: 32, offset: 32)
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 7, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 1}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"Debian clang version 14.0.6"}
!30 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 31, type: !31, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!31 = !DISubroutineType(types: !32)
!32 = !{!8}
!33 = !{}
!34 = !DILocalVariable(name: "s", scope: !30, file: !3, line: 32, type: !35)
!35 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !36, line: 27, baseType: !37)
!36 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!37 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!38 = !DILocation(line: 32, column: 13, scope: !30)
!39 = !DILocalVariable(name: "t", scope: !30, file: !3, line: 32, type: !35)
!40 = !DILocation(line: 32, column: 16, scope: !30)
!41 = !DILocalVariable(name: "u", scope: !30, file: !3, line: 32, type: !35)
!42 = !DILocation(line: 32, column: 19, scope: !30)
!43 = !DILocation(line: 33, column: 3, scope: !30)
!44 = !DILocation(line: 34, column: 3, scope: !30)
!45 = !DILocation(line: 35, column: 3, scope: !30)
!46 = !DILocation(line: 36, column: 16, scope: !30)
!47 = !DILocation(line: 36, column: 3, scope: !30)
!48 = !DILocation(line: 37, column: 16, scope: !30)
!49 = !DILocation(line: 37, column: 3, scope: !30)
!50 = !DILocation(line: 38, column: 16, scope: !30)
!51 = !DILocation(line: 38, column: 3, scope: !30)
!52 = !DILocation(line: 39, column: 3, scope: !53)
!53 = distinct !DILexicalBlock(scope: !54, file: !3, line: 39, column: 3)
!54 = distinct !DILexicalBlock(scope: !30, file: !3, line: 39, column: 3)
!55 = !DILocation(line: 39, column: 3, scope: !54)
!56 = !DILocation(line: 40, column: 3, scope: !30)
!57 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 11, type: !58, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !33)
!58 = !DISubroutineType(types: !59)
!59 = !{!60, !60}
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!61 = !DILocalVariable(name: "unused", arg: 1, scope: !57, file: !3, line: 11, type: !60)
!62 = !DILocation(line: 11, column: 26, scope: !57)
!63 = !DILocation(line: 12, column: 5, scope: !57)
!64 = !DILocation(line: 13, column: 12, scope: !57)
!65 = !DILocation(line: 14, column: 7, scope: !57)
!66 = !DILocation(line: 14, column: 5, scope: !57)
!67 = !DILocation(line: 15, column: 3, scope: !57)
!68 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 18, type: !58, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !33)
!69 = !DILocalVariable(name: "unused", arg: 1, scope: !68, file: !3, line: 18, type: !60)
!70 = !DILocation(line: 18, column: 27, scope: !68)
!71 = !DILocation(line: 19, column: 5, scope: !68)
!72 = !DILocation(line: 20, column: 3, scope: !68)
!73 = !DILocation(line: 21, column: 7, scope: !68)
!74 = !DILocation(line: 21, column: 5, scope: !68)
!75 = !DILocation(line: 22, column: 18, scope: !68)
!76 = !DILocation(line: 23, column: 3, scope: !68)
!77 = distinct !DISubprogram(name: "observer", scope: !3, file: !3, line: 26, type: !58, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !33)
!78 = !DILocalVariable(name: "unused", arg: 1, scope: !77, file: !3, line: 26, type: !60)
!79 = !DILocation(line: 26, column: 29, scope: !77)
!80 = !DILocation(line: 27, column: 15, scope: !77)
!81 = !DILocation(line: 27, column: 8, scope: !77)
!82 = !DILocation(line: 28, column: 3, scope: !77)
