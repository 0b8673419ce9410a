; ModuleID = 'once.c'
source_filename = "once.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @pthread_once(i32* noundef %control, void ()* noundef %routine) #0 {
entry:
  %control.addr = alloca i32*, align 8
  %routine.addr = alloca void ()*, align 8
  %begun = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32* %control, i32** %control.addr, align 8
  store void ()* %routine, void ()** %routine.addr, align 8
  store i32 0, i32* %begun, align 4
  %0 = load i32*, i32** %control.addr, align 8
  store i32 1, i32* %.atomictmp, align 4
  %1 = load i32, i32* %begun, align 4
  %2 = load i32, i32* %.atomictmp, align 4
  %3 = cmpxchg i32* %0, i32 %1, i32 %2 acquire acquire, align 4
  %4 = extractvalue { i32, i1 } %3, 0
  %5 = extractvalue { i32, i1 } %3, 1
  br i1 %5, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %entry
  store i32 %4, i32* %begun, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %frombool = zext i1 %5 to i8
  store i8 %frombool, i8* %cmpxchg.bool, align 1
  %6 = load i8, i8* %cmpxchg.bool, align 1
  %tobool = trunc i8 %6 to i1
  br i1 %tobool, label %if.then, label %if.else

if.then:                                          ; preds = %cmpxchg.continue
  %7 = load void ()*, void ()** %routine.addr, align 8
  call void %7() #1
  %8 = load i32*, i32** %control.addr, align 8
  store i32 2, i32* %.atomictmp1, align 4
  %9 = load i32, i32* %.atomictmp1, align 4
  store atomic i32 %9, i32* %8 release, align 4
  br label %if.end

if.else:                                          ; preds = %cmpxchg.continue
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.else
  %10 = load i32*, i32** %control.addr, align 8
  %11 = load atomic i32, i32* %10 acquire, align 4
  store i32 %11, i32* %atomic-temp, align 4
  %12 = load i32, i32* %atomic-temp, align 4
  %cmp = icmp ne i32 %12, 2
  br i1 %cmp, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !6

while.end:                                        ; preds = %while.cond
  br label %if.end

if.end:                                           ; preds = %while.end, %if.then
  ret i32 0
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @call_once(i32* noundef %flag, void ()* noundef %function) #0 {
entry:
  %flag.addr = alloca i32*, align 8
  %function.addr = alloca void ()*, align 8
  store i32* %flag, i32** %flag.addr, align 8
  store void ()* %function, void ()** %function.addr, align 8
  %0 = load i32*, i32** %flag.addr, align 8
  %1 = load void ()*, void ()** %function.addr, align 8
  %call = call i32 @pthread_once(i32* noundef %0, void ()* noundef %1) #1
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
