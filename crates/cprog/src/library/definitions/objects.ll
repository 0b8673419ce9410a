; ModuleID = 'objects.c'
source_filename = "objects.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt18condition_variableC1Ev(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt18condition_variableD1Ev(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt3__118condition_variableD1Ev(i8* noundef %condition) #0 {
entry:
  %condition.addr = alloca i8*, align 8
  store i8* %condition, i8** %condition.addr, align 8
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZNSt3__15mutexD1Ev(i8* noundef %mutex) #0 {
entry:
  %mutex.addr = alloca i8*, align 8
  store i8* %mutex, i8** %mutex.addr, align 8
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
