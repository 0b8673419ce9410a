; ModuleID = 'rwlock.c'
source_filename = "rwlock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@inside = internal global i32 0, align 4
@.str = private unnamed_addr constant [12 x i8] c"inside == 2\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"rwlock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@state = internal global i32 0, align 4
@other = internal global i32 0, align 4
@.str.2 = private unnamed_addr constant [16 x i8] c"inside == other\00", align 1
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
  %call4 = call i32 @pthread_create(i64* noundef %arrayidx3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @work, i8* noundef null) #4
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
  %4 = load i32, i32* @inside, align 4
  %cmp7 = icmp eq i32 %4, 2
  br i1 %cmp7, label %if.then, label %if.else

if.then:                                          ; preds = %for.end
  br label %if.end

if.else:                                          ; preds = %for.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 38, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5
  unreachable

if.end:                                           ; preds = %if.then
  ret i32 0
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal i8* @work(i8* noundef %argument) #0 {
entry:
  %argument.addr = alloca i8*, align 8
  %free = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp3 = alloca i32, align 4
  %atomic-temp4 = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  br label %do.body

do.body:                                          ; preds = %cmpxchg.continue, %entry
  br label %while.cond

while.cond:                                       ; preds = %while.body, %do.body
  %0 = load atomic i32, i32* @state monotonic, align 4
  store i32 %0, i32* %atomic-temp, align 4
  %1 = load i32, i32* %atomic-temp, align 4
  %tobool = icmp ne i32 %1, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !8

while.end:                                        ; preds = %while.cond
  store i32 0, i32* %free, align 4
  br label %do.cond

do.cond:                                          ; preds = %while.end
  store i32 256, i32* %.atomictmp, align 4
  %2 = load i32, i32* %free, align 4
  %3 = load i32, i32* %.atomictmp, align 4
  %4 = cmpxchg i32* @state, i32 %2, i32 %3 acquire monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  %6 = extractvalue { i32, i1 } %4, 1
  br i1 %6, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %do.cond
  store i32 %5, i32* %free, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %do.cond
  %frombool = zext i1 %6 to i8
  store i8 %frombool, i8* %cmpxchg.bool, align 1
  %7 = load i8, i8* %cmpxchg.bool, align 1
  %tobool1 = trunc i8 %7 to i1
  %lnot = xor i1 %tobool1, true
  br i1 %lnot, label %do.body, label %do.end, !llvm.loop !9

do.end:                                           ; preds = %cmpxchg.continue
  %8 = load i32, i32* @inside, align 4
  %inc = add nsw i32 %8, 1
  store i32 %inc, i32* @inside, align 4
  %9 = load i32, i32* @other, align 4
  %inc2 = add nsw i32 %9, 1
  store i32 %inc2, i32* @other, align 4
  store i32 256, i32* %.atomictmp3, align 4
  %10 = load i32, i32* %.atomictmp3, align 4
  %11 = atomicrmw sub i32* @state, i32 %10 release, align 4
  store i32 %11, i32* %atomic-temp4, align 4
  %12 = load i32, i32* %atomic-temp4, align 4
  ret i8* null
}

; Function Attrs: noinline nounwind uwtable
define internal i8* @look(i8* noundef %argument) #0 {
entry:
  %argument.addr = alloca i8*, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %atomic-temp4 = alloca i32, align 4
  %.atomictmp9 = alloca i32, align 4
  %atomic-temp10 = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.end, %entry
  store i32 1, i32* %.atomictmp, align 4
  %0 = load i32, i32* %.atomictmp, align 4
  %1 = atomicrmw add i32* @state, i32 %0 monotonic, align 4
  store i32 %1, i32* %atomic-temp, align 4
  %2 = load i32, i32* %atomic-temp, align 4
  %and = and i32 %2, 256
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %while.body, label %while.end8

while.body:                                       ; preds = %while.cond
  store i32 1, i32* %.atomictmp1, align 4
  %3 = load i32, i32* %.atomictmp1, align 4
  %4 = atomicrmw sub i32* @state, i32 %3 monotonic, align 4
  store i32 %4, i32* %atomic-temp2, align 4
  %5 = load i32, i32* %atomic-temp2, align 4
  br label %while.cond3

while.cond3:                                      ; preds = %while.body7, %while.body
  %6 = load atomic i32, i32* @state monotonic, align 4
  store i32 %6, i32* %atomic-temp4, align 4
  %7 = load i32, i32* %atomic-temp4, align 4
  %and5 = and i32 %7, 256
  %tobool6 = icmp ne i32 %and5, 0
  br i1 %tobool6, label %while.body7, label %while.end

while.body7:                                      ; preds = %while.cond3
  br label %while.cond3, !llvm.loop !10

while.end:                                        ; preds = %while.cond3
  br label %while.cond, !llvm.loop !11

while.end8:                                       ; preds = %while.cond
  %8 = load i32, i32* @inside, align 4
  %9 = load i32, i32* @other, align 4
  %cmp = icmp eq i32 %8, %9
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %while.end8
  br label %if.end

if.else:                                          ; preds = %while.end8
  call void @__assert_fail(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 27, i8* noundef getelementptr inbounds ([19 x i8], [19 x i8]* @__PRETTY_FUNCTION__.look, i64 0, i64 0)) #5
  unreachable

if.end:                                           ; preds = %if.then
  store i32 1, i32* %.atomictmp9, align 4
  %10 = load i32, i32* %.atomictmp9, align 4
  %11 = atomicrmw sub i32* @state, i32 %10 release, align 4
  store i32 %11, i32* %atomic-temp10, align 4
  %12 = load i32, i32* %atomic-temp10, align 4
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
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
