; ModuleID = 'arithmetic.c'
source_filename = "arithmetic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !12 {
entry:
  %retval = alloca i32, align 4
  %n = alloca i32, align 4
  %u = alloca i32, align 4
  %s = alloca i16, align 2
  %wide = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i32* %n, metadata !17, metadata !DIExpression()), !dbg !18
  store i32 2147483647, i32* %n, align 4, !dbg !18
  call void @llvm.dbg.declare(metadata i32* %u, metadata !19, metadata !DIExpression()), !dbg !21
  store i32 -1, i32* %u, align 4, !dbg !21
  call void @llvm.dbg.declare(metadata i16* %s, metadata !22, metadata !DIExpression()), !dbg !24
  store i16 32767, i16* %s, align 2, !dbg !24
  %0 = load i32, i32* %u, align 4, !dbg !25
  %inc = add i32 %0, 1, !dbg !25
  store i32 %inc, i32* %u, align 4, !dbg !25
  %1 = load i16, i16* %s, align 2, !dbg !26
  %inc1 = add i16 %1, 1, !dbg !26
  store i16 %inc1, i16* %s, align 2, !dbg !26
  call void @llvm.dbg.declare(metadata i64* %wide, metadata !27, metadata !DIExpression()), !dbg !28
  %2 = load i32, i32* %n, align 4, !dbg !29
  %conv = sext i32 %2 to i64, !dbg !30
  %mul = mul i64 %conv, 4, !dbg !31
  store i64 %mul, i64* %wide, align 8, !dbg !28
  %3 = load i32, i32* %n, align 4, !dbg !32
  %mul2 = mul nsw i32 %3, 2, !dbg !33
  store i32 %mul2, i32* %n, align 4, !dbg !34
  %4 = load i32, i32* %u, align 4, !dbg !35
  %5 = load i16, i16* %s, align 2, !dbg !36
  %conv3 = sext i16 %5 to i32, !dbg !36
  %add = add i32 %4, %conv3, !dbg !37
  %6 = load i32, i32* %n, align 4, !dbg !38
  %add4 = add i32 %add, %6, !dbg !39
  %conv5 = zext i32 %add4 to i64, !dbg !35
  %7 = load i64, i64* %wide, align 8, !dbg !40
  %add6 = add i64 %conv5, %7, !dbg !41
  %cmp = icmp eq i64 %add6, 0, !dbg !42
  %conv7 = zext i1 %cmp to i32, !dbg !42
  ret i32 %conv7, !dbg !43
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "arithmetic.c", directory: ".", checksumkind: CSK_MD5, checksum: "b59763c92af1cd19c4770f9f129226cb")
!2 = !{!3}
!3 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 1}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 14.0.6"}
!12 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 5, type: !13, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!13 = !DISubroutineType(types: !14)
!14 = !{!15}
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !{}
!17 = !DILocalVariable(name: "n", scope: !12, file: !1, line: 6, type: !15)
!18 = !DILocation(line: 6, column: 7, scope: !12)
!19 = !DILocalVariable(name: "u", scope: !12, file: !1, line: 7, type: !20)
!20 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!21 = !DILocation(line: 7, column: 12, scope: !12)
!22 = !DILocalVariable(name: "s", scope: !12, file: !1, line: 8, type: !23)
!23 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!24 = !DILocation(line: 8, column: 9, scope: !12)
!25 = !DILocation(line: 9, column: 4, scope: !12)
!26 = !DILocation(line: 10, column: 4, scope: !12)
!27 = !DILocalVariable(name: "wide", scope: !12, file: !1, line: 11, type: !3)
!28 = !DILocation(line: 11, column: 17, scope: !12)
!29 = !DILocation(line: 11, column: 39, scope: !12)
!30 = !DILocation(line: 11, column: 24, scope: !12)
!31 = !DILocation(line: 11, column: 41, scope: !12)
!32 = !DILocation(line: 17, column: 7, scope: !12)
!33 = !DILocation(line: 17, column: 9, scope: !12)
!34 = !DILocation(line: 17, column: 5, scope: !12)
!35 = !DILocation(line: 22, column: 10, scope: !12)
!36 = !DILocation(line: 22, column: 14, scope: !12)
!37 = !DILocation(line: 22, column: 12, scope: !12)
!38 = !DILocation(line: 22, column: 18, scope: !12)
!39 = !DILocation(line: 22, column: 16, scope: !12)
!40 = !DILocation(line: 22, column: 22, scope: !12)
!41 = !DILocation(line: 22, column: 20, scope: !12)
!42 = !DILocation(line: 22, column: 27, scope: !12)
!43 = !DILocation(line: 22, column: 3, scope: !12)
