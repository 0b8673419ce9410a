; ModuleID = 'readers.c'
source_filename = "readers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_rwlock_t = type { %struct.__pthread_rwlock_arch_t }
%struct.__pthread_rwlock_arch_t = type { i32, i32, i32, i32, i32, i32, i32, i32, i8, [7 x i8], i64, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = dso_local global %union.pthread_rwlock_t zeroinitializer, align 8, !dbg !0
@value = dso_local global i32 0, align 4, !dbg !14
@old = dso_local global i32 0, align 4, !dbg !16
@.str = private unnamed_addr constant [9 x i8] c"old != 1\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"readers.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@here = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !5
@seen = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !12

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !60 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !64, metadata !DIExpression()), !dbg !67
  %3 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !68
  %4 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @writer, i8* noundef null) #5, !dbg !69
  %5 = call i32 @pthread_rwlock_rdlock(%union.pthread_rwlock_t* noundef @lock) #5, !dbg !70
  %6 = load volatile i32, i32* @value, align 4, !dbg !71
  store volatile i32 %6, i32* @old, align 4, !dbg !72
  %7 = call i32 @pthread_rwlock_unlock(%union.pthread_rwlock_t* noundef @lock) #5, !dbg !73
  %8 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 0, !dbg !74
  %9 = load i64, i64* %8, align 16, !dbg !74
  %10 = call i32 @pthread_join(i64 noundef %9, i8** noundef null), !dbg !75
  %11 = load volatile i32, i32* @old, align 4, !dbg !76
  %12 = icmp ne i32 %11, 1, !dbg !76
  br i1 %12, label %13, label %14, !dbg !79

13:                                               ; preds = %0
  br label %15, !dbg !79

14:                                               ; preds = %0
  call void @__assert_fail(i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 36, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !76
  unreachable, !dbg !76

15:                                               ; preds = %13
  ret i32 0, !dbg !80
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @writer(i8* noundef %0) #0 !dbg !81 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !85, metadata !DIExpression()), !dbg !86
  %3 = call i32 @pthread_rwlock_wrlock(%union.pthread_rwlock_t* noundef @lock) #5, !dbg !87
  store volatile i32 1, i32* @value, align 4, !dbg !88
  store volatile i32 2, i32* @value, align 4, !dbg !89
  %4 = call i32 @pthread_rwlock_unlock(%union.pthread_rwlock_t* noundef @lock) #5, !dbg !90
  ret i8* null, !dbg !91
}

; Function Attrs: nounwind
declare i32 @pthread_rwlock_rdlock(%union.pthread_rwlock_t* noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_rwlock_unlock(%union.pthread_rwlock_t* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_rwlock_wrlock(%union.pthread_rwlock_t* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!52, !53, !54, !55, !56, !57, !58}
!llvm.ident = !{!59}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 5, type: !18, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "readers.c", directory: ".", checksumkind: CSK_MD5, checksum: "641ddd8d2a04e0f67dc06757ea1c1ff1")
!4 = !{!0, !5, !12, !14, !16}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "here", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 64, elements: !10)
!8 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!11}
!11 = !DISubrange(count: 2)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "seen", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "value", scope: !2, file: !3, line: 6, type: !8, isLocal: false, isDefinition: true)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "old", scope: !2, file: !3, line: 6, type: !8, isLocal: false, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_rwlock_t", file: !19, line: 91, baseType: !20)
!19 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!20 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !19, line: 86, size: 448, elements: !21)
!21 = !{!22, !45, !50}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !20, file: !19, line: 88, baseType: !23, size: 448)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_rwlock_arch_t", file: !24, line: 23, size: 448, elements: !25)
!24 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h", directory: "", checksumkind: CSK_MD5, checksum: "2034038f4a99ff6cb7b9de3a3e8c2a8e")
!25 = !{!26, !28, !29, !30, !31, !32, !33, !34, !35, !37, !42, !44}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "__readers", scope: !23, file: !24, line: 25, baseType: !27, size: 32)
!27 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "__writers", scope: !23, file: !24, line: 26, baseType: !27, size: 32, offset: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__wrphase_futex", scope: !23, file: !24, line: 27, baseType: !27, size: 32, offset: 64)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__writers_futex", scope: !23, file: !24, line: 28, baseType: !27, size: 32, offset: 96)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "__pad3", scope: !23, file: !24, line: 29, baseType: !27, size: 32, offset: 128)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__pad4", scope: !23, file: !24, line: 30, baseType: !27, size: 32, offset: 160)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__cur_writer", scope: !23, file: !24, line: 32, baseType: !9, size: 32, offset: 192)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "__shared", scope: !23, file: !24, line: 33, baseType: !9, size: 32, offset: 224)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__rwelision", scope: !23, file: !24, line: 34, baseType: !36, size: 8, offset: 256)
!36 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__pad1", scope: !23, file: !24, line: 39, baseType: !38, size: 56, offset: 264)
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 56, elements: !40)
!39 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!40 = !{!41}
!41 = !DISubrange(count: 7)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "__pad2", scope: !23, file: !24, line: 42, baseType: !43, size: 64, offset: 320)
!43 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "__flags", scope: !23, file: !24, line: 45, baseType: !27, size: 32, offset: 384)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !20, file: !19, line: 89, baseType: !46, size: 448)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 448, elements: !48)
!47 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!48 = !{!49}
!49 = !DISubrange(count: 56)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !20, file: !19, line: 90, baseType: !51, size: 64)
!51 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!52 = !{i32 7, !"Dwarf Version", i32 5}
!53 = !{i32 2, !"Debug Info Version", i32 3}
!54 = !{i32 1, !"wchar_size", i32 4}
!55 = !{i32 7, !"PIC Level", i32 2}
!56 = !{i32 7, !"PIE Level", i32 2}
!57 = !{i32 7, !"uwtable", i32 1}
!58 = !{i32 7, !"frame-pointer", i32 2}
!59 = !{!"Debian clang version 14.0.6"}
!60 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 28, type: !61, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !63)
!61 = !DISubroutineType(types: !62)
!62 = !{!9}
!63 = !{}
!64 = !DILocalVariable(name: "threads", scope: !60, file: !3, line: 29, type: !65)
!65 = !DICompositeType(tag: DW_TAG_array_type, baseType: !66, size: 128, elements: !10)
!66 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !19, line: 27, baseType: !43)
!67 = !DILocation(line: 29, column: 13, scope: !60)
!68 = !DILocation(line: 31, column: 19, scope: !60)
!69 = !DILocation(line: 31, column: 3, scope: !60)
!70 = !DILocation(line: 32, column: 3, scope: !60)
!71 = !DILocation(line: 33, column: 9, scope: !60)
!72 = !DILocation(line: 33, column: 7, scope: !60)
!73 = !DILocation(line: 34, column: 3, scope: !60)
!74 = !DILocation(line: 35, column: 16, scope: !60)
!75 = !DILocation(line: 35, column: 3, scope: !60)
!76 = !DILocation(line: 36, column: 3, scope: !77)
!77 = distinct !DILexicalBlock(scope: !78, file: !3, line: 36, column: 3)
!78 = distinct !DILexicalBlock(scope: !60, file: !3, line: 36, column: 3)
!79 = !DILocation(line: 36, column: 3, scope: !78)
!80 = !DILocation(line: 44, column: 3, scope: !60)
!81 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 19, type: !82, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !63)
!82 = !DISubroutineType(types: !83)
!83 = !{!84, !84}
!84 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!85 = !DILocalVariable(name: "unused", arg: 1, scope: !81, file: !3, line: 19, type: !84)
!86 = !DILocation(line: 19, column: 27, scope: !81)
!87 = !DILocation(line: 20, column: 3, scope: !81)
!88 = !DILocation(line: 21, column: 9, scope: !81)
!89 = !DILocation(line: 22, column: 9, scope: !81)
!90 = !DILocation(line: 23, column: 3, scope: !81)
!91 = !DILocation(line: 24, column: 3, scope: !81)
