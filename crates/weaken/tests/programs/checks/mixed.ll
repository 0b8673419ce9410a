; ModuleID = 'mixed.c'
source_filename = "mixed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { i32, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@head = dso_local global %struct.node* null, align 8, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @reader(i8* noundef %unused) #0 !dbg !36 {
entry:
  %retval = alloca i8*, align 8
  %unused.addr = alloca i8*, align 8
  %node = alloca %struct.node*, align 8
  %atomic-temp = alloca %struct.node*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !40, metadata !DIExpression()), !dbg !41
  call void @llvm.dbg.declare(metadata %struct.node** %node, metadata !42, metadata !DIExpression()), !dbg !43
  %0 = bitcast %struct.node** %atomic-temp to i64*, !dbg !44
  %1 = load atomic i64, i64* bitcast (%struct.node** @head to i64*) acquire, align 8, !dbg !44
  store i64 %1, i64* %0, align 8, !dbg !44
  %2 = bitcast i64* %0 to %struct.node**, !dbg !44
  %3 = load %struct.node*, %struct.node** %2, align 8, !dbg !44
  store %struct.node* %3, %struct.node** %node, align 8, !dbg !43
  %4 = load %struct.node*, %struct.node** %node, align 8, !dbg !45
  %tobool = icmp ne %struct.node* %4, null, !dbg !45
  br i1 %tobool, label %if.then, label %if.end, !dbg !47

if.then:                                          ; preds = %entry
  %5 = load %struct.node*, %struct.node** %node, align 8, !dbg !48
  %turn = getelementptr inbounds %struct.node, %struct.node* %5, i32 0, i32 0, !dbg !50
  store i32 1, i32* %.atomictmp, align 4, !dbg !51
  %6 = load i32, i32* %.atomictmp, align 4, !dbg !51
  %7 = atomicrmw add i32* %turn, i32 %6 monotonic, align 4, !dbg !51
  store i32 %7, i32* %atomic-temp1, align 4, !dbg !51
  %8 = load i32, i32* %atomic-temp1, align 4, !dbg !51
  %9 = load %struct.node*, %struct.node** %node, align 8, !dbg !52
  %value = getelementptr inbounds %struct.node, %struct.node* %9, i32 0, i32 1, !dbg !53
  %10 = load i32, i32* %value, align 4, !dbg !53
  %conv = sext i32 %10 to i64, !dbg !54
  %11 = inttoptr i64 %conv to i8*, !dbg !55
  store i8* %11, i8** %retval, align 8, !dbg !56
  br label %return, !dbg !56

if.end:                                           ; preds = %entry
  store i8* null, i8** %retval, align 8, !dbg !57
  br label %return, !dbg !57

return:                                           ; preds = %if.end, %if.then
  %12 = load i8*, i8** %retval, align 8, !dbg !58
  ret i8* %12, !dbg !58
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !59 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  %node = alloca %struct.node*, align 8
  %.atomictmp = alloca %struct.node*, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !62, metadata !DIExpression()), !dbg !66
  call void @llvm.dbg.declare(metadata i64* %two, metadata !67, metadata !DIExpression()), !dbg !68
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #4, !dbg !69
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @reader, i8* noundef null) #4, !dbg !70
  call void @llvm.dbg.declare(metadata %struct.node** %node, metadata !71, metadata !DIExpression()), !dbg !72
  %call2 = call noalias i8* @malloc(i64 noundef 8) #4, !dbg !73
  %0 = bitcast i8* %call2 to %struct.node*, !dbg !73
  store %struct.node* %0, %struct.node** %node, align 8, !dbg !72
  %1 = load %struct.node*, %struct.node** %node, align 8, !dbg !74
  %turn = getelementptr inbounds %struct.node, %struct.node* %1, i32 0, i32 0, !dbg !75
  store i32 0, i32* %turn, align 4, !dbg !76
  %2 = load %struct.node*, %struct.node** %node, align 8, !dbg !77
  %value = getelementptr inbounds %struct.node, %struct.node* %2, i32 0, i32 1, !dbg !78
  store i32 5, i32* %value, align 4, !dbg !79
  %3 = load %struct.node*, %struct.node** %node, align 8, !dbg !80
  store %struct.node* %3, %struct.node** %.atomictmp, align 8, !dbg !81
  %4 = bitcast %struct.node** %.atomictmp to i64*, !dbg !81
  %5 = load i64, i64* %4, align 8, !dbg !81
  store atomic i64 %5, i64* bitcast (%struct.node** @head to i64*) release, align 8, !dbg !81
  %6 = load i64, i64* %one, align 8, !dbg !82
  %call3 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !83
  %7 = load i64, i64* %two, align 8, !dbg !84
  %call4 = call i32 @pthread_join(i64 noundef %7, i8** noundef null), !dbg !85
  %8 = load %struct.node*, %struct.node** %node, align 8, !dbg !86
  %9 = bitcast %struct.node* %8 to i8*, !dbg !86
  call void @free(i8* noundef %9) #4, !dbg !87
  ret i32 0, !dbg !88
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
!llvm.module.flags = !{!28, !29, !30, !31, !32, !33, !34}
!llvm.ident = !{!35}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 10, type: !19, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !18, splitDebugInlining: false, nameTableKind: None)
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
!15 = !{!16, !17}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !{!0}
!19 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !20)
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 6, size: 64, elements: !22)
!22 = !{!23, !27}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "turn", scope: !21, file: !3, line: 7, baseType: !24, size: 32)
!24 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !25)
!25 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !26)
!26 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !21, file: !3, line: 8, baseType: !26, size: 32, offset: 32)
!28 = !{i32 7, !"Dwarf Version", i32 5}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!30 = !{i32 1, !"wchar_size", i32 4}
!31 = !{i32 7, !"PIC Level", i32 2}
!32 = !{i32 7, !"PIE Level", i32 2}
!33 = !{i32 7, !"uwtable", i32 1}
!34 = !{i32 7, !"frame-pointer", i32 2}
!35 = !{!"Debian clang version 14.0.6"}
!36 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 12, type: !37, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!37 = !DISubroutineType(types: !38)
!38 = !{!16, !16}
!39 = !{}
!40 = !DILocalVariable(name: "unused", arg: 1, scope: !36, file: !3, line: 12, type: !16)
!41 = !DILocation(line: 12, column: 20, scope: !36)
!42 = !DILocalVariable(name: "node", scope: !36, file: !3, line: 13, type: !20)
!43 = !DILocation(line: 13, column: 16, scope: !36)
!44 = !DILocation(line: 13, column: 23, scope: !36)
!45 = !DILocation(line: 14, column: 7, scope: !46)
!46 = distinct !DILexicalBlock(scope: !36, file: !3, line: 14, column: 7)
!47 = !DILocation(line: 14, column: 7, scope: !36)
!48 = !DILocation(line: 15, column: 32, scope: !49)
!49 = distinct !DILexicalBlock(scope: !46, file: !3, line: 14, column: 13)
!50 = !DILocation(line: 15, column: 38, scope: !49)
!51 = !DILocation(line: 15, column: 5, scope: !49)
!52 = !DILocation(line: 16, column: 26, scope: !49)
!53 = !DILocation(line: 16, column: 32, scope: !49)
!54 = !DILocation(line: 16, column: 20, scope: !49)
!55 = !DILocation(line: 16, column: 12, scope: !49)
!56 = !DILocation(line: 16, column: 5, scope: !49)
!57 = !DILocation(line: 18, column: 3, scope: !36)
!58 = !DILocation(line: 19, column: 1, scope: !36)
!59 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !60, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !39)
!60 = !DISubroutineType(types: !61)
!61 = !{!26}
!62 = !DILocalVariable(name: "one", scope: !59, file: !3, line: 22, type: !63)
!63 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !64, line: 27, baseType: !65)
!64 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!65 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!66 = !DILocation(line: 22, column: 13, scope: !59)
!67 = !DILocalVariable(name: "two", scope: !59, file: !3, line: 22, type: !63)
!68 = !DILocation(line: 22, column: 18, scope: !59)
!69 = !DILocation(line: 23, column: 3, scope: !59)
!70 = !DILocation(line: 24, column: 3, scope: !59)
!71 = !DILocalVariable(name: "node", scope: !59, file: !3, line: 25, type: !20)
!72 = !DILocation(line: 25, column: 16, scope: !59)
!73 = !DILocation(line: 25, column: 23, scope: !59)
!74 = !DILocation(line: 26, column: 16, scope: !59)
!75 = !DILocation(line: 26, column: 22, scope: !59)
!76 = !DILocation(line: 26, column: 3, scope: !59)
!77 = !DILocation(line: 27, column: 3, scope: !59)
!78 = !DILocation(line: 27, column: 9, scope: !59)
!79 = !DILocation(line: 27, column: 15, scope: !59)
!80 = !DILocation(line: 28, column: 32, scope: !59)
!81 = !DILocation(line: 28, column: 3, scope: !59)
!82 = !DILocation(line: 35, column: 16, scope: !59)
!83 = !DILocation(line: 35, column: 3, scope: !59)
!84 = !DILocation(line: 36, column: 16, scope: !59)
!85 = !DILocation(line: 36, column: 3, scope: !59)
!86 = !DILocation(line: 38, column: 8, scope: !59)
!87 = !DILocation(line: 38, column: 3, scope: !59)
!88 = !DILocation(line: 40, column: 3, scope: !59)
