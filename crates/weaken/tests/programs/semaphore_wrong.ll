; ModuleID = 'semaphore.c'
source_filename = "semaphore.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.sem_t = type { i64, [24 x i8] }
%union.pthread_attr_t = type { i64, [48 x i8] }

@unused = dso_local global %union.sem_t zeroinitializer, align 8, !dbg !0
@used = dso_local global %union.sem_t zeroinitializer, align 8, !dbg !5
@ring = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !18
@.str = private unnamed_addr constant [27 x i8] c"ring[turn % 2] == turn + 1\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"semaphore.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c"left == 0\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !32 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata i64* %2, metadata !36, metadata !DIExpression()), !dbg !40
  %5 = call i32 @sem_init(%union.sem_t* noundef @unused, i32 noundef 0, i32 noundef 2) #5, !dbg !41
  %6 = call i32 @sem_init(%union.sem_t* noundef @used, i32 noundef 0, i32 noundef 0) #5, !dbg !42
  %7 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @produces, i8* noundef null) #5, !dbg !43
  call void @llvm.dbg.declare(metadata i32* %3, metadata !44, metadata !DIExpression()), !dbg !46
  store i32 0, i32* %3, align 4, !dbg !46
  br label %8, !dbg !47

8:                                                ; preds = %25, %0
  %9 = load i32, i32* %3, align 4, !dbg !48
  %10 = icmp slt i32 %9, 3, !dbg !50
  br i1 %10, label %11, label %28, !dbg !51

11:                                               ; preds = %8
  %12 = call i32 @sem_wait(%union.sem_t* noundef @used), !dbg !52
  %13 = load i32, i32* %3, align 4, !dbg !54
  %14 = srem i32 %13, 2, !dbg !54
  %15 = sext i32 %14 to i64, !dbg !54
  %16 = getelementptr inbounds [2 x i32], [2 x i32]* @ring, i64 0, i64 %15, !dbg !54
  %17 = load i32, i32* %16, align 4, !dbg !54
  %18 = load i32, i32* %3, align 4, !dbg !54
  %19 = add nsw i32 %18, 1, !dbg !54
  %20 = icmp eq i32 %17, %19, !dbg !54
  br i1 %20, label %21, label %22, !dbg !57

21:                                               ; preds = %11
  br label %23, !dbg !57

22:                                               ; preds = %11
  call void @__assert_fail(i8* noundef getelementptr inbounds ([27 x i8], [27 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !54
  unreachable, !dbg !54

23:                                               ; preds = %21
  %24 = call i32 @sem_post(%union.sem_t* noundef @unused) #5, !dbg !58
  br label %25, !dbg !59

25:                                               ; preds = %23
  %26 = load i32, i32* %3, align 4, !dbg !60
  %27 = add nsw i32 %26, 1, !dbg !60
  store i32 %27, i32* %3, align 4, !dbg !60
  br label %8, !dbg !61, !llvm.loop !62

28:                                               ; preds = %8
  %29 = load i64, i64* %2, align 8, !dbg !65
  %30 = call i32 @pthread_join(i64 noundef %29, i8** noundef null), !dbg !66
  call void @llvm.dbg.declare(metadata i32* %4, metadata !67, metadata !DIExpression()), !dbg !68
  %31 = call i32 @sem_getvalue(%union.sem_t* noundef @used, i32* noundef %4) #5, !dbg !69
  %32 = load i32, i32* %4, align 4, !dbg !70
  %33 = icmp eq i32 %32, 0, !dbg !70
  br i1 %33, label %34, label %35, !dbg !73

34:                                               ; preds = %28
  br label %36, !dbg !73

35:                                               ; preds = %28
  call void @__assert_fail(i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 33, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !70
  unreachable, !dbg !70

36:                                               ; preds = %34
  ret i32 0, !dbg !74
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @sem_init(%union.sem_t* noundef, i32 noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @produces(i8* noundef %0) #0 !dbg !75 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !79, metadata !DIExpression()), !dbg !80
  call void @llvm.dbg.declare(metadata i32* %3, metadata !81, metadata !DIExpression()), !dbg !83
  store i32 0, i32* %3, align 4, !dbg !83
  br label %4, !dbg !84

4:                                                ; preds = %15, %1
  %5 = load i32, i32* %3, align 4, !dbg !85
  %6 = icmp slt i32 %5, 3, !dbg !87
  br i1 %6, label %7, label %18, !dbg !88

7:                                                ; preds = %4
  %8 = load i32, i32* %3, align 4, !dbg !89
  %9 = add nsw i32 %8, 1, !dbg !91
  %10 = load i32, i32* %3, align 4, !dbg !92
  %11 = srem i32 %10, 2, !dbg !93
  %12 = sext i32 %11 to i64, !dbg !94
  %13 = getelementptr inbounds [2 x i32], [2 x i32]* @ring, i64 0, i64 %12, !dbg !94
  store i32 %9, i32* %13, align 4, !dbg !95
  %14 = call i32 @sem_post(%union.sem_t* noundef @used) #5, !dbg !96
  br label %15, !dbg !97

15:                                               ; preds = %7
  %16 = load i32, i32* %3, align 4, !dbg !98
  %17 = add nsw i32 %16, 1, !dbg !98
  store i32 %17, i32* %3, align 4, !dbg !98
  br label %4, !dbg !99, !llvm.loop !100

18:                                               ; preds = %4
  ret i8* null, !dbg !102
}

declare i32 @sem_wait(%union.sem_t* noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: nounwind
declare i32 @sem_post(%union.sem_t* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: nounwind
declare i32 @sem_getvalue(%union.sem_t* noundef, i32* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!24, !25, !26, !27, !28, !29, !30}
!llvm.ident = !{!31}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "unused", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "semaphore.c", directory: ".", checksumkind: CSK_MD5, checksum: "6e480fddc09164c1e5c696a6e65d74de")
!4 = !{!0, !5, !18}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "used", scope: !2, file: !3, line: 6, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "sem_t", file: !8, line: 39, baseType: !9)
!8 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/semaphore.h", directory: "", checksumkind: CSK_MD5, checksum: "f0ec69aef73516c696d526041269f8fd")
!9 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 35, size: 256, elements: !10)
!10 = !{!11, !16}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !9, file: !8, line: 37, baseType: !12, size: 256)
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 256, elements: !14)
!13 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!14 = !{!15}
!15 = !DISubrange(count: 32)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !9, file: !8, line: 38, baseType: !17, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "ring", scope: !2, file: !3, line: 7, type: !20, isLocal: false, isDefinition: true)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 64, elements: !22)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !{!23}
!23 = !DISubrange(count: 2)
!24 = !{i32 7, !"Dwarf Version", i32 5}
!25 = !{i32 2, !"Debug Info Version", i32 3}
!26 = !{i32 1, !"wchar_size", i32 4}
!27 = !{i32 7, !"PIC Level", i32 2}
!28 = !{i32 7, !"PIE Level", i32 2}
!29 = !{i32 7, !"uwtable", i32 1}
!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{!"Debian clang version 14.0.6"}
!32 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 20, type: !33, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !35)
!33 = !DISubroutineType(types: !34)
!34 = !{!21}
!35 = !{}
!36 = !DILocalVariable(name: "thread", scope: !32, file: !3, line: 21, type: !37)
!37 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !38, line: 27, baseType: !39)
!38 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!39 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!40 = !DILocation(line: 21, column: 13, scope: !32)
!41 = !DILocation(line: 22, column: 3, scope: !32)
!42 = !DILocation(line: 23, column: 3, scope: !32)
!43 = !DILocation(line: 24, column: 3, scope: !32)
!44 = !DILocalVariable(name: "turn", scope: !45, file: !3, line: 25, type: !21)
!45 = distinct !DILexicalBlock(scope: !32, file: !3, line: 25, column: 3)
!46 = !DILocation(line: 25, column: 12, scope: !45)
!47 = !DILocation(line: 25, column: 8, scope: !45)
!48 = !DILocation(line: 25, column: 22, scope: !49)
!49 = distinct !DILexicalBlock(scope: !45, file: !3, line: 25, column: 3)
!50 = !DILocation(line: 25, column: 27, scope: !49)
!51 = !DILocation(line: 25, column: 3, scope: !45)
!52 = !DILocation(line: 26, column: 5, scope: !53)
!53 = distinct !DILexicalBlock(scope: !49, file: !3, line: 25, column: 40)
!54 = !DILocation(line: 27, column: 5, scope: !55)
!55 = distinct !DILexicalBlock(scope: !56, file: !3, line: 27, column: 5)
!56 = distinct !DILexicalBlock(scope: !53, file: !3, line: 27, column: 5)
!57 = !DILocation(line: 27, column: 5, scope: !56)
!58 = !DILocation(line: 28, column: 5, scope: !53)
!59 = !DILocation(line: 29, column: 3, scope: !53)
!60 = !DILocation(line: 25, column: 36, scope: !49)
!61 = !DILocation(line: 25, column: 3, scope: !49)
!62 = distinct !{!62, !51, !63, !64}
!63 = !DILocation(line: 29, column: 3, scope: !45)
!64 = !{!"llvm.loop.mustprogress"}
!65 = !DILocation(line: 30, column: 16, scope: !32)
!66 = !DILocation(line: 30, column: 3, scope: !32)
!67 = !DILocalVariable(name: "left", scope: !32, file: !3, line: 31, type: !21)
!68 = !DILocation(line: 31, column: 7, scope: !32)
!69 = !DILocation(line: 32, column: 3, scope: !32)
!70 = !DILocation(line: 33, column: 3, scope: !71)
!71 = distinct !DILexicalBlock(scope: !72, file: !3, line: 33, column: 3)
!72 = distinct !DILexicalBlock(scope: !32, file: !3, line: 33, column: 3)
!73 = !DILocation(line: 33, column: 3, scope: !72)
!74 = !DILocation(line: 34, column: 3, scope: !32)
!75 = distinct !DISubprogram(name: "produces", scope: !3, file: !3, line: 9, type: !76, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !35)
!76 = !DISubroutineType(types: !77)
!77 = !{!78, !78}
!78 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!79 = !DILocalVariable(name: "none", arg: 1, scope: !75, file: !3, line: 9, type: !78)
!80 = !DILocation(line: 9, column: 29, scope: !75)
!81 = !DILocalVariable(name: "turn", scope: !82, file: !3, line: 10, type: !21)
!82 = distinct !DILexicalBlock(scope: !75, file: !3, line: 10, column: 3)
!83 = !DILocation(line: 10, column: 12, scope: !82)
!84 = !DILocation(line: 10, column: 8, scope: !82)
!85 = !DILocation(line: 10, column: 22, scope: !86)
!86 = distinct !DILexicalBlock(scope: !82, file: !3, line: 10, column: 3)
!87 = !DILocation(line: 10, column: 27, scope: !86)
!88 = !DILocation(line: 10, column: 3, scope: !82)
!89 = !DILocation(line: 14, column: 22, scope: !90)
!90 = distinct !DILexicalBlock(scope: !86, file: !3, line: 10, column: 40)
!91 = !DILocation(line: 14, column: 27, scope: !90)
!92 = !DILocation(line: 14, column: 10, scope: !90)
!93 = !DILocation(line: 14, column: 15, scope: !90)
!94 = !DILocation(line: 14, column: 5, scope: !90)
!95 = !DILocation(line: 14, column: 20, scope: !90)
!96 = !DILocation(line: 15, column: 5, scope: !90)
!97 = !DILocation(line: 16, column: 3, scope: !90)
!98 = !DILocation(line: 10, column: 36, scope: !86)
!99 = !DILocation(line: 10, column: 3, scope: !86)
!100 = distinct !{!100, !88, !101, !64}
!101 = !DILocation(line: 16, column: 3, scope: !82)
!102 = !DILocation(line: 17, column: 3, scope: !75)
