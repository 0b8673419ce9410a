; ModuleID = 'corpus/fences/fast/harris.c'
source_filename = "corpus/fences/fast/harris.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.element = type { i32, %struct.element* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@last = dso_local global %struct.element { i32 1073741824, %struct.element* null }, align 8, !dbg !0
@first = dso_local global %struct.element { i32 -1073741824, %struct.element* @last }, align 8, !dbg !16

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @insert(i32 noundef %key) #0 !dbg !26 {
entry:
  %retval = alloca i32, align 4
  %key.addr = alloca i32, align 4
  %new = alloca %struct.element*, align 8
  %before = alloca %struct.element*, align 8
  %at = alloca %struct.element*, align 8
  store i32 %key, i32* %key.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %key.addr, metadata !30, metadata !DIExpression()), !dbg !31
  call void @llvm.dbg.declare(metadata %struct.element** %new, metadata !32, metadata !DIExpression()), !dbg !33
  %call = call noalias i8* @malloc(i64 noundef 16) #4, !dbg !34
  %0 = bitcast i8* %call to %struct.element*, !dbg !34
  store %struct.element* %0, %struct.element** %new, align 8, !dbg !33
  call void @llvm.dbg.declare(metadata %struct.element** %before, metadata !35, metadata !DIExpression()), !dbg !36
  %1 = load i32, i32* %key.addr, align 4, !dbg !37
  %2 = load %struct.element*, %struct.element** %new, align 8, !dbg !38
  %key1 = getelementptr inbounds %struct.element, %struct.element* %2, i32 0, i32 0, !dbg !39
  store i32 %1, i32* %key1, align 8, !dbg !40
  br label %for.cond, !dbg !41

for.cond:                                         ; preds = %if.end7, %entry
  call void @llvm.dbg.declare(metadata %struct.element** %at, metadata !42, metadata !DIExpression()), !dbg !46
  %3 = load i32, i32* %key.addr, align 4, !dbg !47
  %call2 = call %struct.element* @search(i32 noundef %3, %struct.element** noundef %before), !dbg !48
  store %struct.element* %call2, %struct.element** %at, align 8, !dbg !46
  %4 = load %struct.element*, %struct.element** %at, align 8, !dbg !49
  %cmp = icmp ne %struct.element* %4, @last, !dbg !51
  br i1 %cmp, label %land.lhs.true, label %if.end, !dbg !52

land.lhs.true:                                    ; preds = %for.cond
  %5 = load %struct.element*, %struct.element** %at, align 8, !dbg !53
  %key3 = getelementptr inbounds %struct.element, %struct.element* %5, i32 0, i32 0, !dbg !54
  %6 = load i32, i32* %key3, align 8, !dbg !54
  %7 = load i32, i32* %key.addr, align 4, !dbg !55
  %cmp4 = icmp eq i32 %6, %7, !dbg !56
  br i1 %cmp4, label %if.then, label %if.end, !dbg !57

if.then:                                          ; preds = %land.lhs.true
  store i32 0, i32* %retval, align 4, !dbg !58
  br label %return, !dbg !58

if.end:                                           ; preds = %land.lhs.true, %for.cond
  %8 = load %struct.element*, %struct.element** %at, align 8, !dbg !59
  %9 = load %struct.element*, %struct.element** %new, align 8, !dbg !60
  %next = getelementptr inbounds %struct.element, %struct.element* %9, i32 0, i32 1, !dbg !61
  store volatile %struct.element* %8, %struct.element** %next, align 8, !dbg !62
  %10 = load %struct.element*, %struct.element** %before, align 8, !dbg !63
  %next5 = getelementptr inbounds %struct.element, %struct.element* %10, i32 0, i32 1, !dbg !65
  %11 = bitcast %struct.element** %next5 to i64*, !dbg !66
  %12 = load %struct.element*, %struct.element** %at, align 8, !dbg !67
  %13 = ptrtoint %struct.element* %12 to i64, !dbg !66
  %14 = load %struct.element*, %struct.element** %new, align 8, !dbg !68
  %15 = ptrtoint %struct.element* %14 to i64, !dbg !66
  %16 = cmpxchg i64* %11, i64 %13, i64 %15 seq_cst seq_cst, align 8, !dbg !66
  %17 = extractvalue { i64, i1 } %16, 1, !dbg !66
  br i1 %17, label %if.then6, label %if.end7, !dbg !69

if.then6:                                         ; preds = %if.end
  store i32 1, i32* %retval, align 4, !dbg !70
  br label %return, !dbg !70

if.end7:                                          ; preds = %if.end
  br label %for.cond, !dbg !71, !llvm.loop !72

return:                                           ; preds = %if.then6, %if.then
  %18 = load i32, i32* %retval, align 4, !dbg !75
  ret i32 %18, !dbg !75
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal %struct.element* @search(i32 noundef %key, %struct.element** noundef %before) #0 !dbg !76 {
entry:
  %retval = alloca %struct.element*, align 8
  %key.addr = alloca i32, align 4
  %before.addr = alloca %struct.element**, align 8
  %behind = alloca %struct.element*, align 8
  %here = alloca %struct.element*, align 8
  %next = alloca %struct.element*, align 8
  store i32 %key, i32* %key.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %key.addr, metadata !80, metadata !DIExpression()), !dbg !81
  store %struct.element** %before, %struct.element*** %before.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.element*** %before.addr, metadata !82, metadata !DIExpression()), !dbg !83
  call void @llvm.dbg.declare(metadata %struct.element** %behind, metadata !84, metadata !DIExpression()), !dbg !85
  store %struct.element* null, %struct.element** %behind, align 8, !dbg !85
  br label %for.cond, !dbg !86

for.cond:                                         ; preds = %if.end28, %if.then26, %if.then16, %entry
  call void @llvm.dbg.declare(metadata %struct.element** %here, metadata !87, metadata !DIExpression()), !dbg !91
  store %struct.element* @first, %struct.element** %here, align 8, !dbg !91
  call void @llvm.dbg.declare(metadata %struct.element** %next, metadata !92, metadata !DIExpression()), !dbg !93
  %0 = load %struct.element*, %struct.element** %here, align 8, !dbg !94
  %next1 = getelementptr inbounds %struct.element, %struct.element* %0, i32 0, i32 1, !dbg !95
  %1 = load volatile %struct.element*, %struct.element** %next1, align 8, !dbg !95
  store %struct.element* %1, %struct.element** %next, align 8, !dbg !93
  br label %do.body, !dbg !96

do.body:                                          ; preds = %lor.end, %for.cond
  %2 = load %struct.element*, %struct.element** %next, align 8, !dbg !97
  %call = call i32 @is_marked(%struct.element* noundef %2), !dbg !100
  %tobool = icmp ne i32 %call, 0, !dbg !100
  br i1 %tobool, label %if.end, label %if.then, !dbg !101

if.then:                                          ; preds = %do.body
  %3 = load %struct.element*, %struct.element** %here, align 8, !dbg !102
  %4 = load %struct.element**, %struct.element*** %before.addr, align 8, !dbg !104
  store %struct.element* %3, %struct.element** %4, align 8, !dbg !105
  %5 = load %struct.element*, %struct.element** %next, align 8, !dbg !106
  store %struct.element* %5, %struct.element** %behind, align 8, !dbg !107
  br label %if.end, !dbg !108

if.end:                                           ; preds = %if.then, %do.body
  %6 = load %struct.element*, %struct.element** %next, align 8, !dbg !109
  %call2 = call %struct.element* @unmarked(%struct.element* noundef %6), !dbg !110
  store %struct.element* %call2, %struct.element** %here, align 8, !dbg !111
  %7 = load %struct.element*, %struct.element** %here, align 8, !dbg !112
  %cmp = icmp eq %struct.element* %7, @last, !dbg !114
  br i1 %cmp, label %if.then3, label %if.end4, !dbg !115

if.then3:                                         ; preds = %if.end
  br label %do.end, !dbg !116

if.end4:                                          ; preds = %if.end
  %8 = load %struct.element*, %struct.element** %here, align 8, !dbg !117
  %next5 = getelementptr inbounds %struct.element, %struct.element* %8, i32 0, i32 1, !dbg !118
  %9 = load volatile %struct.element*, %struct.element** %next5, align 8, !dbg !118
  store %struct.element* %9, %struct.element** %next, align 8, !dbg !119
  br label %do.cond, !dbg !120

do.cond:                                          ; preds = %if.end4
  %10 = load %struct.element*, %struct.element** %next, align 8, !dbg !121
  %call6 = call i32 @is_marked(%struct.element* noundef %10), !dbg !122
  %tobool7 = icmp ne i32 %call6, 0, !dbg !122
  br i1 %tobool7, label %lor.end, label %lor.rhs, !dbg !123

lor.rhs:                                          ; preds = %do.cond
  %11 = load %struct.element*, %struct.element** %here, align 8, !dbg !124
  %key8 = getelementptr inbounds %struct.element, %struct.element* %11, i32 0, i32 0, !dbg !125
  %12 = load i32, i32* %key8, align 8, !dbg !125
  %13 = load i32, i32* %key.addr, align 4, !dbg !126
  %cmp9 = icmp slt i32 %12, %13, !dbg !127
  br label %lor.end, !dbg !123

lor.end:                                          ; preds = %lor.rhs, %do.cond
  %14 = phi i1 [ true, %do.cond ], [ %cmp9, %lor.rhs ]
  br i1 %14, label %do.body, label %do.end, !dbg !120, !llvm.loop !128

do.end:                                           ; preds = %lor.end, %if.then3
  %15 = load %struct.element*, %struct.element** %behind, align 8, !dbg !131
  %16 = load %struct.element*, %struct.element** %here, align 8, !dbg !133
  %cmp10 = icmp eq %struct.element* %15, %16, !dbg !134
  br i1 %cmp10, label %if.then11, label %if.end18, !dbg !135

if.then11:                                        ; preds = %do.end
  %17 = load %struct.element*, %struct.element** %here, align 8, !dbg !136
  %cmp12 = icmp ne %struct.element* %17, @last, !dbg !139
  br i1 %cmp12, label %land.lhs.true, label %if.end17, !dbg !140

land.lhs.true:                                    ; preds = %if.then11
  %18 = load %struct.element*, %struct.element** %here, align 8, !dbg !141
  %next13 = getelementptr inbounds %struct.element, %struct.element* %18, i32 0, i32 1, !dbg !142
  %19 = load volatile %struct.element*, %struct.element** %next13, align 8, !dbg !142
  %call14 = call i32 @is_marked(%struct.element* noundef %19), !dbg !143
  %tobool15 = icmp ne i32 %call14, 0, !dbg !143
  br i1 %tobool15, label %if.then16, label %if.end17, !dbg !144

if.then16:                                        ; preds = %land.lhs.true
  br label %for.cond, !dbg !145, !llvm.loop !146

if.end17:                                         ; preds = %land.lhs.true, %if.then11
  %20 = load %struct.element*, %struct.element** %here, align 8, !dbg !149
  store %struct.element* %20, %struct.element** %retval, align 8, !dbg !150
  br label %return, !dbg !150

if.end18:                                         ; preds = %do.end
  %21 = load %struct.element**, %struct.element*** %before.addr, align 8, !dbg !151
  %22 = load %struct.element*, %struct.element** %21, align 8, !dbg !153
  %next19 = getelementptr inbounds %struct.element, %struct.element* %22, i32 0, i32 1, !dbg !154
  %23 = bitcast %struct.element** %next19 to i64*, !dbg !155
  %24 = load %struct.element*, %struct.element** %behind, align 8, !dbg !156
  %25 = ptrtoint %struct.element* %24 to i64, !dbg !155
  %26 = load %struct.element*, %struct.element** %here, align 8, !dbg !157
  %27 = ptrtoint %struct.element* %26 to i64, !dbg !155
  %28 = cmpxchg i64* %23, i64 %25, i64 %27 seq_cst seq_cst, align 8, !dbg !155
  %29 = extractvalue { i64, i1 } %28, 1, !dbg !155
  br i1 %29, label %if.then20, label %if.end28, !dbg !158

if.then20:                                        ; preds = %if.end18
  %30 = load %struct.element*, %struct.element** %here, align 8, !dbg !159
  %cmp21 = icmp ne %struct.element* %30, @last, !dbg !162
  br i1 %cmp21, label %land.lhs.true22, label %if.end27, !dbg !163

land.lhs.true22:                                  ; preds = %if.then20
  %31 = load %struct.element*, %struct.element** %here, align 8, !dbg !164
  %next23 = getelementptr inbounds %struct.element, %struct.element* %31, i32 0, i32 1, !dbg !165
  %32 = load volatile %struct.element*, %struct.element** %next23, align 8, !dbg !165
  %call24 = call i32 @is_marked(%struct.element* noundef %32), !dbg !166
  %tobool25 = icmp ne i32 %call24, 0, !dbg !166
  br i1 %tobool25, label %if.then26, label %if.end27, !dbg !167

if.then26:                                        ; preds = %land.lhs.true22
  br label %for.cond, !dbg !168, !llvm.loop !146

if.end27:                                         ; preds = %land.lhs.true22, %if.then20
  %33 = load %struct.element*, %struct.element** %here, align 8, !dbg !169
  store %struct.element* %33, %struct.element** %retval, align 8, !dbg !170
  br label %return, !dbg !170

if.end28:                                         ; preds = %if.end18
  br label %for.cond, !dbg !171, !llvm.loop !146

return:                                           ; preds = %if.end27, %if.end17
  %34 = load %struct.element*, %struct.element** %retval, align 8, !dbg !172
  ret %struct.element* %34, !dbg !172
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @delete(i32 noundef %key) #0 !dbg !173 {
entry:
  %retval = alloca i32, align 4
  %key.addr = alloca i32, align 4
  %at = alloca %struct.element*, align 8
  %next = alloca %struct.element*, align 8
  %before = alloca %struct.element*, align 8
  store i32 %key, i32* %key.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %key.addr, metadata !174, metadata !DIExpression()), !dbg !175
  call void @llvm.dbg.declare(metadata %struct.element** %at, metadata !176, metadata !DIExpression()), !dbg !177
  call void @llvm.dbg.declare(metadata %struct.element** %next, metadata !178, metadata !DIExpression()), !dbg !179
  call void @llvm.dbg.declare(metadata %struct.element** %before, metadata !180, metadata !DIExpression()), !dbg !181
  br label %for.cond, !dbg !182

for.cond:                                         ; preds = %if.end8, %entry
  %0 = load i32, i32* %key.addr, align 4, !dbg !183
  %call = call %struct.element* @search(i32 noundef %0, %struct.element** noundef %before), !dbg !187
  store %struct.element* %call, %struct.element** %at, align 8, !dbg !188
  %1 = load %struct.element*, %struct.element** %at, align 8, !dbg !189
  %cmp = icmp eq %struct.element* %1, @last, !dbg !191
  br i1 %cmp, label %if.then, label %lor.lhs.false, !dbg !192

lor.lhs.false:                                    ; preds = %for.cond
  %2 = load %struct.element*, %struct.element** %at, align 8, !dbg !193
  %key1 = getelementptr inbounds %struct.element, %struct.element* %2, i32 0, i32 0, !dbg !194
  %3 = load i32, i32* %key1, align 8, !dbg !194
  %4 = load i32, i32* %key.addr, align 4, !dbg !195
  %cmp2 = icmp ne i32 %3, %4, !dbg !196
  br i1 %cmp2, label %if.then, label %if.end, !dbg !197

if.then:                                          ; preds = %lor.lhs.false, %for.cond
  store i32 0, i32* %retval, align 4, !dbg !198
  br label %return, !dbg !198

if.end:                                           ; preds = %lor.lhs.false
  %5 = load %struct.element*, %struct.element** %at, align 8, !dbg !199
  %next3 = getelementptr inbounds %struct.element, %struct.element* %5, i32 0, i32 1, !dbg !200
  %6 = load volatile %struct.element*, %struct.element** %next3, align 8, !dbg !200
  store %struct.element* %6, %struct.element** %next, align 8, !dbg !201
  %7 = load %struct.element*, %struct.element** %next, align 8, !dbg !202
  %call4 = call i32 @is_marked(%struct.element* noundef %7), !dbg !204
  %tobool = icmp ne i32 %call4, 0, !dbg !204
  br i1 %tobool, label %if.end8, label %land.lhs.true, !dbg !205

land.lhs.true:                                    ; preds = %if.end
  %8 = load %struct.element*, %struct.element** %at, align 8, !dbg !206
  %next5 = getelementptr inbounds %struct.element, %struct.element* %8, i32 0, i32 1, !dbg !207
  %9 = bitcast %struct.element** %next5 to i64*, !dbg !208
  %10 = load %struct.element*, %struct.element** %next, align 8, !dbg !209
  %11 = ptrtoint %struct.element* %10 to i64, !dbg !208
  %12 = load %struct.element*, %struct.element** %next, align 8, !dbg !210
  %call6 = call %struct.element* @marked(%struct.element* noundef %12), !dbg !211
  %13 = ptrtoint %struct.element* %call6 to i64, !dbg !208
  %14 = cmpxchg i64* %9, i64 %11, i64 %13 seq_cst seq_cst, align 8, !dbg !208
  %15 = extractvalue { i64, i1 } %14, 1, !dbg !208
  br i1 %15, label %if.then7, label %if.end8, !dbg !212

if.then7:                                         ; preds = %land.lhs.true
  br label %for.end, !dbg !213

if.end8:                                          ; preds = %land.lhs.true, %if.end
  br label %for.cond, !dbg !214, !llvm.loop !215

for.end:                                          ; preds = %if.then7
  %16 = load %struct.element*, %struct.element** %before, align 8, !dbg !218
  %next9 = getelementptr inbounds %struct.element, %struct.element* %16, i32 0, i32 1, !dbg !220
  %17 = bitcast %struct.element** %next9 to i64*, !dbg !221
  %18 = load %struct.element*, %struct.element** %at, align 8, !dbg !222
  %19 = ptrtoint %struct.element* %18 to i64, !dbg !221
  %20 = load %struct.element*, %struct.element** %next, align 8, !dbg !223
  %21 = ptrtoint %struct.element* %20 to i64, !dbg !221
  %22 = cmpxchg i64* %17, i64 %19, i64 %21 seq_cst seq_cst, align 8, !dbg !221
  %23 = extractvalue { i64, i1 } %22, 1, !dbg !221
  br i1 %23, label %if.end13, label %if.then10, !dbg !224

if.then10:                                        ; preds = %for.end
  %24 = load %struct.element*, %struct.element** %at, align 8, !dbg !225
  %key11 = getelementptr inbounds %struct.element, %struct.element* %24, i32 0, i32 0, !dbg !226
  %25 = load i32, i32* %key11, align 8, !dbg !226
  %call12 = call %struct.element* @search(i32 noundef %25, %struct.element** noundef %before), !dbg !227
  br label %if.end13, !dbg !227

if.end13:                                         ; preds = %if.then10, %for.end
  store i32 1, i32* %retval, align 4, !dbg !228
  br label %return, !dbg !228

return:                                           ; preds = %if.end13, %if.then
  %26 = load i32, i32* %retval, align 4, !dbg !229
  ret i32 %26, !dbg !229
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @is_marked(%struct.element* noundef %link) #0 !dbg !230 {
entry:
  %link.addr = alloca %struct.element*, align 8
  store %struct.element* %link, %struct.element** %link.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.element** %link.addr, metadata !233, metadata !DIExpression()), !dbg !234
  %0 = load %struct.element*, %struct.element** %link.addr, align 8, !dbg !235
  %1 = ptrtoint %struct.element* %0 to i64, !dbg !236
  %and = and i64 %1, 1, !dbg !237
  %conv = trunc i64 %and to i32, !dbg !236
  ret i32 %conv, !dbg !238
}

; Function Attrs: noinline nounwind uwtable
define internal %struct.element* @marked(%struct.element* noundef %link) #0 !dbg !239 {
entry:
  %link.addr = alloca %struct.element*, align 8
  store %struct.element* %link, %struct.element** %link.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.element** %link.addr, metadata !242, metadata !DIExpression()), !dbg !243
  %0 = load %struct.element*, %struct.element** %link.addr, align 8, !dbg !244
  %1 = ptrtoint %struct.element* %0 to i64, !dbg !245
  %or = or i64 %1, 1, !dbg !246
  %2 = inttoptr i64 %or to %struct.element*, !dbg !247
  ret %struct.element* %2, !dbg !248
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @find(i32 noundef %key) #0 !dbg !249 {
entry:
  %key.addr = alloca i32, align 4
  %before = alloca %struct.element*, align 8
  %at = alloca %struct.element*, align 8
  store i32 %key, i32* %key.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %key.addr, metadata !250, metadata !DIExpression()), !dbg !251
  call void @llvm.dbg.declare(metadata %struct.element** %before, metadata !252, metadata !DIExpression()), !dbg !253
  call void @llvm.dbg.declare(metadata %struct.element** %at, metadata !254, metadata !DIExpression()), !dbg !255
  %0 = load i32, i32* %key.addr, align 4, !dbg !256
  %call = call %struct.element* @search(i32 noundef %0, %struct.element** noundef %before), !dbg !257
  store %struct.element* %call, %struct.element** %at, align 8, !dbg !255
  %1 = load %struct.element*, %struct.element** %at, align 8, !dbg !258
  %cmp = icmp ne %struct.element* %1, @last, !dbg !259
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !260

land.rhs:                                         ; preds = %entry
  %2 = load %struct.element*, %struct.element** %at, align 8, !dbg !261
  %key1 = getelementptr inbounds %struct.element, %struct.element* %2, i32 0, i32 0, !dbg !262
  %3 = load i32, i32* %key1, align 8, !dbg !262
  %4 = load i32, i32* %key.addr, align 4, !dbg !263
  %cmp2 = icmp eq i32 %3, %4, !dbg !264
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %5 = phi i1 [ false, %entry ], [ %cmp2, %land.rhs ], !dbg !265
  %land.ext = zext i1 %5 to i32, !dbg !260
  ret i32 %land.ext, !dbg !266
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @one(i8* noundef %unused) #0 !dbg !267 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !271, metadata !DIExpression()), !dbg !272
  %call = call i32 @insert(i32 noundef 1), !dbg !273
  %call1 = call i32 @delete(i32 noundef 2), !dbg !274
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !275
  ret i8* %0, !dbg !276
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @two(i8* noundef %unused) #0 !dbg !277 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !278, metadata !DIExpression()), !dbg !279
  %call = call i32 @insert(i32 noundef 2), !dbg !280
  %call1 = call i32 @find(i32 noundef 1), !dbg !281
  %0 = load i8*, i8** %unused.addr, align 8, !dbg !282
  ret i8* %0, !dbg !283
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !284 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %threads, metadata !287, metadata !DIExpression()), !dbg !293
  %arrayidx = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 0, !dbg !294
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @one, i8* noundef null) #4, !dbg !295
  %arrayidx1 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 1, !dbg !296
  %call2 = call i32 @pthread_create(i64* noundef %arrayidx1, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @two, i8* noundef null) #4, !dbg !297
  %arrayidx3 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 0, !dbg !298
  %0 = load i64, i64* %arrayidx3, align 16, !dbg !298
  %call4 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !299
  %arrayidx5 = getelementptr inbounds [2 x i64], [2 x i64]* %threads, i64 0, i64 1, !dbg !300
  %1 = load i64, i64* %arrayidx5, align 8, !dbg !300
  %call6 = call i32 @pthread_join(i64 noundef %1, i8** noundef null), !dbg !301
  ret i32 0, !dbg !302
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal %struct.element* @unmarked(%struct.element* noundef %link) #0 !dbg !303 {
entry:
  %link.addr = alloca %struct.element*, align 8
  store %struct.element* %link, %struct.element** %link.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.element** %link.addr, metadata !304, metadata !DIExpression()), !dbg !305
  %0 = load %struct.element*, %struct.element** %link.addr, align 8, !dbg !306
  %1 = ptrtoint %struct.element* %0 to i64, !dbg !307
  %and = and i64 %1, -2, !dbg !308
  %2 = inttoptr i64 %and to %struct.element*, !dbg !309
  ret %struct.element* %2, !dbg !310
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!18, !19, !20, !21, !22, !23, !24}
!llvm.ident = !{!25}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "last", scope: !2, file: !3, line: 12, type: !6, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "corpus/fences/fast/harris.c", directory: ".", checksumkind: CSK_MD5, checksum: "b041227ba52a6efacd03157408a970c9")
!4 = !{!5, !12}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "element", file: !3, line: 7, size: 128, elements: !7)
!7 = !{!8, !10}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !6, file: !3, line: 8, baseType: !9, size: 32)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !6, file: !3, line: 9, baseType: !11, size: 64, offset: 64)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !5)
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "uintptr_t", file: !13, line: 90, baseType: !14)
!13 = !DIFile(filename: "/usr/include/stdint.h", directory: "", checksumkind: CSK_MD5, checksum: "a48e64edacc5b19f56c99745232c963c")
!14 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!15 = !{!0, !16}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 13, type: !6, isLocal: false, isDefinition: true)
!18 = !{i32 7, !"Dwarf Version", i32 5}
!19 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !{i32 1, !"wchar_size", i32 4}
!21 = !{i32 7, !"PIC Level", i32 2}
!22 = !{i32 7, !"PIE Level", i32 2}
!23 = !{i32 7, !"uwtable", i32 1}
!24 = !{i32 7, !"frame-pointer", i32 2}
!25 = !{!"Debian clang version 14.0.6"}
!26 = distinct !DISubprogram(name: "insert", scope: !3, file: !3, line: 48, type: !27, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!27 = !DISubroutineType(types: !28)
!28 = !{!9, !9}
!29 = !{}
!30 = !DILocalVariable(name: "key", arg: 1, scope: !26, file: !3, line: 48, type: !9)
!31 = !DILocation(line: 48, column: 16, scope: !26)
!32 = !DILocalVariable(name: "new", scope: !26, file: !3, line: 49, type: !5)
!33 = !DILocation(line: 49, column: 19, scope: !26)
!34 = !DILocation(line: 49, column: 25, scope: !26)
!35 = !DILocalVariable(name: "before", scope: !26, file: !3, line: 49, type: !5)
!36 = !DILocation(line: 49, column: 47, scope: !26)
!37 = !DILocation(line: 50, column: 14, scope: !26)
!38 = !DILocation(line: 50, column: 3, scope: !26)
!39 = !DILocation(line: 50, column: 8, scope: !26)
!40 = !DILocation(line: 50, column: 12, scope: !26)
!41 = !DILocation(line: 51, column: 3, scope: !26)
!42 = !DILocalVariable(name: "at", scope: !43, file: !3, line: 52, type: !5)
!43 = distinct !DILexicalBlock(scope: !44, file: !3, line: 51, column: 12)
!44 = distinct !DILexicalBlock(scope: !45, file: !3, line: 51, column: 3)
!45 = distinct !DILexicalBlock(scope: !26, file: !3, line: 51, column: 3)
!46 = !DILocation(line: 52, column: 21, scope: !43)
!47 = !DILocation(line: 52, column: 33, scope: !43)
!48 = !DILocation(line: 52, column: 26, scope: !43)
!49 = !DILocation(line: 53, column: 9, scope: !50)
!50 = distinct !DILexicalBlock(scope: !43, file: !3, line: 53, column: 9)
!51 = !DILocation(line: 53, column: 12, scope: !50)
!52 = !DILocation(line: 53, column: 21, scope: !50)
!53 = !DILocation(line: 53, column: 24, scope: !50)
!54 = !DILocation(line: 53, column: 28, scope: !50)
!55 = !DILocation(line: 53, column: 35, scope: !50)
!56 = !DILocation(line: 53, column: 32, scope: !50)
!57 = !DILocation(line: 53, column: 9, scope: !43)
!58 = !DILocation(line: 54, column: 7, scope: !50)
!59 = !DILocation(line: 55, column: 17, scope: !43)
!60 = !DILocation(line: 55, column: 5, scope: !43)
!61 = !DILocation(line: 55, column: 10, scope: !43)
!62 = !DILocation(line: 55, column: 15, scope: !43)
!63 = !DILocation(line: 56, column: 39, scope: !64)
!64 = distinct !DILexicalBlock(scope: !43, file: !3, line: 56, column: 9)
!65 = !DILocation(line: 56, column: 47, scope: !64)
!66 = !DILocation(line: 56, column: 9, scope: !64)
!67 = !DILocation(line: 56, column: 53, scope: !64)
!68 = !DILocation(line: 56, column: 57, scope: !64)
!69 = !DILocation(line: 56, column: 9, scope: !43)
!70 = !DILocation(line: 57, column: 7, scope: !64)
!71 = !DILocation(line: 51, column: 3, scope: !44)
!72 = distinct !{!72, !73, !74}
!73 = !DILocation(line: 51, column: 3, scope: !45)
!74 = !DILocation(line: 58, column: 3, scope: !45)
!75 = !DILocation(line: 59, column: 1, scope: !26)
!76 = distinct !DISubprogram(name: "search", scope: !3, file: !3, line: 20, type: !77, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !29)
!77 = !DISubroutineType(types: !78)
!78 = !{!5, !9, !79}
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!80 = !DILocalVariable(name: "key", arg: 1, scope: !76, file: !3, line: 20, type: !9)
!81 = !DILocation(line: 20, column: 35, scope: !76)
!82 = !DILocalVariable(name: "before", arg: 2, scope: !76, file: !3, line: 20, type: !79)
!83 = !DILocation(line: 20, column: 57, scope: !76)
!84 = !DILocalVariable(name: "behind", scope: !76, file: !3, line: 21, type: !5)
!85 = !DILocation(line: 21, column: 19, scope: !76)
!86 = !DILocation(line: 22, column: 3, scope: !76)
!87 = !DILocalVariable(name: "here", scope: !88, file: !3, line: 23, type: !5)
!88 = distinct !DILexicalBlock(scope: !89, file: !3, line: 22, column: 12)
!89 = distinct !DILexicalBlock(scope: !90, file: !3, line: 22, column: 3)
!90 = distinct !DILexicalBlock(scope: !76, file: !3, line: 22, column: 3)
!91 = !DILocation(line: 23, column: 21, scope: !88)
!92 = !DILocalVariable(name: "next", scope: !88, file: !3, line: 24, type: !5)
!93 = !DILocation(line: 24, column: 21, scope: !88)
!94 = !DILocation(line: 24, column: 28, scope: !88)
!95 = !DILocation(line: 24, column: 34, scope: !88)
!96 = !DILocation(line: 25, column: 5, scope: !88)
!97 = !DILocation(line: 26, column: 22, scope: !98)
!98 = distinct !DILexicalBlock(scope: !99, file: !3, line: 26, column: 11)
!99 = distinct !DILexicalBlock(scope: !88, file: !3, line: 25, column: 8)
!100 = !DILocation(line: 26, column: 12, scope: !98)
!101 = !DILocation(line: 26, column: 11, scope: !99)
!102 = !DILocation(line: 27, column: 19, scope: !103)
!103 = distinct !DILexicalBlock(scope: !98, file: !3, line: 26, column: 29)
!104 = !DILocation(line: 27, column: 10, scope: !103)
!105 = !DILocation(line: 27, column: 17, scope: !103)
!106 = !DILocation(line: 28, column: 18, scope: !103)
!107 = !DILocation(line: 28, column: 16, scope: !103)
!108 = !DILocation(line: 29, column: 7, scope: !103)
!109 = !DILocation(line: 30, column: 23, scope: !99)
!110 = !DILocation(line: 30, column: 14, scope: !99)
!111 = !DILocation(line: 30, column: 12, scope: !99)
!112 = !DILocation(line: 31, column: 11, scope: !113)
!113 = distinct !DILexicalBlock(scope: !99, file: !3, line: 31, column: 11)
!114 = !DILocation(line: 31, column: 16, scope: !113)
!115 = !DILocation(line: 31, column: 11, scope: !99)
!116 = !DILocation(line: 32, column: 9, scope: !113)
!117 = !DILocation(line: 33, column: 14, scope: !99)
!118 = !DILocation(line: 33, column: 20, scope: !99)
!119 = !DILocation(line: 33, column: 12, scope: !99)
!120 = !DILocation(line: 34, column: 5, scope: !99)
!121 = !DILocation(line: 34, column: 24, scope: !88)
!122 = !DILocation(line: 34, column: 14, scope: !88)
!123 = !DILocation(line: 34, column: 30, scope: !88)
!124 = !DILocation(line: 34, column: 33, scope: !88)
!125 = !DILocation(line: 34, column: 39, scope: !88)
!126 = !DILocation(line: 34, column: 45, scope: !88)
!127 = !DILocation(line: 34, column: 43, scope: !88)
!128 = distinct !{!128, !96, !129, !130}
!129 = !DILocation(line: 34, column: 48, scope: !88)
!130 = !{!"llvm.loop.mustprogress"}
!131 = !DILocation(line: 35, column: 9, scope: !132)
!132 = distinct !DILexicalBlock(scope: !88, file: !3, line: 35, column: 9)
!133 = !DILocation(line: 35, column: 19, scope: !132)
!134 = !DILocation(line: 35, column: 16, scope: !132)
!135 = !DILocation(line: 35, column: 9, scope: !88)
!136 = !DILocation(line: 36, column: 11, scope: !137)
!137 = distinct !DILexicalBlock(scope: !138, file: !3, line: 36, column: 11)
!138 = distinct !DILexicalBlock(scope: !132, file: !3, line: 35, column: 25)
!139 = !DILocation(line: 36, column: 16, scope: !137)
!140 = !DILocation(line: 36, column: 25, scope: !137)
!141 = !DILocation(line: 36, column: 38, scope: !137)
!142 = !DILocation(line: 36, column: 44, scope: !137)
!143 = !DILocation(line: 36, column: 28, scope: !137)
!144 = !DILocation(line: 36, column: 11, scope: !138)
!145 = !DILocation(line: 37, column: 9, scope: !137)
!146 = distinct !{!146, !147, !148}
!147 = !DILocation(line: 22, column: 3, scope: !90)
!148 = !DILocation(line: 45, column: 3, scope: !90)
!149 = !DILocation(line: 38, column: 14, scope: !138)
!150 = !DILocation(line: 38, column: 7, scope: !138)
!151 = !DILocation(line: 40, column: 41, scope: !152)
!152 = distinct !DILexicalBlock(scope: !88, file: !3, line: 40, column: 9)
!153 = !DILocation(line: 40, column: 40, scope: !152)
!154 = !DILocation(line: 40, column: 50, scope: !152)
!155 = !DILocation(line: 40, column: 9, scope: !152)
!156 = !DILocation(line: 40, column: 56, scope: !152)
!157 = !DILocation(line: 40, column: 64, scope: !152)
!158 = !DILocation(line: 40, column: 9, scope: !88)
!159 = !DILocation(line: 41, column: 11, scope: !160)
!160 = distinct !DILexicalBlock(scope: !161, file: !3, line: 41, column: 11)
!161 = distinct !DILexicalBlock(scope: !152, file: !3, line: 40, column: 71)
!162 = !DILocation(line: 41, column: 16, scope: !160)
!163 = !DILocation(line: 41, column: 25, scope: !160)
!164 = !DILocation(line: 41, column: 38, scope: !160)
!165 = !DILocation(line: 41, column: 44, scope: !160)
!166 = !DILocation(line: 41, column: 28, scope: !160)
!167 = !DILocation(line: 41, column: 11, scope: !161)
!168 = !DILocation(line: 42, column: 9, scope: !160)
!169 = !DILocation(line: 43, column: 14, scope: !161)
!170 = !DILocation(line: 43, column: 7, scope: !161)
!171 = !DILocation(line: 22, column: 3, scope: !89)
!172 = !DILocation(line: 46, column: 1, scope: !76)
!173 = distinct !DISubprogram(name: "delete", scope: !3, file: !3, line: 61, type: !27, scopeLine: 61, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!174 = !DILocalVariable(name: "key", arg: 1, scope: !173, file: !3, line: 61, type: !9)
!175 = !DILocation(line: 61, column: 16, scope: !173)
!176 = !DILocalVariable(name: "at", scope: !173, file: !3, line: 62, type: !5)
!177 = !DILocation(line: 62, column: 19, scope: !173)
!178 = !DILocalVariable(name: "next", scope: !173, file: !3, line: 62, type: !5)
!179 = !DILocation(line: 62, column: 24, scope: !173)
!180 = !DILocalVariable(name: "before", scope: !173, file: !3, line: 62, type: !5)
!181 = !DILocation(line: 62, column: 31, scope: !173)
!182 = !DILocation(line: 63, column: 3, scope: !173)
!183 = !DILocation(line: 64, column: 17, scope: !184)
!184 = distinct !DILexicalBlock(scope: !185, file: !3, line: 63, column: 12)
!185 = distinct !DILexicalBlock(scope: !186, file: !3, line: 63, column: 3)
!186 = distinct !DILexicalBlock(scope: !173, file: !3, line: 63, column: 3)
!187 = !DILocation(line: 64, column: 10, scope: !184)
!188 = !DILocation(line: 64, column: 8, scope: !184)
!189 = !DILocation(line: 65, column: 9, scope: !190)
!190 = distinct !DILexicalBlock(scope: !184, file: !3, line: 65, column: 9)
!191 = !DILocation(line: 65, column: 12, scope: !190)
!192 = !DILocation(line: 65, column: 21, scope: !190)
!193 = !DILocation(line: 65, column: 24, scope: !190)
!194 = !DILocation(line: 65, column: 28, scope: !190)
!195 = !DILocation(line: 65, column: 35, scope: !190)
!196 = !DILocation(line: 65, column: 32, scope: !190)
!197 = !DILocation(line: 65, column: 9, scope: !184)
!198 = !DILocation(line: 66, column: 7, scope: !190)
!199 = !DILocation(line: 67, column: 12, scope: !184)
!200 = !DILocation(line: 67, column: 16, scope: !184)
!201 = !DILocation(line: 67, column: 10, scope: !184)
!202 = !DILocation(line: 68, column: 20, scope: !203)
!203 = distinct !DILexicalBlock(scope: !184, file: !3, line: 68, column: 9)
!204 = !DILocation(line: 68, column: 10, scope: !203)
!205 = !DILocation(line: 68, column: 26, scope: !203)
!206 = !DILocation(line: 68, column: 59, scope: !203)
!207 = !DILocation(line: 68, column: 63, scope: !203)
!208 = !DILocation(line: 68, column: 29, scope: !203)
!209 = !DILocation(line: 68, column: 69, scope: !203)
!210 = !DILocation(line: 68, column: 82, scope: !203)
!211 = !DILocation(line: 68, column: 75, scope: !203)
!212 = !DILocation(line: 68, column: 9, scope: !184)
!213 = !DILocation(line: 69, column: 7, scope: !203)
!214 = !DILocation(line: 63, column: 3, scope: !185)
!215 = distinct !{!215, !216, !217}
!216 = !DILocation(line: 63, column: 3, scope: !186)
!217 = !DILocation(line: 70, column: 3, scope: !186)
!218 = !DILocation(line: 71, column: 38, scope: !219)
!219 = distinct !DILexicalBlock(scope: !173, file: !3, line: 71, column: 7)
!220 = !DILocation(line: 71, column: 46, scope: !219)
!221 = !DILocation(line: 71, column: 8, scope: !219)
!222 = !DILocation(line: 71, column: 52, scope: !219)
!223 = !DILocation(line: 71, column: 56, scope: !219)
!224 = !DILocation(line: 71, column: 7, scope: !173)
!225 = !DILocation(line: 72, column: 12, scope: !219)
!226 = !DILocation(line: 72, column: 16, scope: !219)
!227 = !DILocation(line: 72, column: 5, scope: !219)
!228 = !DILocation(line: 73, column: 3, scope: !173)
!229 = !DILocation(line: 74, column: 1, scope: !173)
!230 = distinct !DISubprogram(name: "is_marked", scope: !3, file: !3, line: 15, type: !231, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !29)
!231 = !DISubroutineType(types: !232)
!232 = !{!9, !5}
!233 = !DILocalVariable(name: "link", arg: 1, scope: !230, file: !3, line: 15, type: !5)
!234 = !DILocation(line: 15, column: 38, scope: !230)
!235 = !DILocation(line: 15, column: 64, scope: !230)
!236 = !DILocation(line: 15, column: 53, scope: !230)
!237 = !DILocation(line: 15, column: 69, scope: !230)
!238 = !DILocation(line: 15, column: 46, scope: !230)
!239 = distinct !DISubprogram(name: "marked", scope: !3, file: !3, line: 16, type: !240, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !29)
!240 = !DISubroutineType(types: !241)
!241 = !{!5, !5}
!242 = !DILocalVariable(name: "link", arg: 1, scope: !239, file: !3, line: 16, type: !5)
!243 = !DILocation(line: 16, column: 47, scope: !239)
!244 = !DILocation(line: 16, column: 92, scope: !239)
!245 = !DILocation(line: 16, column: 81, scope: !239)
!246 = !DILocation(line: 16, column: 97, scope: !239)
!247 = !DILocation(line: 16, column: 62, scope: !239)
!248 = !DILocation(line: 16, column: 55, scope: !239)
!249 = distinct !DISubprogram(name: "find", scope: !3, file: !3, line: 76, type: !27, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!250 = !DILocalVariable(name: "key", arg: 1, scope: !249, file: !3, line: 76, type: !9)
!251 = !DILocation(line: 76, column: 14, scope: !249)
!252 = !DILocalVariable(name: "before", scope: !249, file: !3, line: 77, type: !5)
!253 = !DILocation(line: 77, column: 19, scope: !249)
!254 = !DILocalVariable(name: "at", scope: !249, file: !3, line: 78, type: !5)
!255 = !DILocation(line: 78, column: 19, scope: !249)
!256 = !DILocation(line: 78, column: 31, scope: !249)
!257 = !DILocation(line: 78, column: 24, scope: !249)
!258 = !DILocation(line: 79, column: 10, scope: !249)
!259 = !DILocation(line: 79, column: 13, scope: !249)
!260 = !DILocation(line: 79, column: 22, scope: !249)
!261 = !DILocation(line: 79, column: 25, scope: !249)
!262 = !DILocation(line: 79, column: 29, scope: !249)
!263 = !DILocation(line: 79, column: 36, scope: !249)
!264 = !DILocation(line: 79, column: 33, scope: !249)
!265 = !DILocation(line: 0, scope: !249)
!266 = !DILocation(line: 79, column: 3, scope: !249)
!267 = distinct !DISubprogram(name: "one", scope: !3, file: !3, line: 82, type: !268, scopeLine: 82, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!268 = !DISubroutineType(types: !269)
!269 = !{!270, !270}
!270 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!271 = !DILocalVariable(name: "unused", arg: 1, scope: !267, file: !3, line: 82, type: !270)
!272 = !DILocation(line: 82, column: 17, scope: !267)
!273 = !DILocation(line: 83, column: 3, scope: !267)
!274 = !DILocation(line: 84, column: 3, scope: !267)
!275 = !DILocation(line: 85, column: 10, scope: !267)
!276 = !DILocation(line: 85, column: 3, scope: !267)
!277 = distinct !DISubprogram(name: "two", scope: !3, file: !3, line: 88, type: !268, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!278 = !DILocalVariable(name: "unused", arg: 1, scope: !277, file: !3, line: 88, type: !270)
!279 = !DILocation(line: 88, column: 17, scope: !277)
!280 = !DILocation(line: 89, column: 3, scope: !277)
!281 = !DILocation(line: 90, column: 3, scope: !277)
!282 = !DILocation(line: 91, column: 10, scope: !277)
!283 = !DILocation(line: 91, column: 3, scope: !277)
!284 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 94, type: !285, scopeLine: 94, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!285 = !DISubroutineType(types: !286)
!286 = !{!9}
!287 = !DILocalVariable(name: "threads", scope: !284, file: !3, line: 95, type: !288)
!288 = !DICompositeType(tag: DW_TAG_array_type, baseType: !289, size: 128, elements: !291)
!289 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !290, line: 27, baseType: !14)
!290 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!291 = !{!292}
!292 = !DISubrange(count: 2)
!293 = !DILocation(line: 95, column: 13, scope: !284)
!294 = !DILocation(line: 96, column: 19, scope: !284)
!295 = !DILocation(line: 96, column: 3, scope: !284)
!296 = !DILocation(line: 97, column: 19, scope: !284)
!297 = !DILocation(line: 97, column: 3, scope: !284)
!298 = !DILocation(line: 98, column: 16, scope: !284)
!299 = !DILocation(line: 98, column: 3, scope: !284)
!300 = !DILocation(line: 99, column: 16, scope: !284)
!301 = !DILocation(line: 99, column: 3, scope: !284)
!302 = !DILocation(line: 100, column: 3, scope: !284)
!303 = distinct !DISubprogram(name: "unmarked", scope: !3, file: !3, line: 17, type: !240, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !29)
!304 = !DILocalVariable(name: "link", arg: 1, scope: !303, file: !3, line: 17, type: !5)
!305 = !DILocation(line: 17, column: 49, scope: !303)
!306 = !DILocation(line: 17, column: 94, scope: !303)
!307 = !DILocation(line: 17, column: 83, scope: !303)
!308 = !DILocation(line: 17, column: 99, scope: !303)
!309 = !DILocation(line: 17, column: 64, scope: !303)
!310 = !DILocation(line: 17, column: 57, scope: !303)
