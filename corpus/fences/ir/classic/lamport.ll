; ModuleID = 'corpus/fences/classic/lamport.c'
source_filename = "corpus/fences/classic/lamport.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@wants1 = dso_local global i32 0, align 4, !dbg !0
@x = dso_local global i32 0, align 4, !dbg !5
@y = dso_local global i32 0, align 4, !dbg !9
@wants2 = dso_local global i32 0, align 4, !dbg !11
@shared = dso_local global i32 0, align 4, !dbg !13

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @first(i8* noundef %unused) #0 !dbg !23 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !28, metadata !DIExpression()), !dbg !29
  br label %for.cond, !dbg !30

for.cond:                                         ; preds = %while.end12, %while.end, %entry
  store volatile i32 1, i32* @wants1, align 4, !dbg !31
  store volatile i32 1, i32* @x, align 4, !dbg !35
  %0 = load volatile i32, i32* @y, align 4, !dbg !36
  %cmp = icmp ne i32 %0, 0, !dbg !38
  br i1 %cmp, label %if.then, label %if.end, !dbg !39

if.then:                                          ; preds = %for.cond
  store volatile i32 0, i32* @wants1, align 4, !dbg !40
  br label %while.cond, !dbg !42

while.cond:                                       ; preds = %while.body, %if.then
  %1 = load volatile i32, i32* @y, align 4, !dbg !43
  %cmp1 = icmp ne i32 %1, 0, !dbg !44
  br i1 %cmp1, label %while.body, label %while.end, !dbg !42

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !42, !llvm.loop !45

while.end:                                        ; preds = %while.cond
  br label %for.cond, !dbg !48, !llvm.loop !49

if.end:                                           ; preds = %for.cond
  store volatile i32 1, i32* @y, align 4, !dbg !52
  %2 = load volatile i32, i32* @x, align 4, !dbg !53
  %cmp2 = icmp ne i32 %2, 1, !dbg !55
  br i1 %cmp2, label %if.then3, label %if.end14, !dbg !56

if.then3:                                         ; preds = %if.end
  store volatile i32 0, i32* @wants1, align 4, !dbg !57
  br label %while.cond4, !dbg !59

while.cond4:                                      ; preds = %while.body5, %if.then3
  %3 = load volatile i32, i32* @wants2, align 4, !dbg !60
  %tobool = icmp ne i32 %3, 0, !dbg !59
  br i1 %tobool, label %while.body5, label %while.end6, !dbg !59

while.body5:                                      ; preds = %while.cond4
  br label %while.cond4, !dbg !59, !llvm.loop !61

while.end6:                                       ; preds = %while.cond4
  %4 = load volatile i32, i32* @y, align 4, !dbg !63
  %cmp7 = icmp ne i32 %4, 1, !dbg !65
  br i1 %cmp7, label %if.then8, label %if.end13, !dbg !66

if.then8:                                         ; preds = %while.end6
  br label %while.cond9, !dbg !67

while.cond9:                                      ; preds = %while.body11, %if.then8
  %5 = load volatile i32, i32* @y, align 4, !dbg !69
  %cmp10 = icmp ne i32 %5, 0, !dbg !70
  br i1 %cmp10, label %while.body11, label %while.end12, !dbg !67

while.body11:                                     ; preds = %while.cond9
  br label %while.cond9, !dbg !67, !llvm.loop !71

while.end12:                                      ; preds = %while.cond9
  br label %for.cond, !dbg !73, !llvm.loop !49

if.end13:                                         ; preds = %while.end6
  br label %if.end14, !dbg !74

if.end14:                                         ; preds = %if.end13, %if.end
  br label %for.end, !dbg !75

for.end:                                          ; preds = %if.end14
  %6 = load volatile i32, i32* @shared, align 4, !dbg !76
  %add = add nsw i32 %6, 1, !dbg !77
  store volatile i32 %add, i32* @shared, align 4, !dbg !78
  store volatile i32 0, i32* @y, align 4, !dbg !79
  store volatile i32 0, i32* @wants1, align 4, !dbg !80
  %7 = load i8*, i8** %unused.addr, align 8, !dbg !81
  ret i8* %7, !dbg !82
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @second(i8* noundef %unused) #0 !dbg !83 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !84, metadata !DIExpression()), !dbg !85
  br label %for.cond, !dbg !86

for.cond:                                         ; preds = %while.end12, %while.end, %entry
  store volatile i32 1, i32* @wants2, align 4, !dbg !87
  store volatile i32 2, i32* @x, align 4, !dbg !91
  %0 = load volatile i32, i32* @y, align 4, !dbg !92
  %cmp = icmp ne i32 %0, 0, !dbg !94
  br i1 %cmp, label %if.then, label %if.end, !dbg !95

if.then:                                          ; preds = %for.cond
  store volatile i32 0, i32* @wants2, align 4, !dbg !96
  br label %while.cond, !dbg !98

while.cond:                                       ; preds = %while.body, %if.then
  %1 = load volatile i32, i32* @y, align 4, !dbg !99
  %cmp1 = icmp ne i32 %1, 0, !dbg !100
  br i1 %cmp1, label %while.body, label %while.end, !dbg !98

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !98, !llvm.loop !101

while.end:                                        ; preds = %while.cond
  br label %for.cond, !dbg !103, !llvm.loop !104

if.end:                                           ; preds = %for.cond
  store volatile i32 2, i32* @y, align 4, !dbg !107
  %2 = load volatile i32, i32* @x, align 4, !dbg !108
  %cmp2 = icmp ne i32 %2, 2, !dbg !110
  br i1 %cmp2, label %if.then3, label %if.end14, !dbg !111

if.then3:                                         ; preds = %if.end
  store volatile i32 0, i32* @wants2, align 4, !dbg !112
  br label %while.cond4, !dbg !114

while.cond4:                                      ; preds = %while.body5, %if.then3
  %3 = load volatile i32, i32* @wants1, align 4, !dbg !115
  %tobool = icmp ne i32 %3, 0, !dbg !114
  br i1 %tobool, label %while.body5, label %while.end6, !dbg !114

while.body5:                                      ; preds = %while.cond4
  br label %while.cond4, !dbg !114, !llvm.loop !116

while.end6:                                       ; preds = %while.cond4
  %4 = load volatile i32, i32* @y, align 4, !dbg !118
  %cmp7 = icmp ne i32 %4, 2, !dbg !120
  br i1 %cmp7, label %if.then8, label %if.end13, !dbg !121

if.then8:                                         ; preds = %while.end6
  br label %while.cond9, !dbg !122

while.cond9:                                      ; preds = %while.body11, %if.then8
  %5 = load volatile i32, i32* @y, align 4, !dbg !124
  %cmp10 = icmp ne i32 %5, 0, !dbg !125
  br i1 %cmp10, label %while.body11, label %while.end12, !dbg !122

while.body11:                                     ; preds = %while.cond9
  br label %while.cond9, !dbg !122, !llvm.loop !126

while.end12:                                      ; preds = %while.cond9
  br label %for.cond, !dbg !128, !llvm.loop !104

if.end13:                                         ; preds = %while.end6
  br label %if.end14, !dbg !129

if.end14:                                         ; preds = %if.end13, %if.end
  br label %for.end, !dbg !130

for.end:                                          ; preds = %if.end14
  %6 = load volatile i32, i32* @shared, align 4, !dbg !131
  %add = add nsw i32 %6, 1, !dbg !132
  store volatile i32 %add, i32* @shared, align 4, !dbg !133
  store volatile i32 0, i32* @y, align 4, !dbg !134
  store volatile i32 0, i32* @wants2, align 4, !dbg !135
  %7 = load i8*, i8** %unused.addr, align 8, !dbg !136
  ret i8* %7, !dbg !137
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !138 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !141, metadata !DIExpression()), !dbg !145
  call void @llvm.dbg.declare(metadata i64* %two, metadata !146, metadata !DIExpression()), !dbg !147
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @first, i8* noundef null) #4, !dbg !148
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @second, i8* noundef null) #4, !dbg !149
  %0 = load i64, i64* %one, align 8, !dbg !150
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !151
  %1 = load i64, i64* %two, align 8, !dbg !152
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !153
  ret i32 0, !dbg !154
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
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20, !21}
!llvm.ident = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "wants1", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/classic/lamport.c", directory: ".", checksumkind: CSK_MD5, checksum: "f9ab04362d0cd9752b1a9bb00c8fd0cb")
!4 = !{!5, !9, !0, !11, !13}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "wants2", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!15 = !{i32 7, !"Dwarf Version", i32 5}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"PIC Level", i32 2}
!19 = !{i32 7, !"PIE Level", i32 2}
!20 = !{i32 7, !"uwtable", i32 1}
!21 = !{i32 7, !"frame-pointer", i32 2}
!22 = !{!"Debian clang version 14.0.6"}
!23 = distinct !DISubprogram(name: "first", scope: !3, file: !3, line: 7, type: !24, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !27)
!24 = !DISubroutineType(types: !25)
!25 = !{!26, !26}
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!27 = !{}
!28 = !DILocalVariable(name: "unused", arg: 1, scope: !23, file: !3, line: 7, type: !26)
!29 = !DILocation(line: 7, column: 19, scope: !23)
!30 = !DILocation(line: 8, column: 3, scope: !23)
!31 = !DILocation(line: 9, column: 12, scope: !32)
!32 = distinct !DILexicalBlock(scope: !33, file: !3, line: 8, column: 12)
!33 = distinct !DILexicalBlock(scope: !34, file: !3, line: 8, column: 3)
!34 = distinct !DILexicalBlock(scope: !23, file: !3, line: 8, column: 3)
!35 = !DILocation(line: 10, column: 7, scope: !32)
!36 = !DILocation(line: 11, column: 9, scope: !37)
!37 = distinct !DILexicalBlock(scope: !32, file: !3, line: 11, column: 9)
!38 = !DILocation(line: 11, column: 11, scope: !37)
!39 = !DILocation(line: 11, column: 9, scope: !32)
!40 = !DILocation(line: 12, column: 14, scope: !41)
!41 = distinct !DILexicalBlock(scope: !37, file: !3, line: 11, column: 17)
!42 = !DILocation(line: 13, column: 7, scope: !41)
!43 = !DILocation(line: 13, column: 14, scope: !41)
!44 = !DILocation(line: 13, column: 16, scope: !41)
!45 = distinct !{!45, !42, !46, !47}
!46 = !DILocation(line: 14, column: 9, scope: !41)
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 15, column: 7, scope: !41)
!49 = distinct !{!49, !50, !51}
!50 = !DILocation(line: 8, column: 3, scope: !34)
!51 = !DILocation(line: 29, column: 3, scope: !34)
!52 = !DILocation(line: 17, column: 7, scope: !32)
!53 = !DILocation(line: 18, column: 9, scope: !54)
!54 = distinct !DILexicalBlock(scope: !32, file: !3, line: 18, column: 9)
!55 = !DILocation(line: 18, column: 11, scope: !54)
!56 = !DILocation(line: 18, column: 9, scope: !32)
!57 = !DILocation(line: 19, column: 14, scope: !58)
!58 = distinct !DILexicalBlock(scope: !54, file: !3, line: 18, column: 17)
!59 = !DILocation(line: 20, column: 7, scope: !58)
!60 = !DILocation(line: 20, column: 14, scope: !58)
!61 = distinct !{!61, !59, !62, !47}
!62 = !DILocation(line: 21, column: 9, scope: !58)
!63 = !DILocation(line: 22, column: 11, scope: !64)
!64 = distinct !DILexicalBlock(scope: !58, file: !3, line: 22, column: 11)
!65 = !DILocation(line: 22, column: 13, scope: !64)
!66 = !DILocation(line: 22, column: 11, scope: !58)
!67 = !DILocation(line: 23, column: 9, scope: !68)
!68 = distinct !DILexicalBlock(scope: !64, file: !3, line: 22, column: 19)
!69 = !DILocation(line: 23, column: 16, scope: !68)
!70 = !DILocation(line: 23, column: 18, scope: !68)
!71 = distinct !{!71, !67, !72, !47}
!72 = !DILocation(line: 24, column: 11, scope: !68)
!73 = !DILocation(line: 25, column: 9, scope: !68)
!74 = !DILocation(line: 27, column: 5, scope: !58)
!75 = !DILocation(line: 28, column: 5, scope: !32)
!76 = !DILocation(line: 30, column: 12, scope: !23)
!77 = !DILocation(line: 30, column: 19, scope: !23)
!78 = !DILocation(line: 30, column: 10, scope: !23)
!79 = !DILocation(line: 31, column: 5, scope: !23)
!80 = !DILocation(line: 32, column: 10, scope: !23)
!81 = !DILocation(line: 33, column: 10, scope: !23)
!82 = !DILocation(line: 33, column: 3, scope: !23)
!83 = distinct !DISubprogram(name: "second", scope: !3, file: !3, line: 36, type: !24, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !27)
!84 = !DILocalVariable(name: "unused", arg: 1, scope: !83, file: !3, line: 36, type: !26)
!85 = !DILocation(line: 36, column: 20, scope: !83)
!86 = !DILocation(line: 37, column: 3, scope: !83)
!87 = !DILocation(line: 38, column: 12, scope: !88)
!88 = distinct !DILexicalBlock(scope: !89, file: !3, line: 37, column: 12)
!89 = distinct !DILexicalBlock(scope: !90, file: !3, line: 37, column: 3)
!90 = distinct !DILexicalBlock(scope: !83, file: !3, line: 37, column: 3)
!91 = !DILocation(line: 39, column: 7, scope: !88)
!92 = !DILocation(line: 40, column: 9, scope: !93)
!93 = distinct !DILexicalBlock(scope: !88, file: !3, line: 40, column: 9)
!94 = !DILocation(line: 40, column: 11, scope: !93)
!95 = !DILocation(line: 40, column: 9, scope: !88)
!96 = !DILocation(line: 41, column: 14, scope: !97)
!97 = distinct !DILexicalBlock(scope: !93, file: !3, line: 40, column: 17)
!98 = !DILocation(line: 42, column: 7, scope: !97)
!99 = !DILocation(line: 42, column: 14, scope: !97)
!100 = !DILocation(line: 42, column: 16, scope: !97)
!101 = distinct !{!101, !98, !102, !47}
!102 = !DILocation(line: 43, column: 9, scope: !97)
!103 = !DILocation(line: 44, column: 7, scope: !97)
!104 = distinct !{!104, !105, !106}
!105 = !DILocation(line: 37, column: 3, scope: !90)
!106 = !DILocation(line: 58, column: 3, scope: !90)
!107 = !DILocation(line: 46, column: 7, scope: !88)
!108 = !DILocation(line: 47, column: 9, scope: !109)
!109 = distinct !DILexicalBlock(scope: !88, file: !3, line: 47, column: 9)
!110 = !DILocation(line: 47, column: 11, scope: !109)
!111 = !DILocation(line: 47, column: 9, scope: !88)
!112 = !DILocation(line: 48, column: 14, scope: !113)
!113 = distinct !DILexicalBlock(scope: !109, file: !3, line: 47, column: 17)
!114 = !DILocation(line: 49, column: 7, scope: !113)
!115 = !DILocation(line: 49, column: 14, scope: !113)
!116 = distinct !{!116, !114, !117, !47}
!117 = !DILocation(line: 50, column: 9, scope: !113)
!118 = !DILocation(line: 51, column: 11, scope: !119)
!119 = distinct !DILexicalBlock(scope: !113, file: !3, line: 51, column: 11)
!120 = !DILocation(line: 51, column: 13, scope: !119)
!121 = !DILocation(line: 51, column: 11, scope: !113)
!122 = !DILocation(line: 52, column: 9, scope: !123)
!123 = distinct !DILexicalBlock(scope: !119, file: !3, line: 51, column: 19)
!124 = !DILocation(line: 52, column: 16, scope: !123)
!125 = !DILocation(line: 52, column: 18, scope: !123)
!126 = distinct !{!126, !122, !127, !47}
!127 = !DILocation(line: 53, column: 11, scope: !123)
!128 = !DILocation(line: 54, column: 9, scope: !123)
!129 = !DILocation(line: 56, column: 5, scope: !113)
!130 = !DILocation(line: 57, column: 5, scope: !88)
!131 = !DILocation(line: 59, column: 12, scope: !83)
!132 = !DILocation(line: 59, column: 19, scope: !83)
!133 = !DILocation(line: 59, column: 10, scope: !83)
!134 = !DILocation(line: 60, column: 5, scope: !83)
!135 = !DILocation(line: 61, column: 10, scope: !83)
!136 = !DILocation(line: 62, column: 10, scope: !83)
!137 = !DILocation(line: 62, column: 3, scope: !83)
!138 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 65, type: !139, scopeLine: 65, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !27)
!139 = !DISubroutineType(types: !140)
!140 = !{!8}
!141 = !DILocalVariable(name: "one", scope: !138, file: !3, line: 66, type: !142)
!142 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !143, line: 27, baseType: !144)
!143 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!144 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!145 = !DILocation(line: 66, column: 13, scope: !138)
!146 = !DILocalVariable(name: "two", scope: !138, file: !3, line: 66, type: !142)
!147 = !DILocation(line: 66, column: 18, scope: !138)
!148 = !DILocation(line: 67, column: 3, scope: !138)
!149 = !DILocation(line: 68, column: 3, scope: !138)
!150 = !DILocation(line: 69, column: 16, scope: !138)
!151 = !DILocation(line: 69, column: 3, scope: !138)
!152 = !DILocation(line: 70, column: 16, scope: !138)
!153 = !DILocation(line: 70, column: 3, scope: !138)
!154 = !DILocation(line: 71, column: 3, scope: !138)
