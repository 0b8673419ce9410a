; ModuleID = 'variable_arguments.c'
source_filename = "variable_arguments.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, i8*, i8* }

@.str = private unnamed_addr constant [18 x i8] c"sum(2, 3, 4) == 7\00", align 1
@.str.1 = private unnamed_addr constant [21 x i8] c"variable_arguments.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !10 {
entry:
  %retval = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  %call = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 3, i32 noundef 4), !dbg !15
  %cmp = icmp eq i32 %call, 7, !dbg !15
  br i1 %cmp, label %if.then, label %if.else, !dbg !18

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !18

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([18 x i8], [18 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([21 x i8], [21 x i8]* @.str.1, i64 0, i64 0), i32 noundef 12, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #4, !dbg !15
  unreachable, !dbg !15

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !19
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @sum(i32 noundef %n, ...) #0 !dbg !20 {
entry:
  %n.addr = alloca i32, align 4
  %l = alloca [1 x %struct.__va_list_tag], align 16
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !23, metadata !DIExpression()), !dbg !24
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %l, metadata !25, metadata !DIExpression()), !dbg !41
  call void @llvm.dbg.declare(metadata i32* %s, metadata !42, metadata !DIExpression()), !dbg !43
  store i32 0, i32* %s, align 4, !dbg !43
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %l, i64 0, i64 0, !dbg !44
  %arraydecay1 = bitcast %struct.__va_list_tag* %arraydecay to i8*, !dbg !44
  call void @llvm.va_start(i8* %arraydecay1), !dbg !44
  call void @llvm.dbg.declare(metadata i32* %i, metadata !45, metadata !DIExpression()), !dbg !47
  store i32 0, i32* %i, align 4, !dbg !47
  br label %for.cond, !dbg !48

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %i, align 4, !dbg !49
  %1 = load i32, i32* %n.addr, align 4, !dbg !51
  %cmp = icmp slt i32 %0, %1, !dbg !52
  br i1 %cmp, label %for.body, label %for.end, !dbg !53

for.body:                                         ; preds = %for.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %l, i64 0, i64 0, !dbg !54
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 0, !dbg !54
  %gp_offset = load i32, i32* %gp_offset_p, align 16, !dbg !54
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !54
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !54

vaarg.in_reg:                                     ; preds = %for.body
  %2 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 3, !dbg !54
  %reg_save_area = load i8*, i8** %2, align 16, !dbg !54
  %3 = getelementptr i8, i8* %reg_save_area, i32 %gp_offset, !dbg !54
  %4 = bitcast i8* %3 to i32*, !dbg !54
  %5 = add i32 %gp_offset, 8, !dbg !54
  store i32 %5, i32* %gp_offset_p, align 16, !dbg !54
  br label %vaarg.end, !dbg !54

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 2, !dbg !54
  %overflow_arg_area = load i8*, i8** %overflow_arg_area_p, align 8, !dbg !54
  %6 = bitcast i8* %overflow_arg_area to i32*, !dbg !54
  %overflow_arg_area.next = getelementptr i8, i8* %overflow_arg_area, i32 8, !dbg !54
  store i8* %overflow_arg_area.next, i8** %overflow_arg_area_p, align 8, !dbg !54
  br label %vaarg.end, !dbg !54

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi i32* [ %4, %vaarg.in_reg ], [ %6, %vaarg.in_mem ], !dbg !54
  %7 = load i32, i32* %vaarg.addr, align 4, !dbg !54
  %8 = load i32, i32* %s, align 4, !dbg !55
  %add = add nsw i32 %8, %7, !dbg !55
  store i32 %add, i32* %s, align 4, !dbg !55
  br label %for.inc, !dbg !56

for.inc:                                          ; preds = %vaarg.end
  %9 = load i32, i32* %i, align 4, !dbg !57
  %inc = add nsw i32 %9, 1, !dbg !57
  store i32 %inc, i32* %i, align 4, !dbg !57
  br label %for.cond, !dbg !58, !llvm.loop !59

for.end:                                          ; preds = %for.cond
  %arraydecay3 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %l, i64 0, i64 0, !dbg !62
  %arraydecay34 = bitcast %struct.__va_list_tag* %arraydecay3 to i8*, !dbg !62
  call void @llvm.va_end(i8* %arraydecay34), !dbg !62
  %10 = load i32, i32* %s, align 4, !dbg !63
  ret i32 %10, !dbg !64
}

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #3

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { nofree nosync nounwind willreturn }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "variable_arguments.c", directory: ".", checksumkind: CSK_MD5, checksum: "ff2afc46a1135ecb4c743ceb7ece24cd")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 12, type: !11, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocation(line: 12, column: 18, scope: !16)
!16 = distinct !DILexicalBlock(scope: !17, file: !1, line: 12, column: 18)
!17 = distinct !DILexicalBlock(scope: !10, file: !1, line: 12, column: 18)
!18 = !DILocation(line: 12, column: 18, scope: !17)
!19 = !DILocation(line: 12, column: 45, scope: !10)
!20 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 4, type: !21, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!21 = !DISubroutineType(types: !22)
!22 = !{!13, !13, null}
!23 = !DILocalVariable(name: "n", arg: 1, scope: !20, file: !1, line: 4, type: !13)
!24 = !DILocation(line: 4, column: 20, scope: !20)
!25 = !DILocalVariable(name: "l", scope: !20, file: !1, line: 5, type: !26)
!26 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !27, line: 14, baseType: !28)
!27 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!28 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !29, baseType: !30)
!29 = !DIFile(filename: "variable_arguments.c", directory: ".")
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 192, elements: !39)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !32)
!32 = !{!33, !35, !36, !38}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !31, file: !29, line: 5, baseType: !34, size: 32)
!34 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !31, file: !29, line: 5, baseType: !34, size: 32, offset: 32)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !31, file: !29, line: 5, baseType: !37, size: 64, offset: 64)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !31, file: !29, line: 5, baseType: !37, size: 64, offset: 128)
!39 = !{!40}
!40 = !DISubrange(count: 1)
!41 = !DILocation(line: 5, column: 11, scope: !20)
!42 = !DILocalVariable(name: "s", scope: !20, file: !1, line: 6, type: !13)
!43 = !DILocation(line: 6, column: 7, scope: !20)
!44 = !DILocation(line: 7, column: 3, scope: !20)
!45 = !DILocalVariable(name: "i", scope: !46, file: !1, line: 8, type: !13)
!46 = distinct !DILexicalBlock(scope: !20, file: !1, line: 8, column: 3)
!47 = !DILocation(line: 8, column: 12, scope: !46)
!48 = !DILocation(line: 8, column: 8, scope: !46)
!49 = !DILocation(line: 8, column: 19, scope: !50)
!50 = distinct !DILexicalBlock(scope: !46, file: !1, line: 8, column: 3)
!51 = !DILocation(line: 8, column: 23, scope: !50)
!52 = !DILocation(line: 8, column: 21, scope: !50)
!53 = !DILocation(line: 8, column: 3, scope: !46)
!54 = !DILocation(line: 8, column: 36, scope: !50)
!55 = !DILocation(line: 8, column: 33, scope: !50)
!56 = !DILocation(line: 8, column: 31, scope: !50)
!57 = !DILocation(line: 8, column: 27, scope: !50)
!58 = !DILocation(line: 8, column: 3, scope: !50)
!59 = distinct !{!59, !53, !60, !61}
!60 = !DILocation(line: 8, column: 36, scope: !46)
!61 = !{!"llvm.loop.mustprogress"}
!62 = !DILocation(line: 9, column: 3, scope: !20)
!63 = !DILocation(line: 10, column: 10, scope: !20)
!64 = !DILocation(line: 10, column: 3, scope: !20)
