; ModuleID = 'corpus/fences/fast/idempotent_fifo.c'
source_filename = "corpus/fences/fast/idempotent_fifo.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.tasks = type { i64, [16 x i32] }
%union.pthread_attr_t = type { i64, [48 x i8] }

@tasks = dso_local global %struct.tasks* null, align 8, !dbg !0
@head = dso_local global i64 0, align 8, !dbg !12
@tail = dso_local global i64 0, align 8, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @owner(i8* noundef %unused) #0 !dbg !35 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !40, metadata !DIExpression()), !dbg !41
  call void @put(i32 noundef 1), !dbg !42
  call void @put(i32 noundef 2), !dbg !43
  %call = call i32 @take(), !dbg !44
  call void @put(i32 noundef 3), !dbg !45
  %call1 = call i32 @take(), !dbg !46
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !47
  ret i8* %0, !dbg !48
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @put(i32 noundef %task) #0 !dbg !49 {
entry:
  %task.addr = alloca i32, align 4
  %begin = alloca i64, align 8
  %end = alloca i64, align 8
  store i32 %task, i32* %task.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %task.addr, metadata !52, metadata !DIExpression()), !dbg !53
  call void @llvm.dbg.declare(metadata i64* %begin, metadata !54, metadata !DIExpression()), !dbg !55
  %0 = load volatile i64, i64* @head, align 8, !dbg !56
  store i64 %0, i64* %begin, align 8, !dbg !55
  call void @llvm.dbg.declare(metadata i64* %end, metadata !57, metadata !DIExpression()), !dbg !58
  %1 = load volatile i64, i64* @tail, align 8, !dbg !59
  store i64 %1, i64* %end, align 8, !dbg !58
  %2 = load i64, i64* %end, align 8, !dbg !60
  %3 = load i64, i64* %begin, align 8, !dbg !62
  %4 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !63
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %4, i32 0, i32 0, !dbg !64
  %5 = load i64, i64* %size, align 8, !dbg !64
  %add = add nsw i64 %3, %5, !dbg !65
  %cmp = icmp eq i64 %2, %add, !dbg !66
  br i1 %cmp, label %if.then, label %if.end, !dbg !67

if.then:                                          ; preds = %entry
  br label %return, !dbg !68

if.end:                                           ; preds = %entry
  %6 = load i32, i32* %task.addr, align 4, !dbg !69
  %7 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !70
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %7, i32 0, i32 1, !dbg !71
  %8 = load i64, i64* %end, align 8, !dbg !72
  %9 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !73
  %size2 = getelementptr inbounds %struct.tasks, %struct.tasks* %9, i32 0, i32 0, !dbg !74
  %10 = load i64, i64* %size2, align 8, !dbg !74
  %rem = srem i64 %8, %10, !dbg !75
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %rem, !dbg !70
  store i32 %6, i32* %arrayidx, align 4, !dbg !76
  %11 = load i64, i64* %end, align 8, !dbg !77
  %add3 = add nsw i64 %11, 1, !dbg !78
  store volatile i64 %add3, i64* @tail, align 8, !dbg !79
  br label %return, !dbg !80

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !80
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @take() #0 !dbg !81 {
entry:
  %retval = alloca i32, align 4
  %begin = alloca i64, align 8
  %end = alloca i64, align 8
  %task = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i64* %begin, metadata !84, metadata !DIExpression()), !dbg !85
  %0 = load volatile i64, i64* @head, align 8, !dbg !86
  store i64 %0, i64* %begin, align 8, !dbg !85
  call void @llvm.dbg.declare(metadata i64* %end, metadata !87, metadata !DIExpression()), !dbg !88
  %1 = load volatile i64, i64* @tail, align 8, !dbg !89
  store i64 %1, i64* %end, align 8, !dbg !88
  %2 = load i64, i64* %begin, align 8, !dbg !90
  %3 = load i64, i64* %end, align 8, !dbg !92
  %cmp = icmp eq i64 %2, %3, !dbg !93
  br i1 %cmp, label %if.then, label %if.end, !dbg !94

if.then:                                          ; preds = %entry
  store i32 -1, i32* %retval, align 4, !dbg !95
  br label %return, !dbg !95

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %task, metadata !96, metadata !DIExpression()), !dbg !97
  %4 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !98
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %4, i32 0, i32 1, !dbg !99
  %5 = load i64, i64* %begin, align 8, !dbg !100
  %6 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !101
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %6, i32 0, i32 0, !dbg !102
  %7 = load i64, i64* %size, align 8, !dbg !102
  %rem = srem i64 %5, %7, !dbg !103
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %rem, !dbg !98
  %8 = load i32, i32* %arrayidx, align 4, !dbg !98
  store i32 %8, i32* %task, align 4, !dbg !97
  %9 = load i64, i64* %begin, align 8, !dbg !104
  %add = add nsw i64 %9, 1, !dbg !105
  store volatile i64 %add, i64* @head, align 8, !dbg !106
  %10 = load i32, i32* %task, align 4, !dbg !107
  store i32 %10, i32* %retval, align 4, !dbg !108
  br label %return, !dbg !108

return:                                           ; preds = %if.end, %if.then
  %11 = load i32, i32* %retval, align 4, !dbg !109
  ret i32 %11, !dbg !109
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @thief(i8* noundef %unused) #0 !dbg !110 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !111, metadata !DIExpression()), !dbg !112
  %call = call i32 @steal(), !dbg !113
  %call1 = call i32 @steal(), !dbg !114
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !115
  ret i8* %0, !dbg !116
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @steal() #0 !dbg !117 {
entry:
  %retval = alloca i32, align 4
  %begin = alloca i64, align 8
  %end = alloca i64, align 8
  %all = alloca %struct.tasks*, align 8
  %task = alloca i32, align 4
  br label %for.cond, !dbg !118

for.cond:                                         ; preds = %if.end3, %entry
  call void @llvm.dbg.declare(metadata i64* %begin, metadata !119, metadata !DIExpression()), !dbg !123
  %0 = load volatile i64, i64* @head, align 8, !dbg !124
  store i64 %0, i64* %begin, align 8, !dbg !123
  call void @llvm.dbg.declare(metadata i64* %end, metadata !125, metadata !DIExpression()), !dbg !126
  %1 = load volatile i64, i64* @tail, align 8, !dbg !127
  store i64 %1, i64* %end, align 8, !dbg !126
  %2 = load i64, i64* %begin, align 8, !dbg !128
  %3 = load i64, i64* %end, align 8, !dbg !130
  %cmp = icmp eq i64 %2, %3, !dbg !131
  br i1 %cmp, label %if.then, label %if.end, !dbg !132

if.then:                                          ; preds = %for.cond
  store i32 -1, i32* %retval, align 4, !dbg !133
  br label %return, !dbg !133

if.end:                                           ; preds = %for.cond
  call void @llvm.dbg.declare(metadata %struct.tasks** %all, metadata !134, metadata !DIExpression()), !dbg !135
  %4 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !136
  store %struct.tasks* %4, %struct.tasks** %all, align 8, !dbg !135
  call void @llvm.dbg.declare(metadata i32* %task, metadata !137, metadata !DIExpression()), !dbg !138
  %5 = load %struct.tasks*, %struct.tasks** %all, align 8, !dbg !139
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %5, i32 0, i32 1, !dbg !140
  %6 = load i64, i64* %begin, align 8, !dbg !141
  %7 = load %struct.tasks*, %struct.tasks** %all, align 8, !dbg !142
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %7, i32 0, i32 0, !dbg !143
  %8 = load i64, i64* %size, align 8, !dbg !143
  %rem = srem i64 %6, %8, !dbg !144
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %rem, !dbg !139
  %9 = load i32, i32* %arrayidx, align 4, !dbg !139
  store i32 %9, i32* %task, align 4, !dbg !138
  %10 = load i64, i64* %begin, align 8, !dbg !145
  %11 = load i64, i64* %begin, align 8, !dbg !147
  %add = add nsw i64 %11, 1, !dbg !148
  %12 = cmpxchg i64* @head, i64 %10, i64 %add seq_cst seq_cst, align 8, !dbg !149
  %13 = extractvalue { i64, i1 } %12, 1, !dbg !149
  br i1 %13, label %if.then2, label %if.end3, !dbg !150

if.then2:                                         ; preds = %if.end
  %14 = load i32, i32* %task, align 4, !dbg !151
  store i32 %14, i32* %retval, align 4, !dbg !152
  br label %return, !dbg !152

if.end3:                                          ; preds = %if.end
  br label %for.cond, !dbg !153, !llvm.loop !154

return:                                           ; preds = %if.then2, %if.then
  %15 = load i32, i32* %retval, align 4, !dbg !157
  ret i32 %15, !dbg !157
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !158 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !159, metadata !DIExpression()), !dbg !163
  call void @llvm.dbg.declare(metadata i64* %two, metadata !164, metadata !DIExpression()), !dbg !165
  call void @prepare(), !dbg !166
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @owner, i8* noundef null) #4, !dbg !167
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #4, !dbg !168
  %0 = load i64, i64* %one, align 8, !dbg !169
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !170
  %1 = load i64, i64* %two, align 8, !dbg !171
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !172
  ret i32 0, !dbg !173
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @prepare() #0 !dbg !174 {
entry:
  %call = call %struct.tasks* @new_tasks(), !dbg !177
  store volatile %struct.tasks* %call, %struct.tasks** @tasks, align 8, !dbg !178
  ret void, !dbg !179
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal %struct.tasks* @new_tasks() #0 !dbg !180 {
entry:
  %tasks = alloca %struct.tasks*, align 8
  call void @llvm.dbg.declare(metadata %struct.tasks** %tasks, metadata !183, metadata !DIExpression()), !dbg !184
  %call = call noalias i8* @calloc(i64 noundef 1, i64 noundef 72) #4, !dbg !185
  %0 = bitcast i8* %call to %struct.tasks*, !dbg !185
  store %struct.tasks* %0, %struct.tasks** %tasks, align 8, !dbg !184
  %1 = load %struct.tasks*, %struct.tasks** %tasks, align 8, !dbg !186
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %1, i32 0, i32 0, !dbg !187
  store i64 16, i64* %size, align 8, !dbg !188
  %2 = load %struct.tasks*, %struct.tasks** %tasks, align 8, !dbg !189
  ret %struct.tasks* %2, !dbg !190
}

; Function Attrs: nounwind
declare noalias i8* @calloc(i64 noundef, i64 noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!27, !28, !29, !30, !31, !32, !33}
!llvm.ident = !{!34}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tasks", scope: !2, file: !3, line: 5, type: !18, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/fast/idempotent_fifo.c", directory: ".", checksumkind: CSK_MD5, checksum: "ab5bc4e5e455ffdb05037d441133849c")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 6, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "corpus/fences/fast/idempotent.h", directory: ".", checksumkind: CSK_MD5, checksum: "26f0404617704c2caa4b8aeb35dd9668")
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{!9, !10}
!9 = !DIEnumerator(name: "SIZE", value: 16)
!10 = !DIEnumerator(name: "EMPTY", value: -1)
!11 = !{!12, !16, !0}
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 4, type: !14, isLocal: false, isDefinition: true)
!14 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !15)
!15 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 4, type: !14, isLocal: false, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !19)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "tasks", file: !6, line: 8, size: 576, elements: !21)
!21 = !{!22, !23}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !20, file: !6, line: 9, baseType: !15, size: 64)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "task", scope: !20, file: !6, line: 10, baseType: !24, size: 512, offset: 64)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 512, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 16)
!27 = !{i32 7, !"Dwarf Version", i32 5}
!28 = !{i32 2, !"Debug Info Version", i32 3}
!29 = !{i32 1, !"wchar_size", i32 4}
!30 = !{i32 7, !"PIC Level", i32 2}
!31 = !{i32 7, !"PIE Level", i32 2}
!32 = !{i32 7, !"uwtable", i32 1}
!33 = !{i32 7, !"frame-pointer", i32 2}
!34 = !{!"Debian clang version 14.0.6"}
!35 = distinct !DISubprogram(name: "owner", scope: !6, file: !6, line: 24, type: !36, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!36 = !DISubroutineType(types: !37)
!37 = !{!38, !38}
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!39 = !{}
!40 = !DILocalVariable(name: "unused", arg: 1, scope: !35, file: !6, line: 24, type: !38)
!41 = !DILocation(line: 24, column: 19, scope: !35)
!42 = !DILocation(line: 25, column: 3, scope: !35)
!43 = !DILocation(line: 26, column: 3, scope: !35)
!44 = !DILocation(line: 27, column: 3, scope: !35)
!45 = !DILocation(line: 28, column: 3, scope: !35)
!46 = !DILocation(line: 29, column: 3, scope: !35)
!47 = !DILocation(line: 30, column: 10, scope: !35)
!48 = !DILocation(line: 30, column: 3, scope: !35)
!49 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 9, type: !50, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!50 = !DISubroutineType(types: !51)
!51 = !{null, !7}
!52 = !DILocalVariable(name: "task", arg: 1, scope: !49, file: !3, line: 9, type: !7)
!53 = !DILocation(line: 9, column: 14, scope: !49)
!54 = !DILocalVariable(name: "begin", scope: !49, file: !3, line: 10, type: !15)
!55 = !DILocation(line: 10, column: 8, scope: !49)
!56 = !DILocation(line: 10, column: 16, scope: !49)
!57 = !DILocalVariable(name: "end", scope: !49, file: !3, line: 11, type: !15)
!58 = !DILocation(line: 11, column: 8, scope: !49)
!59 = !DILocation(line: 11, column: 14, scope: !49)
!60 = !DILocation(line: 12, column: 7, scope: !61)
!61 = distinct !DILexicalBlock(scope: !49, file: !3, line: 12, column: 7)
!62 = !DILocation(line: 12, column: 14, scope: !61)
!63 = !DILocation(line: 12, column: 22, scope: !61)
!64 = !DILocation(line: 12, column: 29, scope: !61)
!65 = !DILocation(line: 12, column: 20, scope: !61)
!66 = !DILocation(line: 12, column: 11, scope: !61)
!67 = !DILocation(line: 12, column: 7, scope: !49)
!68 = !DILocation(line: 13, column: 5, scope: !61)
!69 = !DILocation(line: 14, column: 36, scope: !49)
!70 = !DILocation(line: 14, column: 3, scope: !49)
!71 = !DILocation(line: 14, column: 10, scope: !49)
!72 = !DILocation(line: 14, column: 15, scope: !49)
!73 = !DILocation(line: 14, column: 21, scope: !49)
!74 = !DILocation(line: 14, column: 28, scope: !49)
!75 = !DILocation(line: 14, column: 19, scope: !49)
!76 = !DILocation(line: 14, column: 34, scope: !49)
!77 = !DILocation(line: 15, column: 10, scope: !49)
!78 = !DILocation(line: 15, column: 14, scope: !49)
!79 = !DILocation(line: 15, column: 8, scope: !49)
!80 = !DILocation(line: 16, column: 1, scope: !49)
!81 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 18, type: !82, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!82 = !DISubroutineType(types: !83)
!83 = !{!7}
!84 = !DILocalVariable(name: "begin", scope: !81, file: !3, line: 19, type: !15)
!85 = !DILocation(line: 19, column: 8, scope: !81)
!86 = !DILocation(line: 19, column: 16, scope: !81)
!87 = !DILocalVariable(name: "end", scope: !81, file: !3, line: 20, type: !15)
!88 = !DILocation(line: 20, column: 8, scope: !81)
!89 = !DILocation(line: 20, column: 14, scope: !81)
!90 = !DILocation(line: 21, column: 7, scope: !91)
!91 = distinct !DILexicalBlock(scope: !81, file: !3, line: 21, column: 7)
!92 = !DILocation(line: 21, column: 16, scope: !91)
!93 = !DILocation(line: 21, column: 13, scope: !91)
!94 = !DILocation(line: 21, column: 7, scope: !81)
!95 = !DILocation(line: 22, column: 5, scope: !91)
!96 = !DILocalVariable(name: "task", scope: !81, file: !3, line: 23, type: !7)
!97 = !DILocation(line: 23, column: 7, scope: !81)
!98 = !DILocation(line: 23, column: 14, scope: !81)
!99 = !DILocation(line: 23, column: 21, scope: !81)
!100 = !DILocation(line: 23, column: 26, scope: !81)
!101 = !DILocation(line: 23, column: 34, scope: !81)
!102 = !DILocation(line: 23, column: 41, scope: !81)
!103 = !DILocation(line: 23, column: 32, scope: !81)
!104 = !DILocation(line: 24, column: 10, scope: !81)
!105 = !DILocation(line: 24, column: 16, scope: !81)
!106 = !DILocation(line: 24, column: 8, scope: !81)
!107 = !DILocation(line: 25, column: 10, scope: !81)
!108 = !DILocation(line: 25, column: 3, scope: !81)
!109 = !DILocation(line: 26, column: 1, scope: !81)
!110 = distinct !DISubprogram(name: "thief", scope: !6, file: !6, line: 33, type: !36, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!111 = !DILocalVariable(name: "unused", arg: 1, scope: !110, file: !6, line: 33, type: !38)
!112 = !DILocation(line: 33, column: 19, scope: !110)
!113 = !DILocation(line: 34, column: 3, scope: !110)
!114 = !DILocation(line: 35, column: 3, scope: !110)
!115 = !DILocation(line: 36, column: 10, scope: !110)
!116 = !DILocation(line: 36, column: 3, scope: !110)
!117 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 28, type: !82, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!118 = !DILocation(line: 29, column: 3, scope: !117)
!119 = !DILocalVariable(name: "begin", scope: !120, file: !3, line: 30, type: !15)
!120 = distinct !DILexicalBlock(scope: !121, file: !3, line: 29, column: 12)
!121 = distinct !DILexicalBlock(scope: !122, file: !3, line: 29, column: 3)
!122 = distinct !DILexicalBlock(scope: !117, file: !3, line: 29, column: 3)
!123 = !DILocation(line: 30, column: 10, scope: !120)
!124 = !DILocation(line: 30, column: 18, scope: !120)
!125 = !DILocalVariable(name: "end", scope: !120, file: !3, line: 31, type: !15)
!126 = !DILocation(line: 31, column: 10, scope: !120)
!127 = !DILocation(line: 31, column: 16, scope: !120)
!128 = !DILocation(line: 32, column: 9, scope: !129)
!129 = distinct !DILexicalBlock(scope: !120, file: !3, line: 32, column: 9)
!130 = !DILocation(line: 32, column: 18, scope: !129)
!131 = !DILocation(line: 32, column: 15, scope: !129)
!132 = !DILocation(line: 32, column: 9, scope: !120)
!133 = !DILocation(line: 33, column: 7, scope: !129)
!134 = !DILocalVariable(name: "all", scope: !120, file: !3, line: 34, type: !19)
!135 = !DILocation(line: 34, column: 19, scope: !120)
!136 = !DILocation(line: 34, column: 25, scope: !120)
!137 = !DILocalVariable(name: "task", scope: !120, file: !3, line: 35, type: !7)
!138 = !DILocation(line: 35, column: 9, scope: !120)
!139 = !DILocation(line: 35, column: 16, scope: !120)
!140 = !DILocation(line: 35, column: 21, scope: !120)
!141 = !DILocation(line: 35, column: 26, scope: !120)
!142 = !DILocation(line: 35, column: 34, scope: !120)
!143 = !DILocation(line: 35, column: 39, scope: !120)
!144 = !DILocation(line: 35, column: 32, scope: !120)
!145 = !DILocation(line: 36, column: 45, scope: !146)
!146 = distinct !DILexicalBlock(scope: !120, file: !3, line: 36, column: 9)
!147 = !DILocation(line: 36, column: 52, scope: !146)
!148 = !DILocation(line: 36, column: 58, scope: !146)
!149 = !DILocation(line: 36, column: 9, scope: !146)
!150 = !DILocation(line: 36, column: 9, scope: !120)
!151 = !DILocation(line: 37, column: 14, scope: !146)
!152 = !DILocation(line: 37, column: 7, scope: !146)
!153 = !DILocation(line: 29, column: 3, scope: !121)
!154 = distinct !{!154, !155, !156}
!155 = !DILocation(line: 29, column: 3, scope: !122)
!156 = !DILocation(line: 38, column: 3, scope: !122)
!157 = !DILocation(line: 39, column: 1, scope: !117)
!158 = distinct !DISubprogram(name: "main", scope: !6, file: !6, line: 39, type: !82, scopeLine: 39, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!159 = !DILocalVariable(name: "one", scope: !158, file: !6, line: 40, type: !160)
!160 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !161, line: 27, baseType: !162)
!161 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!162 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!163 = !DILocation(line: 40, column: 13, scope: !158)
!164 = !DILocalVariable(name: "two", scope: !158, file: !6, line: 40, type: !160)
!165 = !DILocation(line: 40, column: 18, scope: !158)
!166 = !DILocation(line: 41, column: 3, scope: !158)
!167 = !DILocation(line: 42, column: 3, scope: !158)
!168 = !DILocation(line: 43, column: 3, scope: !158)
!169 = !DILocation(line: 44, column: 16, scope: !158)
!170 = !DILocation(line: 44, column: 3, scope: !158)
!171 = !DILocation(line: 45, column: 16, scope: !158)
!172 = !DILocation(line: 45, column: 3, scope: !158)
!173 = !DILocation(line: 46, column: 3, scope: !158)
!174 = distinct !DISubprogram(name: "prepare", scope: !3, file: !3, line: 7, type: !175, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!175 = !DISubroutineType(types: !176)
!176 = !{null}
!177 = !DILocation(line: 7, column: 30, scope: !174)
!178 = !DILocation(line: 7, column: 28, scope: !174)
!179 = !DILocation(line: 7, column: 43, scope: !174)
!180 = distinct !DISubprogram(name: "new_tasks", scope: !6, file: !6, line: 18, type: !181, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !39)
!181 = !DISubroutineType(types: !182)
!182 = !{!19}
!183 = !DILocalVariable(name: "tasks", scope: !180, file: !6, line: 19, type: !19)
!184 = !DILocation(line: 19, column: 17, scope: !180)
!185 = !DILocation(line: 19, column: 25, scope: !180)
!186 = !DILocation(line: 20, column: 3, scope: !180)
!187 = !DILocation(line: 20, column: 10, scope: !180)
!188 = !DILocation(line: 20, column: 15, scope: !180)
!189 = !DILocation(line: 21, column: 10, scope: !180)
!190 = !DILocation(line: 21, column: 3, scope: !180)
