; ModuleID = 'corpus/fences/classic/peterson.c'
source_filename = "corpus/fences/classic/peterson.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants0 = dso_local global i32 0, align 4, !dbg !0
@waiting = dso_local global i32 0, align 4, !dbg !9
@wants1 = dso_local global i32 0, align 4, !dbg !5
@shared = dso_local global i32 0, align 4, !dbg !11

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !21 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !26, metadata !DIExpression()), !dbg !27
  store volatile i32 1, i32* @wants0, align 4, !dbg !28
  store volatile i32 0, i32* @waiting, align 4, !dbg !29
  br label %while.cond, !dbg !30

while.cond:                                       ; preds = %while.body, %entry
  %0 = load volatile i32, i32* @wants1, align 4, !dbg !31
  %tobool = icmp ne i32 %0, 0, !dbg !31
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !32

land.rhs:                                         ; preds = %while.cond
  %1 = load volatile i32, i32* @waiting, align 4, !dbg !33
  %cmp = icmp eq i32 %1, 0, !dbg !34
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %2 = phi i1 [ false, %while.cond ], [ %cmp, %land.rhs ], !dbg !35
  br i1 %2, label %while.body, label %while.end, !dbg !30

while.body:                                       ; preds = %land.end
  br label %while.cond, !dbg !30, !llvm.loop !36

while.end:                                        ; preds = %land.end
  %3 = load volatile i32, i32* @shared, align 4, !dbg !39
  %add = add nsw i32 %3, 1, !dbg !40
  store volatile i32 %add, i32* @shared, align 4, !dbg !41
  store volatile i32 0, i32* @wants0, align 4, !dbg !42
  %4 = load i8*, i8** %unused.addr, align 8, !dbg !43
  ret i8* %4, !dbg !44
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !45 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !46, metadata !DIExpression()), !dbg !47
  store volatile i32 1, i32* @wants1, align 4, !dbg !48
  store volatile i32 1, i32* @waiting, align 4, !dbg !49
  br label %while.cond, !dbg !50

while.cond:                                       ; preds = %while.body, %entry
  %0 = load volatile i32, i32* @wants0, align 4, !dbg !51
  %tobool = icmp ne i32 %0, 0, !dbg !51
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !52

land.rhs:                                         ; preds = %while.cond
  %1 = load volatile i32, i32* @waiting, align 4, !dbg !53
  %cmp = icmp eq i32 %1, 1, !dbg !54
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %2 = phi i1 [ false, %while.cond ], [ %cmp, %land.rhs ], !dbg !55
  br i1 %2, label %while.body, label %while.end, !dbg !50

while.body:                                       ; preds = %land.end
  br label %while.cond, !dbg !50, !llvm.loop !56

while.end:                                        ; preds = %land.end
  %3 = load volatile i32, i32* @shared, align 4, !dbg !58
  %add = add nsw i32 %3, 1, !dbg !59
  store volatile i32 %add, i32* @shared, align 4, !dbg !60
  store volatile i32 0, i32* @wants1, align 4, !dbg !61
  %4 = load i8*, i8** %unused.addr, align 8, !dbg !62
  ret i8* %4, !dbg !63
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !64 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !67, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.declare(metadata i64* %two, metadata !72, metadata !DIExpression()), !dbg !73
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !74
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !75
  %0 = load i64, i64* %one, align 8, !dbg !76
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !77
  %1 = load i64, i64* %two, align 8, !dbg !78
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !79
  ret i32 0, !dbg !80
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants0", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/classic/peterson.c", directory: ".", checksumkind: CSK_MD5, checksum: "650f82969d0e15524c88192717fad9da")
!4 = !{!0, !5, !9, !11}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "wants1", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "waiting", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 7, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"Debian clang version 14.0.6"}
!21 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 6, type: !22, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!22 = !DISubroutineType(types: !23)
!23 = !{!24, !24}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!25 = !{}
!26 = !DILocalVariable(name: "unused", arg: 1, scope: !21, file: !3, line: 6, type: !24)
!27 = !DILocation(line: 6, column: 19, scope: !21)
!28 = !DILocation(line: 7, column: 10, scope: !21)
!29 = !DILocation(line: 8, column: 11, scope: !21)
!30 = !DILocation(line: 9, column: 3, scope: !21)
!31 = !DILocation(line: 9, column: 10, scope: !21)
!32 = !DILocation(line: 9, column: 17, scope: !21)
!33 = !DILocation(line: 9, column: 20, scope: !21)
!34 = !DILocation(line: 9, column: 28, scope: !21)
!35 = !DILocation(line: 0, scope: !21)
!36 = distinct !{!36, !30, !37, !38}
!37 = !DILocation(line: 10, column: 5, scope: !21)
!38 = !{!"llvm.loop.mustprogress"}
!39 = !DILocation(line: 11, column: 12, scope: !21)
!40 = !DILocation(line: 11, column: 19, scope: !21)
!41 = !DILocation(line: 11, column: 10, scope: !21)
!42 = !DILocation(line: 12, column: 10, scope: !21)
!43 = !DILocation(line: 13, column: 10, scope: !21)
!44 = !DILocation(line: 13, column: 3, scope: !21)
!45 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 16, type: !22, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!46 = !DILocalVariable(name: "unused", arg: 1, scope: !45, file: !3, line: 16, type: !24)
!47 = !DILocation(line: 16, column: 20, scope: !45)
!48 = !DILocation(line: 17, column: 10, scope: !45)
!49 = !DILocation(line: 18, column: 11, scope: !45)
!50 = !DILocation(line: 19, column: 3, scope: !45)
!51 = !DILocation(line: 19, column: 10, scope: !45)
!52 = !DILocation(line: 19, column: 17, scope: !45)
!53 = !DILocation(line: 19, column: 20, scope: !45)
!54 = !DILocation(line: 19, column: 28, scope: !45)
!55 = !DILocation(line: 0, scope: !45)
!56 = distinct !{!56, !50, !57, !38}
!57 = !DILocation(line: 20, column: 5, scope: !45)
!58 = !DILocation(line: 21, column: 12, scope: !45)
!59 = !DILocation(line: 21, column: 19, scope: !45)
!60 = !DILocation(line: 21, column: 10, scope: !45)
!61 = !DILocation(line: 22, column: 10, scope: !45)
!62 = !DILocation(line: 23, column: 10, scope: !45)
!63 = !DILocation(line: 23, column: 3, scope: !45)
!64 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 26, type: !65, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!65 = !DISubroutineType(types: !66)
!66 = !{!8}
!67 = !DILocalVariable(name: "one", scope: !64, file: !3, line: 27, type: !68)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !69, line: 27, baseType: !70)
!69 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!70 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!71 = !DILocation(line: 27, column: 13, scope: !64)
!72 = !DILocalVariable(name: "two", scope: !64, file: !3, line: 27, type: !68)
!73 = !DILocation(line: 27, column: 18, scope: !64)
!74 = !DILocation(line: 28, column: 3, scope: !64)
!75 = !DILocation(line: 29, column: 3, scope: !64)
!76 = !DILocation(line: 30, column: 16, scope: !64)
!77 = !DILocation(line: 30, column: 3, scope: !64)
!78 = !DILocation(line: 31, column: 16, scope: !64)
!79 = !DILocation(line: 31, column: 3, scope: !64)
!80 = !DILocation(line: 32, column: 3, scope: !64)
