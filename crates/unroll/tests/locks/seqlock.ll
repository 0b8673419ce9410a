; ModuleID = 'seqlock.c'
source_filename = "seqlock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@number = internal global i32 0, align 4
@one = internal global i32 0, align 4
@two = internal global i32 0, align 4
@.str = private unnamed_addr constant [7 x i8] c"a == b\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"seqlock.c\00", align 1
@__PRETTY_FUNCTION__.look = private unnamed_addr constant [19 x i8] c"void *look(void *)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [3 x i64], align 16
  %i = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  %arrayidx = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 0
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @work, i8* noundef null) #4
  %arrayidx1 = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 1
  %call2 = call i32 @pthread_create(i64* noundef %arrayidx1, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @look, i8* noundef null) #4
  %arrayidx3 = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 2
  %call4 = call i32 @pthread_create(i64* noundef %arrayidx3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @look, i8* noundef null) #4
  store i32 0, i32* %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %i, align 4
  %cmp = icmp slt i32 %0, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load i32, i32* %i, align 4
  %idxprom = sext i32 %1 to i64
  %arrayidx5 = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %idxprom
  %2 = load i64, i64* %arrayidx5, align 8
  %call6 = call i32 @pthread_join(i64 noundef %2, i8** noundef null)
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %3 = load i32, i32* %i, align 4
  %inc = add nsw i32 %3, 1
  store i32 %inc, i32* %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  ret i32 0
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal i8* @work(i8* noundef %argument) #0 {
entry:
  %argument.addr = alloca i8*, align 8
  %now = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %.atomictmp2 = alloca i32, align 4
  %.atomictmp3 = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  %0 = load atomic i32, i32* @number monotonic, align 4
  store i32 %0, i32* %atomic-temp, align 4
  %1 = load i32, i32* %atomic-temp, align 4
  store i32 %1, i32* %now, align 4
  %2 = load i32, i32* %now, align 4
  %add = add i32 %2, 1
  store i32 %add, i32* %.atomictmp, align 4
  %3 = load i32, i32* %.atomictmp, align 4
  store atomic i32 %3, i32* @number monotonic, align 4
  fence release
  store i32 1, i32* %.atomictmp1, align 4
  %4 = load i32, i32* %.atomictmp1, align 4
  store atomic i32 %4, i32* @one monotonic, align 4
  store i32 1, i32* %.atomictmp2, align 4
  %5 = load i32, i32* %.atomictmp2, align 4
  store atomic i32 %5, i32* @two monotonic, align 4
  %6 = load i32, i32* %now, align 4
  %add4 = add i32 %6, 2
  store i32 %add4, i32* %.atomictmp3, align 4
  %7 = load i32, i32* %.atomictmp3, align 4
  store atomic i32 %7, i32* @number release, align 4
  ret i8* null
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @look(i8* noundef %argument) #0 {
entry:
  %argument.addr = alloca i8*, align 8
  %before = alloca i32, align 4
  %after = alloca i32, align 4
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %atomic-temp3 = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  br label %do.body

do.body:                                          ; preds = %do.cond, %entry
  br label %while.cond

while.cond:                                       ; preds = %while.body, %do.body
  %0 = load atomic i32, i32* @number acquire, align 4
  store i32 %0, i32* %atomic-temp, align 4
  %1 = load i32, i32* %atomic-temp, align 4
  store i32 %1, i32* %before, align 4
  %and = and i32 %1, 1
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !8

while.end:                                        ; preds = %while.cond
  %2 = load atomic i32, i32* @one monotonic, align 4
  store i32 %2, i32* %atomic-temp1, align 4
  %3 = load i32, i32* %atomic-temp1, align 4
  store i32 %3, i32* %a, align 4
  %4 = load atomic i32, i32* @two monotonic, align 4
  store i32 %4, i32* %atomic-temp2, align 4
  %5 = load i32, i32* %atomic-temp2, align 4
  store i32 %5, i32* %b, align 4
  fence acquire
  %6 = load atomic i32, i32* @number monotonic, align 4
  store i32 %6, i32* %atomic-temp3, align 4
  %7 = load i32, i32* %atomic-temp3, align 4
  store i32 %7, i32* %after, align 4
  br label %do.cond

do.cond:                                          ; preds = %while.end
  %8 = load i32, i32* %before, align 4
  %9 = load i32, i32* %after, align 4
  %cmp = icmp ne i32 %8, %9
  br i1 %cmp, label %do.body, label %do.end, !llvm.loop !9

do.end:                                           ; preds = %do.cond
  %10 = load i32, i32* %a, align 4
  %11 = load i32, i32* %b, align 4
  %cmp4 = icmp eq i32 %10, %11
  br i1 %cmp4, label %if.then, label %if.else

if.then:                                          ; preds = %do.end
  br label %if.end

if.else:                                          ; preds = %do.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 30, i8* noundef getelementptr inbounds ([19 x i8], [19 x i8]* @__PRETTY_FUNCTION__.look, i64 0, i64 0)) #5
  unreachable

if.end:                                           ; preds = %if.then
  ret i8* null
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

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
!9 = distinct !{!9, !7}
