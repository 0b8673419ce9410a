; ModuleID = 'store-buffering.c'
source_filename = "store-buffering.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@x = dso_local global i32 0, align 4, !dbg !0
@y = dso_local global i32 0, align 4, !dbg !5
@seen_by_first = dso_local global i32 0, align 4, !dbg !8
@seen_by_second = dso_local global i32 0, align 4, !dbg !10

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !20 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !25, metadata !DIExpression()), !dbg !26
  store i32 1, i32* @x, align 4, !dbg !27
  %0 = load i32, i32* @y, align 4, !dbg !28
  store i32 %0, i32* @seen_by_first, align 4, !dbg !29
  ret i8* null, !dbg !30
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !31 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !32, metadata !DIExpression()), !dbg !33
  store i32 1, i32* @y, align 4, !dbg !34
  %0 = load i32, i32* @x, align 4, !dbg !35
  store i32 %0, i32* @seen_by_second, align 4, !dbg !36
  ret i8* null, !dbg !37
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !38 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %threads, metadata !41, metadata !DIExpression()), !dbg !48
  %arrayidx = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 0, !dbg !49
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !50
  %arrayidx1 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 1, !dbg !51
  %call2 = call i32 @pthread_create(i64* noundef %arrayidx1, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !52
  %arrayidx3 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 0, !dbg !53
  %0 = load i64, i64* %arrayidx3, align 16, !dbg !53
  %call4 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !54
  %arrayidx5 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 1, !dbg !55
  %1 = load i64, i64* %arrayidx5, align 8, !dbg !55
  %call6 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !56
  ret i32 0, !dbg !57
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
!llvm.module.flags = !{!12, !13, !14, !15, !16, !17, !18}
!llvm.ident = !{!19}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "store-buffering.c", directory: ".", checksumkind: CSK_MD5, checksum: "fa012bc8c202d9755831211e4477f0f0")
!4 = !{!0, !5, !8, !10}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "seen_by_first", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "seen_by_second", scope: !2, file: !3, line: 3, type: !7, isLocal: false, isDefinition: true)
!12 = !{i32 7, !"Dwarf Version", i32 5}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !{i32 1, !"wchar_size", i32 4}
!15 = !{i32 7, !"PIC Level", i32 2}
!16 = !{i32 7, !"PIE Level", i32 2}
!17 = !{i32 7, !"uwtable", i32 1}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = !{!"Debian clang version 14.0.6"}
!20 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 5, type: !21, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!21 = !DISubroutineType(types: !22)
!22 = !{!23, !23}
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!24 = !{}
!25 = !DILocalVariable(name: "unused", arg: 1, scope: !20, file: !3, line: 5, type: !23)
!26 = !DILocation(line: 5, column: 19, scope: !20)
!27 = !DILocation(line: 6, column: 7, scope: !20)
!28 = !DILocation(line: 7, column: 21, scope: !20)
!29 = !DILocation(line: 7, column: 19, scope: !20)
!30 = !DILocation(line: 8, column: 5, scope: !20)
!31 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 11, type: !21, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!32 = !DILocalVariable(name: "unused", arg: 1, scope: !31, file: !3, line: 11, type: !23)
!33 = !DILocation(line: 11, column: 20, scope: !31)
!34 = !DILocation(line: 12, column: 7, scope: !31)
!35 = !DILocation(line: 13, column: 22, scope: !31)
!36 = !DILocation(line: 13, column: 20, scope: !31)
!37 = !DILocation(line: 14, column: 5, scope: !31)
!38 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 17, type: !39, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!39 = !DISubroutineType(types: !40)
!40 = !{!7}
!41 = !DILocalVariable(name: "threads", scope: !38, file: !3, line: 18, type: !42)
!42 = !DICompositeType(tag: DW_TAG_array_type, baseType: !43, size: 128, elements: !46)
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !44, line: 27, baseType: !45)
!44 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!45 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!46 = !{!47}
!47 = !DISubrange(count: 2)
!48 = !DILocation(line: 18, column: 15, scope: !38)
!49 = !DILocation(line: 19, column: 21, scope: !38)
!50 = !DILocation(line: 19, column: 5, scope: !38)
!51 = !DILocation(line: 20, column: 21, scope: !38)
!52 = !DILocation(line: 20, column: 5, scope: !38)
!53 = !DILocation(line: 21, column: 18, scope: !38)
!54 = !DILocation(line: 21, column: 5, scope: !38)
!55 = !DILocation(line: 22, column: 18, scope: !38)
!56 = !DILocation(line: 22, column: 5, scope: !38)
!57 = !DILocation(line: 23, column: 5, scope: !38)
