; ModuleID = 'independent_reads.c'
source_filename = "independent_reads.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@first = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@second = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !28
@.str = private unnamed_addr constant [70 x i8] c"!(first[0] == 1 && second[0] == 0 && first[1] == 1 && second[1] == 0)\00", align 1, !dbg !5
@.str.1 = private unnamed_addr constant [20 x i8] c"independent_reads.c\00", align 1, !dbg !11
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !16
@x = dso_local global i32 0, align 4, !dbg !22
@y = dso_local global i32 0, align 4, !dbg !26

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !41 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [4 x i64], align 16
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %threads, !45, !DIExpression(), !52)
  %arrayidx = getelementptr inbounds [4 x i64], ptr %threads, i64 0, i64 0, !dbg !53
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @write_x, ptr noundef null) #4, !dbg !54
  %arrayidx1 = getelementptr inbounds [4 x i64], ptr %threads, i64 0, i64 1, !dbg !55
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @write_y, ptr noundef null) #4, !dbg !56
  %arrayidx3 = getelementptr inbounds [4 x i64], ptr %threads, i64 0, i64 2, !dbg !57
  %call4 = call i32 @pthread_create(ptr noundef %arrayidx3, ptr noundef null, ptr noundef @read_x_first, ptr noundef null) #4, !dbg !58
  %arrayidx5 = getelementptr inbounds [4 x i64], ptr %threads, i64 0, i64 3, !dbg !59
  %call6 = call i32 @pthread_create(ptr noundef %arrayidx5, ptr noundef null, ptr noundef @read_y_first, ptr noundef null) #4, !dbg !60
  %arrayidx7 = getelementptr inbounds [4 x i64], ptr %threads, i64 0, i64 2, !dbg !61
  %0 = load i64, ptr %arrayidx7, align 16, !dbg !61
  %call8 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !62
  %arrayidx9 = getelementptr inbounds [4 x i64], ptr %threads, i64 0, i64 3, !dbg !63
  %1 = load i64, ptr %arrayidx9, align 8, !dbg !63
  %call10 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !64
  %2 = load i32, ptr @first, align 4, !dbg !65
  %cmp = icmp eq i32 %2, 1, !dbg !65
  br i1 %cmp, label %land.lhs.true, label %if.then, !dbg !65

land.lhs.true:                                    ; preds = %entry
  %3 = load i32, ptr @second, align 4, !dbg !65
  %cmp11 = icmp eq i32 %3, 0, !dbg !65
  br i1 %cmp11, label %land.lhs.true12, label %if.then, !dbg !65

land.lhs.true12:                                  ; preds = %land.lhs.true
  %4 = load i32, ptr getelementptr inbounds ([2 x i32], ptr @first, i64 0, i64 1), align 4, !dbg !65
  %cmp13 = icmp eq i32 %4, 1, !dbg !65
  br i1 %cmp13, label %land.lhs.true14, label %if.then, !dbg !65

land.lhs.true14:                                  ; preds = %land.lhs.true12
  %5 = load i32, ptr getelementptr inbounds ([2 x i32], ptr @second, i64 0, i64 1), align 4, !dbg !65
  %cmp15 = icmp eq i32 %5, 0, !dbg !65
  br i1 %cmp15, label %if.else, label %if.then, !dbg !68

if.then:                                          ; preds = %land.lhs.true14, %land.lhs.true12, %land.lhs.true, %entry
  br label %if.end, !dbg !68

if.else:                                          ; preds = %land.lhs.true14
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 46, ptr noundef @__PRETTY_FUNCTION__.main) #5, !dbg !65
  unreachable, !dbg !65

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !69
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @write_x(ptr noundef %unused) #0 !dbg !70 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !74, !DIExpression(), !75)
  store volatile i32 1, ptr @x, align 4, !dbg !76
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !77
  ret ptr %0, !dbg !78
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @write_y(ptr noundef %unused) #0 !dbg !79 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !80, !DIExpression(), !81)
  store volatile i32 1, ptr @y, align 4, !dbg !82
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !83
  ret ptr %0, !dbg !84
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @read_x_first(ptr noundef %unused) #0 !dbg !85 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !86, !DIExpression(), !87)
  %0 = load volatile i32, ptr @x, align 4, !dbg !88
  store i32 %0, ptr @first, align 4, !dbg !89
  call void asm sideeffect "sync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !90, !srcloc !91
  %1 = load volatile i32, ptr @y, align 4, !dbg !92
  store i32 %1, ptr @second, align 4, !dbg !93
  %2 = load ptr, ptr %unused.addr, align 8, !dbg !94
  ret ptr %2, !dbg !95
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @read_y_first(ptr noundef %unused) #0 !dbg !96 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !97, !DIExpression(), !98)
  %0 = load volatile i32, ptr @y, align 4, !dbg !99
  store i32 %0, ptr getelementptr inbounds ([2 x i32], ptr @first, i64 0, i64 1), align 4, !dbg !100
  call void asm sideeffect "sync", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !101, !srcloc !102
  %1 = load volatile i32, ptr @x, align 4, !dbg !103
  store i32 %1, ptr getelementptr inbounds ([2 x i32], ptr @second, i64 0, i64 1), align 4, !dbg !104
  %2 = load ptr, ptr %unused.addr, align 8, !dbg !105
  ret ptr %2, !dbg !106
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!33, !34, !35, !36, !37, !38, !39}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 12, type: !30, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "independent_reads.c", directory: ".", checksumkind: CSK_MD5, checksum: "1b8b8c20f4a7c2ad1dbbc120c6ebd983")
!4 = !{!5, !11, !16, !22, !26, !0, !28}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 46, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 560, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 70)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !3, line: 46, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 160, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 20)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 46, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 120, elements: !20)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!20 = !{!21}
!21 = !DISubrange(count: 15)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 11, type: !24, isLocal: false, isDefinition: true)
!24 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !25)
!25 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 11, type: !24, isLocal: false, isDefinition: true)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 12, type: !30, isLocal: false, isDefinition: true)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 64, elements: !31)
!31 = !{!32}
!32 = !DISubrange(count: 2)
!33 = !{i32 7, !"Dwarf Version", i32 5}
!34 = !{i32 2, !"Debug Info Version", i32 3}
!35 = !{i32 1, !"wchar_size", i32 4}
!36 = !{i32 8, !"PIC Level", i32 2}
!37 = !{i32 7, !"PIE Level", i32 2}
!38 = !{i32 7, !"uwtable", i32 2}
!39 = !{i32 7, !"frame-pointer", i32 2}
!41 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 38, type: !42, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !44)
!42 = !DISubroutineType(types: !43)
!43 = !{!25}
!44 = !{}
!45 = !DILocalVariable(name: "threads", scope: !41, file: !3, line: 39, type: !46)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 256, elements: !50)
!47 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !48, line: 27, baseType: !49)
!48 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!49 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!50 = !{!51}
!51 = !DISubrange(count: 4)
!52 = !DILocation(line: 39, column: 13, scope: !41)
!53 = !DILocation(line: 40, column: 19, scope: !41)
!54 = !DILocation(line: 40, column: 3, scope: !41)
!55 = !DILocation(line: 41, column: 19, scope: !41)
!56 = !DILocation(line: 41, column: 3, scope: !41)
!57 = !DILocation(line: 42, column: 19, scope: !41)
!58 = !DILocation(line: 42, column: 3, scope: !41)
!59 = !DILocation(line: 43, column: 19, scope: !41)
!60 = !DILocation(line: 43, column: 3, scope: !41)
!61 = !DILocation(line: 44, column: 16, scope: !41)
!62 = !DILocation(line: 44, column: 3, scope: !41)
!63 = !DILocation(line: 45, column: 16, scope: !41)
!64 = !DILocation(line: 45, column: 3, scope: !41)
!65 = !DILocation(line: 46, column: 3, scope: !66)
!66 = distinct !DILexicalBlock(scope: !67, file: !3, line: 46, column: 3)
!67 = distinct !DILexicalBlock(scope: !41, file: !3, line: 46, column: 3)
!68 = !DILocation(line: 46, column: 3, scope: !67)
!69 = !DILocation(line: 47, column: 3, scope: !41)
!70 = distinct !DISubprogram(name: "write_x", scope: !3, file: !3, line: 14, type: !71, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!71 = !DISubroutineType(types: !72)
!72 = !{!73, !73}
!73 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!74 = !DILocalVariable(name: "unused", arg: 1, scope: !70, file: !3, line: 14, type: !73)
!75 = !DILocation(line: 14, column: 28, scope: !70)
!76 = !DILocation(line: 15, column: 5, scope: !70)
!77 = !DILocation(line: 16, column: 10, scope: !70)
!78 = !DILocation(line: 16, column: 3, scope: !70)
!79 = distinct !DISubprogram(name: "write_y", scope: !3, file: !3, line: 19, type: !71, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!80 = !DILocalVariable(name: "unused", arg: 1, scope: !79, file: !3, line: 19, type: !73)
!81 = !DILocation(line: 19, column: 28, scope: !79)
!82 = !DILocation(line: 20, column: 5, scope: !79)
!83 = !DILocation(line: 21, column: 10, scope: !79)
!84 = !DILocation(line: 21, column: 3, scope: !79)
!85 = distinct !DISubprogram(name: "read_x_first", scope: !3, file: !3, line: 24, type: !71, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!86 = !DILocalVariable(name: "unused", arg: 1, scope: !85, file: !3, line: 24, type: !73)
!87 = !DILocation(line: 24, column: 33, scope: !85)
!88 = !DILocation(line: 25, column: 14, scope: !85)
!89 = !DILocation(line: 25, column: 12, scope: !85)
!90 = !DILocation(line: 26, column: 3, scope: !85)
!91 = !{i64 2147715384}
!92 = !DILocation(line: 27, column: 15, scope: !85)
!93 = !DILocation(line: 27, column: 13, scope: !85)
!94 = !DILocation(line: 28, column: 10, scope: !85)
!95 = !DILocation(line: 28, column: 3, scope: !85)
!96 = distinct !DISubprogram(name: "read_y_first", scope: !3, file: !3, line: 31, type: !71, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!97 = !DILocalVariable(name: "unused", arg: 1, scope: !96, file: !3, line: 31, type: !73)
!98 = !DILocation(line: 31, column: 33, scope: !96)
!99 = !DILocation(line: 32, column: 14, scope: !96)
!100 = !DILocation(line: 32, column: 12, scope: !96)
!101 = !DILocation(line: 33, column: 3, scope: !96)
!102 = !{i64 2147715422}
!103 = !DILocation(line: 34, column: 15, scope: !96)
!104 = !DILocation(line: 34, column: 13, scope: !96)
!105 = !DILocation(line: 35, column: 10, scope: !96)
!106 = !DILocation(line: 35, column: 3, scope: !96)
