; ModuleID = 'corpus/fences/fast/idempotent_lifo.c'
source_filename = "corpus/fences/fast/idempotent_lifo.c"
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
  %and = and i64 %1, 65535, !dbg !55
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
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %and2, !dbg !63
  store i32 %4, i32* %arrayidx, align 4, !dbg !66
  %7 = load i64, i64* %word, align 8, !dbg !67
  %and3 = and i64 %7, 65535, !dbg !67
  %add = add nsw i64 %and3, 1, !dbg !67
  %8 = load i64, i64* %word, align 8, !dbg !67
  %shr = ashr i64 %8, 16, !dbg !67
  %add4 = add nsw i64 %shr, 1, !dbg !67
  %shl = shl i64 %add4, 16, !dbg !67
  %or = or i64 %add, %shl, !dbg !67
  store volatile i64 %or, i64* @anchor, align 8, !dbg !68
  br label %return, !dbg !69

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !69
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @take() #0 !dbg !70 {
entry:
  %retval = alloca i32, align 4
  %word = alloca i64, align 8
  %task = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i64* %word, metadata !73, metadata !DIExpression()), !dbg !74
  %0 = load volatile i64, i64* @anchor, align 8, !dbg !75
  store i64 %0, i64* %word, align 8, !dbg !74
  %1 = load i64, i64* %word, align 8, !dbg !76
  %and = and i64 %1, 65535, !dbg !76
  %cmp = icmp eq i64 %and, 0, !dbg !78
  br i1 %cmp, label %if.then, label %if.end, !dbg !79

if.then:                                          ; preds = %entry
  store i32 -1, i32* %retval, align 4, !dbg !80
  br label %return, !dbg !80

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %task, metadata !81, metadata !DIExpression()), !dbg !82
  %2 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !83
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %2, i32 0, i32 1, !dbg !84
  %3 = load i64, i64* %word, align 8, !dbg !85
  %and2 = and i64 %3, 65535, !dbg !85
  %sub = sub nsw i64 %and2, 1, !dbg !86
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %sub, !dbg !83
  %4 = load i32, i32* %arrayidx, align 4, !dbg !83
  store i32 %4, i32* %task, align 4, !dbg !82
  %5 = load i64, i64* %word, align 8, !dbg !87
  %and3 = and i64 %5, 65535, !dbg !87
  %sub4 = sub nsw i64 %and3, 1, !dbg !87
  %6 = load i64, i64* %word, align 8, !dbg !87
  %shr = ashr i64 %6, 16, !dbg !87
  %shl = shl i64 %shr, 16, !dbg !87
  %or = or i64 %sub4, %shl, !dbg !87
  store volatile i64 %or, i64* @anchor, align 8, !dbg !88
  %7 = load i32, i32* %task, align 4, !dbg !89
  store i32 %7, i32* %retval, align 4, !dbg !90
  br label %return, !dbg !90

return:                                           ; preds = %if.end, %if.then
  %8 = load i32, i32* %retval, align 4, !dbg !91
  ret i32 %8, !dbg !91
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @thief(i8* noundef %unused) #0 !dbg !92 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !93, metadata !DIExpression()), !dbg !94
  %call = call i32 @steal(), !dbg !95
  %call1 = call i32 @steal(), !dbg !96
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !97
  ret i8* %0, !dbg !98
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @steal() #0 !dbg !99 {
entry:
  %retval = alloca i32, align 4
  %word = alloca i64, align 8
  %all = alloca %struct.tasks*, align 8
  %task = alloca i32, align 4
  br label %for.cond, !dbg !100

for.cond:                                         ; preds = %if.end6, %entry
  call void @llvm.dbg.declare(metadata i64* %word, metadata !101, metadata !DIExpression()), !dbg !105
  %0 = load volatile i64, i64* @anchor, align 8, !dbg !106
  store i64 %0, i64* %word, align 8, !dbg !105
  %1 = load i64, i64* %word, align 8, !dbg !107
  %and = and i64 %1, 65535, !dbg !107
  %cmp = icmp eq i64 %and, 0, !dbg !109
  br i1 %cmp, label %if.then, label %if.end, !dbg !110

if.then:                                          ; preds = %for.cond
  store i32 -1, i32* %retval, align 4, !dbg !111
  br label %return, !dbg !111

if.end:                                           ; preds = %for.cond
  call void @llvm.dbg.declare(metadata %struct.tasks** %all, metadata !112, metadata !DIExpression()), !dbg !113
  %2 = load volatile %struct.tasks*, %struct.tasks** @tasks, align 8, !dbg !114
  store %struct.tasks* %2, %struct.tasks** %all, align 8, !dbg !113
  call void @llvm.dbg.declare(metadata i32* %task, metadata !115, metadata !DIExpression()), !dbg !116
  %3 = load %struct.tasks*, %struct.tasks** %all, align 8, !dbg !117
  %task1 = getelementptr inbounds %struct.tasks, %struct.tasks* %3, i32 0, i32 1, !dbg !118
  %4 = load i64, i64* %word, align 8, !dbg !119
  %and2 = and i64 %4, 65535, !dbg !119
  %sub = sub nsw i64 %and2, 1, !dbg !120
  %arrayidx = getelementptr inbounds [16 x i32], [16 x i32]* %task1, i64 0, i64 %sub, !dbg !117
  %5 = load i32, i32* %arrayidx, align 4, !dbg !117
  store i32 %5, i32* %task, align 4, !dbg !116
  %6 = load i64, i64* %word, align 8, !dbg !121
  %7 = load i64, i64* %word, align 8, !dbg !123
  %and3 = and i64 %7, 65535, !dbg !123
  %sub4 = sub nsw i64 %and3, 1, !dbg !123
  %8 = load i64, i64* %word, align 8, !dbg !123
  %shr = ashr i64 %8, 16, !dbg !123
  %shl = shl i64 %shr, 16, !dbg !123
  %or = or i64 %sub4, %shl, !dbg !123
  %9 = cmpxchg i64* @anchor, i64 %6, i64 %or seq_cst seq_cst, align 8, !dbg !124
  %10 = extractvalue { i64, i1 } %9, 1, !dbg !124
  br i1 %10, label %if.then5, label %if.end6, !dbg !125

if.then5:                                         ; preds = %if.end
  %11 = load i32, i32* %task, align 4, !dbg !126
  store i32 %11, i32* %retval, align 4, !dbg !127
  br label %return, !dbg !127

if.end6:                                          ; preds = %if.end
  br label %for.cond, !dbg !128, !llvm.loop !129

return:                                           ; preds = %if.then5, %if.then
  %12 = load i32, i32* %retval, align 4, !dbg !132
  ret i32 %12, !dbg !132
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !133 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !134, metadata !DIExpression()), !dbg !138
  call void @llvm.dbg.declare(metadata i64* %two, metadata !139, metadata !DIExpression()), !dbg !140
  call void @prepare(), !dbg !141
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @owner, i8* noundef null) #4, !dbg !142
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #4, !dbg !143
  %0 = load i64, i64* %one, align 8, !dbg !144
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !145
  %1 = load i64, i64* %two, align 8, !dbg !146
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !147
  ret i32 0, !dbg !148
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @prepare() #0 !dbg !149 {
entry:
  %call = call %struct.tasks* @new_tasks(), !dbg !152
  store volatile %struct.tasks* %call, %struct.tasks** @tasks, align 8, !dbg !153
  ret void, !dbg !154
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal %struct.tasks* @new_tasks() #0 !dbg !155 {
entry:
  %tasks = alloca %struct.tasks*, align 8
  call void @llvm.dbg.declare(metadata %struct.tasks** %tasks, metadata !158, metadata !DIExpression()), !dbg !159
  %call = call noalias i8* @calloc(i64 noundef 1, i64 noundef 72) #4, !dbg !160
  %0 = bitcast i8* %call to %struct.tasks*, !dbg !160
  store %struct.tasks* %0, %struct.tasks** %tasks, align 8, !dbg !159
  %1 = load %struct.tasks*, %struct.tasks** %tasks, align 8, !dbg !161
  %size = getelementptr inbounds %struct.tasks, %struct.tasks* %1, i32 0, i32 0, !dbg !162
  store i64 16, i64* %size, align 8, !dbg !163
  %2 = load %struct.tasks*, %struct.tasks** %tasks, align 8, !dbg !164
  ret %struct.tasks* %2, !dbg !165
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
!3 = !DIFile(filename: "corpus/fences/fast/idempotent_lifo.c", directory: ".", checksumkind: CSK_MD5, checksum: "0d5de65f42a447ddb6df7e31defc8cef")
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
!47 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 13, type: !48, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!48 = !DISubroutineType(types: !49)
!49 = !{null, !7}
!50 = !DILocalVariable(name: "task", arg: 1, scope: !47, file: !3, line: 13, type: !7)
!51 = !DILocation(line: 13, column: 14, scope: !47)
!52 = !DILocalVariable(name: "word", scope: !47, file: !3, line: 14, type: !15)
!53 = !DILocation(line: 14, column: 8, scope: !47)
!54 = !DILocation(line: 14, column: 15, scope: !47)
!55 = !DILocation(line: 15, column: 7, scope: !56)
!56 = distinct !DILexicalBlock(scope: !47, file: !3, line: 15, column: 7)
!57 = !DILocation(line: 15, column: 20, scope: !56)
!58 = !DILocation(line: 15, column: 27, scope: !56)
!59 = !DILocation(line: 15, column: 17, scope: !56)
!60 = !DILocation(line: 15, column: 7, scope: !47)
!61 = !DILocation(line: 16, column: 5, scope: !56)
!62 = !DILocation(line: 17, column: 28, scope: !47)
!63 = !DILocation(line: 17, column: 3, scope: !47)
!64 = !DILocation(line: 17, column: 10, scope: !47)
!65 = !DILocation(line: 17, column: 15, scope: !47)
!66 = !DILocation(line: 17, column: 26, scope: !47)
!67 = !DILocation(line: 18, column: 12, scope: !47)
!68 = !DILocation(line: 18, column: 10, scope: !47)
!69 = !DILocation(line: 19, column: 1, scope: !47)
!70 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 21, type: !71, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!71 = !DISubroutineType(types: !72)
!72 = !{!7}
!73 = !DILocalVariable(name: "word", scope: !70, file: !3, line: 22, type: !15)
!74 = !DILocation(line: 22, column: 8, scope: !70)
!75 = !DILocation(line: 22, column: 15, scope: !70)
!76 = !DILocation(line: 23, column: 7, scope: !77)
!77 = distinct !DILexicalBlock(scope: !70, file: !3, line: 23, column: 7)
!78 = !DILocation(line: 23, column: 17, scope: !77)
!79 = !DILocation(line: 23, column: 7, scope: !70)
!80 = !DILocation(line: 24, column: 5, scope: !77)
!81 = !DILocalVariable(name: "task", scope: !70, file: !3, line: 25, type: !7)
!82 = !DILocation(line: 25, column: 7, scope: !70)
!83 = !DILocation(line: 25, column: 14, scope: !70)
!84 = !DILocation(line: 25, column: 21, scope: !70)
!85 = !DILocation(line: 25, column: 26, scope: !70)
!86 = !DILocation(line: 25, column: 36, scope: !70)
!87 = !DILocation(line: 26, column: 12, scope: !70)
!88 = !DILocation(line: 26, column: 10, scope: !70)
!89 = !DILocation(line: 27, column: 10, scope: !70)
!90 = !DILocation(line: 27, column: 3, scope: !70)
!91 = !DILocation(line: 28, column: 1, scope: !70)
!92 = distinct !DISubprogram(name: "thief", scope: !6, file: !6, line: 33, type: !34, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!93 = !DILocalVariable(name: "unused", arg: 1, scope: !92, file: !6, line: 33, type: !36)
!94 = !DILocation(line: 33, column: 19, scope: !92)
!95 = !DILocation(line: 34, column: 3, scope: !92)
!96 = !DILocation(line: 35, column: 3, scope: !92)
!97 = !DILocation(line: 36, column: 10, scope: !92)
!98 = !DILocation(line: 36, column: 3, scope: !92)
!99 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 30, type: !71, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!100 = !DILocation(line: 31, column: 3, scope: !99)
!101 = !DILocalVariable(name: "word", scope: !102, file: !3, line: 32, type: !15)
!102 = distinct !DILexicalBlock(scope: !103, file: !3, line: 31, column: 12)
!103 = distinct !DILexicalBlock(scope: !104, file: !3, line: 31, column: 3)
!104 = distinct !DILexicalBlock(scope: !99, file: !3, line: 31, column: 3)
!105 = !DILocation(line: 32, column: 10, scope: !102)
!106 = !DILocation(line: 32, column: 17, scope: !102)
!107 = !DILocation(line: 33, column: 9, scope: !108)
!108 = distinct !DILexicalBlock(scope: !102, file: !3, line: 33, column: 9)
!109 = !DILocation(line: 33, column: 19, scope: !108)
!110 = !DILocation(line: 33, column: 9, scope: !102)
!111 = !DILocation(line: 34, column: 7, scope: !108)
!112 = !DILocalVariable(name: "all", scope: !102, file: !3, line: 35, type: !17)
!113 = !DILocation(line: 35, column: 19, scope: !102)
!114 = !DILocation(line: 35, column: 25, scope: !102)
!115 = !DILocalVariable(name: "task", scope: !102, file: !3, line: 36, type: !7)
!116 = !DILocation(line: 36, column: 9, scope: !102)
!117 = !DILocation(line: 36, column: 16, scope: !102)
!118 = !DILocation(line: 36, column: 21, scope: !102)
!119 = !DILocation(line: 36, column: 26, scope: !102)
!120 = !DILocation(line: 36, column: 36, scope: !102)
!121 = !DILocation(line: 37, column: 47, scope: !122)
!122 = distinct !DILexicalBlock(scope: !102, file: !3, line: 37, column: 9)
!123 = !DILocation(line: 37, column: 53, scope: !122)
!124 = !DILocation(line: 37, column: 9, scope: !122)
!125 = !DILocation(line: 37, column: 9, scope: !102)
!126 = !DILocation(line: 38, column: 14, scope: !122)
!127 = !DILocation(line: 38, column: 7, scope: !122)
!128 = !DILocation(line: 31, column: 3, scope: !103)
!129 = distinct !{!129, !130, !131}
!130 = !DILocation(line: 31, column: 3, scope: !104)
!131 = !DILocation(line: 39, column: 3, scope: !104)
!132 = !DILocation(line: 40, column: 1, scope: !99)
!133 = distinct !DISubprogram(name: "main", scope: !6, file: !6, line: 39, type: !71, scopeLine: 39, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!134 = !DILocalVariable(name: "one", scope: !133, file: !6, line: 40, type: !135)
!135 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !136, line: 27, baseType: !137)
!136 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!137 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!138 = !DILocation(line: 40, column: 13, scope: !133)
!139 = !DILocalVariable(name: "two", scope: !133, file: !6, line: 40, type: !135)
!140 = !DILocation(line: 40, column: 18, scope: !133)
!141 = !DILocation(line: 41, column: 3, scope: !133)
!142 = !DILocation(line: 42, column: 3, scope: !133)
!143 = !DILocation(line: 43, column: 3, scope: !133)
!144 = !DILocation(line: 44, column: 16, scope: !133)
!145 = !DILocation(line: 44, column: 3, scope: !133)
!146 = !DILocation(line: 45, column: 16, scope: !133)
!147 = !DILocation(line: 45, column: 3, scope: !133)
!148 = !DILocation(line: 46, column: 3, scope: !133)
!149 = distinct !DISubprogram(name: "prepare", scope: !3, file: !3, line: 11, type: !150, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!150 = !DISubroutineType(types: !151)
!151 = !{null}
!152 = !DILocation(line: 11, column: 30, scope: !149)
!153 = !DILocation(line: 11, column: 28, scope: !149)
!154 = !DILocation(line: 11, column: 43, scope: !149)
!155 = distinct !DISubprogram(name: "new_tasks", scope: !6, file: !6, line: 18, type: !156, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!156 = !DISubroutineType(types: !157)
!157 = !{!17}
!158 = !DILocalVariable(name: "tasks", scope: !155, file: !6, line: 19, type: !17)
!159 = !DILocation(line: 19, column: 17, scope: !155)
!160 = !DILocation(line: 19, column: 25, scope: !155)
!161 = !DILocation(line: 20, column: 3, scope: !155)
!162 = !DILocation(line: 20, column: 10, scope: !155)
!163 = !DILocation(line: 20, column: 15, scope: !155)
!164 = !DILocation(line: 21, column: 10, scope: !155)
!165 = !DILocation(line: 21, column: 3, scope: !155)
