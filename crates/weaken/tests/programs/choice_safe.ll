; ModuleID = 'choice.c'
source_filename = "choice.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@way = dso_local global i32 0, align 4, !dbg !0
@go = dso_local global i32 0, align 4, !dbg !5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !15 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !19, !DIExpression(), !23)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @worker, ptr noundef null) #4, !dbg !24
  %call1 = call zeroext i1 @__VERIFIER_nondet_bool(), !dbg !25
  %0 = zext i1 %call1 to i64, !dbg !25
  %cond = select i1 %call1, i32 2, i32 1, !dbg !25
  store i32 %cond, ptr @way, align 4, !dbg !26
  %1 = load i32, ptr @way, align 4, !dbg !27
  %cmp = icmp eq i32 %1, 2, !dbg !29
  br i1 %cmp, label %if.then, label %if.end, !dbg !30

if.then:                                          ; preds = %entry
  call void @exit(i32 noundef 0) #5, !dbg !31
  unreachable, !dbg !31

if.end:                                           ; preds = %entry
  fence seq_cst, !dbg !32
  store i32 1, ptr @go, align 4, !dbg !33
  %2 = load i64, ptr %a, align 8, !dbg !34
  %call2 = call i32 @pthread_join(i64 noundef %2, ptr noundef null), !dbg !35
  ret i32 0, !dbg !36
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @worker(ptr noundef %unused) #0 !dbg !37 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !41, !DIExpression(), !42)
  %0 = load i32, ptr @go, align 4, !dbg !43
  %cmp = icmp eq i32 %0, 1, !dbg !44
  %conv = zext i1 %cmp to i32, !dbg !44
  call void @__VERIFIER_assume(i32 noundef %conv), !dbg !45
  %1 = load i32, ptr @way, align 4, !dbg !46
  %cmp1 = icmp eq i32 %1, 2, !dbg !48
  br i1 %cmp1, label %if.then, label %if.end, !dbg !49

if.then:                                          ; preds = %entry
  call void @reach_error(), !dbg !50
  br label %if.end, !dbg !50

if.end:                                           ; preds = %if.then, %entry
  ret ptr null, !dbg !51
}

declare zeroext i1 @__VERIFIER_nondet_bool() #2

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #3

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

declare void @__VERIFIER_assume(i32 noundef) #2

declare void @reach_error() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!8, !9, !10, !11, !12, !13, !14}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "way", scope: !2, file: !3, line: 9, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "choice.c", directory: ".", checksumkind: CSK_MD5, checksum: "8cca9ed7738cb737716a552ed0629942")
!4 = !{!5, !0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "go", scope: !2, file: !3, line: 9, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{i32 7, !"Dwarf Version", i32 5}
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !{i32 1, !"wchar_size", i32 4}
!11 = !{i32 8, !"PIC Level", i32 2}
!12 = !{i32 7, !"PIE Level", i32 2}
!13 = !{i32 7, !"uwtable", i32 2}
!14 = !{i32 7, !"frame-pointer", i32 2}
!15 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 18, type: !16, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !18)
!16 = !DISubroutineType(types: !17)
!17 = !{!7}
!18 = !{}
!19 = !DILocalVariable(name: "a", scope: !15, file: !3, line: 19, type: !20)
!20 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !21, line: 27, baseType: !22)
!21 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!22 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!23 = !DILocation(line: 19, column: 13, scope: !15)
!24 = !DILocation(line: 20, column: 3, scope: !15)
!25 = !DILocation(line: 21, column: 9, scope: !15)
!26 = !DILocation(line: 21, column: 7, scope: !15)
!27 = !DILocation(line: 23, column: 7, scope: !28)
!28 = distinct !DILexicalBlock(scope: !15, file: !3, line: 23, column: 7)
!29 = !DILocation(line: 23, column: 11, scope: !28)
!30 = !DILocation(line: 23, column: 7, scope: !15)
!31 = !DILocation(line: 24, column: 5, scope: !28)
!32 = !DILocation(line: 26, column: 3, scope: !15)
!33 = !DILocation(line: 27, column: 6, scope: !15)
!34 = !DILocation(line: 28, column: 16, scope: !15)
!35 = !DILocation(line: 28, column: 3, scope: !15)
!36 = !DILocation(line: 29, column: 3, scope: !15)
!37 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 11, type: !38, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !18)
!38 = !DISubroutineType(types: !39)
!39 = !{!40, !40}
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!41 = !DILocalVariable(name: "unused", arg: 1, scope: !37, file: !3, line: 11, type: !40)
!42 = !DILocation(line: 11, column: 27, scope: !37)
!43 = !DILocation(line: 12, column: 21, scope: !37)
!44 = !DILocation(line: 12, column: 24, scope: !37)
!45 = !DILocation(line: 12, column: 3, scope: !37)
!46 = !DILocation(line: 13, column: 7, scope: !47)
!47 = distinct !DILexicalBlock(scope: !37, file: !3, line: 13, column: 7)
!48 = !DILocation(line: 13, column: 11, scope: !47)
!49 = !DILocation(line: 13, column: 7, scope: !37)
!50 = !DILocation(line: 14, column: 5, scope: !47)
!51 = !DILocation(line: 15, column: 3, scope: !37)
