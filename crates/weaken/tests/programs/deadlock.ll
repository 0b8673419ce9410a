; ModuleID = 'deadlock.c'
source_filename = "deadlock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }

@one = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@two = dso_local global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !47 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %a, !51, !DIExpression(), !54)
    #dbg_declare(ptr %b, !55, !DIExpression(), !56)
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @forwards, ptr noundef null) #3, !dbg !57
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @backwards, ptr noundef null) #3, !dbg !58
  %0 = load i64, ptr %a, align 8, !dbg !59
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !60
  %1 = load i64, ptr %b, align 8, !dbg !61
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !62
  ret i32 0, !dbg !63
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @forwards(ptr noundef %unused) #0 !dbg !64 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !68, !DIExpression(), !69)
  %call = call i32 @pthread_mutex_lock(ptr noundef @one) #3, !dbg !70
  %call1 = call i32 @pthread_mutex_lock(ptr noundef @two) #3, !dbg !71
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef @two) #3, !dbg !72
  %call3 = call i32 @pthread_mutex_unlock(ptr noundef @one) #3, !dbg !73
  ret ptr null, !dbg !74
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @backwards(ptr noundef %unused) #0 !dbg !75 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
    #dbg_declare(ptr %unused.addr, !76, !DIExpression(), !77)
  %call = call i32 @pthread_mutex_lock(ptr noundef @two) #3, !dbg !78
  %call1 = call i32 @pthread_mutex_lock(ptr noundef @one) #3, !dbg !79
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef @one) #3, !dbg !80
  %call3 = call i32 @pthread_mutex_unlock(ptr noundef @two) #3, !dbg !81
  ret ptr null, !dbg !82
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(ptr noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(ptr noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!40, !41, !42, !43, !44, !45, !46}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "one", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "deadlock.c", directory: ".", checksumkind: CSK_MD5, checksum: "9b6d56429df89fde33eb7d957d8e6be8")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "two", scope: !2, file: !3, line: 4, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !8, line: 72, baseType: !9)
!8 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!9 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !8, line: 67, size: 320, elements: !10)
!10 = !{!11, !33, !38}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !9, file: !8, line: 69, baseType: !12, size: 320)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !13, line: 22, size: 320, elements: !14)
!13 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!14 = !{!15, !17, !19, !20, !21, !22, !24, !25}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !12, file: !13, line: 24, baseType: !16, size: 32)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !12, file: !13, line: 25, baseType: !18, size: 32, offset: 32)
!18 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !12, file: !13, line: 26, baseType: !16, size: 32, offset: 64)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !12, file: !13, line: 28, baseType: !18, size: 32, offset: 96)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !12, file: !13, line: 32, baseType: !16, size: 32, offset: 128)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !12, file: !13, line: 34, baseType: !23, size: 16, offset: 160)
!23 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !12, file: !13, line: 35, baseType: !23, size: 16, offset: 176)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !12, file: !13, line: 36, baseType: !26, size: 128, offset: 192)
!26 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !27, line: 55, baseType: !28)
!27 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !27, line: 51, size: 128, elements: !29)
!29 = !{!30, !32}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !28, file: !27, line: 53, baseType: !31, size: 64)
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !28, file: !27, line: 54, baseType: !31, size: 64, offset: 64)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !9, file: !8, line: 70, baseType: !34, size: 320)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !35, size: 320, elements: !36)
!35 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!36 = !{!37}
!37 = !DISubrange(count: 40)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !9, file: !8, line: 71, baseType: !39, size: 64)
!39 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!40 = !{i32 7, !"Dwarf Version", i32 5}
!41 = !{i32 2, !"Debug Info Version", i32 3}
!42 = !{i32 1, !"wchar_size", i32 4}
!43 = !{i32 8, !"PIC Level", i32 2}
!44 = !{i32 7, !"PIE Level", i32 2}
!45 = !{i32 7, !"uwtable", i32 2}
!46 = !{i32 7, !"frame-pointer", i32 2}
!47 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 22, type: !48, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !50)
!48 = !DISubroutineType(types: !49)
!49 = !{!16}
!50 = !{}
!51 = !DILocalVariable(name: "a", scope: !47, file: !3, line: 23, type: !52)
!52 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !8, line: 27, baseType: !53)
!53 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!54 = !DILocation(line: 23, column: 13, scope: !47)
!55 = !DILocalVariable(name: "b", scope: !47, file: !3, line: 23, type: !52)
!56 = !DILocation(line: 23, column: 16, scope: !47)
!57 = !DILocation(line: 24, column: 3, scope: !47)
!58 = !DILocation(line: 25, column: 3, scope: !47)
!59 = !DILocation(line: 26, column: 16, scope: !47)
!60 = !DILocation(line: 26, column: 3, scope: !47)
!61 = !DILocation(line: 27, column: 16, scope: !47)
!62 = !DILocation(line: 27, column: 3, scope: !47)
!63 = !DILocation(line: 28, column: 3, scope: !47)
!64 = distinct !DISubprogram(name: "forwards", scope: !3, file: !3, line: 6, type: !65, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !50)
!65 = !DISubroutineType(types: !66)
!66 = !{!67, !67}
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!68 = !DILocalVariable(name: "unused", arg: 1, scope: !64, file: !3, line: 6, type: !67)
!69 = !DILocation(line: 6, column: 29, scope: !64)
!70 = !DILocation(line: 7, column: 3, scope: !64)
!71 = !DILocation(line: 8, column: 3, scope: !64)
!72 = !DILocation(line: 9, column: 3, scope: !64)
!73 = !DILocation(line: 10, column: 3, scope: !64)
!74 = !DILocation(line: 11, column: 3, scope: !64)
!75 = distinct !DISubprogram(name: "backwards", scope: !3, file: !3, line: 14, type: !65, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !50)
!76 = !DILocalVariable(name: "unused", arg: 1, scope: !75, file: !3, line: 14, type: !67)
!77 = !DILocation(line: 14, column: 30, scope: !75)
!78 = !DILocation(line: 15, column: 3, scope: !75)
!79 = !DILocation(line: 16, column: 3, scope: !75)
!80 = !DILocation(line: 17, column: 3, scope: !75)
!81 = !DILocation(line: 18, column: 3, scope: !75)
!82 = !DILocation(line: 19, column: 3, scope: !75)
