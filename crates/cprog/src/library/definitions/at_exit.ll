; ModuleID = 'at_exit.c'
source_filename = "at_exit.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.anon = type { void ()*, void (i8*)*, i8* }

@functions = internal global [32 x %struct.anon] zeroinitializer, align 16
@count = internal global i32 0, align 4

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @atexit(void ()* noundef %function) #0 {
entry:
  %retval = alloca i32, align 4
  %function.addr = alloca void ()*, align 8
  %at = alloca i32, align 4
  store void ()* %function, void ()** %function.addr, align 8
  %call = call i32 @place() #1
  store i32 %call, i32* %at, align 4
  %0 = load i32, i32* %at, align 4
  %cmp = icmp sge i32 %0, 32
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i32 1, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load void ()*, void ()** %function.addr, align 8
  %2 = load i32, i32* %at, align 4
  %idxprom = sext i32 %2 to i64
  %arrayidx = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom
  %plain = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx, i32 0, i32 0
  store void ()* %1, void ()** %plain, align 8
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %if.end, %if.then
  %3 = load i32, i32* %retval, align 4
  ret i32 %3
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @place() #0 {
entry:
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 1, i32* %.atomictmp, align 4
  %0 = load i32, i32* %.atomictmp, align 4
  %1 = atomicrmw add i32* @count, i32 %0 monotonic, align 4
  store i32 %1, i32* %atomic-temp, align 4
  %2 = load i32, i32* %atomic-temp, align 4
  ret i32 %2
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @__cxa_atexit(void (i8*)* noundef %function, i8* noundef %argument, i8* noundef %object) #0 {
entry:
  %retval = alloca i32, align 4
  %function.addr = alloca void (i8*)*, align 8
  %argument.addr = alloca i8*, align 8
  %object.addr = alloca i8*, align 8
  %at = alloca i32, align 4
  store void (i8*)* %function, void (i8*)** %function.addr, align 8
  store i8* %argument, i8** %argument.addr, align 8
  store i8* %object, i8** %object.addr, align 8
  %call = call i32 @place() #1
  store i32 %call, i32* %at, align 4
  %0 = load i32, i32* %at, align 4
  %cmp = icmp sge i32 %0, 32
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i32 1, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load void (i8*)*, void (i8*)** %function.addr, align 8
  %2 = load i32, i32* %at, align 4
  %idxprom = sext i32 %2 to i64
  %arrayidx = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom
  %with_argument = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx, i32 0, i32 1
  store void (i8*)* %1, void (i8*)** %with_argument, align 8
  %3 = load i8*, i8** %argument.addr, align 8
  %4 = load i32, i32* %at, align 4
  %idxprom1 = sext i32 %4 to i64
  %arrayidx2 = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom1
  %argument3 = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx2, i32 0, i32 2
  store i8* %3, i8** %argument3, align 8
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %if.end, %if.then
  %5 = load i32, i32* %retval, align 4
  ret i32 %5
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @__lakmus_process_ends() #0 {
entry:
  %at = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %plain = alloca void ()*, align 8
  %with_argument = alloca void (i8*)*, align 8
  br label %for.cond

for.cond:                                         ; preds = %if.end18, %if.then, %entry
  %0 = load atomic i32, i32* @count monotonic, align 4
  store i32 %0, i32* %atomic-temp, align 4
  %1 = load i32, i32* %atomic-temp, align 4
  store i32 %1, i32* %at, align 4
  %cmp = icmp sgt i32 %1, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load i32, i32* %at, align 4
  %dec = add nsw i32 %2, -1
  store i32 %dec, i32* %at, align 4
  %3 = load i32, i32* %at, align 4
  store i32 %3, i32* %.atomictmp, align 4
  %4 = load i32, i32* %.atomictmp, align 4
  store atomic i32 %4, i32* @count monotonic, align 4
  %5 = load i32, i32* %at, align 4
  %cmp1 = icmp sge i32 %5, 32
  br i1 %cmp1, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  br label %for.cond, !llvm.loop !6

if.end:                                           ; preds = %for.body
  %6 = load i32, i32* %at, align 4
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom
  %plain2 = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx, i32 0, i32 0
  %7 = load void ()*, void ()** %plain2, align 8
  store void ()* %7, void ()** %plain, align 8
  %8 = load i32, i32* %at, align 4
  %idxprom3 = sext i32 %8 to i64
  %arrayidx4 = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom3
  %with_argument5 = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx4, i32 0, i32 1
  %9 = load void (i8*)*, void (i8*)** %with_argument5, align 8
  store void (i8*)* %9, void (i8*)** %with_argument, align 8
  %10 = load i32, i32* %at, align 4
  %idxprom6 = sext i32 %10 to i64
  %arrayidx7 = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom6
  %plain8 = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx7, i32 0, i32 0
  store void ()* null, void ()** %plain8, align 8
  %11 = load i32, i32* %at, align 4
  %idxprom9 = sext i32 %11 to i64
  %arrayidx10 = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom9
  %with_argument11 = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx10, i32 0, i32 1
  store void (i8*)* null, void (i8*)** %with_argument11, align 8
  %12 = load void ()*, void ()** %plain, align 8
  %tobool = icmp ne void ()* %12, null
  br i1 %tobool, label %if.then12, label %if.end13

if.then12:                                        ; preds = %if.end
  %13 = load void ()*, void ()** %plain, align 8
  call void %13() #1
  br label %if.end13

if.end13:                                         ; preds = %if.then12, %if.end
  %14 = load void (i8*)*, void (i8*)** %with_argument, align 8
  %tobool14 = icmp ne void (i8*)* %14, null
  br i1 %tobool14, label %if.then15, label %if.end18

if.then15:                                        ; preds = %if.end13
  %15 = load void (i8*)*, void (i8*)** %with_argument, align 8
  %16 = load i32, i32* %at, align 4
  %idxprom16 = sext i32 %16 to i64
  %arrayidx17 = getelementptr inbounds [32 x %struct.anon], [32 x %struct.anon]* @functions, i64 0, i64 %idxprom16
  %argument = getelementptr inbounds %struct.anon, %struct.anon* %arrayidx17, i32 0, i32 2
  %17 = load i8*, i8** %argument, align 8
  call void %15(i8* noundef %17) #1
  br label %if.end18

if.end18:                                         ; preds = %if.then15, %if.end13
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
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
