; ModuleID = 'keys.c'
source_filename = "keys.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@count = internal global i32 0, align 4
@destructors = internal global [8 x void (i8*)*] zeroinitializer, align 16
@is_there = internal global [8 x i32] zeroinitializer, align 16
@values = internal thread_local global [8 x i8*] zeroinitializer, align 16

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @pthread_key_create(i32* noundef %key, void (i8*)* noundef %destructor) #0 {
entry:
  %retval = alloca i32, align 4
  %key.addr = alloca i32*, align 8
  %destructor.addr = alloca void (i8*)*, align 8
  %new = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp3 = alloca i32, align 4
  store i32* %key, i32** %key.addr, align 8
  store void (i8*)* %destructor, void (i8*)** %destructor.addr, align 8
  store i32 1, i32* %.atomictmp, align 4
  %0 = load i32, i32* %.atomictmp, align 4
  %1 = atomicrmw add i32* @count, i32 %0 monotonic, align 4
  store i32 %1, i32* %atomic-temp, align 4
  %2 = load i32, i32* %atomic-temp, align 4
  store i32 %2, i32* %new, align 4
  %3 = load i32, i32* %new, align 4
  %cmp = icmp sge i32 %3, 8
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i32 11, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %4 = load void (i8*)*, void (i8*)** %destructor.addr, align 8
  %5 = load i32, i32* %new, align 4
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds [8 x void (i8*)*], [8 x void (i8*)*]* @destructors, i64 0, i64 %idxprom
  store void (i8*)* %4, void (i8*)** %arrayidx, align 8
  %6 = load i32, i32* %new, align 4
  %idxprom1 = sext i32 %6 to i64
  %arrayidx2 = getelementptr inbounds [8 x i32], [8 x i32]* @is_there, i64 0, i64 %idxprom1
  store i32 1, i32* %.atomictmp3, align 4
  %7 = load i32, i32* %.atomictmp3, align 4
  store atomic i32 %7, i32* %arrayidx2 release, align 4
  %8 = load i32, i32* %new, align 4
  %9 = load i32*, i32** %key.addr, align 8
  store i32 %8, i32* %9, align 4
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %if.end, %if.then
  %10 = load i32, i32* %retval, align 4
  ret i32 %10
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @pthread_key_delete(i32 noundef %key) #0 {
entry:
  %retval = alloca i32, align 4
  %key.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store i32 %key, i32* %key.addr, align 4
  %0 = load i32, i32* %key.addr, align 4
  %call = call i32 @is_key(i32 noundef %0) #1
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  store i32 22, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load i32, i32* %key.addr, align 4
  %idxprom = zext i32 %1 to i64
  %arrayidx = getelementptr inbounds [8 x i32], [8 x i32]* @is_there, i64 0, i64 %idxprom
  store i32 0, i32* %.atomictmp, align 4
  %2 = load i32, i32* %.atomictmp, align 4
  store atomic i32 %2, i32* %arrayidx release, align 4
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %if.end, %if.then
  %3 = load i32, i32* %retval, align 4
  ret i32 %3
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @is_key(i32 noundef %key) #0 {
entry:
  %key.addr = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 %key, i32* %key.addr, align 4
  %0 = load i32, i32* %key.addr, align 4
  %cmp = icmp ult i32 %0, 8
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %1 = load i32, i32* %key.addr, align 4
  %idxprom = zext i32 %1 to i64
  %arrayidx = getelementptr inbounds [8 x i32], [8 x i32]* @is_there, i64 0, i64 %idxprom
  %2 = load atomic i32, i32* %arrayidx acquire, align 4
  store i32 %2, i32* %atomic-temp, align 4
  %3 = load i32, i32* %atomic-temp, align 4
  %tobool = icmp ne i32 %3, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %4 = phi i1 [ false, %entry ], [ %tobool, %land.rhs ]
  %land.ext = zext i1 %4 to i32
  ret i32 %land.ext
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @pthread_setspecific(i32 noundef %key, i8* noundef %value) #0 {
entry:
  %retval = alloca i32, align 4
  %key.addr = alloca i32, align 4
  %value.addr = alloca i8*, align 8
  store i32 %key, i32* %key.addr, align 4
  store i8* %value, i8** %value.addr, align 8
  %0 = load i32, i32* %key.addr, align 4
  %call = call i32 @is_key(i32 noundef %0) #1
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  store i32 22, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load i8*, i8** %value.addr, align 8
  %2 = load i32, i32* %key.addr, align 4
  %idxprom = zext i32 %2 to i64
  %arrayidx = getelementptr inbounds [8 x i8*], [8 x i8*]* @values, i64 0, i64 %idxprom
  store i8* %1, i8** %arrayidx, align 8
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %if.end, %if.then
  %3 = load i32, i32* %retval, align 4
  ret i32 %3
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @pthread_getspecific(i32 noundef %key) #0 {
entry:
  %key.addr = alloca i32, align 4
  store i32 %key, i32* %key.addr, align 4
  %0 = load i32, i32* %key.addr, align 4
  %call = call i32 @is_key(i32 noundef %0) #1
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %1 = load i32, i32* %key.addr, align 4
  %idxprom = zext i32 %1 to i64
  %arrayidx = getelementptr inbounds [8 x i8*], [8 x i8*]* @values, i64 0, i64 %idxprom
  %2 = load i8*, i8** %arrayidx, align 8
  br label %cond.end

cond.false:                                       ; preds = %entry
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i8* [ %2, %cond.true ], [ null, %cond.false ]
  ret i8* %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @tss_create(i32* noundef %key, void (i8*)* noundef %destructor) #0 {
entry:
  %key.addr = alloca i32*, align 8
  %destructor.addr = alloca void (i8*)*, align 8
  store i32* %key, i32** %key.addr, align 8
  store void (i8*)* %destructor, void (i8*)** %destructor.addr, align 8
  %0 = load i32*, i32** %key.addr, align 8
  %1 = load void (i8*)*, void (i8*)** %destructor.addr, align 8
  %call = call i32 @pthread_key_create(i32* noundef %0, void (i8*)* noundef %1) #1
  %tobool = icmp ne i32 %call, 0
  %2 = zext i1 %tobool to i64
  %cond = select i1 %tobool, i32 2, i32 0
  ret i32 %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @tss_delete(i32 noundef %key) #0 {
entry:
  %key.addr = alloca i32, align 4
  store i32 %key, i32* %key.addr, align 4
  %0 = load i32, i32* %key.addr, align 4
  %call = call i32 @pthread_key_delete(i32 noundef %0) #1
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @tss_set(i32 noundef %key, i8* noundef %value) #0 {
entry:
  %key.addr = alloca i32, align 4
  %value.addr = alloca i8*, align 8
  store i32 %key, i32* %key.addr, align 4
  store i8* %value, i8** %value.addr, align 8
  %0 = load i32, i32* %key.addr, align 4
  %1 = load i8*, i8** %value.addr, align 8
  %call = call i32 @pthread_setspecific(i32 noundef %0, i8* noundef %1) #1
  %tobool = icmp ne i32 %call, 0
  %2 = zext i1 %tobool to i64
  %cond = select i1 %tobool, i32 2, i32 0
  ret i32 %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @tss_get(i32 noundef %key) #0 {
entry:
  %key.addr = alloca i32, align 4
  store i32 %key, i32* %key.addr, align 4
  %0 = load i32, i32* %key.addr, align 4
  %call = call i8* @pthread_getspecific(i32 noundef %0) #1
  ret i8* %call
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @__lakmus_thread_ends() #0 {
entry:
  %round = alloca i32, align 4
  %has_values = alloca i32, align 4
  %key = alloca i32, align 4
  %value = alloca i8*, align 8
  store i32 0, i32* %round, align 4
  store i32 1, i32* %has_values, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc14, %entry
  %0 = load i32, i32* %round, align 4
  %cmp = icmp slt i32 %0, 4
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %for.cond
  %1 = load i32, i32* %has_values, align 4
  %tobool = icmp ne i32 %1, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %2 = phi i1 [ false, %for.cond ], [ %tobool, %land.rhs ]
  br i1 %2, label %for.body, label %for.end16

for.body:                                         ; preds = %land.end
  store i32 0, i32* %has_values, align 4
  store i32 0, i32* %key, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %3 = load i32, i32* %key, align 4
  %cmp2 = icmp ult i32 %3, 8
  br i1 %cmp2, label %for.body3, label %for.end

for.body3:                                        ; preds = %for.cond1
  %4 = load i32, i32* %key, align 4
  %idxprom = zext i32 %4 to i64
  %arrayidx = getelementptr inbounds [8 x i8*], [8 x i8*]* @values, i64 0, i64 %idxprom
  %5 = load i8*, i8** %arrayidx, align 8
  store i8* %5, i8** %value, align 8
  %6 = load i8*, i8** %value, align 8
  %tobool4 = icmp ne i8* %6, null
  br i1 %tobool4, label %lor.lhs.false, label %if.then

lor.lhs.false:                                    ; preds = %for.body3
  %7 = load i32, i32* %key, align 4
  %call = call i32 @is_key(i32 noundef %7) #1
  %tobool5 = icmp ne i32 %call, 0
  br i1 %tobool5, label %lor.lhs.false6, label %if.then

lor.lhs.false6:                                   ; preds = %lor.lhs.false
  %8 = load i32, i32* %key, align 4
  %idxprom7 = zext i32 %8 to i64
  %arrayidx8 = getelementptr inbounds [8 x void (i8*)*], [8 x void (i8*)*]* @destructors, i64 0, i64 %idxprom7
  %9 = load void (i8*)*, void (i8*)** %arrayidx8, align 8
  %tobool9 = icmp ne void (i8*)* %9, null
  br i1 %tobool9, label %if.end, label %if.then

if.then:                                          ; preds = %lor.lhs.false6, %lor.lhs.false, %for.body3
  br label %for.inc

if.end:                                           ; preds = %lor.lhs.false6
  %10 = load i32, i32* %key, align 4
  %idxprom10 = zext i32 %10 to i64
  %arrayidx11 = getelementptr inbounds [8 x i8*], [8 x i8*]* @values, i64 0, i64 %idxprom10
  store i8* null, i8** %arrayidx11, align 8
  store i32 1, i32* %has_values, align 4
  %11 = load i32, i32* %key, align 4
  %idxprom12 = zext i32 %11 to i64
  %arrayidx13 = getelementptr inbounds [8 x void (i8*)*], [8 x void (i8*)*]* @destructors, i64 0, i64 %idxprom12
  %12 = load void (i8*)*, void (i8*)** %arrayidx13, align 8
  %13 = load i8*, i8** %value, align 8
  call void %12(i8* noundef %13) #1
  br label %for.inc

for.inc:                                          ; preds = %if.end, %if.then
  %14 = load i32, i32* %key, align 4
  %inc = add i32 %14, 1
  store i32 %inc, i32* %key, align 4
  br label %for.cond1, !llvm.loop !6

for.end:                                          ; preds = %for.cond1
  br label %for.inc14

for.inc14:                                        ; preds = %for.end
  %15 = load i32, i32* %round, align 4
  %inc15 = add nsw i32 %15, 1
  store i32 %inc15, i32* %round, align 4
  br label %for.cond, !llvm.loop !8

for.end16:                                        ; preds = %land.end
  ret void
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 14.0.6"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
