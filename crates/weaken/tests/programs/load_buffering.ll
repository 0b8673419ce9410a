; ModuleID = 'load_buffering.c'
source_filename = "load_buffering.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@seen0 = dso_local global i32 0, align 4, !dbg !0
@seen1 = dso_local global i32 0, align 4, !dbg !27
@.str = private unnamed_addr constant [25 x i8] c"seen0 == 0 || seen1 == 0\00", align 1, !dbg !5
@.str.1 = private unnamed_addr constant [17 x i8] c"load_buffering.c\00", align 1, !dbg !11
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !16
@x = dso_local global i32 0, align 4, !dbg !22
@y = dso_local global i32 0, align 4, !dbg !25

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !36 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !40, !DIExpression(), !44)
    #dbg_declare(ptr %b, !45, !DIExpression(), !46)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @left, ptr noundef null) #4, !dbg !47
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @right, ptr noundef null) #4, !dbg !48
  %0 = load i64, ptr %a, align 8, !dbg !49
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !50
  %1 = load i64, ptr %b, align 8, !dbg !51
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !52
  %2 = load i32, ptr @seen0, align 4, !dbg !53
  %cmp = icmp eq i32 %2, 0, !dbg !53
  br i1 %cmp, label %if.then, label %lor.lhs.false, !dbg !53

lor.lhs.false:                                    ; preds = %entry
  %3 = load i32, ptr @seen1, align 4, !dbg !53
  %cmp4 = icmp eq i32 %3, 0, !dbg !53
  br i1 %cmp4, label %if.then, label %if.else, !dbg !56

if.then:                                          ; preds = %lor.lhs.false, %entry
  br label %if.end, !dbg !56

if.else:                                          ; preds = %lor.lhs.false
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 25, ptr noundef @__PRETTY_FUNCTION__.main) #5, !dbg !53
  unreachable, !dbg !53

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !57
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @left(ptr noundef %unused) #0 !dbg !58 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !62, !DIExpression(), !63)
  %0 = load i32, ptr @x, align 4, !dbg !64
  store i32 %0, ptr @seen0, align 4, !dbg !65
  store i32 1, ptr @y, align 4, !dbg !66
  ret ptr null, !dbg !67
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @right(ptr noundef %unused) #0 !dbg !68 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !69, !DIExpression(), !70)
  %0 = load i32, ptr @y, align 4, !dbg !71
  store i32 %0, ptr @seen1, align 4, !dbg !72
  store i32 1, ptr @x, align 4, !dbg !73
  ret ptr null, !dbg !74
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
!llvm.module.flags = !{!29, !30, !31, !32, !33, !34, !35}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "seen0", scope: !2, file: !3, line: 5, type: !24, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "load_buffering.c", directory: ".", checksumkind: CSK_MD5, checksum: "57a844fe4e04a8bc631ede2683dba781")
!4 = !{!5, !11, !16, !22, !25, !0, !27}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 25, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 200, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 25)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !3, line: 25, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 136, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 17)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 25, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 120, elements: !20)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!20 = !{!21}
!21 = !DISubrange(count: 15)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 5, type: !24, isLocal: false, isDefinition: true)
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 5, type: !24, isLocal: false, isDefinition: true)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(name: "seen1", scope: !2, file: !3, line: 5, type: !24, isLocal: false, isDefinition: true)
!29 = !{i32 7, !"Dwarf Version", i32 5}
!30 = !{i32 2, !"Debug Info Version", i32 3}
!31 = !{i32 1, !"wchar_size", i32 4}
!32 = !{i32 8, !"PIC Level", i32 2}
!33 = !{i32 7, !"PIE Level", i32 2}
!34 = !{i32 7, !"uwtable", i32 2}
!35 = !{i32 7, !"frame-pointer", i32 2}
!36 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 19, type: !37, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!37 = !DISubroutineType(types: !38)
!38 = !{!24}
!39 = !{}
!40 = !DILocalVariable(name: "a", scope: !36, file: !3, line: 20, type: !41)
!41 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !42, line: 27, baseType: !43)
!42 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!43 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!44 = !DILocation(line: 20, column: 13, scope: !36)
!45 = !DILocalVariable(name: "b", scope: !36, file: !3, line: 20, type: !41)
!46 = !DILocation(line: 20, column: 16, scope: !36)
!47 = !DILocation(line: 21, column: 3, scope: !36)
!48 = !DILocation(line: 22, column: 3, scope: !36)
!49 = !DILocation(line: 23, column: 16, scope: !36)
!50 = !DILocation(line: 23, column: 3, scope: !36)
!51 = !DILocation(line: 24, column: 16, scope: !36)
!52 = !DILocation(line: 24, column: 3, scope: !36)
!53 = !DILocation(line: 25, column: 3, scope: !54)
!54 = distinct !DILexicalBlock(scope: !55, file: !3, line: 25, column: 3)
!55 = distinct !DILexicalBlock(scope: !36, file: !3, line: 25, column: 3)
!56 = !DILocation(line: 25, column: 3, scope: !55)
!57 = !DILocation(line: 26, column: 3, scope: !36)
!58 = distinct !DISubprogram(name: "left", scope: !3, file: !3, line: 7, type: !59, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !39)
!59 = !DISubroutineType(types: !60)
!60 = !{!61, !61}
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!62 = !DILocalVariable(name: "unused", arg: 1, scope: !58, file: !3, line: 7, type: !61)
!63 = !DILocation(line: 7, column: 25, scope: !58)
!64 = !DILocation(line: 8, column: 11, scope: !58)
!65 = !DILocation(line: 8, column: 9, scope: !58)
!66 = !DILocation(line: 9, column: 5, scope: !58)
!67 = !DILocation(line: 10, column: 3, scope: !58)
!68 = distinct !DISubprogram(name: "right", scope: !3, file: !3, line: 13, type: !59, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !39)
!69 = !DILocalVariable(name: "unused", arg: 1, scope: !68, file: !3, line: 13, type: !61)
!70 = !DILocation(line: 13, column: 26, scope: !68)
!71 = !DILocation(line: 14, column: 11, scope: !68)
!72 = !DILocation(line: 14, column: 9, scope: !68)
!73 = !DILocation(line: 15, column: 5, scope: !68)
!74 = !DILocation(line: 16, column: 3, scope: !68)
