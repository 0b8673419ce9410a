; ModuleID = 'conditions.c'
source_filename = "conditions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.unique_lock = type { i8* }

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(i8* noundef %condition, %struct.unique_lock* noundef %lock) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  %lock.addr = alloca %struct.unique_lock*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  store %struct.unique_lock* %lock, %struct.unique_lock** %lock.addr, align 8
  %0 = load i8*, i8** %condition.addr, align 8
  %1 = load %struct.unique_lock*, %struct.unique_lock** %lock.addr, align 8
  %mutex = getelementptr inbounds %struct.unique_lock, %struct.unique_lock* %1, i32 0, i32 0
  %2 = load i8*, i8** %mutex, align 8
  %call = call i32 @pthread_cond_wait(i8* noundef %0, i8* noundef %2) #2
  ret void
}

declare i32 @pthread_cond_wait(i8* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt18condition_variable10notify_oneEv(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  %0 = load i8*, i8** %condition.addr, align 8
  %call = call i32 @pthread_cond_signal(i8* noundef %0) #2
  ret void
}

declare i32 @pthread_cond_signal(i8* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt18condition_variable10notify_allEv(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  %0 = load i8*, i8** %condition.addr, align 8
  %call = call i32 @pthread_cond_broadcast(i8* noundef %0) #2
  ret void
}

declare i32 @pthread_cond_broadcast(i8* noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE(i8* noundef %condition, %struct.unique_lock* noundef %lock) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  %lock.addr = alloca %struct.unique_lock*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  store %struct.unique_lock* %lock, %struct.unique_lock** %lock.addr, align 8
  %0 = load i8*, i8** %condition.addr, align 8
  %1 = load %struct.unique_lock*, %struct.unique_lock** %lock.addr, align 8
  %mutex = getelementptr inbounds %struct.unique_lock, %struct.unique_lock* %1, i32 0, i32 0
  %2 = load i8*, i8** %mutex, align 8
  %call = call i32 @pthread_cond_wait(i8* noundef %0, i8* noundef %2) #2
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt3__118condition_variable10notify_oneEv(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  %0 = load i8*, i8** %condition.addr, align 8
  %call = call i32 @pthread_cond_signal(i8* noundef %0) #2
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt3__118condition_variable10notify_allEv(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  %0 = load i8*, i8** %condition.addr, align 8
  %call = call i32 @pthread_cond_broadcast(i8* noundef %0) #2
  ret void
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 14.0.6"}
