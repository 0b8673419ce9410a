; ModuleID = 'any_memory.c'
source_filename = "any_memory.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !17 {
entry:
  %retval = alloca i32, align 4
  %colour = alloca i8, align 1
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i8* %colour, metadata !22, metadata !DIExpression()), !dbg !24
  store i8 0, i8* %colour, align 1, !dbg !24
  call void @__VERIFIER_nondet_memory(i8* noundef %colour, i64 noundef 1), !dbg !25
  %0 = load i8, i8* %colour, align 1, !dbg !26
  %conv = zext i8 %0 to i32, !dbg !26
  %cmp = icmp eq i32 %conv, 1, !dbg !27
  br i1 %cmp, label %lor.end, label %lor.rhs, !dbg !28

lor.rhs:                                          ; preds = %entry
  %1 = load i8, i8* %colour, align 1, !dbg !29
  %conv2 = zext i8 %1 to i32, !dbg !29
  %cmp3 = icmp eq i32 %conv2, 2, !dbg !30
  br label %lor.end, !dbg !28

lor.end:                                          ; preds = %lor.rhs, %entry
  %2 = phi i1 [ true, %entry ], [ %cmp3, %lor.rhs ]
  call void @__ESBMC_assume(i1 noundef zeroext %2), !dbg !31
  %3 = load i8, i8* %colour, align 1, !dbg !32
  %conv5 = zext i8 %3 to i32, !dbg !32
  %cmp6 = icmp eq i32 %conv5, 1, !dbg !33
  br i1 %cmp6, label %lor.end12, label %lor.rhs8, !dbg !34

lor.rhs8:                                         ; preds = %lor.end
  %4 = load i8, i8* %colour, align 1, !dbg !35
  %conv9 = zext i8 %4 to i32, !dbg !35
  %cmp10 = icmp eq i32 %conv9, 2, !dbg !36
  br label %lor.end12, !dbg !34

lor.end12:                                        ; preds = %lor.rhs8, %lor.end
  %5 = phi i1 [ true, %lor.end ], [ %cmp10, %lor.rhs8 ]
  %lor.ext = zext i1 %5 to i32, !dbg !34
  %call = call i32 (i32, ...) bitcast (i32 (...)* @assert to i32 (i32, ...)*)(i32 noundef %lor.ext), !dbg !37
  ret i32 0, !dbg !38
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare void @__VERIFIER_nondet_memory(i8* noundef, i64 noundef) #2

declare void @__ESBMC_assume(i1 noundef zeroext) #2

declare i32 @assert(...) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "any_memory.c", directory: ".", checksumkind: CSK_MD5, checksum: "775f0fc33ecf163e50f9ff0da662a5ba")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !1, line: 2, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!5 = !{!6, !7, !8}
!6 = !DIEnumerator(name: "RED", value: 0)
!7 = !DIEnumerator(name: "GREEN", value: 1)
!8 = !DIEnumerator(name: "BLUE", value: 2)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 1}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 14.0.6"}
!17 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 6, type: !18, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "colour", scope: !17, file: !1, line: 7, type: !23)
!23 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!24 = !DILocation(line: 7, column: 17, scope: !17)
!25 = !DILocation(line: 8, column: 3, scope: !17)
!26 = !DILocation(line: 10, column: 18, scope: !17)
!27 = !DILocation(line: 10, column: 25, scope: !17)
!28 = !DILocation(line: 10, column: 34, scope: !17)
!29 = !DILocation(line: 10, column: 37, scope: !17)
!30 = !DILocation(line: 10, column: 44, scope: !17)
!31 = !DILocation(line: 10, column: 3, scope: !17)
!32 = !DILocation(line: 12, column: 10, scope: !17)
!33 = !DILocation(line: 12, column: 17, scope: !17)
!34 = !DILocation(line: 12, column: 26, scope: !17)
!35 = !DILocation(line: 12, column: 29, scope: !17)
!36 = !DILocation(line: 12, column: 36, scope: !17)
!37 = !DILocation(line: 12, column: 3, scope: !17)
!38 = !DILocation(line: 13, column: 3, scope: !17)
