; ModuleID = 'destroyed.c'
source_filename = "destroyed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.object = type { %union.pthread_mutex_t, i32 }
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_mutexattr_t = type { i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca %struct.object*, align 8
  store i32 0, i32* %1, align 4
  %4 = call noalias i8* @malloc(i64 noundef 48) #3
  %5 = bitcast i8* %4 to %struct.object*
  store %struct.object* %5, %struct.object** %3, align 8
  %6 = load %struct.object*, %struct.object** %3, align 8
  %7 = getelementptr inbounds %struct.object, %struct.object* %6, i32 0, i32 0
  %8 = call i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef %7, %union.pthread_mutexattr_t* noundef null) #3
  %9 = load %struct.object*, %struct.object** %3, align 8
  %10 = getelementptr inbounds %struct.object, %struct.object* %9, i32 0, i32 1
  store i32 2, i32* %10, align 8
  %11 = load %struct.object*, %struct.object** %3, align 8
  %12 = bitcast %struct.object* %11 to i8*
  %13 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @drop, i8* noundef %12) #3
  %14 = load %struct.object*, %struct.object** %3, align 8
  %15 = bitcast %struct.object* %14 to i8*
  %16 = call i8* @drop(i8* noundef %15)
  %17 = load i64, i64* %2, align 8
  %18 = call i32 @pthread_join(i64 noundef %17, i8** noundef null)
  ret i32 0
}

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_init(%union.pthread_mutex_t* noundef, %union.pthread_mutexattr_t* noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @drop(i8* noundef %0) #0 {
  %2 = alloca i8*, align 8
  %3 = alloca i8*, align 8
  %4 = alloca %struct.object*, align 8
  %5 = alloca i32, align 4
  store i8* %0, i8** %3, align 8
  %6 = load i8*, i8** %3, align 8
  %7 = bitcast i8* %6 to %struct.object*
  store %struct.object* %7, %struct.object** %4, align 8
  %8 = load %struct.object*, %struct.object** %4, align 8
  %9 = getelementptr inbounds %struct.object, %struct.object* %8, i32 0, i32 0
  %10 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef %9) #3
  %11 = load %struct.object*, %struct.object** %4, align 8
  %12 = getelementptr inbounds %struct.object, %struct.object* %11, i32 0, i32 1
  %13 = load i32, i32* %12, align 8
  %14 = add nsw i32 %13, -1
  store i32 %14, i32* %12, align 8
  store i32 %14, i32* %5, align 4
  %15 = load i32, i32* %5, align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %23

17:                                               ; preds = %1
  %18 = load %struct.object*, %struct.object** %4, align 8
  %19 = getelementptr inbounds %struct.object, %struct.object* %18, i32 0, i32 0
  %20 = call i32 @pthread_mutex_destroy(%union.pthread_mutex_t* noundef %19) #3
  %21 = load %struct.object*, %struct.object** %4, align 8
  %22 = bitcast %struct.object* %21 to i8*
  call void @free(i8* noundef %22) #3
  store i8* null, i8** %2, align 8
  br label %27

23:                                               ; preds = %1
  %24 = load %struct.object*, %struct.object** %4, align 8
  %25 = getelementptr inbounds %struct.object, %struct.object* %24, i32 0, i32 0
  %26 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef %25) #3
  store i8* null, i8** %2, align 8
  br label %27

27:                                               ; preds = %23, %17
  %28 = load i8*, i8** %2, align 8
  ret i8* %28
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_destroy(%union.pthread_mutex_t* noundef) #1

; Function Attrs: nounwind
declare void @free(i8* noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #1

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
