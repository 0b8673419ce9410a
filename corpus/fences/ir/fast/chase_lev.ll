; ModuleID = 'corpus/fences/fast/chase_lev.c'
source_filename = "corpus/fences/fast/chase_lev.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@bottom = dso_local global i64 0, align 8, !dbg !0
@top = dso_local global i64 0, align 8, !dbg !12
@tasks = dso_local global [16 x i32] zeroinitializer, align 16, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local void @push(i32 noundef %task) #0 !dbg !30 {
entry:
  %task.addr = alloca i32, align 4
  %end = alloca i64, align 8
  %begin = alloca i64, align 8
  store i32 %task, i32* %task.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %task.addr, metadata !34, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.declare(metadata i64* %end, metadata !36, metadata !DIExpression()), !dbg !37
  %0 = load volatile i64, i64* @bottom, align 8, !dbg !38
  store i64 %0, i64* %end, align 8, !dbg !37
  call void @llvm.dbg.declare(metadata i64* %begin, metadata !39, metadata !DIExpression()), !dbg !40
  %1 = load volatile i64, i64* @top, align 8, !dbg !41
  store i64 %1, i64* %begin, align 8, !dbg !40
  %2 = load i64, i64* %end, align 8, !dbg !42
  %3 = load i64, i64* %begin, align 8, !dbg !44
  %sub = sub nsw i64 %2, %3, !dbg !45
  %cmp = icmp sge i64 %sub, 16, !dbg !46
  br i1 %cmp, label %if.then, label %if.end, !dbg !47

if.then:                                          ; preds = %entry
  br label %return, !dbg !48

if.end:                                           ; preds = %entry
  %4 = load i32, i32* %task.addr, align 4, !dbg !49
  %5 = load i64, i64* %end, align 8, !dbg !50
  %rem = srem i64 %5, 16, !dbg !51
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* @tasks, i64 0, i64 %rem, !dbg !52
  store volatile i32 %4, i32* %arrayidx, align 4, !dbg !53
  %6 = load i64, i64* %end, align 8, !dbg !54
  %add = add nsw i64 %6, 1, !dbg !55
  store volatile i64 %add, i64* @bottom, align 8, !dbg !56
  br label %return, !dbg !57

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !57
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @steal() #0 !dbg !58 {
entry:
  %retval = alloca i32, align 4
  %begin = alloca i64, align 8
  %end = alloca i64, align 8
  %task = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i64* %begin, metadata !61, metadata !DIExpression()), !dbg !62
  %0 = load volatile i64, i64* @top, align 8, !dbg !63
  store i64 %0, i64* %begin, align 8, !dbg !62
  call void @llvm.dbg.declare(metadata i64* %end, metadata !64, metadata !DIExpression()), !dbg !65
  %1 = load volatile i64, i64* @bottom, align 8, !dbg !66
  store i64 %1, i64* %end, align 8, !dbg !65
  %2 = load i64, i64* %end, align 8, !dbg !67
  %3 = load i64, i64* %begin, align 8, !dbg !69
  %sub = sub nsw i64 %2, %3, !dbg !70
  %cmp = icmp sle i64 %sub, 0, !dbg !71
  br i1 %cmp, label %if.then, label %if.end, !dbg !72

if.then:                                          ; preds = %entry
  store i32 -1, i32* %retval, align 4, !dbg !73
  br label %return, !dbg !73

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %task, metadata !74, metadata !DIExpression()), !dbg !75
  %4 = load i64, i64* %begin, align 8, !dbg !76
  %rem = srem i64 %4, 16, !dbg !77
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* @tasks, i64 0, i64 %rem, !dbg !78
  %5 = load volatile i32, i32* %arrayidx, align 4, !dbg !78
  store i32 %5, i32* %task, align 4, !dbg !75
  %6 = load i64, i64* %begin, align 8, !dbg !79
  %7 = load i64, i64* %begin, align 8, !dbg !81
  %add = add nsw i64 %7, 1, !dbg !82
  %8 = cmpxchg i64* @top, i64 %6, i64 %add seq_cst seq_cst, align 8, !dbg !83
  %9 = extractvalue { i64, i1 } %8, 1, !dbg !83
  br i1 %9, label %if.end2, label %if.then1, !dbg !84

if.then1:                                         ; preds = %if.end
  store i32 -2, i32* %retval, align 4, !dbg !85
  br label %return, !dbg !85

if.end2:                                          ; preds = %if.end
  %10 = load i32, i32* %task, align 4, !dbg !86
  store i32 %10, i32* %retval, align 4, !dbg !87
  br label %return, !dbg !87

return:                                           ; preds = %if.end2, %if.then1, %if.then
  %11 = load i32, i32* %retval, align 4, !dbg !88
  ret i32 %11, !dbg !88
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @pop() #0 !dbg !89 {
entry:
  %retval = alloca i32, align 4
  %end = alloca i64, align 8
  %begin = alloca i64, align 8
  %size = alloca i64, align 8
  %task = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i64* %end, metadata !90, metadata !DIExpression()), !dbg !91
  %0 = load volatile i64, i64* @bottom, align 8, !dbg !92
  %sub = sub nsw i64 %0, 1, !dbg !93
  store i64 %sub, i64* %end, align 8, !dbg !91
  %1 = load i64, i64* %end, align 8, !dbg !94
  store volatile i64 %1, i64* @bottom, align 8, !dbg !95
  call void @llvm.dbg.declare(metadata i64* %begin, metadata !96, metadata !DIExpression()), !dbg !97
  %2 = load volatile i64, i64* @top, align 8, !dbg !98
  store i64 %2, i64* %begin, align 8, !dbg !97
  call void @llvm.dbg.declare(metadata i64* %size, metadata !99, metadata !DIExpression()), !dbg !100
  %3 = load i64, i64* %end, align 8, !dbg !101
  %4 = load i64, i64* %begin, align 8, !dbg !102
  %sub1 = sub nsw i64 %3, %4, !dbg !103
  store i64 %sub1, i64* %size, align 8, !dbg !100
  %5 = load i64, i64* %size, align 8, !dbg !104
  %cmp = icmp slt i64 %5, 0, !dbg !106
  br i1 %cmp, label %if.then, label %if.end, !dbg !107

if.then:                                          ; preds = %entry
  %6 = load i64, i64* %begin, align 8, !dbg !108
  store volatile i64 %6, i64* @bottom, align 8, !dbg !110
  store i32 -1, i32* %retval, align 4, !dbg !111
  br label %return, !dbg !111

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %task, metadata !112, metadata !DIExpression()), !dbg !113
  %7 = load i64, i64* %end, align 8, !dbg !114
  %rem = srem i64 %7, 16, !dbg !115
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* @tasks, i64 0, i64 %rem, !dbg !116
  %8 = load volatile i32, i32* %arrayidx, align 4, !dbg !116
  store i32 %8, i32* %task, align 4, !dbg !113
  %9 = load i64, i64* %size, align 8, !dbg !117
  %cmp2 = icmp sgt i64 %9, 0, !dbg !119
  br i1 %cmp2, label %if.then3, label %if.end4, !dbg !120

if.then3:                                         ; preds = %if.end
  %10 = load i32, i32* %task, align 4, !dbg !121
  store i32 %10, i32* %retval, align 4, !dbg !122
  br label %return, !dbg !122

if.end4:                                          ; preds = %if.end
  %11 = load i64, i64* %begin, align 8, !dbg !123
  %12 = load i64, i64* %begin, align 8, !dbg !125
  %add = add nsw i64 %12, 1, !dbg !126
  %13 = cmpxchg i64* @top, i64 %11, i64 %add seq_cst seq_cst, align 8, !dbg !127
  %14 = extractvalue { i64, i1 } %13, 1, !dbg !127
  br i1 %14, label %if.end6, label %if.then5, !dbg !128

if.then5:                                         ; preds = %if.end4
  store i32 -1, i32* %task, align 4, !dbg !129
  br label %if.end6, !dbg !130

if.end6:                                          ; preds = %if.then5, %if.end4
  %15 = load i64, i64* %begin, align 8, !dbg !131
  %add7 = add nsw i64 %15, 1, !dbg !132
  store volatile i64 %add7, i64* @bottom, align 8, !dbg !133
  %16 = load i32, i32* %task, align 4, !dbg !134
  store i32 %16, i32* %retval, align 4, !dbg !135
  br label %return, !dbg !135

return:                                           ; preds = %if.end6, %if.then3, %if.then
  %17 = load i32, i32* %retval, align 4, !dbg !136
  ret i32 %17, !dbg !136
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @owner(i8* noundef %unused) #0 !dbg !137 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !141, metadata !DIExpression()), !dbg !142
  call void @push(i32 noundef 1), !dbg !143
  call void @push(i32 noundef 2), !dbg !144
  %call = call i32 @pop(), !dbg !145
  %call1 = call i32 @pop(), !dbg !146
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !147
  ret i8* %0, !dbg !148
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @thief(i8* noundef %unused) #0 !dbg !149 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !150, metadata !DIExpression()), !dbg !151
  %call = call i32 @steal(), !dbg !152
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !153
  ret i8* %0, !dbg !154
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !155 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  %three = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !156, metadata !DIExpression()), !dbg !160
  call void @llvm.dbg.declare(metadata i64* %two, metadata !161, metadata !DIExpression()), !dbg !162
  call void @llvm.dbg.declare(metadata i64* %three, metadata !163, metadata !DIExpression()), !dbg !164
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @owner, i8* noundef null) #4, !dbg !165
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #4, !dbg !166
  %call2 = call i32 @pthread_create(i64* noundef %three, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #4, !dbg !167
  %0 = load i64, i64* %one, align 8, !dbg !168
  %call3 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !169
  %1 = load i64, i64* %two, align 8, !dbg !170
  %call4 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !171
  %2 = load i64, i64* %three, align 8, !dbg !172
  %call5 = call i32 @pthread_join(i64 noundef %2, i8** noundef null), !dbg !173
  ret i32 0, !dbg !174
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
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "bottom", scope: !2, file: !3, line: 6, type: !14, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/fast/chase_lev.c", directory: ".", checksumkind: CSK_MD5, checksum: "6949f40ebbba2ea0aa7cade23492d486")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !3, line: 4, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9, !10}
!8 = !DIEnumerator(name: "SIZE", value: 16)
!9 = !DIEnumerator(name: "EMPTY", value: -1)
!10 = !DIEnumerator(name: "AGAIN", value: -2)
!11 = !{!12, !0, !16}
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "top", scope: !2, file: !3, line: 6, type: !14, isLocal: false, isDefinition: true)
!14 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !15)
!15 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "tasks", scope: !2, file: !3, line: 7, type: !18, isLocal: false, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 512, elements: !20)
!19 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !6)
!20 = !{!21}
!21 = !DISubrange(count: 16)
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 7, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 1}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"Debian clang version 14.0.6"}
!30 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 9, type: !31, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!31 = !DISubroutineType(types: !32)
!32 = !{null, !6}
!33 = !{}
!34 = !DILocalVariable(name: "task", arg: 1, scope: !30, file: !3, line: 9, type: !6)
!35 = !DILocation(line: 9, column: 15, scope: !30)
!36 = !DILocalVariable(name: "end", scope: !30, file: !3, line: 10, type: !15)
!37 = !DILocation(line: 10, column: 8, scope: !30)
!38 = !DILocation(line: 10, column: 14, scope: !30)
!39 = !DILocalVariable(name: "begin", scope: !30, file: !3, line: 11, type: !15)
!40 = !DILocation(line: 11, column: 8, scope: !30)
!41 = !DILocation(line: 11, column: 16, scope: !30)
!42 = !DILocation(line: 12, column: 7, scope: !43)
!43 = distinct !DILexicalBlock(scope: !30, file: !3, line: 12, column: 7)
!44 = !DILocation(line: 12, column: 13, scope: !43)
!45 = !DILocation(line: 12, column: 11, scope: !43)
!46 = !DILocation(line: 12, column: 19, scope: !43)
!47 = !DILocation(line: 12, column: 7, scope: !30)
!48 = !DILocation(line: 13, column: 5, scope: !43)
!49 = !DILocation(line: 14, column: 23, scope: !30)
!50 = !DILocation(line: 14, column: 9, scope: !30)
!51 = !DILocation(line: 14, column: 13, scope: !30)
!52 = !DILocation(line: 14, column: 3, scope: !30)
!53 = !DILocation(line: 14, column: 21, scope: !30)
!54 = !DILocation(line: 15, column: 12, scope: !30)
!55 = !DILocation(line: 15, column: 16, scope: !30)
!56 = !DILocation(line: 15, column: 10, scope: !30)
!57 = !DILocation(line: 16, column: 1, scope: !30)
!58 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 18, type: !59, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!59 = !DISubroutineType(types: !60)
!60 = !{!6}
!61 = !DILocalVariable(name: "begin", scope: !58, file: !3, line: 19, type: !15)
!62 = !DILocation(line: 19, column: 8, scope: !58)
!63 = !DILocation(line: 19, column: 16, scope: !58)
!64 = !DILocalVariable(name: "end", scope: !58, file: !3, line: 20, type: !15)
!65 = !DILocation(line: 20, column: 8, scope: !58)
!66 = !DILocation(line: 20, column: 14, scope: !58)
!67 = !DILocation(line: 21, column: 7, scope: !68)
!68 = distinct !DILexicalBlock(scope: !58, file: !3, line: 21, column: 7)
!69 = !DILocation(line: 21, column: 13, scope: !68)
!70 = !DILocation(line: 21, column: 11, scope: !68)
!71 = !DILocation(line: 21, column: 19, scope: !68)
!72 = !DILocation(line: 21, column: 7, scope: !58)
!73 = !DILocation(line: 22, column: 5, scope: !68)
!74 = !DILocalVariable(name: "task", scope: !58, file: !3, line: 23, type: !6)
!75 = !DILocation(line: 23, column: 7, scope: !58)
!76 = !DILocation(line: 23, column: 20, scope: !58)
!77 = !DILocation(line: 23, column: 26, scope: !58)
!78 = !DILocation(line: 23, column: 14, scope: !58)
!79 = !DILocation(line: 24, column: 43, scope: !80)
!80 = distinct !DILexicalBlock(scope: !58, file: !3, line: 24, column: 7)
!81 = !DILocation(line: 24, column: 50, scope: !80)
!82 = !DILocation(line: 24, column: 56, scope: !80)
!83 = !DILocation(line: 24, column: 8, scope: !80)
!84 = !DILocation(line: 24, column: 7, scope: !58)
!85 = !DILocation(line: 25, column: 5, scope: !80)
!86 = !DILocation(line: 26, column: 10, scope: !58)
!87 = !DILocation(line: 26, column: 3, scope: !58)
!88 = !DILocation(line: 27, column: 1, scope: !58)
!89 = distinct !DISubprogram(name: "pop", scope: !3, file: !3, line: 29, type: !59, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!90 = !DILocalVariable(name: "end", scope: !89, file: !3, line: 30, type: !15)
!91 = !DILocation(line: 30, column: 8, scope: !89)
!92 = !DILocation(line: 30, column: 14, scope: !89)
!93 = !DILocation(line: 30, column: 21, scope: !89)
!94 = !DILocation(line: 31, column: 12, scope: !89)
!95 = !DILocation(line: 31, column: 10, scope: !89)
!96 = !DILocalVariable(name: "begin", scope: !89, file: !3, line: 32, type: !15)
!97 = !DILocation(line: 32, column: 8, scope: !89)
!98 = !DILocation(line: 32, column: 16, scope: !89)
!99 = !DILocalVariable(name: "size", scope: !89, file: !3, line: 33, type: !15)
!100 = !DILocation(line: 33, column: 8, scope: !89)
!101 = !DILocation(line: 33, column: 15, scope: !89)
!102 = !DILocation(line: 33, column: 21, scope: !89)
!103 = !DILocation(line: 33, column: 19, scope: !89)
!104 = !DILocation(line: 34, column: 7, scope: !105)
!105 = distinct !DILexicalBlock(scope: !89, file: !3, line: 34, column: 7)
!106 = !DILocation(line: 34, column: 12, scope: !105)
!107 = !DILocation(line: 34, column: 7, scope: !89)
!108 = !DILocation(line: 35, column: 14, scope: !109)
!109 = distinct !DILexicalBlock(scope: !105, file: !3, line: 34, column: 17)
!110 = !DILocation(line: 35, column: 12, scope: !109)
!111 = !DILocation(line: 36, column: 5, scope: !109)
!112 = !DILocalVariable(name: "task", scope: !89, file: !3, line: 38, type: !6)
!113 = !DILocation(line: 38, column: 7, scope: !89)
!114 = !DILocation(line: 38, column: 20, scope: !89)
!115 = !DILocation(line: 38, column: 24, scope: !89)
!116 = !DILocation(line: 38, column: 14, scope: !89)
!117 = !DILocation(line: 39, column: 7, scope: !118)
!118 = distinct !DILexicalBlock(scope: !89, file: !3, line: 39, column: 7)
!119 = !DILocation(line: 39, column: 12, scope: !118)
!120 = !DILocation(line: 39, column: 7, scope: !89)
!121 = !DILocation(line: 40, column: 12, scope: !118)
!122 = !DILocation(line: 40, column: 5, scope: !118)
!123 = !DILocation(line: 41, column: 43, scope: !124)
!124 = distinct !DILexicalBlock(scope: !89, file: !3, line: 41, column: 7)
!125 = !DILocation(line: 41, column: 50, scope: !124)
!126 = !DILocation(line: 41, column: 56, scope: !124)
!127 = !DILocation(line: 41, column: 8, scope: !124)
!128 = !DILocation(line: 41, column: 7, scope: !89)
!129 = !DILocation(line: 42, column: 10, scope: !124)
!130 = !DILocation(line: 42, column: 5, scope: !124)
!131 = !DILocation(line: 43, column: 12, scope: !89)
!132 = !DILocation(line: 43, column: 18, scope: !89)
!133 = !DILocation(line: 43, column: 10, scope: !89)
!134 = !DILocation(line: 44, column: 10, scope: !89)
!135 = !DILocation(line: 44, column: 3, scope: !89)
!136 = !DILocation(line: 45, column: 1, scope: !89)
!137 = distinct !DISubprogram(name: "owner", scope: !3, file: !3, line: 47, type: !138, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!138 = !DISubroutineType(types: !139)
!139 = !{!140, !140}
!140 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!141 = !DILocalVariable(name: "unused", arg: 1, scope: !137, file: !3, line: 47, type: !140)
!142 = !DILocation(line: 47, column: 19, scope: !137)
!143 = !DILocation(line: 48, column: 3, scope: !137)
!144 = !DILocation(line: 49, column: 3, scope: !137)
!145 = !DILocation(line: 50, column: 3, scope: !137)
!146 = !DILocation(line: 51, column: 3, scope: !137)
!147 = !DILocation(line: 52, column: 10, scope: !137)
!148 = !DILocation(line: 52, column: 3, scope: !137)
!149 = distinct !DISubprogram(name: "thief", scope: !3, file: !3, line: 55, type: !138, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!150 = !DILocalVariable(name: "unused", arg: 1, scope: !149, file: !3, line: 55, type: !140)
!151 = !DILocation(line: 55, column: 19, scope: !149)
!152 = !DILocation(line: 56, column: 3, scope: !149)
!153 = !DILocation(line: 57, column: 10, scope: !149)
!154 = !DILocation(line: 57, column: 3, scope: !149)
!155 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 60, type: !59, scopeLine: 60, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!156 = !DILocalVariable(name: "one", scope: !155, file: !3, line: 61, type: !157)
!157 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !158, line: 27, baseType: !159)
!158 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!159 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!160 = !DILocation(line: 61, column: 13, scope: !155)
!161 = !DILocalVariable(name: "two", scope: !155, file: !3, line: 61, type: !157)
!162 = !DILocation(line: 61, column: 18, scope: !155)
!163 = !DILocalVariable(name: "three", scope: !155, file: !3, line: 61, type: !157)
!164 = !DILocation(line: 61, column: 23, scope: !155)
!165 = !DILocation(line: 62, column: 3, scope: !155)
!166 = !DILocation(line: 63, column: 3, scope: !155)
!167 = !DILocation(line: 64, column: 3, scope: !155)
!168 = !DILocation(line: 65, column: 16, scope: !155)
!169 = !DILocation(line: 65, column: 3, scope: !155)
!170 = !DILocation(line: 66, column: 16, scope: !155)
!171 = !DILocation(line: 66, column: 3, scope: !155)
!172 = !DILocation(line: 67, column: 16, scope: !155)
!173 = !DILocation(line: 67, column: 3, scope: !155)
!174 = !DILocation(line: 68, column: 3, scope: !155)
