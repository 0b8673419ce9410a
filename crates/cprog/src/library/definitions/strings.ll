; ModuleID = 'strings.c'
source_filename = "strings.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @strlen(i8* noundef %s) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %n = alloca i64, align 8
  store i8* %s, i8** %s.addr, align 8
  store i64 0, i64* %n, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i8*, i8** %s.addr, align 8
  %1 = load i64, i64* %n, align 8
  %arrayidx = getelementptr inbounds i8, i8* %0, i64 %1
  %2 = load i8, i8* %arrayidx, align 1
  %tobool = icmp ne i8 %2, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %3 = load i64, i64* %n, align 8
  %inc = add i64 %3, 1
  store i64 %inc, i64* %n, align 8
  br label %while.cond, !llvm.loop !6

while.end:                                        ; preds = %while.cond
  %4 = load i64, i64* %n, align 8
  ret i64 %4
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @strnlen(i8* noundef %s, i64 noundef %most) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %most.addr = alloca i64, align 8
  %n = alloca i64, align 8
  store i8* %s, i8** %s.addr, align 8
  store i64 %most, i64* %most.addr, align 8
  store i64 0, i64* %n, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i64, i64* %n, align 8
  %1 = load i64, i64* %most.addr, align 8
  %cmp = icmp ult i64 %0, %1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %2 = load i8*, i8** %s.addr, align 8
  %3 = load i64, i64* %n, align 8
  %arrayidx = getelementptr inbounds i8, i8* %2, i64 %3
  %4 = load i8, i8* %arrayidx, align 1
  %conv = sext i8 %4 to i32
  %tobool = icmp ne i32 %conv, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %5 = phi i1 [ false, %while.cond ], [ %tobool, %land.rhs ]
  br i1 %5, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %6 = load i64, i64* %n, align 8
  %inc = add i64 %6, 1
  store i64 %inc, i64* %n, align 8
  br label %while.cond, !llvm.loop !8

while.end:                                        ; preds = %land.end
  %7 = load i64, i64* %n, align 8
  ret i64 %7
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @stpcpy(i8* noundef %to, i8* noundef %from) #0 {
entry:
  %to.addr = alloca i8*, align 8
  %from.addr = alloca i8*, align 8
  store i8* %to, i8** %to.addr, align 8
  store i8* %from, i8** %from.addr, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i8*, i8** %from.addr, align 8
  %1 = load i8, i8* %0, align 1
  %2 = load i8*, i8** %to.addr, align 8
  store i8 %1, i8* %2, align 1
  %tobool = icmp ne i8 %1, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %3 = load i8*, i8** %to.addr, align 8
  %incdec.ptr = getelementptr inbounds i8, i8* %3, i32 1
  store i8* %incdec.ptr, i8** %to.addr, align 8
  %4 = load i8*, i8** %from.addr, align 8
  %incdec.ptr1 = getelementptr inbounds i8, i8* %4, i32 1
  store i8* %incdec.ptr1, i8** %from.addr, align 8
  br label %while.cond, !llvm.loop !9

while.end:                                        ; preds = %while.cond
  %5 = load i8*, i8** %to.addr, align 8
  ret i8* %5
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strcpy(i8* noundef %to, i8* noundef %from) #0 {
entry:
  %to.addr = alloca i8*, align 8
  %from.addr = alloca i8*, align 8
  store i8* %to, i8** %to.addr, align 8
  store i8* %from, i8** %from.addr, align 8
  %0 = load i8*, i8** %to.addr, align 8
  %1 = load i8*, i8** %from.addr, align 8
  %call = call i8* @stpcpy(i8* noundef %0, i8* noundef %1) #2
  %2 = load i8*, i8** %to.addr, align 8
  ret i8* %2
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strncpy(i8* noundef %to, i8* noundef %from, i64 noundef %n) #0 {
entry:
  %to.addr = alloca i8*, align 8
  %from.addr = alloca i8*, align 8
  %n.addr = alloca i64, align 8
  %i = alloca i64, align 8
  store i8* %to, i8** %to.addr, align 8
  store i8* %from, i8** %from.addr, align 8
  store i64 %n, i64* %n.addr, align 8
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, i64* %i, align 8
  %1 = load i64, i64* %n.addr, align 8
  %cmp = icmp ult i64 %0, %1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %for.cond
  %2 = load i8*, i8** %from.addr, align 8
  %3 = load i64, i64* %i, align 8
  %arrayidx = getelementptr inbounds i8, i8* %2, i64 %3
  %4 = load i8, i8* %arrayidx, align 1
  %conv = sext i8 %4 to i32
  %tobool = icmp ne i32 %conv, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %5 = phi i1 [ false, %for.cond ], [ %tobool, %land.rhs ]
  br i1 %5, label %for.body, label %for.end

for.body:                                         ; preds = %land.end
  %6 = load i8*, i8** %from.addr, align 8
  %7 = load i64, i64* %i, align 8
  %arrayidx1 = getelementptr inbounds i8, i8* %6, i64 %7
  %8 = load i8, i8* %arrayidx1, align 1
  %9 = load i8*, i8** %to.addr, align 8
  %10 = load i64, i64* %i, align 8
  %arrayidx2 = getelementptr inbounds i8, i8* %9, i64 %10
  store i8 %8, i8* %arrayidx2, align 1
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %11 = load i64, i64* %i, align 8
  %inc = add i64 %11, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !10

for.end:                                          ; preds = %land.end
  br label %for.cond3

for.cond3:                                        ; preds = %for.inc8, %for.end
  %12 = load i64, i64* %i, align 8
  %13 = load i64, i64* %n.addr, align 8
  %cmp4 = icmp ult i64 %12, %13
  br i1 %cmp4, label %for.body6, label %for.end10

for.body6:                                        ; preds = %for.cond3
  %14 = load i8*, i8** %to.addr, align 8
  %15 = load i64, i64* %i, align 8
  %arrayidx7 = getelementptr inbounds i8, i8* %14, i64 %15
  store i8 0, i8* %arrayidx7, align 1
  br label %for.inc8

for.inc8:                                         ; preds = %for.body6
  %16 = load i64, i64* %i, align 8
  %inc9 = add i64 %16, 1
  store i64 %inc9, i64* %i, align 8
  br label %for.cond3, !llvm.loop !11

for.end10:                                        ; preds = %for.cond3
  %17 = load i8*, i8** %to.addr, align 8
  ret i8* %17
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strcat(i8* noundef %to, i8* noundef %from) #0 {
entry:
  %to.addr = alloca i8*, align 8
  %from.addr = alloca i8*, align 8
  store i8* %to, i8** %to.addr, align 8
  store i8* %from, i8** %from.addr, align 8
  %0 = load i8*, i8** %to.addr, align 8
  %1 = load i8*, i8** %to.addr, align 8
  %call = call i64 @strlen(i8* noundef %1) #2
  %add.ptr = getelementptr inbounds i8, i8* %0, i64 %call
  %2 = load i8*, i8** %from.addr, align 8
  %call1 = call i8* @strcpy(i8* noundef %add.ptr, i8* noundef %2) #2
  %3 = load i8*, i8** %to.addr, align 8
  ret i8* %3
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strncat(i8* noundef %to, i8* noundef %from, i64 noundef %n) #0 {
entry:
  %to.addr = alloca i8*, align 8
  %from.addr = alloca i8*, align 8
  %n.addr = alloca i64, align 8
  %end = alloca i8*, align 8
  %i = alloca i64, align 8
  store i8* %to, i8** %to.addr, align 8
  store i8* %from, i8** %from.addr, align 8
  store i64 %n, i64* %n.addr, align 8
  %0 = load i8*, i8** %to.addr, align 8
  %1 = load i8*, i8** %to.addr, align 8
  %call = call i64 @strlen(i8* noundef %1) #2
  %add.ptr = getelementptr inbounds i8, i8* %0, i64 %call
  store i8* %add.ptr, i8** %end, align 8
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, i64* %i, align 8
  %3 = load i64, i64* %n.addr, align 8
  %cmp = icmp ult i64 %2, %3
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %for.cond
  %4 = load i8*, i8** %from.addr, align 8
  %5 = load i64, i64* %i, align 8
  %arrayidx = getelementptr inbounds i8, i8* %4, i64 %5
  %6 = load i8, i8* %arrayidx, align 1
  %conv = sext i8 %6 to i32
  %tobool = icmp ne i32 %conv, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %7 = phi i1 [ false, %for.cond ], [ %tobool, %land.rhs ]
  br i1 %7, label %for.body, label %for.end

for.body:                                         ; preds = %land.end
  %8 = load i8*, i8** %from.addr, align 8
  %9 = load i64, i64* %i, align 8
  %arrayidx1 = getelementptr inbounds i8, i8* %8, i64 %9
  %10 = load i8, i8* %arrayidx1, align 1
  %11 = load i8*, i8** %end, align 8
  %12 = load i64, i64* %i, align 8
  %arrayidx2 = getelementptr inbounds i8, i8* %11, i64 %12
  store i8 %10, i8* %arrayidx2, align 1
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %13 = load i64, i64* %i, align 8
  %inc = add i64 %13, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !12

for.end:                                          ; preds = %land.end
  %14 = load i8*, i8** %end, align 8
  %15 = load i64, i64* %i, align 8
  %arrayidx3 = getelementptr inbounds i8, i8* %14, i64 %15
  store i8 0, i8* %arrayidx3, align 1
  %16 = load i8*, i8** %to.addr, align 8
  ret i8* %16
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @strncmp(i8* noundef %s, i8* noundef %t, i64 noundef %n) #0 {
entry:
  %retval = alloca i32, align 4
  %s.addr = alloca i8*, align 8
  %t.addr = alloca i8*, align 8
  %n.addr = alloca i64, align 8
  %i = alloca i64, align 8
  %a = alloca i8, align 1
  %b = alloca i8, align 1
  store i8* %s, i8** %s.addr, align 8
  store i8* %t, i8** %t.addr, align 8
  store i64 %n, i64* %n.addr, align 8
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, i64* %i, align 8
  %1 = load i64, i64* %n.addr, align 8
  %cmp = icmp ult i64 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load i8*, i8** %s.addr, align 8
  %3 = load i64, i64* %i, align 8
  %arrayidx = getelementptr inbounds i8, i8* %2, i64 %3
  %4 = load i8, i8* %arrayidx, align 1
  store i8 %4, i8* %a, align 1
  %5 = load i8*, i8** %t.addr, align 8
  %6 = load i64, i64* %i, align 8
  %arrayidx1 = getelementptr inbounds i8, i8* %5, i64 %6
  %7 = load i8, i8* %arrayidx1, align 1
  store i8 %7, i8* %b, align 1
  %8 = load i8, i8* %a, align 1
  %conv = zext i8 %8 to i32
  %9 = load i8, i8* %b, align 1
  %conv2 = zext i8 %9 to i32
  %cmp3 = icmp ne i32 %conv, %conv2
  br i1 %cmp3, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %10 = load i8, i8* %a, align 1
  %conv5 = zext i8 %10 to i32
  %11 = load i8, i8* %b, align 1
  %conv6 = zext i8 %11 to i32
  %cmp7 = icmp slt i32 %conv5, %conv6
  %12 = zext i1 %cmp7 to i64
  %cond = select i1 %cmp7, i32 -1, i32 1
  store i32 %cond, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %for.body
  %13 = load i8, i8* %a, align 1
  %tobool = icmp ne i8 %13, 0
  br i1 %tobool, label %if.end10, label %if.then9

if.then9:                                         ; preds = %if.end
  store i32 0, i32* %retval, align 4
  br label %return

if.end10:                                         ; preds = %if.end
  br label %for.inc

for.inc:                                          ; preds = %if.end10
  %14 = load i64, i64* %i, align 8
  %inc = add i64 %14, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !13

for.end:                                          ; preds = %for.cond
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %for.end, %if.then9, %if.then
  %15 = load i32, i32* %retval, align 4
  ret i32 %15
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @strcmp(i8* noundef %s, i8* noundef %t) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %t.addr = alloca i8*, align 8
  store i8* %s, i8** %s.addr, align 8
  store i8* %t, i8** %t.addr, align 8
  %0 = load i8*, i8** %s.addr, align 8
  %1 = load i8*, i8** %t.addr, align 8
  %call = call i32 @strncmp(i8* noundef %0, i8* noundef %1, i64 noundef -1) #2
  ret i32 %call
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strchr(i8* noundef %s, i32 noundef %c) #0 {
entry:
  %retval = alloca i8*, align 8
  %s.addr = alloca i8*, align 8
  %c.addr = alloca i32, align 4
  store i8* %s, i8** %s.addr, align 8
  store i32 %c, i32* %c.addr, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i8*, i8** %s.addr, align 8
  %1 = load i8, i8* %0, align 1
  %conv = sext i8 %1 to i32
  %2 = load i32, i32* %c.addr, align 4
  %conv1 = trunc i32 %2 to i8
  %conv2 = sext i8 %conv1 to i32
  %cmp = icmp eq i32 %conv, %conv2
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %for.cond
  %3 = load i8*, i8** %s.addr, align 8
  store i8* %3, i8** %retval, align 8
  br label %return

if.end:                                           ; preds = %for.cond
  %4 = load i8*, i8** %s.addr, align 8
  %5 = load i8, i8* %4, align 1
  %tobool = icmp ne i8 %5, 0
  br i1 %tobool, label %if.end5, label %if.then4

if.then4:                                         ; preds = %if.end
  store i8* null, i8** %retval, align 8
  br label %return

if.end5:                                          ; preds = %if.end
  br label %for.inc

for.inc:                                          ; preds = %if.end5
  %6 = load i8*, i8** %s.addr, align 8
  %incdec.ptr = getelementptr inbounds i8, i8* %6, i32 1
  store i8* %incdec.ptr, i8** %s.addr, align 8
  br label %for.cond

return:                                           ; preds = %if.then4, %if.then
  %7 = load i8*, i8** %retval, align 8
  ret i8* %7
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strrchr(i8* noundef %s, i32 noundef %c) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %c.addr = alloca i32, align 4
  %last = alloca i8*, align 8
  store i8* %s, i8** %s.addr, align 8
  store i32 %c, i32* %c.addr, align 4
  store i8* null, i8** %last, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i8*, i8** %s.addr, align 8
  %1 = load i8, i8* %0, align 1
  %conv = sext i8 %1 to i32
  %2 = load i32, i32* %c.addr, align 4
  %conv1 = trunc i32 %2 to i8
  %conv2 = sext i8 %conv1 to i32
  %cmp = icmp eq i32 %conv, %conv2
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %for.cond
  %3 = load i8*, i8** %s.addr, align 8
  store i8* %3, i8** %last, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %for.cond
  %4 = load i8*, i8** %s.addr, align 8
  %5 = load i8, i8* %4, align 1
  %tobool = icmp ne i8 %5, 0
  br i1 %tobool, label %if.end5, label %if.then4

if.then4:                                         ; preds = %if.end
  %6 = load i8*, i8** %last, align 8
  ret i8* %6

if.end5:                                          ; preds = %if.end
  br label %for.inc

for.inc:                                          ; preds = %if.end5
  %7 = load i8*, i8** %s.addr, align 8
  %incdec.ptr = getelementptr inbounds i8, i8* %7, i32 1
  store i8* %incdec.ptr, i8** %s.addr, align 8
  br label %for.cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strstr(i8* noundef %s, i8* noundef %part) #0 {
entry:
  %retval = alloca i8*, align 8
  %s.addr = alloca i8*, align 8
  %part.addr = alloca i8*, align 8
  %n = alloca i64, align 8
  store i8* %s, i8** %s.addr, align 8
  store i8* %part, i8** %part.addr, align 8
  %0 = load i8*, i8** %part.addr, align 8
  %call = call i64 @strlen(i8* noundef %0) #2
  store i64 %call, i64* %n, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i8*, i8** %s.addr, align 8
  %2 = load i8*, i8** %part.addr, align 8
  %3 = load i64, i64* %n, align 8
  %call1 = call i32 @strncmp(i8* noundef %1, i8* noundef %2, i64 noundef %3) #2
  %tobool = icmp ne i32 %call1, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %for.cond
  %4 = load i8*, i8** %s.addr, align 8
  store i8* %4, i8** %retval, align 8
  br label %return

if.end:                                           ; preds = %for.cond
  %5 = load i8*, i8** %s.addr, align 8
  %6 = load i8, i8* %5, align 1
  %tobool2 = icmp ne i8 %6, 0
  br i1 %tobool2, label %if.end4, label %if.then3

if.then3:                                         ; preds = %if.end
  store i8* null, i8** %retval, align 8
  br label %return

if.end4:                                          ; preds = %if.end
  br label %for.inc

for.inc:                                          ; preds = %if.end4
  %7 = load i8*, i8** %s.addr, align 8
  %incdec.ptr = getelementptr inbounds i8, i8* %7, i32 1
  store i8* %incdec.ptr, i8** %s.addr, align 8
  br label %for.cond

return:                                           ; preds = %if.then3, %if.then
  %8 = load i8*, i8** %retval, align 8
  ret i8* %8
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @memcmp(i8* noundef %s, i8* noundef %t, i64 noundef %n) #0 {
entry:
  %retval = alloca i32, align 4
  %s.addr = alloca i8*, align 8
  %t.addr = alloca i8*, align 8
  %n.addr = alloca i64, align 8
  %a = alloca i8*, align 8
  %b = alloca i8*, align 8
  %i = alloca i64, align 8
  store i8* %s, i8** %s.addr, align 8
  store i8* %t, i8** %t.addr, align 8
  store i64 %n, i64* %n.addr, align 8
  %0 = load i8*, i8** %s.addr, align 8
  store i8* %0, i8** %a, align 8
  %1 = load i8*, i8** %t.addr, align 8
  store i8* %1, i8** %b, align 8
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, i64* %i, align 8
  %3 = load i64, i64* %n.addr, align 8
  %cmp = icmp ult i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i8*, i8** %a, align 8
  %5 = load i64, i64* %i, align 8
  %arrayidx = getelementptr inbounds i8, i8* %4, i64 %5
  %6 = load i8, i8* %arrayidx, align 1
  %conv = zext i8 %6 to i32
  %7 = load i8*, i8** %b, align 8
  %8 = load i64, i64* %i, align 8
  %arrayidx1 = getelementptr inbounds i8, i8* %7, i64 %8
  %9 = load i8, i8* %arrayidx1, align 1
  %conv2 = zext i8 %9 to i32
  %cmp3 = icmp ne i32 %conv, %conv2
  br i1 %cmp3, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %10 = load i8*, i8** %a, align 8
  %11 = load i64, i64* %i, align 8
  %arrayidx5 = getelementptr inbounds i8, i8* %10, i64 %11
  %12 = load i8, i8* %arrayidx5, align 1
  %conv6 = zext i8 %12 to i32
  %13 = load i8*, i8** %b, align 8
  %14 = load i64, i64* %i, align 8
  %arrayidx7 = getelementptr inbounds i8, i8* %13, i64 %14
  %15 = load i8, i8* %arrayidx7, align 1
  %conv8 = zext i8 %15 to i32
  %cmp9 = icmp slt i32 %conv6, %conv8
  %16 = zext i1 %cmp9 to i64
  %cond = select i1 %cmp9, i32 -1, i32 1
  store i32 %cond, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %17 = load i64, i64* %i, align 8
  %inc = add i64 %17, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !14

for.end:                                          ; preds = %for.cond
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %for.end, %if.then
  %18 = load i32, i32* %retval, align 4
  ret i32 %18
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @bcmp(i8* noundef %s, i8* noundef %t, i64 noundef %n) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %t.addr = alloca i8*, align 8
  %n.addr = alloca i64, align 8
  store i8* %s, i8** %s.addr, align 8
  store i8* %t, i8** %t.addr, align 8
  store i64 %n, i64* %n.addr, align 8
  %0 = load i8*, i8** %s.addr, align 8
  %1 = load i8*, i8** %t.addr, align 8
  %2 = load i64, i64* %n.addr, align 8
  %call = call i32 @memcmp(i8* noundef %0, i8* noundef %1, i64 noundef %2) #2
  ret i32 %call
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @memchr(i8* noundef %s, i32 noundef %c, i64 noundef %n) #0 {
entry:
  %retval = alloca i8*, align 8
  %s.addr = alloca i8*, align 8
  %c.addr = alloca i32, align 4
  %n.addr = alloca i64, align 8
  %a = alloca i8*, align 8
  %i = alloca i64, align 8
  store i8* %s, i8** %s.addr, align 8
  store i32 %c, i32* %c.addr, align 4
  store i64 %n, i64* %n.addr, align 8
  %0 = load i8*, i8** %s.addr, align 8
  store i8* %0, i8** %a, align 8
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i64, i64* %i, align 8
  %2 = load i64, i64* %n.addr, align 8
  %cmp = icmp ult i64 %1, %2
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %3 = load i8*, i8** %a, align 8
  %4 = load i64, i64* %i, align 8
  %arrayidx = getelementptr inbounds i8, i8* %3, i64 %4
  %5 = load i8, i8* %arrayidx, align 1
  %conv = zext i8 %5 to i32
  %6 = load i32, i32* %c.addr, align 4
  %conv1 = trunc i32 %6 to i8
  %conv2 = zext i8 %conv1 to i32
  %cmp3 = icmp eq i32 %conv, %conv2
  br i1 %cmp3, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %7 = load i8*, i8** %a, align 8
  %8 = load i64, i64* %i, align 8
  %add.ptr = getelementptr inbounds i8, i8* %7, i64 %8
  store i8* %add.ptr, i8** %retval, align 8
  br label %return

if.end:                                           ; preds = %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %9 = load i64, i64* %i, align 8
  %inc = add i64 %9, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !15

for.end:                                          ; preds = %for.cond
  store i8* null, i8** %retval, align 8
  br label %return

return:                                           ; preds = %for.end, %if.then
  %10 = load i8*, i8** %retval, align 8
  ret i8* %10
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @strdup(i8* noundef %s) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %copy = alloca i8*, align 8
  store i8* %s, i8** %s.addr, align 8
  %0 = load i8*, i8** %s.addr, align 8
  %call = call i64 @strlen(i8* noundef %0) #2
  %add = add i64 %call, 1
  %call1 = call i8* @malloc(i64 noundef %add) #2
  store i8* %call1, i8** %copy, align 8
  %1 = load i8*, i8** %copy, align 8
  %tobool = icmp ne i8* %1, null
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %2 = load i8*, i8** %copy, align 8
  %3 = load i8*, i8** %s.addr, align 8
  %call2 = call i8* @strcpy(i8* noundef %2, i8* noundef %3) #2
  br label %cond.end

cond.false:                                       ; preds = %entry
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i8* [ %call2, %cond.true ], [ null, %cond.false ]
  ret i8* %cond
}

declare i8* @malloc(i64 noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @memcpy_s(i8* noundef %to, i64 noundef %most, i8* noundef %from, i64 noundef %n) #0 {
entry:
  %retval = alloca i32, align 4
  %to.addr = alloca i8*, align 8
  %most.addr = alloca i64, align 8
  %from.addr = alloca i8*, align 8
  %n.addr = alloca i64, align 8
  %a = alloca i8*, align 8
  %b = alloca i8*, align 8
  %is_wrong = alloca i32, align 4
  %i = alloca i64, align 8
  %i12 = alloca i64, align 8
  %i21 = alloca i64, align 8
  store i8* %to, i8** %to.addr, align 8
  store i64 %most, i64* %most.addr, align 8
  store i8* %from, i8** %from.addr, align 8
  store i64 %n, i64* %n.addr, align 8
  %0 = load i8*, i8** %to.addr, align 8
  store i8* %0, i8** %a, align 8
  %1 = load i8*, i8** %from.addr, align 8
  store i8* %1, i8** %b, align 8
  %2 = load i8*, i8** %to.addr, align 8
  %tobool = icmp ne i8* %2, null
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  store i32 22, i32* %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %3 = load i8*, i8** %from.addr, align 8
  %tobool1 = icmp ne i8* %3, null
  br i1 %tobool1, label %lor.rhs, label %lor.end

lor.rhs:                                          ; preds = %if.end
  %4 = load i64, i64* %n.addr, align 8
  %5 = load i64, i64* %most.addr, align 8
  %cmp = icmp ugt i64 %4, %5
  br label %lor.end

lor.end:                                          ; preds = %lor.rhs, %if.end
  %6 = phi i1 [ true, %if.end ], [ %cmp, %lor.rhs ]
  %lor.ext = zext i1 %6 to i32
  store i32 %lor.ext, i32* %is_wrong, align 4
  store i64 0, i64* %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %lor.end
  %7 = load i32, i32* %is_wrong, align 4
  %tobool2 = icmp ne i32 %7, 0
  br i1 %tobool2, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %for.cond
  %8 = load i64, i64* %i, align 8
  %9 = load i64, i64* %n.addr, align 8
  %cmp3 = icmp ult i64 %8, %9
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %10 = phi i1 [ false, %for.cond ], [ %cmp3, %land.rhs ]
  br i1 %10, label %for.body, label %for.end

for.body:                                         ; preds = %land.end
  %11 = load i8*, i8** %a, align 8
  %12 = load i64, i64* %i, align 8
  %add.ptr = getelementptr inbounds i8, i8* %11, i64 %12
  %13 = load i8*, i8** %b, align 8
  %cmp4 = icmp eq i8* %add.ptr, %13
  br i1 %cmp4, label %lor.end8, label %lor.rhs5

lor.rhs5:                                         ; preds = %for.body
  %14 = load i8*, i8** %b, align 8
  %15 = load i64, i64* %i, align 8
  %add.ptr6 = getelementptr inbounds i8, i8* %14, i64 %15
  %16 = load i8*, i8** %a, align 8
  %cmp7 = icmp eq i8* %add.ptr6, %16
  br label %lor.end8

lor.end8:                                         ; preds = %lor.rhs5, %for.body
  %17 = phi i1 [ true, %for.body ], [ %cmp7, %lor.rhs5 ]
  %lor.ext9 = zext i1 %17 to i32
  store i32 %lor.ext9, i32* %is_wrong, align 4
  br label %for.inc

for.inc:                                          ; preds = %lor.end8
  %18 = load i64, i64* %i, align 8
  %inc = add i64 %18, 1
  store i64 %inc, i64* %i, align 8
  br label %for.cond, !llvm.loop !16

for.end:                                          ; preds = %land.end
  %19 = load i32, i32* %is_wrong, align 4
  %tobool10 = icmp ne i32 %19, 0
  br i1 %tobool10, label %if.then11, label %if.end20

if.then11:                                        ; preds = %for.end
  store i64 0, i64* %i12, align 8
  br label %for.cond13

for.cond13:                                       ; preds = %for.inc16, %if.then11
  %20 = load i64, i64* %i12, align 8
  %21 = load i64, i64* %most.addr, align 8
  %cmp14 = icmp ult i64 %20, %21
  br i1 %cmp14, label %for.body15, label %for.end18

for.body15:                                       ; preds = %for.cond13
  %22 = load i8*, i8** %a, align 8
  %23 = load i64, i64* %i12, align 8
  %arrayidx = getelementptr inbounds i8, i8* %22, i64 %23
  store i8 0, i8* %arrayidx, align 1
  br label %for.inc16

for.inc16:                                        ; preds = %for.body15
  %24 = load i64, i64* %i12, align 8
  %inc17 = add i64 %24, 1
  store i64 %inc17, i64* %i12, align 8
  br label %for.cond13, !llvm.loop !17

for.end18:                                        ; preds = %for.cond13
  %25 = load i8*, i8** %from.addr, align 8
  %tobool19 = icmp ne i8* %25, null
  %26 = zext i1 %tobool19 to i64
  %cond = select i1 %tobool19, i32 34, i32 22
  store i32 %cond, i32* %retval, align 4
  br label %return

if.end20:                                         ; preds = %for.end
  store i64 0, i64* %i21, align 8
  br label %for.cond22

for.cond22:                                       ; preds = %for.inc27, %if.end20
  %27 = load i64, i64* %i21, align 8
  %28 = load i64, i64* %n.addr, align 8
  %cmp23 = icmp ult i64 %27, %28
  br i1 %cmp23, label %for.body24, label %for.end29

for.body24:                                       ; preds = %for.cond22
  %29 = load i8*, i8** %b, align 8
  %30 = load i64, i64* %i21, align 8
  %arrayidx25 = getelementptr inbounds i8, i8* %29, i64 %30
  %31 = load i8, i8* %arrayidx25, align 1
  %32 = load i8*, i8** %a, align 8
  %33 = load i64, i64* %i21, align 8
  %arrayidx26 = getelementptr inbounds i8, i8* %32, i64 %33
  store i8 %31, i8* %arrayidx26, align 1
  br label %for.inc27

for.inc27:                                        ; preds = %for.body24
  %34 = load i64, i64* %i21, align 8
  %inc28 = add i64 %34, 1
  store i64 %inc28, i64* %i21, align 8
  br label %for.cond22, !llvm.loop !18

for.end29:                                        ; preds = %for.cond22
  store i32 0, i32* %retval, align 4
  br label %return

return:                                           ; preds = %for.end29, %for.end18, %if.then
  %35 = load i32, i32* %retval, align 4
  ret i32 %35
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @abs(i32 noundef %n) #0 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  %0 = load i32, i32* %n.addr, align 4
  %cmp = icmp slt i32 %0, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %1 = load i32, i32* %n.addr, align 4
  %sub = sub nsw i32 0, %1
  br label %cond.end

cond.false:                                       ; preds = %entry
  %2 = load i32, i32* %n.addr, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub, %cond.true ], [ %2, %cond.false ]
  ret i32 %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @labs(i64 noundef %n) #0 {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, i64* %n.addr, align 8
  %0 = load i64, i64* %n.addr, align 8
  %cmp = icmp slt i64 %0, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %1 = load i64, i64* %n.addr, align 8
  %sub = sub nsw i64 0, %1
  br label %cond.end

cond.false:                                       ; preds = %entry
  %2 = load i64, i64* %n.addr, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %sub, %cond.true ], [ %2, %cond.false ]
  ret i64 %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @llabs(i64 noundef %n) #0 {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, i64* %n.addr, align 8
  %0 = load i64, i64* %n.addr, align 8
  %cmp = icmp slt i64 %0, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %1 = load i64, i64* %n.addr, align 8
  %sub = sub nsw i64 0, %1
  br label %cond.end

cond.false:                                       ; preds = %entry
  %2 = load i64, i64* %n.addr, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %sub, %cond.true ], [ %2, %cond.false ]
  ret i64 %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @isdigit(i32 noundef %c) #0 {
entry:
  %c.addr = alloca i32, align 4
  store i32 %c, i32* %c.addr, align 4
  %0 = load i32, i32* %c.addr, align 4
  %cmp = icmp sge i32 %0, 48
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %1 = load i32, i32* %c.addr, align 4
  %cmp1 = icmp sle i32 %1, 57
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %2 = phi i1 [ false, %entry ], [ %cmp1, %land.rhs ]
  %land.ext = zext i1 %2 to i32
  ret i32 %land.ext
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @isspace(i32 noundef %c) #0 {
entry:
  %c.addr = alloca i32, align 4
  store i32 %c, i32* %c.addr, align 4
  %0 = load i32, i32* %c.addr, align 4
  %cmp = icmp eq i32 %0, 32
  br i1 %cmp, label %lor.end, label %lor.rhs

lor.rhs:                                          ; preds = %entry
  %1 = load i32, i32* %c.addr, align 4
  %cmp1 = icmp sge i32 %1, 9
  br i1 %cmp1, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %lor.rhs
  %2 = load i32, i32* %c.addr, align 4
  %cmp2 = icmp sle i32 %2, 13
  br label %land.end

land.end:                                         ; preds = %land.rhs, %lor.rhs
  %3 = phi i1 [ false, %lor.rhs ], [ %cmp2, %land.rhs ]
  br label %lor.end

lor.end:                                          ; preds = %land.end, %entry
  %4 = phi i1 [ true, %entry ], [ %3, %land.end ]
  %lor.ext = zext i1 %4 to i32
  ret i32 %lor.ext
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @atoi(i8* noundef %s) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %n = alloca i32, align 4
  %is_negative = alloca i32, align 4
  store i8* %s, i8** %s.addr, align 8
  store i32 0, i32* %n, align 4
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i8*, i8** %s.addr, align 8
  %1 = load i8, i8* %0, align 1
  %conv = sext i8 %1 to i32
  %call = call i32 @isspace(i32 noundef %conv) #2
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %2 = load i8*, i8** %s.addr, align 8
  %incdec.ptr = getelementptr inbounds i8, i8* %2, i32 1
  store i8* %incdec.ptr, i8** %s.addr, align 8
  br label %while.cond, !llvm.loop !19

while.end:                                        ; preds = %while.cond
  %3 = load i8*, i8** %s.addr, align 8
  %4 = load i8, i8* %3, align 1
  %conv1 = sext i8 %4 to i32
  %cmp = icmp eq i32 %conv1, 45
  %conv2 = zext i1 %cmp to i32
  store i32 %conv2, i32* %is_negative, align 4
  %5 = load i8*, i8** %s.addr, align 8
  %6 = load i8, i8* %5, align 1
  %conv3 = sext i8 %6 to i32
  %cmp4 = icmp eq i32 %conv3, 45
  br i1 %cmp4, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %while.end
  %7 = load i8*, i8** %s.addr, align 8
  %8 = load i8, i8* %7, align 1
  %conv6 = sext i8 %8 to i32
  %cmp7 = icmp eq i32 %conv6, 43
  br i1 %cmp7, label %if.then, label %if.end

if.then:                                          ; preds = %lor.lhs.false, %while.end
  %9 = load i8*, i8** %s.addr, align 8
  %incdec.ptr9 = getelementptr inbounds i8, i8* %9, i32 1
  store i8* %incdec.ptr9, i8** %s.addr, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %lor.lhs.false
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end
  %10 = load i8*, i8** %s.addr, align 8
  %11 = load i8, i8* %10, align 1
  %conv10 = sext i8 %11 to i32
  %call11 = call i32 @isdigit(i32 noundef %conv10) #2
  %tobool12 = icmp ne i32 %call11, 0
  br i1 %tobool12, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %12 = load i32, i32* %n, align 4
  %mul = mul nsw i32 10, %12
  %13 = load i8*, i8** %s.addr, align 8
  %14 = load i8, i8* %13, align 1
  %conv13 = sext i8 %14 to i32
  %sub = sub nsw i32 %conv13, 48
  %add = add nsw i32 %mul, %sub
  store i32 %add, i32* %n, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i8*, i8** %s.addr, align 8
  %incdec.ptr14 = getelementptr inbounds i8, i8* %15, i32 1
  store i8* %incdec.ptr14, i8** %s.addr, align 8
  br label %for.cond, !llvm.loop !20

for.end:                                          ; preds = %for.cond
  %16 = load i32, i32* %is_negative, align 4
  %tobool15 = icmp ne i32 %16, 0
  br i1 %tobool15, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.end
  %17 = load i32, i32* %n, align 4
  %sub16 = sub nsw i32 0, %17
  br label %cond.end

cond.false:                                       ; preds = %for.end
  %18 = load i32, i32* %n, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub16, %cond.true ], [ %18, %cond.false ]
  ret i32 %cond
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
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
!14 = distinct !{!14, !7}
!15 = distinct !{!15, !7}
!16 = distinct !{!16, !7}
!17 = distinct !{!17, !7}
!18 = distinct !{!18, !7}
!19 = distinct !{!19, !7}
!20 = distinct !{!20, !7}
