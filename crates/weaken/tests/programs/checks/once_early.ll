; ModuleID = 'once.c'
source_filename = "once.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@control = dso_local global i32 0, align 4, !dbg !0
@made = dso_local global i32 0, align 4, !dbg !10
@.str = private unnamed_addr constant [15 x i8] c"value == &made\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"once.c\00", align 1
@__PRETTY_FUNCTION__.destroy = private unnamed_addr constant [21 x i8] c"void destroy(void *)\00", align 1
@destroyed = dso_local global i32 0, align 4, !dbg !13
@key = dso_local global i32 0, align 4, !dbg !5
@.str.2 = private unnamed_addr constant [5 x i8] c"made\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1
@.str.3 = private unnamed_addr constant [39 x i8] c"made == 1 && !pthread_getspecific(key)\00", align 1
@.str.4 = private unnamed_addr constant [34 x i8] c"pthread_getspecific(key) == &made\00", align 1
@.str.5 = private unnamed_addr constant [28 x i8] c"made == 1 && destroyed == 2\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local void @destroy(i8* noundef %value) #0 !dbg !24 {
entry:
  %value.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i8* %value, i8** %value.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %value.addr, metadata !29, metadata !DIExpression()), !dbg !30
  %0 = load i8*, i8** %value.addr, align 8, !dbg !31
  %cmp = icmp eq i8* %0, bitcast (i32* @made to i8*), !dbg !31
  br i1 %cmp, label %if.then, label %if.else, !dbg !34

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !34

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 11, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.destroy, i64 0, i64 0)) #5, !dbg !31
  unreachable, !dbg !31

if.end:                                           ; preds = %if.then
  store i32 1, i32* %.atomictmp, align 4, !dbg !35
  %1 = load i32, i32* %.atomictmp, align 4, !dbg !35
  %2 = atomicrmw add i32* @destroyed, i32 %1 monotonic, align 4, !dbg !35
  store i32 %2, i32* %atomic-temp, align 4, !dbg !35
  %3 = load i32, i32* %atomic-temp, align 4, !dbg !35
  ret void, !dbg !36
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @make() #0 !dbg !37 {
entry:
  %0 = load i32, i32* @made, align 4, !dbg !40
  %inc = add nsw i32 %0, 1, !dbg !40
  store i32 %inc, i32* @made, align 4, !dbg !40
  %call = call i32 @pthread_key_create(i32* noundef @key, void (i8*)* noundef @destroy) #6, !dbg !41
  ret void, !dbg !42
}

; Function Attrs: nounwind
declare i32 @pthread_key_create(i32* noundef, void (i8*)* noundef) #3

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !43 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !46, metadata !DIExpression()), !dbg !47
  %0 = load i32, i32* @made, align 4, !dbg !48
  %tobool = icmp ne i32 %0, 0, !dbg !48
  br i1 %tobool, label %if.then, label %if.else, !dbg !51

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !51

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([5 x i8], [5 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 22, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #5, !dbg !48
  unreachable, !dbg !48

if.end:                                           ; preds = %if.then
  %call = call i32 @pthread_once(i32* noundef @control, void ()* noundef @make), !dbg !52
  %1 = load i32, i32* @made, align 4, !dbg !53
  %cmp = icmp eq i32 %1, 1, !dbg !53
  br i1 %cmp, label %land.lhs.true, label %if.else4, !dbg !53

land.lhs.true:                                    ; preds = %if.end
  %2 = load i32, i32* @key, align 4, !dbg !53
  %call1 = call i8* @pthread_getspecific(i32 noundef %2) #6, !dbg !53
  %tobool2 = icmp ne i8* %call1, null, !dbg !53
  br i1 %tobool2, label %if.else4, label %if.then3, !dbg !56

if.then3:                                         ; preds = %land.lhs.true
  br label %if.end5, !dbg !56

if.else4:                                         ; preds = %land.lhs.true, %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([39 x i8], [39 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 25, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #5, !dbg !53
  unreachable, !dbg !53

if.end5:                                          ; preds = %if.then3
  %3 = load i32, i32* @key, align 4, !dbg !57
  %call6 = call i32 @pthread_setspecific(i32 noundef %3, i8* noundef bitcast (i32* @made to i8*)) #6, !dbg !58
  %4 = load i32, i32* @key, align 4, !dbg !59
  %call7 = call i8* @pthread_getspecific(i32 noundef %4) #6, !dbg !59
  %cmp8 = icmp eq i8* %call7, bitcast (i32* @made to i8*), !dbg !59
  br i1 %cmp8, label %if.then9, label %if.else10, !dbg !62

if.then9:                                         ; preds = %if.end5
  br label %if.end11, !dbg !62

if.else10:                                        ; preds = %if.end5
  call void @__assert_fail(i8* noundef getelementptr inbounds ([34 x i8], [34 x i8]* @.str.4, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @__PRETTY_FUNCTION__.worker, i64 0, i64 0)) #5, !dbg !59
  unreachable, !dbg !59

if.end11:                                         ; preds = %if.then9
  ret i8* null, !dbg !63
}

declare i32 @pthread_once(i32* noundef, void ()* noundef) #4

; Function Attrs: nounwind
declare i8* @pthread_getspecific(i32 noundef) #3

; Function Attrs: nounwind
declare i32 @pthread_setspecific(i32 noundef, i8* noundef) #3

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !64 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !67, metadata !DIExpression()), !dbg !70
  call void @llvm.dbg.declare(metadata i64* %two, metadata !71, metadata !DIExpression()), !dbg !72
  %call = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #6, !dbg !73
  %call1 = call i32 @pthread_create(i64* noundef %two, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #6, !dbg !74
  %0 = load i64, i64* %one, align 8, !dbg !75
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !76
  %1 = load i64, i64* %two, align 8, !dbg !77
  %call3 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !78
  %2 = load i32, i32* @made, align 4, !dbg !79
  %cmp = icmp eq i32 %2, 1, !dbg !79
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !79

land.lhs.true:                                    ; preds = %entry
  %3 = load i32, i32* @destroyed, align 4, !dbg !79
  %cmp4 = icmp eq i32 %3, 2, !dbg !79
  br i1 %cmp4, label %if.then, label %if.else, !dbg !82

if.then:                                          ; preds = %land.lhs.true
  br label %if.end, !dbg !82

if.else:                                          ; preds = %land.lhs.true, %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([28 x i8], [28 x i8]* @.str.5, i64 0, i64 0), i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i64 0, i64 0), i32 noundef 37, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5, !dbg !79
  unreachable, !dbg !79

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !83
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #3

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!16, !17, !18, !19, !20, !21, !22}
!llvm.ident = !{!23}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "control", scope: !2, file: !3, line: 6, type: !15, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "once.c", directory: ".", checksumkind: CSK_MD5, checksum: "3c80e5798f118cc0b8757f9fa26e3e72")
!4 = !{!0, !5, !10, !13}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "key", scope: !2, file: !3, line: 7, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_key_t", file: !8, line: 49, baseType: !9)
!8 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!9 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "made", scope: !2, file: !3, line: 8, type: !12, isLocal: false, isDefinition: true)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "destroyed", scope: !2, file: !3, line: 8, type: !12, isLocal: false, isDefinition: true)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_once_t", file: !8, line: 53, baseType: !12)
!16 = !{i32 7, !"Dwarf Version", i32 5}
!17 = !{i32 2, !"Debug Info Version", i32 3}
!18 = !{i32 1, !"wchar_size", i32 4}
!19 = !{i32 7, !"PIC Level", i32 2}
!20 = !{i32 7, !"PIE Level", i32 2}
!21 = !{i32 7, !"uwtable", i32 1}
!22 = !{i32 7, !"frame-pointer", i32 2}
!23 = !{!"Debian clang version 14.0.6"}
!24 = distinct !DISubprogram(name: "destroy", scope: !3, file: !3, line: 10, type: !25, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!25 = !DISubroutineType(types: !26)
!26 = !{null, !27}
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!28 = !{}
!29 = !DILocalVariable(name: "value", arg: 1, scope: !24, file: !3, line: 10, type: !27)
!30 = !DILocation(line: 10, column: 20, scope: !24)
!31 = !DILocation(line: 11, column: 3, scope: !32)
!32 = distinct !DILexicalBlock(scope: !33, file: !3, line: 11, column: 3)
!33 = distinct !DILexicalBlock(scope: !24, file: !3, line: 11, column: 3)
!34 = !DILocation(line: 11, column: 3, scope: !33)
!35 = !DILocation(line: 12, column: 3, scope: !24)
!36 = !DILocation(line: 13, column: 1, scope: !24)
!37 = distinct !DISubprogram(name: "make", scope: !3, file: !3, line: 15, type: !38, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!38 = !DISubroutineType(types: !39)
!39 = !{null}
!40 = !DILocation(line: 16, column: 7, scope: !37)
!41 = !DILocation(line: 17, column: 3, scope: !37)
!42 = !DILocation(line: 18, column: 1, scope: !37)
!43 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 20, type: !44, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!44 = !DISubroutineType(types: !45)
!45 = !{!27, !27}
!46 = !DILocalVariable(name: "unused", arg: 1, scope: !43, file: !3, line: 20, type: !27)
!47 = !DILocation(line: 20, column: 20, scope: !43)
!48 = !DILocation(line: 22, column: 3, scope: !49)
!49 = distinct !DILexicalBlock(scope: !50, file: !3, line: 22, column: 3)
!50 = distinct !DILexicalBlock(scope: !43, file: !3, line: 22, column: 3)
!51 = !DILocation(line: 22, column: 3, scope: !50)
!52 = !DILocation(line: 24, column: 3, scope: !43)
!53 = !DILocation(line: 25, column: 3, scope: !54)
!54 = distinct !DILexicalBlock(scope: !55, file: !3, line: 25, column: 3)
!55 = distinct !DILexicalBlock(scope: !43, file: !3, line: 25, column: 3)
!56 = !DILocation(line: 25, column: 3, scope: !55)
!57 = !DILocation(line: 26, column: 23, scope: !43)
!58 = !DILocation(line: 26, column: 3, scope: !43)
!59 = !DILocation(line: 27, column: 3, scope: !60)
!60 = distinct !DILexicalBlock(scope: !61, file: !3, line: 27, column: 3)
!61 = distinct !DILexicalBlock(scope: !43, file: !3, line: 27, column: 3)
!62 = !DILocation(line: 27, column: 3, scope: !61)
!63 = !DILocation(line: 28, column: 3, scope: !43)
!64 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 31, type: !65, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !28)
!65 = !DISubroutineType(types: !66)
!66 = !{!12}
!67 = !DILocalVariable(name: "one", scope: !64, file: !3, line: 32, type: !68)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !8, line: 27, baseType: !69)
!69 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!70 = !DILocation(line: 32, column: 13, scope: !64)
!71 = !DILocalVariable(name: "two", scope: !64, file: !3, line: 32, type: !68)
!72 = !DILocation(line: 32, column: 18, scope: !64)
!73 = !DILocation(line: 33, column: 3, scope: !64)
!74 = !DILocation(line: 34, column: 3, scope: !64)
!75 = !DILocation(line: 35, column: 16, scope: !64)
!76 = !DILocation(line: 35, column: 3, scope: !64)
!77 = !DILocation(line: 36, column: 16, scope: !64)
!78 = !DILocation(line: 36, column: 3, scope: !64)
!79 = !DILocation(line: 37, column: 3, scope: !80)
!80 = distinct !DILexicalBlock(scope: !81, file: !3, line: 37, column: 3)
!81 = distinct !DILexicalBlock(scope: !64, file: !3, line: 37, column: 3)
!82 = !DILocation(line: 37, column: 3, scope: !81)
!83 = !DILocation(line: 38, column: 3, scope: !64)
