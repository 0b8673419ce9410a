; ModuleID = 'mixed.c'
source_filename = "mixed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { i32, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@head = dso_local global %struct.node* null, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @reader(i8* noundef %unused) #0 !dbg !37 {
entry:
  %retval = alloca i8*, align 8
  %unused.addr = alloca i8*, align 8
  %node = alloca %struct.node*, align 8
  %atomic-temp = alloca %struct.node*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !41, metadata !DIExpression()), !dbg !42
  call void @llvm.dbg.declare(metadata %struct.node** %node, metadata !43, metadata !DIExpression()), !dbg !44
  %0 = bitcast %struct.node** %atomic-temp to i64*, !dbg !45
  %1 = load atomic i64, i64* bitcast (%struct.node** @head to i64*) acquire, align 8, !dbg !45
  store i64 %1, i64* %0, align 8, !dbg !45
  %2 = bitcast i64* %0 to %struct.node**, !dbg !45
  %3 = load %struct.node*, %struct.node** %2, align 8, !dbg !45
  store %struct.node* %3, %struct.node** %node, align 8, !dbg !44
  %4 = load %struct.node*, %struct.node** %node, align 8, !dbg !46
  %tobool = icmp ne %struct.node* %4, null, !dbg !46
  br i1 %tobool, label %if.then, label %if.end, !dbg !48

if.then:                                          ; preds = %entry
  %5 = load %struct.node*, %struct.node** %node, align 8, !dbg !49
  %turn = getelementptr inbounds %struct.node, %struct.node* %5, i32 0, i32 0, !dbg !51
  store i32 1, i32* %.atomictmp, align 4, !dbg !52
  %6 = load i32, i32* %.atomictmp, align 4, !dbg !52
  %7 = atomicrmw add i32* %turn, i32 %6 monotonic, align 4, !dbg !52
  store i32 %7, i32* %atomic-temp1, align 4, !dbg !52
  %8 = load i32, i32* %atomic-temp1, align 4, !dbg !52
  %9 = load %struct.node*, %struct.node** %node, align 8, !dbg !53
  %value = getelementptr inbounds %struct.node, %struct.node* %9, i32 0, i32 1, !dbg !54
  %10 = load i32, i32* %value, align 4, !dbg !54
  %conv = sext i32 %10 to i64, !dbg !55
  %11 = inttoptr i64 %conv to i8*, !dbg !56
  store i8* %11, i8** %retval, align 8, !dbg !57
  br label %return, !dbg !57

if.end:                                           ; preds = %entry
  store i8* null, i8** %retval, align 8, !dbg !58
  br label %return, !dbg !58

return:                                           ; preds = %if.end, %if.then
  %12 = load i8*, i8** %retval, align 8, !dbg !59
  ret i8* %12, !dbg !59
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !60 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  %node = alloca %struct.node*, align 8
  %.atomictmp = alloca %struct.node*, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !63, metadata !DIExpression()), !dbg !67
  call void @llvm.dbg.declare(metadata i64* %two, metadata !68, metadata !DIExpression()), !dbg !69
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #4, !dbg !70
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #4, !dbg !71
  call void @llvm.dbg.declare(metadata %struct.node** %node, metadata !72, metadata !DIExpression()), !dbg !73
  %call2 = call noalias i8* @malloc(i64 noundef 8) #4, !dbg !74
  %0 = bitcast i8* %call2 to %struct.node*, !dbg !74
  store %struct.node* %0, %struct.node** %node, align 8, !dbg !73
  %1 = load %struct.node*, %struct.node** %node, align 8, !dbg !75
  %turn = getelementptr inbounds %struct.node, %struct.node* %1, i32 0, i32 0, !dbg !76
  store i32 0, i32* %turn, align 4, !dbg !77
  %2 = load %struct.node*, %struct.node** %node, align 8, !dbg !78
  %value = getelementptr inbounds %struct.node, %struct.node* %2, i32 0, i32 1, !dbg !79
  store i32 5, i32* %value, align 4, !dbg !80
  %3 = load %struct.node*, %struct.node** %node, align 8, !dbg !81
  store %struct.node* %3, %struct.node** %.atomictmp, align 8, !dbg !82
  %4 = bitcast %struct.node** %.atomictmp to i64*, !dbg !82
  %5 = load i64, i64* %4, align 8, !dbg !82
  store atomic i64 %5, i64* bitcast (%struct.node** @head to i64*) release, align 8, !dbg !82
  %6 = load %struct.node*, %struct.node** %node, align 8, !dbg !83
  %turn3 = getelementptr inbounds %struct.node, %struct.node* %6, i32 0, i32 0, !dbg !84
  store i32 0, i32* %turn3, align 4, !dbg !85
  %7 = load i64, i64* %one, align 8, !dbg !86
  %call4 = call i32 @pthread_join(i64 noundef %7, i8** noundef null), !dbg !87
  %8 = load i64, i64* %two, align 8, !dbg !88
  %call5 = call i32 @pthread_join(i64 noundef %8, i8** noundef null), !dbg !89
  %9 = load %struct.node*, %struct.node** %node, align 8, !dbg !90
  %10 = bitcast %struct.node* %9 to i8*, !dbg !90
  call void @free(i8* noundef %10) #4, !dbg !91
  ret i32 0, !dbg !92
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!29, !30, !31, !32, !33, !34, !35}
!llvm.ident = !{!36}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 10, type: !21, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !20, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mixed.c", directory: ".", checksumkind: CSK_MD5, checksum: "ee5cc2de7b2e02ad9c65f5d6c72fc6d9")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17, !18}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!19 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !{!0}
!21 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !22)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 6, size: 64, elements: !24)
!24 = !{!25, !28}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "turn", scope: !23, file: !3, line: 7, baseType: !26, size: 32)
!26 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !27)
!27 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !19)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !23, file: !3, line: 8, baseType: !19, size: 32, offset: 32)
!29 = !{i32 7, !"Dwarf Version", i32 5}
!30 = !{i32 2, !"Debug Info Version", i32 3}
!31 = !{i32 1, !"wchar_size", i32 4}
!32 = !{i32 7, !"PIC Level", i32 2}
!33 = !{i32 7, !"PIE Level", i32 2}
!34 = !{i32 7, !"uwtable", i32 1}
!35 = !{i32 7, !"frame-pointer", i32 2}
!36 = !{!"Debian clang version 14.0.6"}
!37 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 12, type: !38, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !40)
!38 = !DISubroutineType(types: !39)
!39 = !{!16, !16}
!40 = !{}
!41 = !DILocalVariable(name: "unused", arg: 1, scope: !37, file: !3, line: 12, type: !16)
!42 = !DILocation(line: 12, column: 20, scope: !37)
!43 = !DILocalVariable(name: "node", scope: !37, file: !3, line: 13, type: !22)
!44 = !DILocation(line: 13, column: 16, scope: !37)
!45 = !DILocation(line: 13, column: 23, scope: !37)
!46 = !DILocation(line: 14, column: 7, scope: !47)
!47 = distinct !DILexicalBlock(scope: !37, file: !3, line: 14, column: 7)
!48 = !DILocation(line: 14, column: 7, scope: !37)
!49 = !DILocation(line: 15, column: 32, scope: !50)
!50 = distinct !DILexicalBlock(scope: !47, file: !3, line: 14, column: 13)
!51 = !DILocation(line: 15, column: 38, scope: !50)
!52 = !DILocation(line: 15, column: 5, scope: !50)
!53 = !DILocation(line: 16, column: 26, scope: !50)
!54 = !DILocation(line: 16, column: 32, scope: !50)
!55 = !DILocation(line: 16, column: 20, scope: !50)
!56 = !DILocation(line: 16, column: 12, scope: !50)
!57 = !DILocation(line: 16, column: 5, scope: !50)
!58 = !DILocation(line: 18, column: 3, scope: !37)
!59 = !DILocation(line: 19, column: 1, scope: !37)
!60 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !61, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !40)
!61 = !DISubroutineType(types: !62)
!62 = !{!19}
!63 = !DILocalVariable(name: "one", scope: !60, file: !3, line: 22, type: !64)
!64 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !65, line: 27, baseType: !66)
!65 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!66 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!67 = !DILocation(line: 22, column: 13, scope: !60)
!68 = !DILocalVariable(name: "two", scope: !60, file: !3, line: 22, type: !64)
!69 = !DILocation(line: 22, column: 18, scope: !60)
!70 = !DILocation(line: 23, column: 3, scope: !60)
!71 = !DILocation(line: 24, column: 3, scope: !60)
!72 = !DILocalVariable(name: "node", scope: !60, file: !3, line: 25, type: !22)
!73 = !DILocation(line: 25, column: 16, scope: !60)
!74 = !DILocation(line: 25, column: 23, scope: !60)
!75 = !DILocation(line: 26, column: 16, scope: !60)
!76 = !DILocation(line: 26, column: 22, scope: !60)
!77 = !DILocation(line: 26, column: 3, scope: !60)
!78 = !DILocation(line: 27, column: 3, scope: !60)
!79 = !DILocation(line: 27, column: 9, scope: !60)
!80 = !DILocation(line: 27, column: 15, scope: !60)
!81 = !DILocation(line: 28, column: 32, scope: !60)
!82 = !DILocation(line: 28, column: 3, scope: !60)
!83 = !DILocation(line: 30, column: 12, scope: !60)
!84 = !DILocation(line: 30, column: 18, scope: !60)
!85 = !DILocation(line: 30, column: 23, scope: !60)
!86 = !DILocation(line: 35, column: 16, scope: !60)
!87 = !DILocation(line: 35, column: 3, scope: !60)
!88 = !DILocation(line: 36, column: 16, scope: !60)
!89 = !DILocation(line: 36, column: 3, scope: !60)
!90 = !DILocation(line: 38, column: 8, scope: !60)
!91 = !DILocation(line: 38, column: 3, scope: !60)
!92 = !DILocation(line: 40, column: 3, scope: !60)
