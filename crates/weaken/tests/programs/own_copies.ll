; ModuleID = 'own_copies.c'
source_filename = "own_copies.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@own = dso_local thread_local global [2 x i32] [i32 0, i32 7], align 4, !dbg !0
@.str = private unnamed_addr constant [27 x i8] c"own[0] == 0 && own[1] == 7\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"own_copies.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1
@.str.2 = private unnamed_addr constant [27 x i8] c"own[0] == 1 && own[1] == 8\00", align 1
@.str.3 = private unnamed_addr constant [27 x i8] c"own[0] == 5 && own[1] == 8\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %of_main) #0 !dbg !19 {
entry:
  %of_main.addr = alloca i8*, align 8
  store i8* %of_main, i8** %of_main.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %of_main.addr, metadata !24, metadata !DIExpression()), !dbg !25
  %0 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 0), align 4, !dbg !26
  %cmp = icmp eq i32 %0, 0, !dbg !26
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !26

land.lhs.true:                                    ; preds = %entry
  %1 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 1), align 4, !dbg !26
  %cmp1 = icmp eq i32 %1, 7, !dbg !26
  br i1 %cmp1, label %if.then, label %if.else, !dbg !29

if.then:                                          ; preds = %land.lhs.true
  br label %if.end, !dbg !29

if.else:                                          ; preds = %land.lhs.true, %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([27 x i8], [27 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 13, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #5, !dbg !26
  unreachable, !dbg !26

if.end:                                           ; preds = %if.then
  store i32 1, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 0), align 4, !dbg !30
  %2 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 1), align 4, !dbg !31
  %inc = add nsw i32 %2, 1, !dbg !31
  store i32 %inc, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 1), align 4, !dbg !31
  %3 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 0), align 4, !dbg !32
  %cmp2 = icmp eq i32 %3, 1, !dbg !32
  br i1 %cmp2, label %land.lhs.true3, label %if.else6, !dbg !32

land.lhs.true3:                                   ; preds = %if.end
  %4 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 1), align 4, !dbg !32
  %cmp4 = icmp eq i32 %4, 8, !dbg !32
  br i1 %cmp4, label %if.then5, label %if.else6, !dbg !35

if.then5:                                         ; preds = %land.lhs.true3
  br label %if.end7, !dbg !35

if.else6:                                         ; preds = %land.lhs.true3, %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([27 x i8], [27 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 16, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #5, !dbg !32
  unreachable, !dbg !32

if.end7:                                          ; preds = %if.then5
  %5 = load i8*, i8** %of_main.addr, align 8, !dbg !36
  %tobool = icmp ne i8* %5, null, !dbg !36
  br i1 %tobool, label %if.then8, label %if.end10, !dbg !38

if.then8:                                         ; preds = %if.end7
  %6 = load i8*, i8** %of_main.addr, align 8, !dbg !39
  %7 = bitcast i8* %6 to i32*, !dbg !40
  %8 = load i32, i32* %7, align 4, !dbg !41
  %inc9 = add nsw i32 %8, 1, !dbg !41
  store i32 %inc9, i32* %7, align 4, !dbg !41
  br label %if.end10, !dbg !42

if.end10:                                         ; preds = %if.then8, %if.end7
  ret i8* null, !dbg !43
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !44 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %threads, metadata !47, metadata !DIExpression()), !dbg !52
  store i32 5, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 0), align 4, !dbg !53
  %arrayidx = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 0, !dbg !54
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef bitcast (i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 1) to i8*)) #6, !dbg !55
  %arrayidx1 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 1, !dbg !56
  %call2 = call i32 @pthread_create(i64* noundef %arrayidx1, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #6, !dbg !57
  call void @llvm.dbg.declare(metadata i32* %i, metadata !58, metadata !DIExpression()), !dbg !60
  store i32 0, i32* %i, align 4, !dbg !60
  br label %for.cond, !dbg !61

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %i, align 4, !dbg !62
  %cmp = icmp slt i32 %0, 2, !dbg !64
  br i1 %cmp, label %for.body, label %for.end, !dbg !65

for.body:                                         ; preds = %for.cond
  %1 = load i32, i32* %i, align 4, !dbg !66
  %idxprom = sext i32 %1 to i64, !dbg !67
  %arrayidx3 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 %idxprom, !dbg !67
  %2 = load i64, i64* %arrayidx3, align 8, !dbg !67
  %call4 = call i32 @pthread_join(i64 noundef %2, i8** noundef null), !dbg !68
  br label %for.inc, !dbg !68

for.inc:                                          ; preds = %for.body
  %3 = load i32, i32* %i, align 4, !dbg !69
  %inc = add nsw i32 %3, 1, !dbg !69
  store i32 %inc, i32* %i, align 4, !dbg !69
  br label %for.cond, !dbg !70, !llvm.loop !71

for.end:                                          ; preds = %for.cond
  %4 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 0), align 4, !dbg !74
  %cmp5 = icmp eq i32 %4, 5, !dbg !74
  br i1 %cmp5, label %land.lhs.true, label %if.else, !dbg !74

land.lhs.true:                                    ; preds = %for.end
  %5 = load i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @own, i64 0, i64 1), align 4, !dbg !74
  %cmp6 = icmp eq i32 %5, 8, !dbg !74
  br i1 %cmp6, label %if.then, label %if.else, !dbg !77

if.then:                                          ; preds = %land.lhs.true
  br label %if.end, !dbg !77

if.else:                                          ; preds = %land.lhs.true, %for.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([27 x i8], [27 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([13 x i8], [13 x i8]* @.str.1, i64 0, i64 0), i32 noundef 34, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !74
  unreachable, !dbg !74

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !78
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #3

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16, !17}
!llvm.ident = !{!18}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "own", scope: !2, file: !3, line: 9, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "own_copies.c", directory: ".", checksumkind: CSK_MD5, checksum: "7cf4474397e3af383f46e3b934ce8bde")
!4 = !{!5}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!0}
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 64, elements: !9)
!9 = !{!10}
!10 = !DISubrange(count: 2)
!11 = !{i32 7, !"Dwarf Version", i32 5}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 7, !"PIC Level", i32 2}
!15 = !{i32 7, !"PIE Level", i32 2}
!16 = !{i32 7, !"uwtable", i32 1}
!17 = !{i32 7, !"frame-pointer", i32 2}
!18 = !{!"Debian clang version 14.0.6"}
!19 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 12, type: !20, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !23)
!20 = !DISubroutineType(types: !21)
!21 = !{!22, !22}
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!23 = !{}
!24 = !DILocalVariable(name: "of_main", arg: 1, scope: !19, file: !3, line: 12, type: !22)
!25 = !DILocation(line: 12, column: 20, scope: !19)
!26 = !DILocation(line: 13, column: 3, scope: !27)
!27 = distinct !DILexicalBlock(scope: !28, file: !3, line: 13, column: 3)
!28 = distinct !DILexicalBlock(scope: !19, file: !3, line: 13, column: 3)
!29 = !DILocation(line: 13, column: 3, scope: !28)
!30 = !DILocation(line: 14, column: 10, scope: !19)
!31 = !DILocation(line: 15, column: 9, scope: !19)
!32 = !DILocation(line: 16, column: 3, scope: !33)
!33 = distinct !DILexicalBlock(scope: !34, file: !3, line: 16, column: 3)
!34 = distinct !DILexicalBlock(scope: !19, file: !3, line: 16, column: 3)
!35 = !DILocation(line: 16, column: 3, scope: !34)
!36 = !DILocation(line: 17, column: 7, scope: !37)
!37 = distinct !DILexicalBlock(scope: !19, file: !3, line: 17, column: 7)
!38 = !DILocation(line: 17, column: 7, scope: !19)
!39 = !DILocation(line: 18, column: 14, scope: !37)
!40 = !DILocation(line: 18, column: 7, scope: !37)
!41 = !DILocation(line: 18, column: 22, scope: !37)
!42 = !DILocation(line: 18, column: 5, scope: !37)
!43 = !DILocation(line: 19, column: 3, scope: !19)
!44 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !45, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !23)
!45 = !DISubroutineType(types: !46)
!46 = !{!6}
!47 = !DILocalVariable(name: "threads", scope: !44, file: !3, line: 23, type: !48)
!48 = !DICompositeType(tag: DW_TAG_array_type, baseType: !49, size: 128, elements: !9)
!49 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !50, line: 27, baseType: !51)
!50 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!51 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!52 = !DILocation(line: 23, column: 13, scope: !44)
!53 = !DILocation(line: 24, column: 10, scope: !44)
!54 = !DILocation(line: 29, column: 19, scope: !44)
!55 = !DILocation(line: 29, column: 3, scope: !44)
!56 = !DILocation(line: 30, column: 19, scope: !44)
!57 = !DILocation(line: 30, column: 3, scope: !44)
!58 = !DILocalVariable(name: "i", scope: !59, file: !3, line: 32, type: !6)
!59 = distinct !DILexicalBlock(scope: !44, file: !3, line: 32, column: 3)
!60 = !DILocation(line: 32, column: 12, scope: !59)
!61 = !DILocation(line: 32, column: 8, scope: !59)
!62 = !DILocation(line: 32, column: 19, scope: !63)
!63 = distinct !DILexicalBlock(scope: !59, file: !3, line: 32, column: 3)
!64 = !DILocation(line: 32, column: 21, scope: !63)
!65 = !DILocation(line: 32, column: 3, scope: !59)
!66 = !DILocation(line: 33, column: 26, scope: !63)
!67 = !DILocation(line: 33, column: 18, scope: !63)
!68 = !DILocation(line: 33, column: 5, scope: !63)
!69 = !DILocation(line: 32, column: 27, scope: !63)
!70 = !DILocation(line: 32, column: 3, scope: !63)
!71 = distinct !{!71, !65, !72, !73}
!72 = !DILocation(line: 33, column: 31, scope: !59)
!73 = !{!"llvm.loop.mustprogress"}
!74 = !DILocation(line: 34, column: 3, scope: !75)
!75 = distinct !DILexicalBlock(scope: !76, file: !3, line: 34, column: 3)
!76 = distinct !DILexicalBlock(scope: !44, file: !3, line: 34, column: 3)
!77 = !DILocation(line: 34, column: 3, scope: !76)
!78 = !DILocation(line: 35, column: 3, scope: !44)
