; ModuleID = 'arguments.c'
source_filename = "arguments.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@value = dso_local global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [20 x i8] c"argv[0] && !argv[1]\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"arguments.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !14 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !19, metadata !DIExpression()), !dbg !20
  %0 = load i32, i32* @value, align 4, !dbg !21
  %inc = add nsw i32 %0, 1, !dbg !21
  store i32 %inc, i32* @value, align 4, !dbg !21
  ret i8* null, !dbg !22
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, i8** noundef %argv) #0 !dbg !23 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca i8**, align 8
  %thread = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  store i32 %argc, i32* %argc.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %argc.addr, metadata !29, metadata !DIExpression()), !dbg !30
  store i8** %argv, i8*** %argv.addr, align 8
  call void @llvm.dbg.declare(metadata i8*** %argv.addr, metadata !31, metadata !DIExpression()), !dbg !32
  %0 = load i32, i32* %argc.addr, align 4, !dbg !33
  %cmp = icmp ne i32 %0, 1, !dbg !35
  br i1 %cmp, label %if.then, label %if.end, !dbg !36

if.then:                                          ; preds = %entry
  call void @exit(i32 noundef 2) #5, !dbg !37
  unreachable, !dbg !37

if.end:                                           ; preds = %entry
  %1 = load i8**, i8*** %argv.addr, align 8, !dbg !38
  %arrayidx = getelementptr inbounds i8*, i8** %1, i64 0, !dbg !38
  %2 = load i8*, i8** %arrayidx, align 8, !dbg !38
  %tobool = icmp ne i8* %2, null, !dbg !38
  br i1 %tobool, label %land.lhs.true, label %if.else, !dbg !38

land.lhs.true:                                    ; preds = %if.end
  %3 = load i8**, i8*** %argv.addr, align 8, !dbg !38
  %arrayidx1 = getelementptr inbounds i8*, i8** %3, i64 1, !dbg !38
  %4 = load i8*, i8** %arrayidx1, align 8, !dbg !38
  %tobool2 = icmp ne i8* %4, null, !dbg !38
  br i1 %tobool2, label %if.else, label %if.then3, !dbg !41

if.then3:                                         ; preds = %land.lhs.true
  br label %if.end4, !dbg !41

if.else:                                          ; preds = %land.lhs.true, %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([20 x i8], [20 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 16, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !38
  unreachable, !dbg !38

if.end4:                                          ; preds = %if.then3
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !42, metadata !DIExpression()), !dbg !46
  %call = call i32 @pthread_create(i64* noundef %thread, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #6, !dbg !47
  %5 = load i32, i32* @value, align 4, !dbg !48
  %inc = add nsw i32 %5, 1, !dbg !48
  store i32 %inc, i32* @value, align 4, !dbg !48
  %6 = load i64, i64* %thread, align 8, !dbg !49
  %call5 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !50
  ret i32 0, !dbg !51
}

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

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
!llvm.module.flags = !{!6, !7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "value", scope: !2, file: !3, line: 6, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "arguments.c", directory: ".", checksumkind: CSK_MD5, checksum: "e4438f62310a58c3b017de89b8f3ac03")
!4 = !{!0}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"PIC Level", i32 2}
!10 = !{i32 7, !"PIE Level", i32 2}
!11 = !{i32 7, !"uwtable", i32 1}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{!"Debian clang version 14.0.6"}
!14 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 8, type: !15, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !18)
!15 = !DISubroutineType(types: !16)
!16 = !{!17, !17}
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!18 = !{}
!19 = !DILocalVariable(name: "unused", arg: 1, scope: !14, file: !3, line: 8, type: !17)
!20 = !DILocation(line: 8, column: 20, scope: !14)
!21 = !DILocation(line: 9, column: 8, scope: !14)
!22 = !DILocation(line: 10, column: 3, scope: !14)
!23 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 13, type: !24, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !18)
!24 = !DISubroutineType(types: !25)
!25 = !{!5, !5, !26}
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!28 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!29 = !DILocalVariable(name: "argc", arg: 1, scope: !23, file: !3, line: 13, type: !5)
!30 = !DILocation(line: 13, column: 14, scope: !23)
!31 = !DILocalVariable(name: "argv", arg: 2, scope: !23, file: !3, line: 13, type: !26)
!32 = !DILocation(line: 13, column: 27, scope: !23)
!33 = !DILocation(line: 14, column: 7, scope: !34)
!34 = distinct !DILexicalBlock(scope: !23, file: !3, line: 14, column: 7)
!35 = !DILocation(line: 14, column: 12, scope: !34)
!36 = !DILocation(line: 14, column: 7, scope: !23)
!37 = !DILocation(line: 15, column: 5, scope: !34)
!38 = !DILocation(line: 16, column: 3, scope: !39)
!39 = distinct !DILexicalBlock(scope: !40, file: !3, line: 16, column: 3)
!40 = distinct !DILexicalBlock(scope: !23, file: !3, line: 16, column: 3)
!41 = !DILocation(line: 16, column: 3, scope: !40)
!42 = !DILocalVariable(name: "thread", scope: !23, file: !3, line: 20, type: !43)
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !44, line: 27, baseType: !45)
!44 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: ".", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!45 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!46 = !DILocation(line: 20, column: 13, scope: !23)
!47 = !DILocation(line: 21, column: 3, scope: !23)
!48 = !DILocation(line: 22, column: 8, scope: !23)
!49 = !DILocation(line: 23, column: 16, scope: !23)
!50 = !DILocation(line: 23, column: 3, scope: !23)
!51 = !DILocation(line: 27, column: 3, scope: !23)
