; ModuleID = 'readers.c'
source_filename = "readers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_rwlock_t = type { %struct.__pthread_rwlock_arch_t }
%struct.__pthread_rwlock_arch_t = type { i32, i32, i32, i32, i32, i32, i32, i32, i8, [7 x i8], i64, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = dso_local global %union.pthread_rwlock_t zeroinitializer, align 8, !dbg !0
@seen = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !15
@.str = private unnamed_addr constant [22 x i8] c"!(seen[0] && seen[1])\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"readers.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@here = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !8
@value = dso_local global i32 0, align 4, !dbg !17
@old = dso_local global i32 0, align 4, !dbg !19

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !62 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !66, metadata !DIExpression()), !dbg !69
  %3 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !70
  %4 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #5, !dbg !71
  %5 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 1, !dbg !72
  %6 = call i32 @pthread_create(i64* noundef %5, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef inttoptr (i64 1 to i8*)) #5, !dbg !73
  %7 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !74
  %8 = load i64, i64* %7, align 16, !dbg !74
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !75
  %10 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 1, !dbg !76
  %11 = load i64, i64* %10, align 8, !dbg !76
  %12 = call i32 @pthread_join(i64 noundef %11, i8** noundef null), !dbg !77
  %13 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @seen, i64 0, i64 0), align 4, !dbg !78
  %14 = icmp ne i32 %13, 0, !dbg !78
  br i1 %14, label %15, label %18, !dbg !78

15:                                               ; preds = %0
  %16 = load volatile i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @seen, i64 0, i64 1), align 4, !dbg !78
  %17 = icmp ne i32 %16, 0, !dbg !78
  br i1 %17, label %19, label %18, !dbg !81

18:                                               ; preds = %15, %0
  br label %20, !dbg !81

19:                                               ; preds = %15
  call void @__assert_fail(i8* noundef getelementptr inbounds ([22 x i8], [22 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 42, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !78
  unreachable, !dbg !78

20:                                               ; preds = %18
  ret i32 0, !dbg !82
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @reader(i8* noundef %0) #0 !dbg !83 {
  %2 = alloca i8*, align 8
  %3 = alloca i64, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !86, metadata !DIExpression()), !dbg !87
  call void @llvm.dbg.declare(metadata i64* %3, metadata !88, metadata !DIExpression()), !dbg !89
  %4 = load i8*, i8** %2, align 8, !dbg !90
  %5 = ptrtoint i8* %4 to i64, !dbg !91
  store i64 %5, i64* %3, align 8, !dbg !89
  %6 = call i32 @pthread_rwlock_rdlock(%union.pthread_rwlock_t* noundef @lock) #5, !dbg !92
  %7 = load i64, i64* %3, align 8, !dbg !93
  %8 = getelementptr inbounds [2 x i32], [2 x i32]* @here, i64 0, i64 %7, !dbg !94
  store volatile i32 1, i32* %8, align 4, !dbg !95
  fence seq_cst, !dbg !96
  %9 = load i64, i64* %3, align 8, !dbg !97
  %10 = sub nsw i64 1, %9, !dbg !98
  %11 = getelementptr inbounds [2 x i32], [2 x i32]* @here, i64 0, i64 %10, !dbg !99
  %12 = load volatile i32, i32* %11, align 4, !dbg !99
  %13 = load i64, i64* %3, align 8, !dbg !100
  %14 = getelementptr inbounds [2 x i32], [2 x i32]* @seen, i64 0, i64 %13, !dbg !101
  store volatile i32 %12, i32* %14, align 4, !dbg !102
  %15 = call i32 @pthread_rwlock_unlock(%union.pthread_rwlock_t* noundef @lock) #5, !dbg !103
  ret i8* null, !dbg !104
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_rwlock_rdlock(%union.pthread_rwlock_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_rwlock_unlock(%union.pthread_rwlock_t* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!54, !55, !56, !57, !58, !59, !60}
!llvm.ident = !{!61}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 5, type: !21, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "readers.c", directory: ".", checksumkind: CSK_MD5, checksum: "641ddd8d2a04e0f67dc06757ea1c1ff1")
!4 = !{!5, !6}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !{!0, !8, !15, !17, !19}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "here", scope: !2, file: !3, line: 6, type: !10, isLocal: false, isDefinition: true)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 64, elements: !13)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !12)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!14}
!14 = !DISubrange(count: 2)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "seen", scope: !2, file: !3, line: 6, type: !10, isLocal: false, isDefinition: true)
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(name: "value", scope: !2, file: !3, line: 6, type: !11, isLocal: false, isDefinition: true)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "old", scope: !2, file: !3, line: 6, type: !11, isLocal: false, isDefinition: true)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_rwlock_t", file: !22, line: 91, baseType: !23)
!22 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!23 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !22, line: 86, size: 448, elements: !24)
!24 = !{!25, !48, !53}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !23, file: !22, line: 88, baseType: !26, size: 448)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_rwlock_arch_t", file: !27, line: 23, size: 448, elements: !28)
!27 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h", directory: "", checksumkind: CSK_MD5, checksum: "2034038f4a99ff6cb7b9de3a3e8c2a8e")
!28 = !{!29, !31, !32, !33, !34, !35, !36, !37, !38, !40, !45, !47}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__readers", scope: !26, file: !27, line: 25, baseType: !30, size: 32)
!30 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "__writers", scope: !26, file: !27, line: 26, baseType: !30, size: 32, offset: 32)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__wrphase_futex", scope: !26, file: !27, line: 27, baseType: !30, size: 32, offset: 64)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__writers_futex", scope: !26, file: !27, line: 28, baseType: !30, size: 32, offset: 96)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__pad3", scope: !26, file: !27, line: 29, baseType: !30, size: 32, offset: 128)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__pad4", scope: !26, file: !27, line: 30, baseType: !30, size: 32, offset: 160)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "__cur_writer", scope: !26, file: !27, line: 32, baseType: !12, size: 32, offset: 192)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__shared", scope: !26, file: !27, line: 33, baseType: !12, size: 32, offset: 224)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__rwelision", scope: !26, file: !27, line: 34, baseType: !39, size: 8, offset: 256)
!39 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "__pad1", scope: !26, file: !27, line: 39, baseType: !41, size: 56, offset: 264)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !42, size: 56, elements: !43)
!42 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!43 = !{!44}
!44 = !DISubrange(count: 7)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__pad2", scope: !26, file: !27, line: 42, baseType: !46, size: 64, offset: 320)
!46 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "__flags", scope: !26, file: !27, line: 45, baseType: !30, size: 32, offset: 384)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !23, file: !22, line: 89, baseType: !49, size: 448)
!49 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 448, elements: !51)
!50 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!51 = !{!52}
!52 = !DISubrange(count: 56)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !23, file: !22, line: 90, baseType: !6, size: 64)
!54 = !{i32 7, !"Dwarf Version", i32 5}
!55 = !{i32 2, !"Debug Info Version", i32 3}
!56 = !{i32 1, !"wchar_size", i32 4}
!57 = !{i32 7, !"PIC Level", i32 2}
!58 = !{i32 7, !"PIE Level", i32 2}
!59 = !{i32 7, !"uwtable", i32 1}
!60 = !{i32 7, !"frame-pointer", i32 2}
!61 = !{!"Debian clang version 14.0.6"}
!62 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 28, type: !63, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !65)
!63 = !DISubroutineType(types: !64)
!64 = !{!12}
!65 = !{}
!66 = !DILocalVariable(name: "threads", scope: !62, file: !3, line: 29, type: !67)
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !68, size: 128, elements: !13)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !22, line: 27, baseType: !46)
!69 = !DILocation(line: 29, column: 13, scope: !62)
!70 = !DILocation(line: 38, column: 19, scope: !62)
!71 = !DILocation(line: 38, column: 3, scope: !62)
!72 = !DILocation(line: 39, column: 19, scope: !62)
!73 = !DILocation(line: 39, column: 3, scope: !62)
!74 = !DILocation(line: 40, column: 16, scope: !62)
!75 = !DILocation(line: 40, column: 3, scope: !62)
!76 = !DILocation(line: 41, column: 16, scope: !62)
!77 = !DILocation(line: 41, column: 3, scope: !62)
!78 = !DILocation(line: 42, column: 3, scope: !79)
!79 = distinct !DILexicalBlock(scope: !80, file: !3, line: 42, column: 3)
!80 = distinct !DILexicalBlock(scope: !62, file: !3, line: 42, column: 3)
!81 = !DILocation(line: 42, column: 3, scope: !80)
!82 = !DILocation(line: 44, column: 3, scope: !62)
!83 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 8, type: !84, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !65)
!84 = !DISubroutineType(types: !85)
!85 = !{!5, !5}
!86 = !DILocalVariable(name: "number", arg: 1, scope: !83, file: !3, line: 8, type: !5)
!87 = !DILocation(line: 8, column: 27, scope: !83)
!88 = !DILocalVariable(name: "me", scope: !83, file: !3, line: 9, type: !6)
!89 = !DILocation(line: 9, column: 8, scope: !83)
!90 = !DILocation(line: 9, column: 19, scope: !83)
!91 = !DILocation(line: 9, column: 13, scope: !83)
!92 = !DILocation(line: 10, column: 3, scope: !83)
!93 = !DILocation(line: 11, column: 8, scope: !83)
!94 = !DILocation(line: 11, column: 3, scope: !83)
!95 = !DILocation(line: 11, column: 12, scope: !83)
!96 = !DILocation(line: 12, column: 3, scope: !83)
!97 = !DILocation(line: 13, column: 23, scope: !83)
!98 = !DILocation(line: 13, column: 21, scope: !83)
!99 = !DILocation(line: 13, column: 14, scope: !83)
!100 = !DILocation(line: 13, column: 8, scope: !83)
!101 = !DILocation(line: 13, column: 3, scope: !83)
!102 = !DILocation(line: 13, column: 12, scope: !83)
!103 = !DILocation(line: 14, column: 3, scope: !83)
!104 = !DILocation(line: 15, column: 3, scope: !83)
