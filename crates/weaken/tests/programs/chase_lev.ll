; ModuleID = 'chase_lev.c'
source_filename = "chase_lev.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@places = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !0
@taken = dso_local global [2 x i32] zeroinitializer, align 4, !dbg !28
@.str = private unnamed_addr constant [31 x i8] c"taken[0] == 1 && taken[1] == 1\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"chase_lev.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@top = dso_local global i32 0, align 4, !dbg !22
@bottom = dso_local global i32 0, align 4, !dbg !26
@.str.2 = private unnamed_addr constant [57 x i8] c"atomic_fetch_add_explicit(&taken[item], 1, RELAXED) == 0\00", align 1
@__PRETTY_FUNCTION__.count = private unnamed_addr constant [16 x i8] c"void count(int)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !41 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %item = alloca i32, align 4
  %item1 = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %thread, metadata !45, metadata !DIExpression()), !dbg !49
  call void @llvm.dbg.declare(metadata i32* %item, metadata !50, metadata !DIExpression()), !dbg !52
  store i32 0, i32* %item, align 4, !dbg !52
  br label %for.cond, !dbg !53

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %item, align 4, !dbg !54
  %cmp = icmp slt i32 %0, 2, !dbg !56
  br i1 %cmp, label %for.body, label %for.end, !dbg !57

for.body:                                         ; preds = %for.cond
  %1 = load i32, i32* %item, align 4, !dbg !58
  %idxprom = sext i32 %1 to i64, !dbg !59
  %arrayidx = getelementptr inbounds [2 x i32], [2 x i32]* @places, i64 0, i64 %idxprom, !dbg !59
  store atomic i32 -1, i32* %arrayidx seq_cst, align 4, !dbg !60
  br label %for.inc, !dbg !59

for.inc:                                          ; preds = %for.body
  %2 = load i32, i32* %item, align 4, !dbg !61
  %inc = add nsw i32 %2, 1, !dbg !61
  store i32 %inc, i32* %item, align 4, !dbg !61
  br label %for.cond, !dbg !62, !llvm.loop !63

for.end:                                          ; preds = %for.cond
  %call = call i32 @pthread_create(i64* noundef %thread, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @thief, i8* noundef null) #5, !dbg !66
  call void @llvm.dbg.declare(metadata i32* %item1, metadata !67, metadata !DIExpression()), !dbg !69
  store i32 0, i32* %item1, align 4, !dbg !69
  br label %for.cond2, !dbg !70

for.cond2:                                        ; preds = %for.inc5, %for.end
  %3 = load i32, i32* %item1, align 4, !dbg !71
  %cmp3 = icmp slt i32 %3, 2, !dbg !73
  br i1 %cmp3, label %for.body4, label %for.end7, !dbg !74

for.body4:                                        ; preds = %for.cond2
  %4 = load i32, i32* %item1, align 4, !dbg !75
  call void @put(i32 noundef %4), !dbg !76
  br label %for.inc5, !dbg !76

for.inc5:                                         ; preds = %for.body4
  %5 = load i32, i32* %item1, align 4, !dbg !77
  %inc6 = add nsw i32 %5, 1, !dbg !77
  store i32 %inc6, i32* %item1, align 4, !dbg !77
  br label %for.cond2, !dbg !78, !llvm.loop !79

for.end7:                                         ; preds = %for.cond2
  %call8 = call i32 @take(), !dbg !81
  call void @count(i32 noundef %call8), !dbg !82
  %call9 = call i32 @take(), !dbg !83
  call void @count(i32 noundef %call9), !dbg !84
  %6 = load i64, i64* %thread, align 8, !dbg !85
  %call10 = call i32 @pthread_join(i64 noundef %6, i8** noundef null), !dbg !86
  %atomic-load = load atomic i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @taken, i64 0, i64 0) seq_cst, align 4, !dbg !87
  %cmp11 = icmp eq i32 %atomic-load, 1, !dbg !87
  br i1 %cmp11, label %land.lhs.true, label %cond.false, !dbg !87

land.lhs.true:                                    ; preds = %for.end7
  %atomic-load12 = load atomic i32, i32* getelementptr inbounds ([2 x i32], [2 x i32]* @taken, i64 0, i64 1) seq_cst, align 4, !dbg !87
  %cmp13 = icmp eq i32 %atomic-load12, 1, !dbg !87
  br i1 %cmp13, label %cond.true, label %cond.false, !dbg !87

cond.true:                                        ; preds = %land.lhs.true
  br label %cond.end, !dbg !87

cond.false:                                       ; preds = %land.lhs.true, %for.end7
  call void @__assert_fail(i8* noundef getelementptr inbounds ([31 x i8], [31 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 78, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !87
  unreachable, !dbg !87

7:                                                ; No predecessors!
  br label %cond.end, !dbg !87

cond.end:                                         ; preds = %7, %cond.true
  ret i32 0, !dbg !88
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @thief(i8* noundef %none) #0 !dbg !89 {
entry:
  %none.addr = alloca i8*, align 8
  store i8* %none, i8** %none.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %none.addr, metadata !93, metadata !DIExpression()), !dbg !94
  %call = call i32 @steal(), !dbg !95
  call void @count(i32 noundef %call), !dbg !96
  %call1 = call i32 @steal(), !dbg !97
  call void @count(i32 noundef %call1), !dbg !98
  ret i8* null, !dbg !99
}

; Function Attrs: noinline nounwind uwtable
define internal void @put(i32 noundef %item) #0 !dbg !100 {
entry:
  %item.addr = alloca i32, align 4
  %last = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  store i32 %item, i32* %item.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %item.addr, metadata !103, metadata !DIExpression()), !dbg !104
  call void @llvm.dbg.declare(metadata i32* %last, metadata !105, metadata !DIExpression()), !dbg !106
  %0 = load atomic i32, i32* @bottom monotonic, align 4, !dbg !107
  store i32 %0, i32* %atomic-temp, align 4, !dbg !107
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !107
  store i32 %1, i32* %last, align 4, !dbg !106
  %2 = load i32, i32* %last, align 4, !dbg !108
  %idxprom = sext i32 %2 to i64, !dbg !109
  %arrayidx = getelementptr inbounds [2 x i32], [2 x i32]* @places, i64 0, i64 %idxprom, !dbg !109
  %3 = load i32, i32* %item.addr, align 4, !dbg !110
  store i32 %3, i32* %.atomictmp, align 4, !dbg !111
  %4 = load i32, i32* %.atomictmp, align 4, !dbg !111
  store atomic i32 %4, i32* %arrayidx monotonic, align 4, !dbg !111
  %5 = load i32, i32* %last, align 4, !dbg !112
  %add = add nsw i32 %5, 1, !dbg !113
  store i32 %add, i32* %.atomictmp1, align 4, !dbg !114
  %6 = load i32, i32* %.atomictmp1, align 4, !dbg !114
  store atomic i32 %6, i32* @bottom monotonic, align 4, !dbg !114
  ret void, !dbg !115
}

; Function Attrs: noinline nounwind uwtable
define internal void @count(i32 noundef %item) #0 !dbg !116 {
entry:
  %item.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 %item, i32* %item.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %item.addr, metadata !117, metadata !DIExpression()), !dbg !118
  %0 = load i32, i32* %item.addr, align 4, !dbg !119
  %cmp = icmp sge i32 %0, 0, !dbg !121
  br i1 %cmp, label %if.then, label %if.end, !dbg !122

if.then:                                          ; preds = %entry
  %1 = load i32, i32* %item.addr, align 4, !dbg !123
  %idxprom = sext i32 %1 to i64, !dbg !123
  %arrayidx = getelementptr inbounds [2 x i32], [2 x i32]* @taken, i64 0, i64 %idxprom, !dbg !123
  store i32 1, i32* %.atomictmp, align 4, !dbg !123
  %2 = load i32, i32* %.atomictmp, align 4, !dbg !123
  %3 = atomicrmw add i32* %arrayidx, i32 %2 monotonic, align 4, !dbg !123
  store i32 %3, i32* %atomic-temp, align 4, !dbg !123
  %4 = load i32, i32* %atomic-temp, align 4, !dbg !123
  %cmp1 = icmp eq i32 %4, 0, !dbg !123
  br i1 %cmp1, label %cond.true, label %cond.false, !dbg !123

cond.true:                                        ; preds = %if.then
  br label %cond.end, !dbg !123

cond.false:                                       ; preds = %if.then
  call void @__assert_fail(i8* noundef getelementptr inbounds ([57 x i8], [57 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 59, i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @__PRETTY_FUNCTION__.count, i64 0, i64 0)) #6, !dbg !123
  unreachable, !dbg !123

5:                                                ; No predecessors!
  br label %cond.end, !dbg !123

cond.end:                                         ; preds = %5, %cond.true
  br label %if.end, !dbg !123

if.end:                                           ; preds = %cond.end, %entry
  ret void, !dbg !124
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @take() #0 !dbg !125 {
entry:
  %retval = alloca i32, align 4
  %last = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %first = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %.atomictmp2 = alloca i32, align 4
  %item = alloca i32, align 4
  %atomic-temp3 = alloca i32, align 4
  %.atomictmp6 = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp10 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %last, metadata !126, metadata !DIExpression()), !dbg !127
  %0 = load atomic i32, i32* @bottom monotonic, align 4, !dbg !128
  store i32 %0, i32* %atomic-temp, align 4, !dbg !128
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !128
  %sub = sub nsw i32 %1, 1, !dbg !129
  store i32 %sub, i32* %last, align 4, !dbg !127
  %2 = load i32, i32* %last, align 4, !dbg !130
  store i32 %2, i32* %.atomictmp, align 4, !dbg !131
  %3 = load i32, i32* %.atomictmp, align 4, !dbg !131
  store atomic i32 %3, i32* @bottom monotonic, align 4, !dbg !131
  call void @llvm.dbg.declare(metadata i32* %first, metadata !132, metadata !DIExpression()), !dbg !133
  %4 = load atomic i32, i32* @top monotonic, align 4, !dbg !134
  store i32 %4, i32* %atomic-temp1, align 4, !dbg !134
  %5 = load i32, i32* %atomic-temp1, align 4, !dbg !134
  store i32 %5, i32* %first, align 4, !dbg !133
  %6 = load i32, i32* %first, align 4, !dbg !135
  %7 = load i32, i32* %last, align 4, !dbg !137
  %cmp = icmp sgt i32 %6, %7, !dbg !138
  br i1 %cmp, label %if.then, label %if.end, !dbg !139

if.then:                                          ; preds = %entry
  %8 = load i32, i32* %last, align 4, !dbg !140
  %add = add nsw i32 %8, 1, !dbg !142
  store i32 %add, i32* %.atomictmp2, align 4, !dbg !143
  %9 = load i32, i32* %.atomictmp2, align 4, !dbg !143
  store atomic i32 %9, i32* @bottom monotonic, align 4, !dbg !143
  store i32 -1, i32* %retval, align 4, !dbg !144
  br label %return, !dbg !144

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %item, metadata !145, metadata !DIExpression()), !dbg !146
  %10 = load i32, i32* %last, align 4, !dbg !147
  %idxprom = sext i32 %10 to i64, !dbg !148
  %arrayidx = getelementptr inbounds [2 x i32], [2 x i32]* @places, i64 0, i64 %idxprom, !dbg !148
  %11 = load atomic i32, i32* %arrayidx monotonic, align 4, !dbg !149
  store i32 %11, i32* %atomic-temp3, align 4, !dbg !149
  %12 = load i32, i32* %atomic-temp3, align 4, !dbg !149
  store i32 %12, i32* %item, align 4, !dbg !146
  %13 = load i32, i32* %first, align 4, !dbg !150
  %14 = load i32, i32* %last, align 4, !dbg !152
  %cmp4 = icmp eq i32 %13, %14, !dbg !153
  br i1 %cmp4, label %if.then5, label %if.end12, !dbg !154

if.then5:                                         ; preds = %if.end
  %15 = load i32, i32* %first, align 4, !dbg !155
  %add7 = add nsw i32 %15, 1, !dbg !158
  store i32 %add7, i32* %.atomictmp6, align 4, !dbg !159
  %16 = load i32, i32* %first, align 4, !dbg !159
  %17 = load i32, i32* %.atomictmp6, align 4, !dbg !159
  %18 = cmpxchg i32* @top, i32 %16, i32 %17 monotonic monotonic, align 4, !dbg !159
  %19 = extractvalue { i32, i1 } %18, 0, !dbg !159
  %20 = extractvalue { i32, i1 } %18, 1, !dbg !159
  br i1 %20, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !159

cmpxchg.store_expected:                           ; preds = %if.then5
  store i32 %19, i32* %first, align 4, !dbg !159
  br label %cmpxchg.continue, !dbg !159

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %if.then5
  %frombool = zext i1 %20 to i8, !dbg !159
  store i8 %frombool, i8* %cmpxchg.bool, align 1, !dbg !159
  %21 = load i8, i8* %cmpxchg.bool, align 1, !dbg !159
  %tobool = trunc i8 %21 to i1, !dbg !159
  br i1 %tobool, label %if.end9, label %if.then8, !dbg !160

if.then8:                                         ; preds = %cmpxchg.continue
  store i32 -1, i32* %item, align 4, !dbg !161
  br label %if.end9, !dbg !162

if.end9:                                          ; preds = %if.then8, %cmpxchg.continue
  %22 = load i32, i32* %last, align 4, !dbg !163
  %add11 = add nsw i32 %22, 1, !dbg !164
  store i32 %add11, i32* %.atomictmp10, align 4, !dbg !165
  %23 = load i32, i32* %.atomictmp10, align 4, !dbg !165
  store atomic i32 %23, i32* @bottom monotonic, align 4, !dbg !165
  br label %if.end12, !dbg !166

if.end12:                                         ; preds = %if.end9, %if.end
  %24 = load i32, i32* %item, align 4, !dbg !167
  store i32 %24, i32* %retval, align 4, !dbg !168
  br label %return, !dbg !168

return:                                           ; preds = %if.end12, %if.then
  %25 = load i32, i32* %retval, align 4, !dbg !169
  ret i32 %25, !dbg !169
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: noinline nounwind uwtable
define internal i32 @steal() #0 !dbg !170 {
entry:
  %retval = alloca i32, align 4
  %first = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %last = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %item = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  call void @llvm.dbg.declare(metadata i32* %first, metadata !171, metadata !DIExpression()), !dbg !172
  %0 = load atomic i32, i32* @top monotonic, align 4, !dbg !173
  store i32 %0, i32* %atomic-temp, align 4, !dbg !173
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !173
  store i32 %1, i32* %first, align 4, !dbg !172
  call void @llvm.dbg.declare(metadata i32* %last, metadata !174, metadata !DIExpression()), !dbg !175
  %2 = load atomic i32, i32* @bottom monotonic, align 4, !dbg !176
  store i32 %2, i32* %atomic-temp1, align 4, !dbg !176
  %3 = load i32, i32* %atomic-temp1, align 4, !dbg !176
  store i32 %3, i32* %last, align 4, !dbg !175
  %4 = load i32, i32* %first, align 4, !dbg !177
  %5 = load i32, i32* %last, align 4, !dbg !179
  %cmp = icmp sge i32 %4, %5, !dbg !180
  br i1 %cmp, label %if.then, label %if.end, !dbg !181

if.then:                                          ; preds = %entry
  store i32 -1, i32* %retval, align 4, !dbg !182
  br label %return, !dbg !182

if.end:                                           ; preds = %entry
  call void @llvm.dbg.declare(metadata i32* %item, metadata !183, metadata !DIExpression()), !dbg !184
  %6 = load i32, i32* %first, align 4, !dbg !185
  %idxprom = sext i32 %6 to i64, !dbg !186
  %arrayidx = getelementptr inbounds [2 x i32], [2 x i32]* @places, i64 0, i64 %idxprom, !dbg !186
  %7 = load atomic i32, i32* %arrayidx monotonic, align 4, !dbg !187
  store i32 %7, i32* %atomic-temp2, align 4, !dbg !187
  %8 = load i32, i32* %atomic-temp2, align 4, !dbg !187
  store i32 %8, i32* %item, align 4, !dbg !184
  %9 = load i32, i32* %first, align 4, !dbg !188
  %add = add nsw i32 %9, 1, !dbg !190
  store i32 %add, i32* %.atomictmp, align 4, !dbg !191
  %10 = load i32, i32* %first, align 4, !dbg !191
  %11 = load i32, i32* %.atomictmp, align 4, !dbg !191
  %12 = cmpxchg i32* @top, i32 %10, i32 %11 monotonic monotonic, align 4, !dbg !191
  %13 = extractvalue { i32, i1 } %12, 0, !dbg !191
  %14 = extractvalue { i32, i1 } %12, 1, !dbg !191
  br i1 %14, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !191

cmpxchg.store_expected:                           ; preds = %if.end
  store i32 %13, i32* %first, align 4, !dbg !191
  br label %cmpxchg.continue, !dbg !191

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %if.end
  %frombool = zext i1 %14 to i8, !dbg !191
  store i8 %frombool, i8* %cmpxchg.bool, align 1, !dbg !191
  %15 = load i8, i8* %cmpxchg.bool, align 1, !dbg !191
  %tobool = trunc i8 %15 to i1, !dbg !191
  br i1 %tobool, label %if.end4, label %if.then3, !dbg !192

if.then3:                                         ; preds = %cmpxchg.continue
  store i32 -2, i32* %retval, align 4, !dbg !193
  br label %return, !dbg !193

if.end4:                                          ; preds = %cmpxchg.continue
  %16 = load i32, i32* %item, align 4, !dbg !194
  store i32 %16, i32* %retval, align 4, !dbg !195
  br label %return, !dbg !195

return:                                           ; preds = %if.end4, %if.then3, %if.then
  %17 = load i32, i32* %retval, align 4, !dbg !196
  ret i32 %17, !dbg !196
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!33, !34, !35, !36, !37, !38, !39}
!llvm.ident = !{!40}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "places", scope: !2, file: !3, line: 15, type: !30, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !21, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "chase_lev.c", directory: ".", checksumkind: CSK_MD5, checksum: "8cf6ed61740f0b70983df4eb9fb4c451")
!4 = !{!5, !11}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !3, line: 14, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9, !10}
!8 = !DIEnumerator(name: "PLACES", value: 2)
!9 = !DIEnumerator(name: "EMPTY", value: -1)
!10 = !DIEnumerator(name: "LOST", value: -2)
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !12, line: 56, baseType: !13, size: 32, elements: !14)
!12 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!13 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!14 = !{!15, !16, !17, !18, !19, !20}
!15 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!16 = !DIEnumerator(name: "memory_order_consume", value: 1)
!17 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!18 = !DIEnumerator(name: "memory_order_release", value: 3)
!19 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!20 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!21 = !{!22, !26, !0, !28}
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "top", scope: !2, file: !3, line: 15, type: !24, isLocal: false, isDefinition: true)
!24 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !12, line: 92, baseType: !25)
!25 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !6)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "bottom", scope: !2, file: !3, line: 15, type: !24, isLocal: false, isDefinition: true)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(name: "taken", scope: !2, file: !3, line: 16, type: !30, isLocal: false, isDefinition: true)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 64, elements: !31)
!31 = !{!32}
!32 = !DISubrange(count: 2)
!33 = !{i32 7, !"Dwarf Version", i32 5}
!34 = !{i32 2, !"Debug Info Version", i32 3}
!35 = !{i32 1, !"wchar_size", i32 4}
!36 = !{i32 7, !"PIC Level", i32 2}
!37 = !{i32 7, !"PIE Level", i32 2}
!38 = !{i32 7, !"uwtable", i32 1}
!39 = !{i32 7, !"frame-pointer", i32 2}
!40 = !{!"Debian clang version 14.0.6"}
!41 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 68, type: !42, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !44)
!42 = !DISubroutineType(types: !43)
!43 = !{!6}
!44 = !{}
!45 = !DILocalVariable(name: "thread", scope: !41, file: !3, line: 69, type: !46)
!46 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !47, line: 27, baseType: !48)
!47 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!48 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!49 = !DILocation(line: 69, column: 13, scope: !41)
!50 = !DILocalVariable(name: "item", scope: !51, file: !3, line: 70, type: !6)
!51 = distinct !DILexicalBlock(scope: !41, file: !3, line: 70, column: 3)
!52 = !DILocation(line: 70, column: 12, scope: !51)
!53 = !DILocation(line: 70, column: 8, scope: !51)
!54 = !DILocation(line: 70, column: 22, scope: !55)
!55 = distinct !DILexicalBlock(scope: !51, file: !3, line: 70, column: 3)
!56 = !DILocation(line: 70, column: 27, scope: !55)
!57 = !DILocation(line: 70, column: 3, scope: !51)
!58 = !DILocation(line: 71, column: 12, scope: !55)
!59 = !DILocation(line: 71, column: 5, scope: !55)
!60 = !DILocation(line: 71, column: 18, scope: !55)
!61 = !DILocation(line: 70, column: 41, scope: !55)
!62 = !DILocation(line: 70, column: 3, scope: !55)
!63 = distinct !{!63, !57, !64, !65}
!64 = !DILocation(line: 71, column: 20, scope: !51)
!65 = !{!"llvm.loop.mustprogress"}
!66 = !DILocation(line: 72, column: 3, scope: !41)
!67 = !DILocalVariable(name: "item", scope: !68, file: !3, line: 73, type: !6)
!68 = distinct !DILexicalBlock(scope: !41, file: !3, line: 73, column: 3)
!69 = !DILocation(line: 73, column: 12, scope: !68)
!70 = !DILocation(line: 73, column: 8, scope: !68)
!71 = !DILocation(line: 73, column: 22, scope: !72)
!72 = distinct !DILexicalBlock(scope: !68, file: !3, line: 73, column: 3)
!73 = !DILocation(line: 73, column: 27, scope: !72)
!74 = !DILocation(line: 73, column: 3, scope: !68)
!75 = !DILocation(line: 74, column: 9, scope: !72)
!76 = !DILocation(line: 74, column: 5, scope: !72)
!77 = !DILocation(line: 73, column: 41, scope: !72)
!78 = !DILocation(line: 73, column: 3, scope: !72)
!79 = distinct !{!79, !74, !80, !65}
!80 = !DILocation(line: 74, column: 13, scope: !68)
!81 = !DILocation(line: 75, column: 9, scope: !41)
!82 = !DILocation(line: 75, column: 3, scope: !41)
!83 = !DILocation(line: 76, column: 9, scope: !41)
!84 = !DILocation(line: 76, column: 3, scope: !41)
!85 = !DILocation(line: 77, column: 16, scope: !41)
!86 = !DILocation(line: 77, column: 3, scope: !41)
!87 = !DILocation(line: 78, column: 3, scope: !41)
!88 = !DILocation(line: 79, column: 3, scope: !41)
!89 = distinct !DISubprogram(name: "thief", scope: !3, file: !3, line: 62, type: !90, scopeLine: 62, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!90 = !DISubroutineType(types: !91)
!91 = !{!92, !92}
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!93 = !DILocalVariable(name: "none", arg: 1, scope: !89, file: !3, line: 62, type: !92)
!94 = !DILocation(line: 62, column: 26, scope: !89)
!95 = !DILocation(line: 63, column: 9, scope: !89)
!96 = !DILocation(line: 63, column: 3, scope: !89)
!97 = !DILocation(line: 64, column: 9, scope: !89)
!98 = !DILocation(line: 64, column: 3, scope: !89)
!99 = !DILocation(line: 65, column: 3, scope: !89)
!100 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 18, type: !101, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!101 = !DISubroutineType(types: !102)
!102 = !{null, !6}
!103 = !DILocalVariable(name: "item", arg: 1, scope: !100, file: !3, line: 18, type: !6)
!104 = !DILocation(line: 18, column: 21, scope: !100)
!105 = !DILocalVariable(name: "last", scope: !100, file: !3, line: 19, type: !6)
!106 = !DILocation(line: 19, column: 7, scope: !100)
!107 = !DILocation(line: 19, column: 14, scope: !100)
!108 = !DILocation(line: 20, column: 33, scope: !100)
!109 = !DILocation(line: 20, column: 26, scope: !100)
!110 = !DILocation(line: 20, column: 40, scope: !100)
!111 = !DILocation(line: 20, column: 3, scope: !100)
!112 = !DILocation(line: 22, column: 34, scope: !100)
!113 = !DILocation(line: 22, column: 39, scope: !100)
!114 = !DILocation(line: 22, column: 3, scope: !100)
!115 = !DILocation(line: 23, column: 1, scope: !100)
!116 = distinct !DISubprogram(name: "count", scope: !3, file: !3, line: 57, type: !101, scopeLine: 57, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!117 = !DILocalVariable(name: "item", arg: 1, scope: !116, file: !3, line: 57, type: !6)
!118 = !DILocation(line: 57, column: 23, scope: !116)
!119 = !DILocation(line: 58, column: 7, scope: !120)
!120 = distinct !DILexicalBlock(scope: !116, file: !3, line: 58, column: 7)
!121 = !DILocation(line: 58, column: 12, scope: !120)
!122 = !DILocation(line: 58, column: 7, scope: !116)
!123 = !DILocation(line: 59, column: 5, scope: !120)
!124 = !DILocation(line: 60, column: 1, scope: !116)
!125 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 25, type: !42, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!126 = !DILocalVariable(name: "last", scope: !125, file: !3, line: 26, type: !6)
!127 = !DILocation(line: 26, column: 7, scope: !125)
!128 = !DILocation(line: 26, column: 14, scope: !125)
!129 = !DILocation(line: 26, column: 53, scope: !125)
!130 = !DILocation(line: 27, column: 34, scope: !125)
!131 = !DILocation(line: 27, column: 3, scope: !125)
!132 = !DILocalVariable(name: "first", scope: !125, file: !3, line: 29, type: !6)
!133 = !DILocation(line: 29, column: 7, scope: !125)
!134 = !DILocation(line: 29, column: 15, scope: !125)
!135 = !DILocation(line: 30, column: 7, scope: !136)
!136 = distinct !DILexicalBlock(scope: !125, file: !3, line: 30, column: 7)
!137 = !DILocation(line: 30, column: 15, scope: !136)
!138 = !DILocation(line: 30, column: 13, scope: !136)
!139 = !DILocation(line: 30, column: 7, scope: !125)
!140 = !DILocation(line: 31, column: 36, scope: !141)
!141 = distinct !DILexicalBlock(scope: !136, file: !3, line: 30, column: 21)
!142 = !DILocation(line: 31, column: 41, scope: !141)
!143 = !DILocation(line: 31, column: 5, scope: !141)
!144 = !DILocation(line: 32, column: 5, scope: !141)
!145 = !DILocalVariable(name: "item", scope: !125, file: !3, line: 34, type: !6)
!146 = !DILocation(line: 34, column: 7, scope: !125)
!147 = !DILocation(line: 34, column: 43, scope: !125)
!148 = !DILocation(line: 34, column: 36, scope: !125)
!149 = !DILocation(line: 34, column: 14, scope: !125)
!150 = !DILocation(line: 35, column: 7, scope: !151)
!151 = distinct !DILexicalBlock(scope: !125, file: !3, line: 35, column: 7)
!152 = !DILocation(line: 35, column: 16, scope: !151)
!153 = !DILocation(line: 35, column: 13, scope: !151)
!154 = !DILocation(line: 35, column: 7, scope: !125)
!155 = !DILocation(line: 37, column: 64, scope: !156)
!156 = distinct !DILexicalBlock(scope: !157, file: !3, line: 37, column: 9)
!157 = distinct !DILexicalBlock(scope: !151, file: !3, line: 35, column: 22)
!158 = !DILocation(line: 37, column: 70, scope: !156)
!159 = !DILocation(line: 37, column: 10, scope: !156)
!160 = !DILocation(line: 37, column: 9, scope: !157)
!161 = !DILocation(line: 38, column: 12, scope: !156)
!162 = !DILocation(line: 38, column: 7, scope: !156)
!163 = !DILocation(line: 39, column: 36, scope: !157)
!164 = !DILocation(line: 39, column: 41, scope: !157)
!165 = !DILocation(line: 39, column: 5, scope: !157)
!166 = !DILocation(line: 40, column: 3, scope: !157)
!167 = !DILocation(line: 41, column: 10, scope: !125)
!168 = !DILocation(line: 41, column: 3, scope: !125)
!169 = !DILocation(line: 42, column: 1, scope: !125)
!170 = distinct !DISubprogram(name: "steal", scope: !3, file: !3, line: 44, type: !42, scopeLine: 44, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !44)
!171 = !DILocalVariable(name: "first", scope: !170, file: !3, line: 45, type: !6)
!172 = !DILocation(line: 45, column: 7, scope: !170)
!173 = !DILocation(line: 45, column: 15, scope: !170)
!174 = !DILocalVariable(name: "last", scope: !170, file: !3, line: 47, type: !6)
!175 = !DILocation(line: 47, column: 7, scope: !170)
!176 = !DILocation(line: 47, column: 14, scope: !170)
!177 = !DILocation(line: 49, column: 7, scope: !178)
!178 = distinct !DILexicalBlock(scope: !170, file: !3, line: 49, column: 7)
!179 = !DILocation(line: 49, column: 16, scope: !178)
!180 = !DILocation(line: 49, column: 13, scope: !178)
!181 = !DILocation(line: 49, column: 7, scope: !170)
!182 = !DILocation(line: 50, column: 5, scope: !178)
!183 = !DILocalVariable(name: "item", scope: !170, file: !3, line: 51, type: !6)
!184 = !DILocation(line: 51, column: 7, scope: !170)
!185 = !DILocation(line: 51, column: 43, scope: !170)
!186 = !DILocation(line: 51, column: 36, scope: !170)
!187 = !DILocation(line: 51, column: 14, scope: !170)
!188 = !DILocation(line: 52, column: 62, scope: !189)
!189 = distinct !DILexicalBlock(scope: !170, file: !3, line: 52, column: 7)
!190 = !DILocation(line: 52, column: 68, scope: !189)
!191 = !DILocation(line: 52, column: 8, scope: !189)
!192 = !DILocation(line: 52, column: 7, scope: !170)
!193 = !DILocation(line: 53, column: 5, scope: !189)
!194 = !DILocation(line: 54, column: 10, scope: !170)
!195 = !DILocation(line: 54, column: 3, scope: !170)
!196 = !DILocation(line: 55, column: 1, scope: !170)
