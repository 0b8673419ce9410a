; ModuleID = 'latch.c'
source_filename = "latch.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.sem_t = type { i64, [24 x i8] }
%union.pthread_attr_t = type { i64, [48 x i8] }

@is_set = dso_local global i8 1, align 1, !dbg !0
@bytes = dso_local global %union.sem_t zeroinitializer, align 8, !dbg !9
@work = dso_local global i8 0, align 1, !dbg !5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !30 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !35, metadata !DIExpression()), !dbg !39
  %call = call i32 @sem_init(%union.sem_t* noundef @bytes, i32 noundef 0, i32 noundef 0) #4, !dbg !40
  %call1 = call i32 @pthread_create(i64* noundef %thread, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @sender, i8* noundef null) #4, !dbg !41
  br label %for.cond, !dbg !42

for.cond:                                         ; preds = %if.end, %entry
  call void @reset_latch(), !dbg !43
  %0 = load volatile i8, i8* @work, align 1, !dbg !47
  %tobool = trunc i8 %0 to i1, !dbg !47
  br i1 %tobool, label %if.then, label %if.end, !dbg !49

if.then:                                          ; preds = %for.cond
  br label %for.end, !dbg !50

if.end:                                           ; preds = %for.cond
  call void @wait_latch(), !dbg !51
  br label %for.cond, !dbg !52, !llvm.loop !53

for.end:                                          ; preds = %if.then
  %1 = load i64, i64* %thread, align 8, !dbg !56
  %call2 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !57
  ret i32 0, !dbg !58
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @sem_init(%union.sem_t* noundef, i32 noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @sender(i8* noundef %none) #0 !dbg !59 {
entry:
  %none.addr = alloca i8*, align 8
  store i8* %none, i8** %none.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %none.addr, metadata !63, metadata !DIExpression()), !dbg !64
  store volatile i8 1, i8* @work, align 1, !dbg !65
  call void @set_latch(), !dbg !66
  ret i8* null, !dbg !67
}

; Function Attrs: noinline nounwind uwtable
define internal void @reset_latch() #0 !dbg !68 {
entry:
  store volatile i8 0, i8* @is_set, align 1, !dbg !71
  call void asm sideeffect "lwsync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !72, !srcloc !73
  ret void, !dbg !74
}

; Function Attrs: noinline nounwind uwtable
define internal void @wait_latch() #0 !dbg !75 {
entry:
  %left = alloca i32, align 4
  br label %for.cond, !dbg !76

for.cond:                                         ; preds = %if.end, %entry
  call void @llvm.dbg.declare(metadata i32* %left, metadata !77, metadata !DIExpression()), !dbg !81
  %call = call i32 @sem_getvalue(%union.sem_t* noundef @bytes, i32* noundef %left) #4, !dbg !82
  br label %for.cond1, !dbg !82

for.cond1:                                        ; preds = %for.inc, %for.cond
  %0 = load i32, i32* %left, align 4, !dbg !84
  %cmp = icmp sgt i32 %0, 0, !dbg !86
  br i1 %cmp, label %for.body, label %for.end, !dbg !87

for.body:                                         ; preds = %for.cond1
  %call2 = call i32 @sem_wait(%union.sem_t* noundef @bytes), !dbg !88
  br label %for.inc, !dbg !88

for.inc:                                          ; preds = %for.body
  %1 = load i32, i32* %left, align 4, !dbg !89
  %dec = add nsw i32 %1, -1, !dbg !89
  store i32 %dec, i32* %left, align 4, !dbg !89
  br label %for.cond1, !dbg !90, !llvm.loop !91

for.end:                                          ; preds = %for.cond1
  %2 = load volatile i8, i8* @is_set, align 1, !dbg !94
  %tobool = trunc i8 %2 to i1, !dbg !94
  br i1 %tobool, label %if.then, label %if.end, !dbg !96

if.then:                                          ; preds = %for.end
  ret void, !dbg !97

if.end:                                           ; preds = %for.end
  %call3 = call i32 @sem_wait(%union.sem_t* noundef @bytes), !dbg !98
  %call4 = call i32 @sem_post(%union.sem_t* noundef @bytes) #4, !dbg !99
  br label %for.cond, !dbg !100, !llvm.loop !101
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal void @set_latch() #0 !dbg !104 {
entry:
  call void asm sideeffect "lwsync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !105, !srcloc !106
  %0 = load volatile i8, i8* @is_set, align 1, !dbg !107
  %tobool = trunc i8 %0 to i1, !dbg !107
  br i1 %tobool, label %if.then, label %if.end, !dbg !109

if.then:                                          ; preds = %entry
  br label %return, !dbg !110

if.end:                                           ; preds = %entry
  store volatile i8 1, i8* @is_set, align 1, !dbg !111
  %call = call i32 @sem_post(%union.sem_t* noundef @bytes) #4, !dbg !112
  br label %return, !dbg !113

return:                                           ; preds = %if.end, %if.then
  ret void, !dbg !113
}

; Function Attrs: nounwind
declare i32 @sem_post(%union.sem_t* noundef) #2

; Function Attrs: nounwind
declare i32 @sem_getvalue(%union.sem_t* noundef, i32* noundef) #2

declare i32 @sem_wait(%union.sem_t* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "is_set", scope: !2, file: !3, line: 19, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "latch.c", directory: ".", checksumkind: CSK_MD5, checksum: "4bbb45d531992b4c7282ba494973319e")
!4 = !{!0, !5, !9}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "work", scope: !2, file: !3, line: 20, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "bytes", scope: !2, file: !3, line: 21, type: !11, isLocal: false, isDefinition: true)
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "sem_t", file: !12, line: 39, baseType: !13)
!12 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/semaphore.h", directory: "", checksumkind: CSK_MD5, checksum: "f0ec69aef73516c696d526041269f8fd")
!13 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !12, line: 35, size: 256, elements: !14)
!14 = !{!15, !20}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !13, file: !12, line: 37, baseType: !16, size: 256)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 256, elements: !18)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !{!19}
!19 = !DISubrange(count: 32)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !13, file: !12, line: 38, baseType: !21, size: 64)
!21 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 7, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 1}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"Debian clang version 14.0.6"}
!30 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 56, type: !31, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !34)
!31 = !DISubroutineType(types: !32)
!32 = !{!33}
!33 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!34 = !{}
!35 = !DILocalVariable(name: "thread", scope: !30, file: !3, line: 57, type: !36)
!36 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !37, line: 27, baseType: !38)
!37 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!38 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!39 = !DILocation(line: 57, column: 13, scope: !30)
!40 = !DILocation(line: 58, column: 3, scope: !30)
!41 = !DILocation(line: 59, column: 3, scope: !30)
!42 = !DILocation(line: 60, column: 3, scope: !30)
!43 = !DILocation(line: 61, column: 5, scope: !44)
!44 = distinct !DILexicalBlock(scope: !45, file: !3, line: 60, column: 12)
!45 = distinct !DILexicalBlock(scope: !46, file: !3, line: 60, column: 3)
!46 = distinct !DILexicalBlock(scope: !30, file: !3, line: 60, column: 3)
!47 = !DILocation(line: 62, column: 9, scope: !48)
!48 = distinct !DILexicalBlock(scope: !44, file: !3, line: 62, column: 9)
!49 = !DILocation(line: 62, column: 9, scope: !44)
!50 = !DILocation(line: 63, column: 7, scope: !48)
!51 = !DILocation(line: 64, column: 5, scope: !44)
!52 = !DILocation(line: 60, column: 3, scope: !45)
!53 = distinct !{!53, !54, !55}
!54 = !DILocation(line: 60, column: 3, scope: !46)
!55 = !DILocation(line: 65, column: 3, scope: !46)
!56 = !DILocation(line: 66, column: 16, scope: !30)
!57 = !DILocation(line: 66, column: 3, scope: !30)
!58 = !DILocation(line: 67, column: 3, scope: !30)
!59 = distinct !DISubprogram(name: "sender", scope: !3, file: !3, line: 50, type: !60, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !34)
!60 = !DISubroutineType(types: !61)
!61 = !{!62, !62}
!62 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!63 = !DILocalVariable(name: "none", arg: 1, scope: !59, file: !3, line: 50, type: !62)
!64 = !DILocation(line: 50, column: 27, scope: !59)
!65 = !DILocation(line: 51, column: 8, scope: !59)
!66 = !DILocation(line: 52, column: 3, scope: !59)
!67 = !DILocation(line: 53, column: 3, scope: !59)
!68 = distinct !DISubprogram(name: "reset_latch", scope: !3, file: !3, line: 31, type: !69, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !34)
!69 = !DISubroutineType(types: !70)
!70 = !{null}
!71 = !DILocation(line: 32, column: 10, scope: !68)
!72 = !DILocation(line: 33, column: 3, scope: !68)
!73 = !{i64 2147709796}
!74 = !DILocation(line: 34, column: 1, scope: !68)
!75 = distinct !DISubprogram(name: "wait_latch", scope: !3, file: !3, line: 36, type: !69, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !34)
!76 = !DILocation(line: 37, column: 3, scope: !75)
!77 = !DILocalVariable(name: "left", scope: !78, file: !3, line: 39, type: !33)
!78 = distinct !DILexicalBlock(scope: !79, file: !3, line: 37, column: 12)
!79 = distinct !DILexicalBlock(scope: !80, file: !3, line: 37, column: 3)
!80 = distinct !DILexicalBlock(scope: !75, file: !3, line: 37, column: 3)
!81 = !DILocation(line: 39, column: 9, scope: !78)
!82 = !DILocation(line: 40, column: 10, scope: !83)
!83 = distinct !DILexicalBlock(scope: !78, file: !3, line: 40, column: 5)
!84 = !DILocation(line: 40, column: 39, scope: !85)
!85 = distinct !DILexicalBlock(scope: !83, file: !3, line: 40, column: 5)
!86 = !DILocation(line: 40, column: 44, scope: !85)
!87 = !DILocation(line: 40, column: 5, scope: !83)
!88 = !DILocation(line: 41, column: 7, scope: !85)
!89 = !DILocation(line: 40, column: 53, scope: !85)
!90 = !DILocation(line: 40, column: 5, scope: !85)
!91 = distinct !{!91, !87, !92, !93}
!92 = !DILocation(line: 41, column: 22, scope: !83)
!93 = !{!"llvm.loop.mustprogress"}
!94 = !DILocation(line: 42, column: 9, scope: !95)
!95 = distinct !DILexicalBlock(scope: !78, file: !3, line: 42, column: 9)
!96 = !DILocation(line: 42, column: 9, scope: !78)
!97 = !DILocation(line: 43, column: 7, scope: !95)
!98 = !DILocation(line: 45, column: 5, scope: !78)
!99 = !DILocation(line: 46, column: 5, scope: !78)
!100 = !DILocation(line: 37, column: 3, scope: !79)
!101 = distinct !{!101, !102, !103}
!102 = !DILocation(line: 37, column: 3, scope: !80)
!103 = !DILocation(line: 47, column: 3, scope: !80)
!104 = distinct !DISubprogram(name: "set_latch", scope: !3, file: !3, line: 23, type: !69, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !34)
!105 = !DILocation(line: 24, column: 3, scope: !104)
!106 = !{i64 2147709756}
!107 = !DILocation(line: 25, column: 7, scope: !108)
!108 = distinct !DILexicalBlock(scope: !104, file: !3, line: 25, column: 7)
!109 = !DILocation(line: 25, column: 7, scope: !104)
!110 = !DILocation(line: 26, column: 5, scope: !108)
!111 = !DILocation(line: 27, column: 10, scope: !104)
!112 = !DILocation(line: 28, column: 3, scope: !104)
!113 = !DILocation(line: 29, column: 1, scope: !104)
