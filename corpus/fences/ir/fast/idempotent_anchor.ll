; ModuleID = 'corpus/fences/fast/idempotent_anchor.c'
source_filename = "corpus/fences/fast/idempotent_anchor.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.tasks = type { i64, [16 x i32] }
%union.pthread_attr_t = type { i64, [48 x i8] }

@tasks = dso_local global %struct.tasks* null, align 8, !dbg !0
@anchor = dso_local global i64 0, align 8, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @owner(i8* noundef %unused) #0 !dbg !33 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !38, metadata !DIExpression()), !dbg !39
  call void @put(i32 noundef 1), !dbg !40
  call void @put(i32 noundef 2), !dbg !41
  %call = call i32 @take(), !dbg !42
  call void @put(i32 noundef 3), !dbg !43
  %call1 = call i32 @take(), !dbg !44
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !45
  ret i8* %0, !dbg !46
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @put(i32 noundef %task) #0 !dbg !47 {
entry:
  %task.addr = alloca i32, align 4
  %word = alloca i64, align 8
  store i32 %task, i32* %task.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %task.addr, metadata !50, metadata !DIExpression()), !dbg !51
  call void @llvm.dbg.declare(metadata i64* %word, metadata !52, metadata !DIExpression()), !dbg !53
  %0 = load volatile i64, i64* @anchor, align 8, !dbg !54
  store i64 %0, i64* %word, align 8, !dbg !53
  %1 = load i64, i64* %word, align 8, !dbg !55
  %shr = ashr i64 %1, 16, !dbg !55
  %and = and i64 %shr, 65535, !dbg !55
  %2 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !57
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %2, i32 0, i32 0, !dbg !58
  %3 = load i64, i64* %size, align 8, !dbg !58
  %cmp = icmp eq i64 %and, %3, !dbg !59
  br i1 %cmp, label %if.then, label %if.end, !dbg !60

if.then:                                          ; preds = %entry
  br label %return, !dbg !61

if.end:                                           ; preds = %entry
  %4 = load i32, i32* %task.addr, align 4, !dbg !62
  %5 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !63
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %5, i32 0, i32 1, !dbg !64
  %6 = load i64, i64* %word, align 8, !dbg !65
  %and2 = and i64 %6, 65535, !dbg !65
  %7 = load i64, i64* %word, align 8, !dbg !66
  %shr3 = ashr i64 %7, 16, !dbg !66
  %and4 = and i64 %shr3, 65535, !dbg !66
  %add = add nsw i64 %and2, %and4, !dbg !67
  %8 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !68
  %size5 = getelementptr inbounds %struct.tasks, %struct.tasks* %8, i32 0, i32 0, !dbg !69
  %9 = load i64, i64* %size5, align 8, !dbg !69
  %rem = srem i64 %add, %9, !dbg !70
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %rem, !dbg !63
  store i32 %4, i32* %arrayidx, align 4, !dbg !71
  %10 = load i64, i64* %word, align 8, !dbg !72
  %and6 = and i64 %10, 65535, !dbg !72
  %11 = load i64, i64* %word, align 8, !dbg !72
  %shr7 = ashr i64 %11, 16, !dbg !72
  %and8 = and i64 %shr7, 65535, !dbg !72
  %add9 = add nsw i64 %and8, 1, !dbg !72
  %shl = shl i64 %add9, 16, !dbg !72
  %or = or i64 %and6, %shl, !dbg !72
  %12 = load i64, i64* %word, align 8, !dbg !72
  %shr10 = ashr i64 %12, 32, !dbg !72
  %add11 = add nsw i64 %shr10, 1, !dbg !72
  %shl12 = shl i64 %add11, 32, !dbg !72
  %or13 = or i64 %or, %shl12, !dbg !72
  store volatile i64 %or13, i64* @anchor, align 8, !dbg !73
  br label %return, !dbg !74

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !74
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @take() #0 !dbg !75 {
entry:
  %retval = alloca i32, align 4
  %word = alloca i64, align 8
  %task = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i64* %word, metadata !78, metadata !DIExpression()), !dbg !79
  %0 = load volatile i64, i64* @anchor, align 8, !dbg !80
  store i64 %0, i64* %word, align 8, !dbg !79
  %1 = load i64, i64* %word, align 8, !dbg !81
  %shr = ashr i64 %1, 16, !dbg !81
  %and = and i64 %shr, 65535, !dbg !81
  %cmp = icmp eq i64 %and, 0, !dbg !83
  br i1 %cmp, label %if.then, label %if.end, !dbg !84

if.then:                                          ; preds = %entry
  store i32 -1, i32* %retval, align 4, !dbg !85
  br label %return, !dbg !85

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %task, metadata !86, metadata !DIExpression()), !dbg !87
  %2 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !88
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %2, i32 0, i32 1, !dbg !89
  %3 = load i64, i64* %word, align 8, !dbg !90
  %and2 = and i64 %3, 65535, !dbg !90
  %4 = load i64, i64* %word, align 8, !dbg !91
  %shr3 = ashr i64 %4, 16, !dbg !91
  %and4 = and i64 %shr3, 65535, !dbg !91
  %add = add nsw i64 %and2, %and4, !dbg !92
  %sub = sub nsw i64 %add, 1, !dbg !93
  %5 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !94
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %5, i32 0, i32 0, !dbg !95
  %6 = load i64, i64* %size, align 8, !dbg !95
  %rem = srem i64 %sub, %6, !dbg !96
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %rem, !dbg !88
  %7 = load i32, i32* %arrayidx, align 4, !dbg !88
  store i32 %7, i32* %task, align 4, !dbg !87
  %8 = load i64, i64* %word, align 8, !dbg !97
  %and5 = and i64 %8, 65535, !dbg !97
  %9 = load i64, i64* %word, align 8, !dbg !97
  %shr6 = ashr i64 %9, 16, !dbg !97
  %and7 = and i64 %shr6, 65535, !dbg !97
  %sub8 = sub nsw i64 %and7, 1, !dbg !97
  %shl = shl i64 %sub8, 16, !dbg !97
  %or = or i64 %and5, %shl, !dbg !97
  %10 = load i64, i64* %word, align 8, !dbg !97
  %shr9 = ashr i64 %10, 32, !dbg !97
  %shl10 = shl i64 %shr9, 32, !dbg !97
  %or11 = or i64 %or, %shl10, !dbg !97
  store volatile i64 %or11, i64* @anchor, align 8, !dbg !98
  %11 = load i32, i32* %task, align 4, !dbg !99
  store i32 %11, i32* %retval, align 4, !dbg !100
  br label %return, !dbg !100

return:                                           ; preds = %if.end, %if.then
  %12 = load i32, i32* %retval, align 4, !dbg !101
  ret i32 %12, !dbg !101
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @thief(i8* noundef %unused) #0 !dbg !102 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !103, metadata !DIExpression()), !dbg !104
  %call = call i32 @steal(), !dbg !105
  %call1 = call i32 @steal(), !dbg !106
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !107
  ret i8* %0, !dbg !108
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @steal() #0 !dbg !109 {
entry:
  %retval = alloca i32, align 4
  %word = alloca i64, align 8
  %all = alloca %struct.tasks*, align 8
  %task = alloca i32, align 4
  %next = alloca i64, align 8
  br label %for.cond, !dbg !110

for.cond:                                         ; preds = %if.end12, %entry
  call void @llvm.dbg.declare(metadata i64* %word, metadata !111, metadata !DIExpression()), !dbg !115
  %0 = load volatile i64, i64* @anchor, align 8, !dbg !116
  store i64 %0, i64* %word, align 8, !dbg !115
  %1 = load i64, i64* %word, align 8, !dbg !117
  %shr = ashr i64 %1, 16, !dbg !117
  %and = and i64 %shr, 65535, !dbg !117
  %cmp = icmp eq i64 %and, 0, !dbg !119
  br i1 %cmp, label %if.then, label %if.end, !dbg !120

if.then:                                          ; preds = %for.cond
  store i32 -1, i32* %retval, align 4, !dbg !121
  br label %return, !dbg !121

if.end:                                           ; preds = %for.cond
  call void @llvm.dbg.declare(metadata %struct.tasks** %all, metadata !122, metadata !DIExpression()), !dbg !123
  %2 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !124
  store %struct.tasks* %2, %struct.tasks** %all, align 8, !dbg !123
  call void @llvm.dbg.declare(metadata i32* %task, metadata !125, metadata !DIExpression()), !dbg !126
  %3 = load %struct.tasks*, %struct.tasks** %all, align 8, !dbg !127
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %3, i32 0, i32 1, !dbg !128
  %4 = load i64, i64* %word, align 8, !dbg !129
  %and2 = and i64 %4, 65535, !dbg !129
  %5 = load %struct.tasks*, %struct.tasks** %all, align 8, !dbg !130
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %5, i32 0, i32 0, !dbg !131
  %6 = load i64, i64* %size, align 8, !dbg !131
  %rem = srem i64 %and2, %6, !dbg !132
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %rem, !dbg !127
  %7 = load i32, i32* %arrayidx, align 4, !dbg !127
  store i32 %7, i32* %task, align 4, !dbg !126
  call void @llvm.dbg.declare(metadata i64* %next, metadata !133, metadata !DIExpression()), !dbg !134
  %8 = load i64, i64* %word, align 8, !dbg !135
  %and3 = and i64 %8, 65535, !dbg !135
  %add = add nsw i64 %and3, 1, !dbg !135
  %9 = load %struct.tasks*, %struct.tasks** %all, align 8, !dbg !135
  %size4 = getelementptr inbounds %struct.tasks, %struct.tasks* %9, i32 0, i32 0, !dbg !135
  %10 = load i64, i64* %size4, align 8, !dbg !135
  %rem5 = srem i64 %add, %10, !dbg !135
  %11 = load i64, i64* %word, align 8, !dbg !135
  %shr6 = ashr i64 %11, 16, !dbg !135
  %and7 = and i64 %shr6, 65535, !dbg !135
  %sub = sub nsw i64 %and7, 1, !dbg !135
  %shl = shl i64 %sub, 16, !dbg !135
  %or = or i64 %rem5, %shl, !dbg !135
  %12 = load i64, i64* %word, align 8, !dbg !135
  %shr8 = ashr i64 %12, 32, !dbg !135
  %shl9 = shl i64 %shr8, 32, !dbg !135
  %or10 = or i64 %or, %shl9, !dbg !135
  store i64 %or10, i64* %next, align 8, !dbg !134
  %13 = load i64, i64* %word, align 8, !dbg !136
  %14 = load i64, i64* %next, align 8, !dbg !138
  %15 = cmpxchg i64* @anchor, i64 %13, i64 %14 seq_cst seq_cst, align 8, !dbg !139
  %16 = extractvalue { i64, i1 } %15, 1, !dbg !139
  br i1 %16, label %if.then11, label %if.end12, !dbg !140

if.then11:                                        ; preds = %if.end
  %17 = load i32, i32* %task, align 4, !dbg !141
  store i32 %17, i32* %retval, align 4, !dbg !142
  br label %return, !dbg !142

if.end12:                                         ; preds = %if.end
  br label %for.cond, !dbg !143, !llvm.loop !144

return:                                           ; preds = %if.then11, %if.then
  %18 = load i32, i32* %retval, align 4, !dbg !147
  ret i32 %18, !dbg !147
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !148 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !149, metadata !DIExpression()), !dbg !153
  call void @llvm.dbg.declare(metadata i64* %two, metadata !154, metadata !DIExpression()), !dbg !155
  call void @prepare(), !dbg !156
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @owner, i8* noundef null) #4, !dbg !157
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #4, !dbg !158
  %0 = load i64, i64* %one, align 8, !dbg !159
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !160
  %1 = load i64, i64* %two, align 8, !dbg !161
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !162
  ret i32 0, !dbg !163
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @prepare() #0 !dbg !164 {
entry:
  %call = call %struct.tasks* @new_tasks(), !dbg !167
  store volatile %struct.tasks* %call, %struct.tasks** @tasks, align 8, !dbg !168
  ret void, !dbg !169
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal %struct.tasks* @new_tasks() #0 !dbg !170 {
entry:
  %tasks = alloca %struct.tasks*, align 8
  call void @llvm.dbg.declare(metadata %struct.tasks** %tasks, metadata !173, metadata !DIExpression()), !dbg !174
  %call = call noalias i8* @calloc(i64 noundef 1, i64 noundef 72) #4, !dbg !175
  %0 = bitcast i8* %call to %struct.tasks*, !dbg !175
  store %struct.tasks* %0, %struct.tasks** %tasks, align 8, !dbg !174
  %1 = load %struct.tasks*, %struct.tasks** %tasks, align 8, !dbg !176
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %1, i32 0, i32 0, !dbg !177
  store i64 16, i64* %size, align 8, !dbg !178
  %2 = load %struct.tasks*, %struct.tasks** %tasks, align 8, !dbg !179
  ret %struct.tasks* %2, !dbg !180
}

; Function Attrs: nounwind
declare noalias i8* @calloc(i64 noundef, i64 noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!25, !26, !27, !28, !29, !30, !31}
!llvm.ident = !{!32}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tasks", scope: !2, file: !3, line: 5, type: !16, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/fast/idempotent_anchor.c", directory: ".", checksumkind: CSK_MD5, checksum: "e8e21031da43dd3a23b32d70bcdf3bac")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !6, line: 6, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "corpus/fences/fast/idempotent.h", directory: ".", checksumkind: CSK_MD5, checksum: "26f0404617704c2caa4b8aeb35dd9668")
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{!9, !10}
!9 = !DIEnumerator(name: "SIZE", value: 16)
!10 = !DIEnumerator(name: "EMPTY", value: -1)
!11 = !{!12, !0}
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "anchor", scope: !2, file: !3, line: 4, type: !14, isLocal: false, isDefinition: true)
!14 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !15)
!15 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!16 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !17)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "tasks", file: !6, line: 8, size: 576, elements: !19)
!19 = !{!20, !21}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !18, file: !6, line: 9, baseType: !15, size: 64)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "task", scope: !18, file: !6, line: 10, baseType: !22, size: 512, offset: 64)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 512, elements: !23)
!23 = !{!24}
!24 = !DISubrange(count: 16)
!25 = !{i32 7, !"Dwarf Version", i32 5}
!26 = !{i32 2, !"Debug Info Version", i32 3}
!27 = !{i32 1, !"wchar_size", i32 4}
!28 = !{i32 7, !"PIC Level", i32 2}
!29 = !{i32 7, !"PIE Level", i32 2}
!30 = !{i32 7, !"uwtable", i32 1}
!31 = !{i32 7, !"frame-pointer", i32 2}
!32 = !{!"Debian clang version 14.0.6"}
!33 = distinct !DISubprogram(name: "owner", scope: !6, file: !6, line: 24, type: !34, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!34 = !DISubroutineType(types: !35)
!35 = !{!36, !36}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!37 = !{}
!38 = !DILocalVariable(name: "unused", arg: 1, scope: !33, file: !6, line: 24, type: !36)
!39 = !DILocation(line: 24, column: 19, scope: !33)
!40 = !DILocation(line: 25, column: 3, scope: !33)
!41 = !DILocation(line: 26, column: 3, scope: !33)
!42 = !DILocation(line: 27, column: 3, scope: !33)
!43 = !DILocation(line: 28, column: 3, scope: !33)
!44 = !DILocation(line: 29, column: 3, scope: !33)
!45 = !DILocation(line: 30, column: 10, scope: !33)
!46 = !DILocation(line: 30, column: 3, scope: !33)
!47 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 14, type: !48, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!48 = !DISubroutineType(types: !49)
!49 = !{null, !7}
!50 = !DILocalVariable(name: "task", arg: 1, scope: !47, file: !3, line: 14, type: !7)
!51 = !DILocation(line: 14, column: 14, scope: !47)
!52 = !DILocalVariable(name: "word", scope: !47, file: !3, line: 15, type: !15)
!53 = !DILocation(line: 15, column: 8, scope: !47)
!54 = !DILocation(line: 15, column: 15, scope: !47)
!55 = !DILocation(line: 16, column: 7, scope: !56)
!56 = distinct !DILexicalBlock(scope: !47, file: !3, line: 16, column: 7)
!57 = !DILocation(line: 16, column: 22, scope: !56)
!58 = !DILocation(line: 16, column: 29, scope: !56)
!59 = !DILocation(line: 16, column: 19, scope: !56)
!60 = !DILocation(line: 16, column: 7, scope: !47)
!61 = !DILocation(line: 17, column: 5, scope: !56)
!62 = !DILocation(line: 18, column: 59, scope: !47)
!63 = !DILocation(line: 18, column: 3, scope: !47)
!64 = !DILocation(line: 18, column: 10, scope: !47)
!65 = !DILocation(line: 18, column: 16, scope: !47)
!66 = !DILocation(line: 18, column: 29, scope: !47)
!67 = !DILocation(line: 18, column: 27, scope: !47)
!68 = !DILocation(line: 18, column: 44, scope: !47)
!69 = !DILocation(line: 18, column: 51, scope: !47)
!70 = !DILocation(line: 18, column: 42, scope: !47)
!71 = !DILocation(line: 18, column: 57, scope: !47)
!72 = !DILocation(line: 19, column: 12, scope: !47)
!73 = !DILocation(line: 19, column: 10, scope: !47)
!74 = !DILocation(line: 20, column: 1, scope: !47)
!75 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 22, type: !76, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!76 = !DISubroutineType(types: !77)
!77 = !{!7}
!78 = !DILocalVariable(name: "word", scope: !75, file: !3, line: 23, type: !15)
!79 = !DILocation(line: 23, column: 8, scope: !75)
!80 = !DILocation(line: 23, column: 15, scope: !75)
!81 = !DILocation(line: 24, column: 7, scope: !82)
!82 = distinct !DILexicalBlock(scope: !75, file: !3, line: 24, column: 7)
!83 = !DILocation(line: 24, column: 19, scope: !82)
!84 = !DILocation(line: 24, column: 7, scope: !75)
!85 = !DILocation(line: 25, column: 5, scope: !82)
!86 = !DILocalVariable(name: "task", scope: !75, file: !3, line: 26, type: !7)
!87 = !DILocation(line: 26, column: 7, scope: !75)
!88 = !DILocation(line: 26, column: 14, scope: !75)
!89 = !DILocation(line: 26, column: 21, scope: !75)
!90 = !DILocation(line: 26, column: 27, scope: !75)
!91 = !DILocation(line: 26, column: 40, scope: !75)
!92 = !DILocation(line: 26, column: 38, scope: !75)
!93 = !DILocation(line: 26, column: 52, scope: !75)
!94 = !DILocation(line: 26, column: 59, scope: !75)
!95 = !DILocation(line: 26, column: 66, scope: !75)
!96 = !DILocation(line: 26, column: 57, scope: !75)
!97 = !DILocation(line: 27, column: 12, scope: !75)
!98 = !DILocation(line: 27, column: 10, scope: !75)
!99 = !DILocation(line: 28, column: 10, scope: !75)
!100 = !DILocation(line: 28, column: 3, scope: !75)
!101 = !DILocation(line: 29, column: 1, scope: !75)
!102 = distinct !DISubprogram(name: "thief", scope: !6, file: !6, line: 33, type: !34, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!103 = !DILocalVariable(name: "unused", arg: 1, scope: !102, file: !6, line: 33, type: !36)
!104 = !DILocation(line: 33, column: 19, scope: !102)
!105 = !DILocation(line: 34, column: 3, scope: !102)
!106 = !DILocation(line: 35, column: 3, scope: !102)
!107 = !DILocation(line: 36, column: 10, scope: !102)
!108 = !DILocation(line: 36, column: 3, scope: !102)
!109 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 31, type: !76, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!110 = !DILocation(line: 32, column: 3, scope: !109)
!111 = !DILocalVariable(name: "word", scope: !112, file: !3, line: 33, type: !15)
!112 = distinct !DILexicalBlock(scope: !113, file: !3, line: 32, column: 12)
!113 = distinct !DILexicalBlock(scope: !114, file: !3, line: 32, column: 3)
!114 = distinct !DILexicalBlock(scope: !109, file: !3, line: 32, column: 3)
!115 = !DILocation(line: 33, column: 10, scope: !112)
!116 = !DILocation(line: 33, column: 17, scope: !112)
!117 = !DILocation(line: 34, column: 9, scope: !118)
!118 = distinct !DILexicalBlock(scope: !112, file: !3, line: 34, column: 9)
!119 = !DILocation(line: 34, column: 21, scope: !118)
!120 = !DILocation(line: 34, column: 9, scope: !112)
!121 = !DILocation(line: 35, column: 7, scope: !118)
!122 = !DILocalVariable(name: "all", scope: !112, file: !3, line: 36, type: !17)
!123 = !DILocation(line: 36, column: 19, scope: !112)
!124 = !DILocation(line: 36, column: 25, scope: !112)
!125 = !DILocalVariable(name: "task", scope: !112, file: !3, line: 37, type: !7)
!126 = !DILocation(line: 37, column: 9, scope: !112)
!127 = !DILocation(line: 37, column: 16, scope: !112)
!128 = !DILocation(line: 37, column: 21, scope: !112)
!129 = !DILocation(line: 37, column: 26, scope: !112)
!130 = !DILocation(line: 37, column: 39, scope: !112)
!131 = !DILocation(line: 37, column: 44, scope: !112)
!132 = !DILocation(line: 37, column: 37, scope: !112)
!133 = !DILocalVariable(name: "next", scope: !112, file: !3, line: 38, type: !15)
!134 = !DILocation(line: 38, column: 10, scope: !112)
!135 = !DILocation(line: 38, column: 17, scope: !112)
!136 = !DILocation(line: 39, column: 47, scope: !137)
!137 = distinct !DILexicalBlock(scope: !112, file: !3, line: 39, column: 9)
!138 = !DILocation(line: 39, column: 53, scope: !137)
!139 = !DILocation(line: 39, column: 9, scope: !137)
!140 = !DILocation(line: 39, column: 9, scope: !112)
!141 = !DILocation(line: 40, column: 14, scope: !137)
!142 = !DILocation(line: 40, column: 7, scope: !137)
!143 = !DILocation(line: 32, column: 3, scope: !113)
!144 = distinct !{!144, !145, !146}
!145 = !DILocation(line: 32, column: 3, scope: !114)
!146 = !DILocation(line: 41, column: 3, scope: !114)
!147 = !DILocation(line: 42, column: 1, scope: !109)
!148 = distinct !DISubprogram(name: "main", scope: !6, file: !6, line: 39, type: !76, scopeLine: 39, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!149 = !DILocalVariable(name: "one", scope: !148, file: !6, line: 40, type: !150)
!150 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !151, line: 27, baseType: !152)
!151 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!152 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!153 = !DILocation(line: 40, column: 13, scope: !148)
!154 = !DILocalVariable(name: "two", scope: !148, file: !6, line: 40, type: !150)
!155 = !DILocation(line: 40, column: 18, scope: !148)
!156 = !DILocation(line: 41, column: 3, scope: !148)
!157 = !DILocation(line: 42, column: 3, scope: !148)
!158 = !DILocation(line: 43, column: 3, scope: !148)
!159 = !DILocation(line: 44, column: 16, scope: !148)
!160 = !DILocation(line: 44, column: 3, scope: !148)
!161 = !DILocation(line: 45, column: 16, scope: !148)
!162 = !DILocation(line: 45, column: 3, scope: !148)
!163 = !DILocation(line: 46, column: 3, scope: !148)
!164 = distinct !DISubprogram(name: "prepare", scope: !3, file: !3, line: 12, type: !165, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!165 = !DISubroutineType(types: !166)
!166 = !{null}
!167 = !DILocation(line: 12, column: 30, scope: !164)
!168 = !DILocation(line: 12, column: 28, scope: !164)
!169 = !DILocation(line: 12, column: 43, scope: !164)
!170 = distinct !DISubprogram(name: "new_tasks", scope: !6, file: !6, line: 18, type: !171, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!171 = !DISubroutineType(types: !172)
!172 = !{!17}
!173 = !DILocalVariable(name: "tasks", scope: !170, file: !6, line: 19, type: !17)
!174 = !DILocation(line: 19, column: 17, scope: !170)
!175 = !DILocation(line: 19, column: 25, scope: !170)
!176 = !DILocation(line: 20, column: 3, scope: !170)
!177 = !DILocation(line: 20, column: 10, scope: !170)
!178 = !DILocation(line: 20, column: 15, scope: !170)
!179 = !DILocation(line: 21, column: 10, scope: !170)
!180 = !DILocation(line: 21, column: 3, scope: !170)
