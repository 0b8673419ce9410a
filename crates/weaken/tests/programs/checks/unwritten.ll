; ModuleID = 'unwritten.c'
source_filename = "unwritten.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.fields = type { i8, i32 }
%struct.padded = type { i8, i32 }

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !10 {
entry:
  %retval = alloca i32, align 4
  %fields = alloca %struct.fields, align 4
  %one = alloca %struct.padded, align 4
  %two = alloca %struct.padded, align 4
  %never = alloca %struct.padded, align 4
  %copied = alloca %struct.padded, align 4
  %zeros = alloca i32*, align 8
  %either = alloca i32, align 4
  %sometimes = alloca i32, align 4
  %buffer = alloca [8 x i8], align 1
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata %struct.fields* %fields, metadata !15, metadata !DIExpression()), !dbg !22
  %0 = bitcast %struct.fields* %fields to i8*, !dbg !23
  %bf.load = load i8, i8* %0, align 4, !dbg !24
  %bf.clear = and i8 %bf.load, -8, !dbg !24
  %bf.set = or i8 %bf.clear, 1, !dbg !24
  store i8 %bf.set, i8* %0, align 4, !dbg !24
  %1 = bitcast %struct.fields* %fields to i8*, !dbg !25
  %bf.load1 = load i8, i8* %1, align 4, !dbg !26
  %bf.clear2 = and i8 %bf.load1, 7, !dbg !26
  %bf.set3 = or i8 %bf.clear2, 16, !dbg !26
  store i8 %bf.set3, i8* %1, align 4, !dbg !26
  %c = getelementptr inbounds %struct.fields, %struct.fields* %fields, i32 0, i32 1, !dbg !27
  store i32 3, i32* %c, align 4, !dbg !28
  call void @llvm.dbg.declare(metadata %struct.padded* %one, metadata !29, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.declare(metadata %struct.padded* %two, metadata !36, metadata !DIExpression()), !dbg !37
  %c4 = getelementptr inbounds %struct.padded, %struct.padded* %one, i32 0, i32 0, !dbg !38
  store i8 97, i8* %c4, align 4, !dbg !39
  %i = getelementptr inbounds %struct.padded, %struct.padded* %one, i32 0, i32 1, !dbg !40
  store i32 2, i32* %i, align 4, !dbg !41
  %2 = bitcast %struct.padded* %two to i8*, !dbg !42
  %3 = bitcast %struct.padded* %one to i8*, !dbg !42
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %2, i8* align 4 %3, i64 8, i1 false), !dbg !42
  call void @llvm.dbg.declare(metadata %struct.padded* %never, metadata !43, metadata !DIExpression()), !dbg !44
  call void @llvm.dbg.declare(metadata %struct.padded* %copied, metadata !45, metadata !DIExpression()), !dbg !46
  %4 = bitcast %struct.padded* %copied to i8*, !dbg !47
  %5 = bitcast %struct.padded* %never to i8*, !dbg !47
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %4, i8* align 4 %5, i64 8, i1 false), !dbg !47
  call void @llvm.dbg.declare(metadata i32** %zeros, metadata !48, metadata !DIExpression()), !dbg !50
  %call = call noalias i8* @calloc(i64 noundef 2, i64 noundef 4) #5, !dbg !51
  %6 = bitcast i8* %call to i32*, !dbg !51
  store i32* %6, i32** %zeros, align 8, !dbg !50
  %7 = load i32*, i32** %zeros, align 8, !dbg !52
  %arrayidx = getelementptr inbounds i32, i32* %7, i64 1, !dbg !52
  %8 = load i32, i32* %arrayidx, align 4, !dbg !52
  %tobool = icmp ne i32 %8, 0, !dbg !52
  br i1 %tobool, label %if.then, label %if.end, !dbg !54

if.then:                                          ; preds = %entry
  store i32 1, i32* %retval, align 4, !dbg !55
  br label %return, !dbg !55

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %either, metadata !56, metadata !DIExpression()), !dbg !57
  call void @llvm.dbg.declare(metadata i32* %sometimes, metadata !58, metadata !DIExpression()), !dbg !59
  %9 = bitcast %struct.fields* %fields to i8*, !dbg !60
  %bf.load5 = load i8, i8* %9, align 4, !dbg !60
  %bf.clear6 = and i8 %bf.load5, 7, !dbg !60
  %bf.cast = zext i8 %bf.clear6 to i32, !dbg !60
  %tobool7 = icmp ne i32 %bf.cast, 0, !dbg !62
  br i1 %tobool7, label %if.then8, label %if.else, !dbg !63

if.then8:                                         ; preds = %if.end
  store i32 1, i32* %either, align 4, !dbg !64
  br label %if.end9, !dbg !65

if.else:                                          ; preds = %if.end
  store i32 2, i32* %either, align 4, !dbg !66
  br label %if.end9

if.end9:                                          ; preds = %if.else, %if.then8
  %10 = bitcast %struct.fields* %fields to i8*, !dbg !67
  %bf.load10 = load i8, i8* %10, align 4, !dbg !67
  %bf.clear11 = and i8 %bf.load10, 7, !dbg !67
  %bf.cast12 = zext i8 %bf.clear11 to i32, !dbg !67
  %cmp = icmp eq i32 %bf.cast12, 1, !dbg !69
  br i1 %cmp, label %if.then13, label %if.end14, !dbg !70

if.then13:                                        ; preds = %if.end9
  store i32 5, i32* %sometimes, align 4, !dbg !71
  br label %if.end14, !dbg !72

if.end14:                                         ; preds = %if.then13, %if.end9
  %11 = bitcast %struct.fields* %fields to i8*, !dbg !73
  %bf.load15 = load i8, i8* %11, align 4, !dbg !73
  %bf.clear16 = and i8 %bf.load15, 7, !dbg !73
  %bf.cast17 = zext i8 %bf.clear16 to i32, !dbg !73
  %cmp18 = icmp eq i32 %bf.cast17, 1, !dbg !75
  br i1 %cmp18, label %if.then19, label %if.end20, !dbg !76

if.then19:                                        ; preds = %if.end14
  %12 = load i32, i32* %sometimes, align 4, !dbg !77
  %13 = load i32, i32* %either, align 4, !dbg !78
  %add = add nsw i32 %13, %12, !dbg !78
  store i32 %add, i32* %either, align 4, !dbg !78
  br label %if.end20, !dbg !79

if.end20:                                         ; preds = %if.then19, %if.end14
  call void @llvm.dbg.declare(metadata [8 x i8]* %buffer, metadata !80, metadata !DIExpression()), !dbg !84
  %arraydecay = getelementptr inbounds [8 x i8], [8 x i8]* %buffer, i64 0, i64 0, !dbg !85
  %14 = bitcast %struct.fields* %fields to i8*, !dbg !86
  %bf.load21 = load i8, i8* %14, align 4, !dbg !86
  %bf.clear22 = and i8 %bf.load21, 7, !dbg !86
  %bf.cast23 = zext i8 %bf.clear22 to i32, !dbg !86
  %add24 = add nsw i32 %bf.cast23, 3, !dbg !87
  %conv = sext i32 %add24 to i64, !dbg !88
  call void @llvm.memset.p0i8.i64(i8* align 1 %arraydecay, i8 0, i64 %conv, i1 false), !dbg !85
  %arrayidx25 = getelementptr inbounds [8 x i8], [8 x i8]* %buffer, i64 0, i64 3, !dbg !89
  %15 = load i8, i8* %arrayidx25, align 1, !dbg !89
  %tobool26 = icmp ne i8 %15, 0, !dbg !89
  br i1 %tobool26, label %if.then27, label %if.end28, !dbg !91

if.then27:                                        ; preds = %if.end20
  store i32 2, i32* %retval, align 4, !dbg !92
  br label %return, !dbg !92

if.end28:                                         ; preds = %if.end20
  %16 = load i32, i32* %either, align 4, !dbg !93
  %sub = sub nsw i32 %16, 6, !dbg !94
  %i29 = getelementptr inbounds %struct.padded, %struct.padded* %two, i32 0, i32 1, !dbg !95
  %17 = load i32, i32* %i29, align 4, !dbg !95
  %add30 = add nsw i32 %sub, %17, !dbg !96
  %sub31 = sub nsw i32 %add30, 2, !dbg !97
  store i32 %sub31, i32* %retval, align 4, !dbg !98
  br label %return, !dbg !98

return:                                           ; preds = %if.end28, %if.then27, %if.then
  %18 = load i32, i32* %retval, align 4, !dbg !99
  ret i32 %18, !dbg !99
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: nounwind
declare noalias i8* @calloc(i64 noundef, i64 noundef) #3

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { argmemonly nofree nounwind willreturn writeonly }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "unwritten.c", directory: ".", checksumkind: CSK_MD5, checksum: "028d3d36da7ff6c6664e73cb3c6986db")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 15, type: !11, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "fields", scope: !10, file: !1, line: 16, type: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "fields", file: !1, line: 5, size: 64, elements: !17)
!17 = !{!18, !20, !21}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !16, file: !1, line: 6, baseType: !19, size: 3, flags: DIFlagBitField, extraData: i64 0)
!19 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !16, file: !1, line: 7, baseType: !19, size: 5, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !16, file: !1, line: 8, baseType: !13, size: 32, offset: 32)
!22 = !DILocation(line: 16, column: 17, scope: !10)
!23 = !DILocation(line: 17, column: 10, scope: !10)
!24 = !DILocation(line: 17, column: 12, scope: !10)
!25 = !DILocation(line: 18, column: 10, scope: !10)
!26 = !DILocation(line: 18, column: 12, scope: !10)
!27 = !DILocation(line: 19, column: 10, scope: !10)
!28 = !DILocation(line: 19, column: 12, scope: !10)
!29 = !DILocalVariable(name: "one", scope: !10, file: !1, line: 20, type: !30)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "padded", file: !1, line: 10, size: 64, elements: !31)
!31 = !{!32, !34}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !30, file: !1, line: 11, baseType: !33, size: 8)
!33 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !30, file: !1, line: 12, baseType: !13, size: 32, offset: 32)
!35 = !DILocation(line: 20, column: 17, scope: !10)
!36 = !DILocalVariable(name: "two", scope: !10, file: !1, line: 20, type: !30)
!37 = !DILocation(line: 20, column: 22, scope: !10)
!38 = !DILocation(line: 21, column: 7, scope: !10)
!39 = !DILocation(line: 21, column: 9, scope: !10)
!40 = !DILocation(line: 22, column: 7, scope: !10)
!41 = !DILocation(line: 22, column: 9, scope: !10)
!42 = !DILocation(line: 23, column: 9, scope: !10)
!43 = !DILocalVariable(name: "never", scope: !10, file: !1, line: 24, type: !30)
!44 = !DILocation(line: 24, column: 17, scope: !10)
!45 = !DILocalVariable(name: "copied", scope: !10, file: !1, line: 24, type: !30)
!46 = !DILocation(line: 24, column: 24, scope: !10)
!47 = !DILocation(line: 24, column: 33, scope: !10)
!48 = !DILocalVariable(name: "zeros", scope: !10, file: !1, line: 25, type: !49)
!49 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!50 = !DILocation(line: 25, column: 8, scope: !10)
!51 = !DILocation(line: 25, column: 16, scope: !10)
!52 = !DILocation(line: 26, column: 7, scope: !53)
!53 = distinct !DILexicalBlock(scope: !10, file: !1, line: 26, column: 7)
!54 = !DILocation(line: 26, column: 7, scope: !10)
!55 = !DILocation(line: 27, column: 5, scope: !53)
!56 = !DILocalVariable(name: "either", scope: !10, file: !1, line: 28, type: !13)
!57 = !DILocation(line: 28, column: 7, scope: !10)
!58 = !DILocalVariable(name: "sometimes", scope: !10, file: !1, line: 28, type: !13)
!59 = !DILocation(line: 28, column: 15, scope: !10)
!60 = !DILocation(line: 29, column: 14, scope: !61)
!61 = distinct !DILexicalBlock(scope: !10, file: !1, line: 29, column: 7)
!62 = !DILocation(line: 29, column: 7, scope: !61)
!63 = !DILocation(line: 29, column: 7, scope: !10)
!64 = !DILocation(line: 30, column: 12, scope: !61)
!65 = !DILocation(line: 30, column: 5, scope: !61)
!66 = !DILocation(line: 32, column: 12, scope: !61)
!67 = !DILocation(line: 33, column: 14, scope: !68)
!68 = distinct !DILexicalBlock(scope: !10, file: !1, line: 33, column: 7)
!69 = !DILocation(line: 33, column: 16, scope: !68)
!70 = !DILocation(line: 33, column: 7, scope: !10)
!71 = !DILocation(line: 34, column: 15, scope: !68)
!72 = !DILocation(line: 34, column: 5, scope: !68)
!73 = !DILocation(line: 35, column: 14, scope: !74)
!74 = distinct !DILexicalBlock(scope: !10, file: !1, line: 35, column: 7)
!75 = !DILocation(line: 35, column: 16, scope: !74)
!76 = !DILocation(line: 35, column: 7, scope: !10)
!77 = !DILocation(line: 36, column: 15, scope: !74)
!78 = !DILocation(line: 36, column: 12, scope: !74)
!79 = !DILocation(line: 36, column: 5, scope: !74)
!80 = !DILocalVariable(name: "buffer", scope: !10, file: !1, line: 37, type: !81)
!81 = !DICompositeType(tag: DW_TAG_array_type, baseType: !33, size: 64, elements: !82)
!82 = !{!83}
!83 = !DISubrange(count: 8)
!84 = !DILocation(line: 37, column: 8, scope: !10)
!85 = !DILocation(line: 38, column: 3, scope: !10)
!86 = !DILocation(line: 38, column: 28, scope: !10)
!87 = !DILocation(line: 38, column: 30, scope: !10)
!88 = !DILocation(line: 38, column: 21, scope: !10)
!89 = !DILocation(line: 39, column: 7, scope: !90)
!90 = distinct !DILexicalBlock(scope: !10, file: !1, line: 39, column: 7)
!91 = !DILocation(line: 39, column: 7, scope: !10)
!92 = !DILocation(line: 40, column: 5, scope: !90)
!93 = !DILocation(line: 59, column: 10, scope: !10)
!94 = !DILocation(line: 59, column: 17, scope: !10)
!95 = !DILocation(line: 59, column: 27, scope: !10)
!96 = !DILocation(line: 59, column: 21, scope: !10)
!97 = !DILocation(line: 59, column: 29, scope: !10)
!98 = !DILocation(line: 59, column: 3, scope: !10)
!99 = !DILocation(line: 60, column: 1, scope: !10)
