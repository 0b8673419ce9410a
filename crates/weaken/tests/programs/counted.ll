; ModuleID = 'counted.c'
source_filename = "counted.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@count = dso_local global i32 0, align 4, !dbg !0
@first = dso_local global i32 0, align 4, !dbg !5
@second = dso_local global i32 0, align 4, !dbg !9
@.str = private unnamed_addr constant [26 x i8] c"first == 2 && second == 2\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"counted.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @main() local_unnamed_addr #0 !dbg !18 {
  %1 = alloca i64, align 8
  %2 = alloca i64, align 8
  %3 = bitcast i64* %1 to i8*, !dbg !27
  call void @llvm.lifetime.start.p0i8(i64 8, i8* nonnull %3) #7, !dbg !27
  %4 = bitcast i64* %2 to i8*, !dbg !27
  call void @llvm.lifetime.start.p0i8(i64 8, i8* nonnull %4) #7, !dbg !27
  call void @llvm.dbg.value(metadata i64* %1, metadata !22, metadata !DIExpression(DW_OP_deref)), !dbg !28
  %5 = call i32 @pthread_create(i64* noundef nonnull %1, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef nonnull @one, i8* noundef null) #7, !dbg !29
  call void @llvm.dbg.value(metadata i64* %2, metadata !26, metadata !DIExpression(DW_OP_deref)), !dbg !28
  %6 = call i32 @pthread_create(i64* noundef nonnull %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef nonnull @two, i8* noundef null) #7, !dbg !30
  %7 = load volatile i32, i32* @count, align 4, !dbg !31, !tbaa !32
  %8 = icmp eq i32 %7, 2, !dbg !36
  %9 = zext i1 %8 to i32, !dbg !36
  call void @__VERIFIER_assume(i32 noundef %9) #7, !dbg !37
  fence seq_cst, !dbg !38
  %10 = load volatile i32, i32* @first, align 4, !dbg !39, !tbaa !32
  %11 = icmp eq i32 %10, 2, !dbg !39
  br i1 %11, label %12, label %15, !dbg !39

12:                                               ; preds = %0
  %13 = load volatile i32, i32* @second, align 4, !dbg !39, !tbaa !32
  %14 = icmp eq i32 %13, 2, !dbg !39
  br i1 %14, label %16, label %15, !dbg !42

15:                                               ; preds = %12, %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([26 x i8], [26 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 43, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #8, !dbg !39
  unreachable, !dbg !39

16:                                               ; preds = %12
  call void @llvm.lifetime.end.p0i8(i64 8, i8* nonnull %4) #7, !dbg !43
  call void @llvm.lifetime.end.p0i8(i64 8, i8* nonnull %3) #7, !dbg !43
  ret i32 0, !dbg !44
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nounwind
declare !dbg !45 i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) local_unnamed_addr #2

; Function Attrs: nofree norecurse nounwind uwtable
define internal noalias i8* @one(i8* nocapture noundef readnone %0) #3 !dbg !70 {
  call void @llvm.dbg.value(metadata i8* %0, metadata !72, metadata !DIExpression()), !dbg !73
  store volatile i32 1, i32* @first, align 4, !dbg !74, !tbaa !32
  %2 = load volatile i32, i32* @first, align 4, !dbg !75, !tbaa !32
  %3 = add nsw i32 %2, 1, !dbg !76
  store volatile i32 %3, i32* @first, align 4, !dbg !77, !tbaa !32
  fence seq_cst, !dbg !78
  %4 = load volatile i32, i32* @count, align 4, !dbg !79, !tbaa !32
  %5 = add nsw i32 %4, 1, !dbg !80
  store volatile i32 %5, i32* @count, align 4, !dbg !81, !tbaa !32
  ret i8* null, !dbg !82
}

; Function Attrs: nofree norecurse nounwind uwtable
define internal noalias i8* @two(i8* nocapture noundef readnone %0) #3 !dbg !83 {
  call void @llvm.dbg.value(metadata i8* %0, metadata !85, metadata !DIExpression()), !dbg !86
  store volatile i32 1, i32* @second, align 4, !dbg !87, !tbaa !32
  %2 = load volatile i32, i32* @second, align 4, !dbg !88, !tbaa !32
  %3 = add nsw i32 %2, 1, !dbg !89
  store volatile i32 %3, i32* @second, align 4, !dbg !90, !tbaa !32
  fence seq_cst, !dbg !91
  %4 = load volatile i32, i32* @count, align 4, !dbg !92, !tbaa !32
  %5 = add nsw i32 %4, 1, !dbg !93
  store volatile i32 %5, i32* @count, align 4, !dbg !94, !tbaa !32
  ret i8* null, !dbg !95
}

declare void @__VERIFIER_assume(i32 noundef) local_unnamed_addr #4

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) local_unnamed_addr #5

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #6

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #2 = { nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #7 = { nounwind }
attributes #8 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16}
!llvm.ident = !{!17}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 8, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "counted.c", directory: ".", checksumkind: CSK_MD5, checksum: "ed5b29072f8950cf6acfc9d96598d1fe")
!4 = !{!0, !5, !9}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 8, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 8, type: !7, isLocal: false, isDefinition: true)
!11 = !{i32 7, !"Dwarf Version", i32 5}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 7, !"PIC Level", i32 2}
!15 = !{i32 7, !"PIE Level", i32 2}
!16 = !{i32 7, !"uwtable", i32 1}
!17 = !{!"Debian clang version 14.0.6"}
!18 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !19, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !21)
!19 = !DISubroutineType(types: !20)
!20 = !{!8}
!21 = !{!22, !26}
!22 = !DILocalVariable(name: "a", scope: !18, file: !3, line: 35, type: !23)
!23 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !24, line: 27, baseType: !25)
!24 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!25 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!26 = !DILocalVariable(name: "b", scope: !18, file: !3, line: 35, type: !23)
!27 = !DILocation(line: 35, column: 3, scope: !18)
!28 = !DILocation(line: 0, scope: !18)
!29 = !DILocation(line: 36, column: 3, scope: !18)
!30 = !DILocation(line: 37, column: 3, scope: !18)
!31 = !DILocation(line: 38, column: 21, scope: !18)
!32 = !{!33, !33, i64 0}
!33 = !{!"int", !34, i64 0}
!34 = !{!"omnipotent char", !35, i64 0}
!35 = !{!"Simple C/C++ TBAA"}
!36 = !DILocation(line: 38, column: 27, scope: !18)
!37 = !DILocation(line: 38, column: 3, scope: !18)
!38 = !DILocation(line: 39, column: 3, scope: !18)
!39 = !DILocation(line: 43, column: 3, scope: !40)
!40 = distinct !DILexicalBlock(scope: !41, file: !3, line: 43, column: 3)
!41 = distinct !DILexicalBlock(scope: !18, file: !3, line: 43, column: 3)
!42 = !DILocation(line: 43, column: 3, scope: !41)
!43 = !DILocation(line: 46, column: 1, scope: !18)
!44 = !DILocation(line: 45, column: 3, scope: !18)
!45 = !DISubprogram(name: "pthread_create", scope: !46, file: !46, line: 202, type: !47, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !69)
!46 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!47 = !DISubroutineType(types: !48)
!48 = !{!8, !49, !51, !64, !68}
!49 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !50)
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!51 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !52)
!52 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !53, size: 64)
!53 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !54)
!54 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !24, line: 62, baseType: !55)
!55 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !24, line: 56, size: 448, elements: !56)
!56 = !{!57, !62}
!57 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !55, file: !24, line: 58, baseType: !58, size: 448)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !59, size: 448, elements: !60)
!59 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!60 = !{!61}
!61 = !DISubrange(count: 56)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !55, file: !24, line: 59, baseType: !63, size: 64)
!63 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!64 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !65, size: 64)
!65 = !DISubroutineType(types: !66)
!66 = !{!67, !67}
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!68 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !67)
!69 = !{}
!70 = distinct !DISubprogram(name: "one", scope: !3, file: !3, line: 10, type: !65, scopeLine: 10, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !71)
!71 = !{!72}
!72 = !DILocalVariable(name: "unused", arg: 1, scope: !70, file: !3, line: 10, type: !67)
!73 = !DILocation(line: 0, scope: !70)
!74 = !DILocation(line: 11, column: 9, scope: !70)
!75 = !DILocation(line: 12, column: 11, scope: !70)
!76 = !DILocation(line: 12, column: 17, scope: !70)
!77 = !DILocation(line: 12, column: 9, scope: !70)
!78 = !DILocation(line: 13, column: 3, scope: !70)
!79 = !DILocation(line: 14, column: 11, scope: !70)
!80 = !DILocation(line: 14, column: 17, scope: !70)
!81 = !DILocation(line: 14, column: 9, scope: !70)
!82 = !DILocation(line: 15, column: 3, scope: !70)
!83 = distinct !DISubprogram(name: "two", scope: !3, file: !3, line: 18, type: !65, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !84)
!84 = !{!85}
!85 = !DILocalVariable(name: "unused", arg: 1, scope: !83, file: !3, line: 18, type: !67)
!86 = !DILocation(line: 0, scope: !83)
!87 = !DILocation(line: 26, column: 10, scope: !83)
!88 = !DILocation(line: 27, column: 12, scope: !83)
!89 = !DILocation(line: 27, column: 19, scope: !83)
!90 = !DILocation(line: 27, column: 10, scope: !83)
!91 = !DILocation(line: 28, column: 3, scope: !83)
!92 = !DILocation(line: 29, column: 11, scope: !83)
!93 = !DILocation(line: 29, column: 17, scope: !83)
!94 = !DILocation(line: 29, column: 9, scope: !83)
!95 = !DILocation(line: 31, column: 3, scope: !83)
