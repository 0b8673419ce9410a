; ModuleID = 'qspinlock.c'
source_filename = "qspinlock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { %struct.node*, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@inside = internal global i32 0, align 4
@.str = private unnamed_addr constant [18 x i8] c"inside == THREADS\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"qspinlock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@word = internal global i32 0, align 4
@nodes = internal global [3 x %struct.node] zeroinitializer, align 16

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [3 x i64], align 16
  %i = alloca i64, align 8
  %i1 = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, i64* %i, align 8
  %cmp = icmp ult i64 %0, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load i64, i64* %i, align 8
  %arrayidx = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %1
  %2 = load i64, i64* %i, align 8
  %3 = inttoptr i64 %2 to i8*
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @work, i8* noundef %3) #4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %4 = load i64, i64* %i, align 8
  %inc = add i64 %4, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  store i32 0, i32* %i1, align 4
  br label %for.cond2

for.cond2:                                        ; preds = %for.inc7, %for.end
  %5 = load i32, i32* %i1, align 4
  %cmp3 = icmp slt i32 %5, 3
  br i1 %cmp3, label %for.body4, label %for.end9

for.body4:                                        ; preds = %for.cond2
  %6 = load i32, i32* %i1, align 4
  %idxprom = sext i32 %6 to i64
  %arrayidx5 = getelementptr inbounds [3 x i64], [3 x i64]* %threads, i64 0, i64 %idxprom
  %7 = load i64, i64* %arrayidx5, align 8
  %call6 = call i32 @pthread_join(i64 noundef %7, i8** noundef null)
  br label %for.inc7

for.inc7:                                         ; preds = %for.body4
  %8 = load i32, i32* %i1, align 4
  %inc8 = add nsw i32 %8, 1
  store i32 %inc8, i32* %i1, align 4
  br label %for.cond2, !llvm.loop !8

for.end9:                                         ; preds = %for.cond2
  %9 = load i32, i32* @inside, align 4
  %cmp10 = icmp eq i32 %9, 3
  br i1 %cmp10, label %if.then, label %if.else

if.then:                                          ; preds = %for.end9
  br label %if.end

if.else:                                          ; preds = %for.end9
  call void @__assert_fail(i8* noundef getelementptr inbounds ([18 x i8], [18 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([12 x i8], [12 x i8]* @.str.1, i64 0, i64 0), i32 noundef 67, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #5
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
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i8* %argument, i8** %argument.addr, align 8
  %0 = load i8*, i8** %argument.addr, align 8
  %1 = ptrtoint i8* %0 to i64
  %conv = trunc i64 %1 to i32
  call void @take(i32 noundef %conv)
  %2 = load i32, i32* @inside, align 4
  %inc = add nsw i32 %2, 1
  store i32 %inc, i32* @inside, align 4
  store i32 1, i32* %.atomictmp, align 4
  %3 = load i32, i32* %.atomictmp, align 4
  %4 = atomicrmw sub i32* @word, i32 %3 release, align 4
  store i32 %4, i32* %atomic-temp, align 4
  %5 = load i32, i32* %atomic-temp, align 4
  ret i8* null
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #3

; Function Attrs: noinline nounwind uwtable
define internal void @take(i32 noundef %thread) #0 {
entry:
  %thread.addr = alloca i32, align 4
  %old = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp4 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp11 = alloca i32, align 4
  %atomic-temp12 = alloca i32, align 4
  %atomic-temp15 = alloca i32, align 4
  %.atomictmp18 = alloca i32, align 4
  %atomic-temp19 = alloca i32, align 4
  store i32 %thread, i32* %thread.addr, align 4
  store i32 0, i32* %old, align 4
  store i32 1, i32* %.atomictmp, align 4
  %0 = load i32, i32* %old, align 4
  %1 = load i32, i32* %.atomictmp, align 4
  %2 = cmpxchg i32* @word, i32 %0, i32 %1 acquire monotonic, align 4
  %3 = extractvalue { i32, i1 } %2, 0
  %4 = extractvalue { i32, i1 } %2, 1
  br i1 %4, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %entry
  store i32 %3, i32* %old, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %frombool = zext i1 %4 to i8
  store i8 %frombool, i8* %cmpxchg.bool, align 1
  %5 = load i8, i8* %cmpxchg.bool, align 1
  %tobool = trunc i8 %5 to i1
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %cmpxchg.continue
  br label %return

if.end:                                           ; preds = %cmpxchg.continue
  %6 = load i32, i32* %old, align 4
  %and = and i32 %6, -2
  %tobool1 = icmp ne i32 %and, 0
  br i1 %tobool1, label %if.then2, label %if.end3

if.then2:                                         ; preds = %if.end
  %7 = load i32, i32* %thread.addr, align 4
  call void @slow(i32 noundef %7)
  br label %return

if.end3:                                          ; preds = %if.end
  store i32 256, i32* %.atomictmp4, align 4
  %8 = load i32, i32* %.atomictmp4, align 4
  %9 = atomicrmw or i32* @word, i32 %8 acquire, align 4
  store i32 %9, i32* %atomic-temp, align 4
  %10 = load i32, i32* %atomic-temp, align 4
  store i32 %10, i32* %old, align 4
  %11 = load i32, i32* %old, align 4
  %and5 = and i32 %11, -2
  %tobool6 = icmp ne i32 %and5, 0
  br i1 %tobool6, label %if.then7, label %if.end14

if.then7:                                         ; preds = %if.end3
  %12 = load i32, i32* %old, align 4
  %and8 = and i32 %12, 256
  %tobool9 = icmp ne i32 %and8, 0
  br i1 %tobool9, label %if.end13, label %if.then10

if.then10:                                        ; preds = %if.then7
  store i32 -257, i32* %.atomictmp11, align 4
  %13 = load i32, i32* %.atomictmp11, align 4
  %14 = atomicrmw and i32* @word, i32 %13 monotonic, align 4
  store i32 %14, i32* %atomic-temp12, align 4
  %15 = load i32, i32* %atomic-temp12, align 4
  br label %if.end13

if.end13:                                         ; preds = %if.then10, %if.then7
  %16 = load i32, i32* %thread.addr, align 4
  call void @slow(i32 noundef %16)
  br label %return

if.end14:                                         ; preds = %if.end3
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.end14
  %17 = load atomic i32, i32* @word monotonic, align 4
  store i32 %17, i32* %atomic-temp15, align 4
  %18 = load i32, i32* %atomic-temp15, align 4
  %and16 = and i32 %18, 1
  %tobool17 = icmp ne i32 %and16, 0
  br i1 %tobool17, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !9

while.end:                                        ; preds = %while.cond
  store i32 -255, i32* %.atomictmp18, align 4
  %19 = load i32, i32* %.atomictmp18, align 4
  %20 = atomicrmw add i32* @word, i32 %19 monotonic, align 4
  store i32 %20, i32* %atomic-temp19, align 4
  %21 = load i32, i32* %atomic-temp19, align 4
  br label %return

return:                                           ; preds = %while.end, %if.end13, %if.then2, %if.then
  ret void
}

; Function Attrs: noinline nounwind uwtable
define internal void @slow(i32 noundef %thread) #0 {
entry:
  %thread.addr = alloca i32, align 4
  %own = alloca %struct.node*, align 8
  %old = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %new = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %before = alloca %struct.node*, align 8
  %.atomictmp5 = alloca %struct.node*, align 8
  %atomic-temp6 = alloca i32, align 4
  %atomic-temp10 = alloca i32, align 4
  %.atomictmp18 = alloca i32, align 4
  %atomic-temp19 = alloca i32, align 4
  %.atomictmp21 = alloca i32, align 4
  %cmpxchg.bool22 = alloca i8, align 1
  %after = alloca %struct.node*, align 8
  %atomic-temp31 = alloca %struct.node*, align 8
  %.atomictmp37 = alloca i32, align 4
  store i32 %thread, i32* %thread.addr, align 4
  %0 = load i32, i32* %thread.addr, align 4
  %idxprom = zext i32 %0 to i64
  %arrayidx = getelementptr inbounds [3 x %struct.node], [3 x %struct.node]* @nodes, i64 0, i64 %idxprom
  store %struct.node* %arrayidx, %struct.node** %own, align 8
  %1 = load atomic i32, i32* @word monotonic, align 4
  store i32 %1, i32* %atomic-temp, align 4
  %2 = load i32, i32* %atomic-temp, align 4
  store i32 %2, i32* %old, align 4
  br label %do.body

do.body:                                          ; preds = %cmpxchg.continue, %entry
  %3 = load i32, i32* %old, align 4
  %and = and i32 %3, 257
  %4 = load i32, i32* %thread.addr, align 4
  %add = add i32 %4, 1
  %shl = shl i32 %add, 16
  %or = or i32 %and, %shl
  store i32 %or, i32* %new, align 4
  br label %do.cond

do.cond:                                          ; preds = %do.body
  %5 = load i32, i32* %new, align 4
  store i32 %5, i32* %.atomictmp, align 4
  %6 = load i32, i32* %old, align 4
  %7 = load i32, i32* %.atomictmp, align 4
  %8 = cmpxchg i32* @word, i32 %6, i32 %7 acq_rel monotonic, align 4
  %9 = extractvalue { i32, i1 } %8, 0
  %10 = extractvalue { i32, i1 } %8, 1
  br i1 %10, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %do.cond
  store i32 %9, i32* %old, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %do.cond
  %frombool = zext i1 %10 to i8
  store i8 %frombool, i8* %cmpxchg.bool, align 1
  %11 = load i8, i8* %cmpxchg.bool, align 1
  %tobool = trunc i8 %11 to i1
  %lnot = xor i1 %tobool, true
  br i1 %lnot, label %do.body, label %do.end, !llvm.loop !10

do.end:                                           ; preds = %cmpxchg.continue
  %12 = load i32, i32* %old, align 4
  %shr = lshr i32 %12, 16
  %tobool1 = icmp ne i32 %shr, 0
  br i1 %tobool1, label %if.then, label %if.end

if.then:                                          ; preds = %do.end
  %13 = load i32, i32* %old, align 4
  %shr2 = lshr i32 %13, 16
  %sub = sub i32 %shr2, 1
  %idxprom3 = zext i32 %sub to i64
  %arrayidx4 = getelementptr inbounds [3 x %struct.node], [3 x %struct.node]* @nodes, i64 0, i64 %idxprom3
  store %struct.node* %arrayidx4, %struct.node** %before, align 8
  %14 = load %struct.node*, %struct.node** %before, align 8
  %next = getelementptr inbounds %struct.node, %struct.node* %14, i32 0, i32 0
  %15 = load %struct.node*, %struct.node** %own, align 8
  store %struct.node* %15, %struct.node** %.atomictmp5, align 8
  %16 = bitcast %struct.node** %next to i64*
  %17 = bitcast %struct.node** %.atomictmp5 to i64*
  %18 = load i64, i64* %17, align 8
  store atomic i64 %18, i64* %16 release, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.then
  %19 = load %struct.node*, %struct.node** %own, align 8
  %locked = getelementptr inbounds %struct.node, %struct.node* %19, i32 0, i32 1
  %20 = load atomic i32, i32* %locked acquire, align 8
  store i32 %20, i32* %atomic-temp6, align 4
  %21 = load i32, i32* %atomic-temp6, align 4
  %tobool7 = icmp ne i32 %21, 0
  %lnot8 = xor i1 %tobool7, true
  br i1 %lnot8, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !11

while.end:                                        ; preds = %while.cond
  br label %if.end

if.end:                                           ; preds = %while.end, %do.end
  br label %while.cond9

while.cond9:                                      ; preds = %while.body13, %if.end
  %22 = load atomic i32, i32* @word acquire, align 4
  store i32 %22, i32* %atomic-temp10, align 4
  %23 = load i32, i32* %atomic-temp10, align 4
  store i32 %23, i32* %old, align 4
  %and11 = and i32 %23, 257
  %tobool12 = icmp ne i32 %and11, 0
  br i1 %tobool12, label %while.body13, label %while.end14

while.body13:                                     ; preds = %while.cond9
  br label %while.cond9, !llvm.loop !12

while.end14:                                      ; preds = %while.cond9
  br label %for.cond

for.cond:                                         ; preds = %if.end28, %while.end14
  %24 = load i32, i32* %old, align 4
  %shr15 = lshr i32 %24, 16
  %25 = load i32, i32* %thread.addr, align 4
  %add16 = add i32 %25, 1
  %cmp = icmp ne i32 %shr15, %add16
  br i1 %cmp, label %if.then17, label %if.end20

if.then17:                                        ; preds = %for.cond
  store i32 1, i32* %.atomictmp18, align 4
  %26 = load i32, i32* %.atomictmp18, align 4
  %27 = atomicrmw or i32* @word, i32 %26 monotonic, align 4
  store i32 %27, i32* %atomic-temp19, align 4
  %28 = load i32, i32* %atomic-temp19, align 4
  br label %for.end

if.end20:                                         ; preds = %for.cond
  store i32 1, i32* %.atomictmp21, align 4
  %29 = load i32, i32* %old, align 4
  %30 = load i32, i32* %.atomictmp21, align 4
  %31 = cmpxchg i32* @word, i32 %29, i32 %30 monotonic monotonic, align 4
  %32 = extractvalue { i32, i1 } %31, 0
  %33 = extractvalue { i32, i1 } %31, 1
  br i1 %33, label %cmpxchg.continue24, label %cmpxchg.store_expected23

cmpxchg.store_expected23:                         ; preds = %if.end20
  store i32 %32, i32* %old, align 4
  br label %cmpxchg.continue24

cmpxchg.continue24:                               ; preds = %cmpxchg.store_expected23, %if.end20
  %frombool25 = zext i1 %33 to i8
  store i8 %frombool25, i8* %cmpxchg.bool22, align 1
  %34 = load i8, i8* %cmpxchg.bool22, align 1
  %tobool26 = trunc i8 %34 to i1
  br i1 %tobool26, label %if.then27, label %if.end28

if.then27:                                        ; preds = %cmpxchg.continue24
  br label %return

if.end28:                                         ; preds = %cmpxchg.continue24
  br label %for.cond

for.end:                                          ; preds = %if.then17
  br label %while.cond29

while.cond29:                                     ; preds = %while.body34, %for.end
  %35 = load %struct.node*, %struct.node** %own, align 8
  %next30 = getelementptr inbounds %struct.node, %struct.node* %35, i32 0, i32 0
  %36 = bitcast %struct.node** %next30 to i64*
  %37 = bitcast %struct.node** %atomic-temp31 to i64*
  %38 = load atomic i64, i64* %36 monotonic, align 8
  store i64 %38, i64* %37, align 8
  %39 = bitcast i64* %37 to %struct.node**
  %40 = load %struct.node*, %struct.node** %39, align 8
  store %struct.node* %40, %struct.node** %after, align 8
  %tobool32 = icmp ne %struct.node* %40, null
  %lnot33 = xor i1 %tobool32, true
  br i1 %lnot33, label %while.body34, label %while.end35

while.body34:                                     ; preds = %while.cond29
  br label %while.cond29, !llvm.loop !13

while.end35:                                      ; preds = %while.cond29
  %41 = load %struct.node*, %struct.node** %after, align 8
  %locked36 = getelementptr inbounds %struct.node, %struct.node* %41, i32 0, i32 1
  store i32 1, i32* %.atomictmp37, align 4
  %42 = load i32, i32* %.atomictmp37, align 4
  store atomic i32 %42, i32* %locked36 release, align 8
  br label %return

return:                                           ; preds = %while.end35, %if.then27
  ret void
}

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
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
