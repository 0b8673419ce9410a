; ModuleID = 'results.c'
source_filename = "results.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.anon = type { i32, i32 }

@results = dso_local global %struct.anon { i32 0, i32 3 }, align 4, !dbg !0
@.str = private unnamed_addr constant [54 x i8] c"thrd_create(&thread, worker, &number) == thrd_success\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"results.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [54 x i8] c"thrd_join(thread, &results.of_thread) == thrd_success\00", align 1
@.str.3 = private unnamed_addr constant [47 x i8] c"results.of_thread == 42 && results.behind == 3\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @worker(i8* noundef %number) #0 !dbg !30 {
entry:
  %number.addr = alloca i8*, align 8
  store i8* %number, i8** %number.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %number.addr, metadata !35, metadata !DIExpression()), !dbg !36
  %0 = load i8*, i8** %number.addr, align 8, !dbg !37
  %1 = bitcast i8* %0 to i32*, !dbg !38
  %2 = load i32, i32* %1, align 4, !dbg !39
  %add = add nsw i32 %2, 1, !dbg !40
  ret i32 %add, !dbg !41
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !42 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %number = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !45, metadata !DIExpression()), !dbg !50
  call void @llvm.dbg.declare(metadata i32* %number, metadata !51, metadata !DIExpression()), !dbg !52
  store i32 41, i32* %number, align 4, !dbg !52
  %0 = bitcast i32* %number to i8*, !dbg !53
  %call = call i32 @thrd_create(i64* noundef %thread, i32 (i8*)* noundef @worker, i8* noundef %0), !dbg !53
  %cmp = icmp eq i32 %call, 0, !dbg !53
  br i1 %cmp, label %if.then, label %if.else, !dbg !56

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !56

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([54 x i8], [54 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 16, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !53
  unreachable, !dbg !53

if.end:                                           ; preds = %if.then
  %1 = load i64, i64* %thread, align 8, !dbg !57
  %call1 = call i32 @thrd_join(i64 noundef %1, i32* noundef getelementptr inbounds (%struct.anon, %struct.anon* @results, i32 0, i32 0)), !dbg !57
  %cmp2 = icmp eq i32 %call1, 0, !dbg !57
  br i1 %cmp2, label %if.then3, label %if.else4, !dbg !60

if.then3:                                         ; preds = %if.end
  br label %if.end5, !dbg !60

if.else4:                                         ; preds = %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([54 x i8], [54 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 17, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !57
  unreachable, !dbg !57

if.end5:                                          ; preds = %if.then3
  %2 = load i32, i32* getelementptr inbounds (%struct.anon, %struct.anon* @results, i32 0, i32 0), align 4, !dbg !61
  %cmp6 = icmp eq i32 %2, 42, !dbg !61
  br i1 %cmp6, label %land.lhs.true, label %if.else9, !dbg !61

land.lhs.true:                                    ; preds = %if.end5
  %3 = load i32, i32* getelementptr inbounds (%struct.anon, %struct.anon* @results, i32 0, i32 1), align 4, !dbg !61
  %cmp7 = icmp eq i32 %3, 3, !dbg !61
  br i1 %cmp7, label %if.then8, label %if.else9, !dbg !64

if.then8:                                         ; preds = %land.lhs.true
  br label %if.end10, !dbg !64

if.else9:                                         ; preds = %land.lhs.true, %if.end5
  call void @__assert_fail(i8* noundef getelementptr inbounds ([47 x i8], [47 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 18, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !61
  unreachable, !dbg !61

if.end10:                                         ; preds = %if.then8
  ret i32 0, !dbg !65
}

declare i32 @thrd_create(i64* noundef, i32 (i8*)* noundef, i8* noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

declare i32 @thrd_join(i64 noundef, i32* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "results", scope: !2, file: !3, line: 7, type: !18, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !14, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "results.c", directory: ".", checksumkind: CSK_MD5, checksum: "ba3194f6fa2b27df4698f9ea12f9cc8b")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 42, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/include/threads.h", directory: ".", checksumkind: CSK_MD5, checksum: "6974d482e09577a4fa59cb79dc9d72e5")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13}
!9 = !DIEnumerator(name: "thrd_success", value: 0)
!10 = !DIEnumerator(name: "thrd_busy", value: 1)
!11 = !DIEnumerator(name: "thrd_error", value: 2)
!12 = !DIEnumerator(name: "thrd_nomem", value: 3)
!13 = !DIEnumerator(name: "thrd_timedout", value: 4)
!14 = !{!15}
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{!0}
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 5, size: 64, elements: !19)
!19 = !{!20, !21}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "of_thread", scope: !18, file: !3, line: 6, baseType: !16, size: 32)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "behind", scope: !18, file: !3, line: 6, baseType: !16, size: 32, offset: 32)
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 7, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 1}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"Debian clang version 14.0.6"}
!30 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 9, type: !31, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !34)
!31 = !DISubroutineType(types: !32)
!32 = !{!16, !33}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!34 = !{}
!35 = !DILocalVariable(name: "number", arg: 1, scope: !30, file: !3, line: 9, type: !33)
!36 = !DILocation(line: 9, column: 18, scope: !30)
!37 = !DILocation(line: 10, column: 18, scope: !30)
!38 = !DILocation(line: 10, column: 11, scope: !30)
!39 = !DILocation(line: 10, column: 10, scope: !30)
!40 = !DILocation(line: 10, column: 25, scope: !30)
!41 = !DILocation(line: 10, column: 3, scope: !30)
!42 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 13, type: !43, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !34)
!43 = !DISubroutineType(types: !44)
!44 = !{!16}
!45 = !DILocalVariable(name: "thread", scope: !42, file: !3, line: 14, type: !46)
!46 = !DIDerivedType(tag: DW_TAG_typedef, name: "thrd_t", file: !6, line: 38, baseType: !47)
!47 = !DIDerivedType(tag: DW_TAG_typedef, name: "__thrd_t", file: !48, line: 106, baseType: !49)
!48 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: ".", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!49 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!50 = !DILocation(line: 14, column: 10, scope: !42)
!51 = !DILocalVariable(name: "number", scope: !42, file: !3, line: 15, type: !16)
!52 = !DILocation(line: 15, column: 7, scope: !42)
!53 = !DILocation(line: 16, column: 3, scope: !54)
!54 = distinct !DILexicalBlock(scope: !55, file: !3, line: 16, column: 3)
!55 = distinct !DILexicalBlock(scope: !42, file: !3, line: 16, column: 3)
!56 = !DILocation(line: 16, column: 3, scope: !55)
!57 = !DILocation(line: 17, column: 3, scope: !58)
!58 = distinct !DILexicalBlock(scope: !59, file: !3, line: 17, column: 3)
!59 = distinct !DILexicalBlock(scope: !42, file: !3, line: 17, column: 3)
!60 = !DILocation(line: 17, column: 3, scope: !59)
!61 = !DILocation(line: 18, column: 3, scope: !62)
!62 = distinct !DILexicalBlock(scope: !63, file: !3, line: 18, column: 3)
!63 = distinct !DILexicalBlock(scope: !42, file: !3, line: 18, column: 3)
!64 = !DILocation(line: 18, column: 3, scope: !63)
!65 = !DILocation(line: 19, column: 3, scope: !42)
