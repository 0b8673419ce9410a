; ModuleID = 'bounds.c'
source_filename = "bounds.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@position = dso_local global i32 0, align 4, !dbg !0
@table = dso_local global [3 x i32] zeroinitializer, align 4, !dbg !5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !19 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !23, !DIExpression(), !27)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @raiser, ptr noundef null) #3, !dbg !28
  %0 = load volatile i32, ptr @position, align 4, !dbg !29
  %cmp = icmp slt i32 %0, 3, !dbg !31
  br i1 %cmp, label %if.then, label %if.end, !dbg !32

if.then:                                          ; preds = %entry
  %1 = load volatile i32, ptr @position, align 4, !dbg !33
  %idxprom = sext i32 %1 to i64, !dbg !34
  %arrayidx = getelementptr inbounds [3 x i32], ptr @table, i64 0, i64 %idxprom, !dbg !34
  store i32 1, ptr %arrayidx, align 4, !dbg !35
  br label %if.end, !dbg !34

if.end:                                           ; preds = %if.then, %entry
  %2 = load i64, ptr %a, align 8, !dbg !36
  %call1 = call i32 @pthread_join(i64 noundef %2, ptr noundef null), !dbg !37
  ret i32 0, !dbg !38
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @raiser(ptr noundef %unused) #0 !dbg !39 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !43, !DIExpression(), !44)
  store volatile i32 3, ptr @position, align 4, !dbg !45
  ret ptr null, !dbg !46
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!12, !13, !14, !15, !16, !17, !18}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "position", scope: !2, file: !3, line: 4, type: !11, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "bounds.c", directory: ".", checksumkind: CSK_MD5, checksum: "bfd629a0c8e6e0d14091652186576bbd")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 96, elements: !9)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{!10}
!10 = !DISubrange(count: 3)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!12 = !{i32 7, !"Dwarf Version", i32 5}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !{i32 1, !"wchar_size", i32 4}
!15 = !{i32 8, !"PIC Level", i32 2}
!16 = !{i32 7, !"PIE Level", i32 2}
!17 = !{i32 7, !"uwtable", i32 2}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 12, type: !20, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !22)
!20 = !DISubroutineType(types: !21)
!21 = !{!8}
!22 = !{}
!23 = !DILocalVariable(name: "a", scope: !19, file: !3, line: 13, type: !24)
!24 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !25, line: 27, baseType: !26)
!25 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!26 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!27 = !DILocation(line: 13, column: 13, scope: !19)
!28 = !DILocation(line: 14, column: 3, scope: !19)
!29 = !DILocation(line: 15, column: 7, scope: !30)
!30 = distinct !DILexicalBlock(scope: !19, file: !3, line: 15, column: 7)
!31 = !DILocation(line: 15, column: 16, scope: !30)
!32 = !DILocation(line: 15, column: 7, scope: !19)
!33 = !DILocation(line: 16, column: 11, scope: !30)
!34 = !DILocation(line: 16, column: 5, scope: !30)
!35 = !DILocation(line: 16, column: 21, scope: !30)
!36 = !DILocation(line: 17, column: 16, scope: !19)
!37 = !DILocation(line: 17, column: 3, scope: !19)
!38 = !DILocation(line: 18, column: 3, scope: !19)
!39 = distinct !DISubprogram(name: "raiser", scope: !3, file: !3, line: 7, type: !40, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !22)
!40 = !DISubroutineType(types: !41)
!41 = !{!42, !42}
!42 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!43 = !DILocalVariable(name: "unused", arg: 1, scope: !39, file: !3, line: 7, type: !42)
!44 = !DILocation(line: 7, column: 27, scope: !39)
!45 = !DILocation(line: 8, column: 12, scope: !39)
!46 = !DILocation(line: 9, column: 3, scope: !39)
