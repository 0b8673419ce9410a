; ModuleID = 'clh.c'
source_filename = "clh.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@inside = internal global i32 0, align 4
@.str = private unnamed_addr constant [18 x i8] c"inside == THREADS\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"./main.h\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@tail = internal global %struct.node* @first, align 8
@first = internal global %struct.node zeroinitializer, align 4

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
  %argument.addr = alloca i8*, align 8
  %own = alloca %struct.node*, align 8
  %before = alloca %struct.node*, align 8
  %.atomictmp = alloca %struct.node*, align 8
  %atomic-temp = alloca %struct.node*, align 8
  %waits = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %atomic-temp4 = alloca i32, align 4
  %.atomictmp6 = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  %call = call noalias i8* @malloc(i64 noundef 4) #4
  %0 = bitcast i8* %call to %struct.node*
  store %struct.node* %0, %struct.node** %own, align 8
  %1 = load %struct.node*, %struct.node** %own, align 8
  %must_wait = getelementptr inbounds %struct.node, %struct.node* %1, i32 0, i32 0
  store i32 1, i32* %must_wait, align 4
  %2 = load %struct.node*, %struct.node** %own, align 8
  store %struct.node* %2, %struct.node** %.atomictmp, align 8
  %3 = bitcast %struct.node** %.atomictmp to i64*
  %4 = bitcast %struct.node** %atomic-temp to i64*
  %5 = load i64, i64* %3, align 8
  %6 = atomicrmw xchg i64* bitcast (%struct.node** @tail to i64*), i64 %5 seq_cst, align 8
  store i64 %6, i64* %4, align 8
  %7 = bitcast i64* %4 to %struct.node**
  %8 = load %struct.node*, %struct.node** %7, align 8
  store %struct.node* %8, %struct.node** %before, align 8
  %9 = load %struct.node*, %struct.node** %before, align 8
  %must_wait1 = getelementptr inbounds %struct.node, %struct.node* %9, i32 0, i32 0
  %10 = load atomic i32, i32* %must_wait1 monotonic, align 4
  store i32 %10, i32* %atomic-temp2, align 4
  %11 = load i32, i32* %atomic-temp2, align 4
  store i32 %11, i32* %waits, align 4
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %12 = load i32, i32* %waits, align 4
  %tobool = icmp ne i32 %12, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %13 = load %struct.node*, %struct.node** %before, align 8
  %must_wait3 = getelementptr inbounds %struct.node, %struct.node* %13, i32 0, i32 0
  %14 = load atomic i32, i32* %must_wait3 acquire, align 4
  store i32 %14, i32* %atomic-temp4, align 4
  %15 = load i32, i32* %atomic-temp4, align 4
  store i32 %15, i32* %waits, align 4
  br label %while.cond, !llvm.loop !9

while.end:                                        ; preds = %while.cond
  %16 = load i32, i32* @inside, align 4
  %inc = add nsw i32 %16, 1
  store i32 %inc, i32* @inside, align 4
  %17 = load %struct.node*, %struct.node** %own, align 8
  %must_wait5 = getelementptr inbounds %struct.node, %struct.node* %17, i32 0, i32 0
  store i32 0, i32* %.atomictmp6, align 4
  %18 = load i32, i32* %.atomictmp6, align 4
  store atomic i32 %18, i32* %must_wait5 release, align 4
  ret i8* null
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #1

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
