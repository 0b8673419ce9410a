; ModuleID = 'guards.c'
source_filename = "guards.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.guard = type { i8, i32 }

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @__cxa_guard_acquire(%struct.guard* noundef %of) #0 {
entry:
  %retval = alloca i32, align 4
  %of.addr = alloca %struct.guard*, align 8
  %begun = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %atomic-temp = alloca i32, align 4
  store %struct.guard* %of, %struct.guard** %of.addr, align 8
  br label %for.cond

for.cond:                                         ; preds = %while.end, %entry
  store i32 0, i32* %begun, align 4
  %0 = load %struct.guard*, %struct.guard** %of.addr, align 8
  %state = getelementptr inbounds %struct.guard, %struct.guard* %0, i32 0, i32 1
  store i32 1, i32* %.atomictmp, align 4
  %1 = load i32, i32* %begun, align 4
  %2 = load i32, i32* %.atomictmp, align 4
  %3 = cmpxchg i32* %state, i32 %1, i32 %2 acquire acquire, align 4
  %4 = extractvalue { i32, i1 } %3, 0
  %5 = extractvalue { i32, i1 } %3, 1
  br i1 %5, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %for.cond
  store i32 %4, i32* %begun, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %for.cond
  %frombool = zext i1 %5 to i8
  store i8 %frombool, i8* %cmpxchg.bool, align 1
  %6 = load i8, i8* %cmpxchg.bool, align 1
  %tobool = trunc i8 %6 to i1
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %cmpxchg.continue
  store i32 1, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %cmpxchg.continue
  %7 = load i32, i32* %begun, align 4
  %cmp = icmp eq i32 %7, 2
  br i1 %cmp, label %if.then1, label %if.end2

if.then1:                                         ; preds = %if.end
  store i32 0, i32* %retval, align 4
  br label %return

if.end2:                                          ; preds = %if.end
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.end2
  %8 = load %struct.guard*, %struct.guard** %of.addr, align 8
  %state3 = getelementptr inbounds %struct.guard, %struct.guard* %8, i32 0, i32 1
  %9 = load atomic i32, i32* %state3 acquire, align 4
  store i32 %9, i32* %atomic-temp, align 4
  %10 = load i32, i32* %atomic-temp, align 4
  %cmp4 = icmp eq i32 %10, 1
  br i1 %cmp4, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !6

while.end:                                        ; preds = %while.cond
  br label %for.cond

return:                                           ; preds = %if.then1, %if.then
  %11 = load i32, i32* %retval, align 4
  ret i32 %11
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @__cxa_guard_release(%struct.guard* noundef %of) #0 {
entry:
  %of.addr = alloca %struct.guard*, align 8
  %.atomictmp = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  store %struct.guard* %of, %struct.guard** %of.addr, align 8
  %0 = load %struct.guard*, %struct.guard** %of.addr, align 8
  %is_there = getelementptr inbounds %struct.guard, %struct.guard* %0, i32 0, i32 0
  store i8 1, i8* %.atomictmp, align 1
  %1 = load i8, i8* %.atomictmp, align 1
  store atomic i8 %1, i8* %is_there release, align 4
  %2 = load %struct.guard*, %struct.guard** %of.addr, align 8
  %state = getelementptr inbounds %struct.guard, %struct.guard* %2, i32 0, i32 1
  store i32 2, i32* %.atomictmp1, align 4
  %3 = load i32, i32* %.atomictmp1, align 4
  store atomic i32 %3, i32* %state release, align 4
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @__cxa_guard_abort(%struct.guard* noundef %of) #0 {
entry:
  %of.addr = alloca %struct.guard*, align 8
  %.atomictmp = alloca i32, align 4
  store %struct.guard* %of, %struct.guard** %of.addr, align 8
  %0 = load %struct.guard*, %struct.guard** %of.addr, align 8
  %state = getelementptr inbounds %struct.guard, %struct.guard* %0, i32 0, i32 1
  store i32 0, i32* %.atomictmp, align 4
  %1 = load i32, i32* %.atomictmp, align 4
  store atomic i32 %1, i32* %state release, align 4
  ret void
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
