; ModuleID = 'mcs.c'
source_filename = "mcs.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { %struct.node*, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@inside = internal global i32 0, align 4
@.str = private unnamed_addr constant [18 x i8] c"inside == THREADS\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"./main.h\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@tail = internal global %struct.node* null, align 8

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [3 x i64], align 16
  %i = alloca i32, align 4
  %i1 = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  store i32 0, i32* %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, i32* %i, align 4
  %cmp = icmp slt i32 %0, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load i32, i32* %i, align 4
  %idxprom = sext i32 %1 to i64
  %arrayidx = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %idxprom
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @work, i8* noundef null) #4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %2 = load i32, i32* %i, align 4
  %inc = add nsw i32 %2, 1
  store i32 %inc, i32* %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  store i32 0, i32* %i1, align 4
  br label %for.cond2

for.cond2:                                        ; preds = %for.inc8, %for.end
  %3 = load i32, i32* %i1, align 4
  %cmp3 = icmp slt i32 %3, 3
  br i1 %cmp3, label %for.body4, label %for.end10

for.body4:                                        ; preds = %for.cond2
  %4 = load i32, i32* %i1, align 4
  %idxprom5 = sext i32 %4 to i64
  %arrayidx6 = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %idxprom5
  %5 = load i64, i64* %arrayidx6, align 8
  %call7 = call i32 @pthread_join(i64 noundef %5, i8** noundef null)
  br label %for.inc8

for.inc8:                                         ; preds = %for.body4
  %6 = load i32, i32* %i1, align 4
  %inc9 = add nsw i32 %6, 1
  store i32 %inc9, i32* %i1, align 4
  br label %for.cond2, !llvm.loop !8

for.end10:                                        ; preds = %for.cond2
  %7 = load i32, i32* @inside, align 4
  %cmp11 = icmp eq i32 %7, 3
  br i1 %cmp11, label %if.then, label %if.else

if.then:                                          ; preds = %for.end10
  br label %if.end

if.else:                                          ; preds = %for.end10
  call void @__assert_fail(i8* noundef getelementptr inbounds ([18 x i8], [18 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 5, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5
  unreachable

if.end:                                           ; preds = %if.then
  ret i32 0
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal i8* @work(i8* noundef %argument) #0 {
entry:
  %retval = alloca i8*, align 8
  %argument.addr = alloca i8*, align 8
  %own = alloca %struct.node, align 8
  %before = alloca %struct.node*, align 8
  %.atomictmp = alloca %struct.node*, align 8
  %atomic-temp = alloca %struct.node*, align 8
  %.atomictmp2 = alloca %struct.node*, align 8
  %atomic-temp4 = alloca i32, align 4
  %after = alloca %struct.node*, align 8
  %atomic-temp7 = alloca %struct.node*, align 8
  %expected = alloca %struct.node*, align 8
  %.atomictmp10 = alloca %struct.node*, align 8
  %cmpxchg.bool = alloca i8, align 1
  %atomic-temp16 = alloca %struct.node*, align 8
  %.atomictmp22 = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  %next = getelementptr inbounds %struct.node, %struct.node* %own, i32 0, i32 0
  store %struct.node* null, %struct.node** %next, align 8
  %must_wait = getelementptr inbounds %struct.node, %struct.node* %own, i32 0, i32 1
  store i32 1, i32* %must_wait, align 4
  store %struct.node* %own, %struct.node** %.atomictmp, align 8
  %0 = bitcast %struct.node** %.atomictmp to i64*
  %1 = bitcast %struct.node** %atomic-temp to i64*
  %2 = load i64, i64* %0, align 8
  %3 = atomicrmw xchg i64* bitcast (%struct.node** @tail to i64*), i64 %2 acq_rel, align 8
  store i64 %3, i64* %1, align 8
  %4 = bitcast i64* %1 to %struct.node**
  %5 = load %struct.node*, %struct.node** %4, align 8
  store %struct.node* %5, %struct.node** %before, align 8
  %6 = load %struct.node*, %struct.node** %before, align 8
  %tobool = icmp ne %struct.node* %6, null
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %7 = load %struct.node*, %struct.node** %before, align 8
  %next1 = getelementptr inbounds %struct.node, %struct.node* %7, i32 0, i32 0
  store %struct.node* %own, %struct.node** %.atomictmp2, align 8
  %8 = bitcast %struct.node** %next1 to i64*
  %9 = bitcast %struct.node** %.atomictmp2 to i64*
  %10 = load i64, i64* %9, align 8
  store atomic i64 %10, i64* %8 release, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.then
  %must_wait3 = getelementptr inbounds %struct.node, %struct.node* %own, i32 0, i32 1
  %11 = load atomic i32, i32* %must_wait3 acquire, align 8
  store i32 %11, i32* %atomic-temp4, align 4
  %12 = load i32, i32* %atomic-temp4, align 4
  %tobool5 = icmp ne i32 %12, 0
  br i1 %tobool5, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !9

while.end:                                        ; preds = %while.cond
  br label %if.end

if.end:                                           ; preds = %while.end, %entry
  %13 = load i32, i32* @inside, align 4
  %inc = add nsw i32 %13, 1
  store i32 %inc, i32* @inside, align 4
  %next6 = getelementptr inbounds %struct.node, %struct.node* %own, i32 0, i32 0
  %14 = bitcast %struct.node** %next6 to i64*
  %15 = bitcast %struct.node** %atomic-temp7 to i64*
  %16 = load atomic i64, i64* %14 acquire, align 8
  store i64 %16, i64* %15, align 8
  %17 = bitcast i64* %15 to %struct.node**
  %18 = load %struct.node*, %struct.node** %17, align 8
  store %struct.node* %18, %struct.node** %after, align 8
  %19 = load %struct.node*, %struct.node** %after, align 8
  %tobool8 = icmp ne %struct.node* %19, null
  br i1 %tobool8, label %if.end20, label %if.then9

if.then9:                                         ; preds = %if.end
  store %struct.node* %own, %struct.node** %expected, align 8
  store %struct.node* null, %struct.node** %.atomictmp10, align 8
  %20 = bitcast %struct.node** %expected to i64*
  %21 = bitcast %struct.node** %.atomictmp10 to i64*
  %22 = load i64, i64* %20, align 8
  %23 = load i64, i64* %21, align 8
  %24 = cmpxchg i64* bitcast (%struct.node** @tail to i64*), i64 %22, i64 %23 release monotonic, align 8
  %25 = extractvalue { i64, i1 } %24, 0
  %26 = extractvalue { i64, i1 } %24, 1
  br i1 %26, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %if.then9
  store i64 %25, i64* %20, align 8
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %if.then9
  %frombool = zext i1 %26 to i8
  store i8 %frombool, i8* %cmpxchg.bool, align 1
  %27 = load i8, i8* %cmpxchg.bool, align 1
  %tobool11 = trunc i8 %27 to i1
  br i1 %tobool11, label %if.then12, label %if.end13

if.then12:                                        ; preds = %cmpxchg.continue
  store i8* null, i8** %retval, align 8
  br label %return

if.end13:                                         ; preds = %cmpxchg.continue
  br label %while.cond14

while.cond14:                                     ; preds = %while.body18, %if.end13
  %next15 = getelementptr inbounds %struct.node, %struct.node* %own, i32 0, i32 0
  %28 = bitcast %struct.node** %next15 to i64*
  %29 = bitcast %struct.node** %atomic-temp16 to i64*
  %30 = load atomic i64, i64* %28 acquire, align 8
  store i64 %30, i64* %29, align 8
  %31 = bitcast i64* %29 to %struct.node**
  %32 = load %struct.node*, %struct.node** %31, align 8
  store %struct.node* %32, %struct.node** %after, align 8
  %tobool17 = icmp ne %struct.node* %32, null
  %lnot = xor i1 %tobool17, true
  br i1 %lnot, label %while.body18, label %while.end19

while.body18:                                     ; preds = %while.cond14
  br label %while.cond14, !llvm.loop !10

while.end19:                                      ; preds = %while.cond14
  br label %if.end20

if.end20:                                         ; preds = %while.end19, %if.end
  %33 = load %struct.node*, %struct.node** %after, align 8
  %must_wait21 = getelementptr inbounds %struct.node, %struct.node* %33, i32 0, i32 1
  store i32 0, i32* %.atomictmp22, align 4
  %34 = load i32, i32* %.atomictmp22, align 4
  store atomic i32 %34, i32* %must_wait21 monotonic, align 8
  store i8* null, i8** %retval, align 8
  br label %return

return:                                           ; preds = %if.end20, %if.then12
  %35 = load i8*, i8** %retval, align 8
  ret i8* %35
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
