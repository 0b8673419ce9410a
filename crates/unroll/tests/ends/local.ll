; ModuleID = 'local.c'
source_filename = "local.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@lent = internal global i32* null, align 8

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32*, align 8
  store i32 0, i32* %1, align 4
  %7 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @lend, i8* noundef null) #3
  %8 = bitcast i32** %4 to i64*
  %9 = load atomic i64, i64* bitcast (i32** @lent to i64*) seq_cst, align 8
  store i64 %9, i64* %8, align 8
  %10 = bitcast i64* %8 to i32**
  %11 = load i32*, i32** %10, align 8
  store i32* %11, i32** %3, align 8
  %12 = load i32*, i32** %3, align 8
  %13 = icmp ne i32* %12, null
  br i1 %13, label %14, label %21

14:                                               ; preds = %0
  %15 = load i32*, i32** %3, align 8
  store i32 4, i32* %5, align 4
  %16 = load i32, i32* %5, align 4
  store atomic i32 %16, i32* %15 seq_cst, align 4
  store i32* null, i32** %6, align 8
  %17 = bitcast i32** %6 to i64*
  %18 = load i64, i64* %17, align 8
  store atomic i64 %18, i64* bitcast (i32** @lent to i64*) seq_cst, align 8
  %19 = load i64, i64* %2, align 8
  %20 = call i32 @pthread_join(i64 noundef %19, i8** noundef null)
  br label %21

21:                                               ; preds = %14, %0
  ret i32 0
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @lend(i8* noundef %0) #0 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32*, align 8
  %5 = alloca i32*, align 8
  store i8* %0, i8** %2, align 8
  store i32 3, i32* %3, align 4
  store i32* %3, i32** %4, align 8
  %6 = bitcast i32** %4 to i64*
  %7 = load i64, i64* %6, align 8
  store atomic i64 %7, i64* bitcast (i32** @lent to i64*) seq_cst, align 8
  br label %8

8:                                                ; preds = %14, %1
  %9 = bitcast i32** %5 to i64*
  %10 = load atomic i64, i64* bitcast (i32** @lent to i64*) seq_cst, align 8
  store i64 %10, i64* %9, align 8
  %11 = bitcast i64* %9 to i32**
  %12 = load i32*, i32** %11, align 8
  %13 = icmp ne i32* %12, null
  br i1 %13, label %14, label %15

14:                                               ; preds = %8
  br label %8, !llvm.loop !6

15:                                               ; preds = %8
  %16 = load i8*, i8** %2, align 8
  ret i8* %16
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

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
