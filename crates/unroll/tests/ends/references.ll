; ModuleID = 'references.c'
source_filename = "references.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.object = type { i32, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca %struct.object*, align 8
  store i32 0, i32* %1, align 4
  %5 = call noalias i8* @malloc(i64 noundef 8) #3
  %6 = bitcast i8* %5 to %struct.object*
  store %struct.object* %6, %struct.object** %4, align 8
  %7 = load %struct.object*, %struct.object** %4, align 8
  %8 = getelementptr inbounds %struct.object, %struct.object* %7, i32 0, i32 0
  store i32 1, i32* %8, align 4
  %9 = load %struct.object*, %struct.object** %4, align 8
  %10 = getelementptr inbounds %struct.object, %struct.object* %9, i32 0, i32 1
  store i32 2, i32* %10, align 4
  %11 = load %struct.object*, %struct.object** %4, align 8
  %12 = bitcast %struct.object* %11 to i8*
  %13 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @use, i8* noundef %12) #3
  %14 = load %struct.object*, %struct.object** %4, align 8
  %15 = bitcast %struct.object* %14 to i8*
  %16 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @use, i8* noundef %15) #3
  %17 = load i64, i64* %2, align 8
  %18 = call i32 @pthread_join(i64 noundef %17, i8** noundef null)
  %19 = load i64, i64* %3, align 8
  %20 = call i32 @pthread_join(i64 noundef %19, i8** noundef null)
  ret i32 0
}

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @use(i8* noundef %0) #0 {
  %2 = alloca i8*, align 8
  %3 = alloca %struct.object*, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  %7 = load i8*, i8** %2, align 8
  %8 = bitcast i8* %7 to %struct.object*
  store %struct.object* %8, %struct.object** %3, align 8
  %9 = load %struct.object*, %struct.object** %3, align 8
  %10 = getelementptr inbounds %struct.object, %struct.object* %9, i32 0, i32 0
  %11 = load atomic i32, i32* %10 monotonic, align 4
  store i32 %11, i32* %4, align 4
  %12 = load i32, i32* %4, align 4
  %13 = load %struct.object*, %struct.object** %3, align 8
  %14 = getelementptr inbounds %struct.object, %struct.object* %13, i32 0, i32 1
  store i32 1, i32* %5, align 4
  %15 = load i32, i32* %5, align 4
  %16 = atomicrmw sub i32* %14, i32 %15 release, align 4
  store i32 %16, i32* %6, align 4
  %17 = load i32, i32* %6, align 4
  %18 = icmp eq i32 %17, 1
  br i1 %18, label %19, label %22

19:                                               ; preds = %1
  fence acquire
  %20 = load %struct.object*, %struct.object** %3, align 8
  %21 = bitcast %struct.object* %20 to i8*
  call void @free(i8* noundef %21) #3
  br label %22

22:                                               ; preds = %19, %1
  ret i8* null
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: nounwind
declare void @free(i8* noundef) #1

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
