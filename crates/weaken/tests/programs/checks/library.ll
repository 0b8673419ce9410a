; ModuleID = 'library.c'
source_filename = "library.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_attr_t = type { i64, [48 x i8] }

@two = dso_local global i32 2, align 4, !dbg !0
@text = dso_local global [16 x i8] zeroinitializer, align 16, !dbg !5
@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"errno == 3\00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c"library.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.3 = private unnamed_addr constant [5 x i8] c"help\00", align 1
@.str.4 = private unnamed_addr constant [76 x i8] c"strlen(text) == 5 && strcmp(text, \22hello\22) == 0 && strcmp(text, \22help\22) < 0\00", align 1
@.str.5 = private unnamed_addr constant [97 x i8] c"strncmp(text, \22help\22, 3) == 0 && strchr(text, 'l') == text + 2 && strrchr(text, 'l') == text + 3\00", align 1
@.str.6 = private unnamed_addr constant [49 x i8] c"memcmp(a, b, 4) == 0 && memchr(b, 0, 8) == b + 3\00", align 1
@.str.7 = private unnamed_addr constant [7 x i8] c"abcdef\00", align 1
@.str.8 = private unnamed_addr constant [7 x i8] c"aabcef\00", align 1
@.str.9 = private unnamed_addr constant [25 x i8] c"strcmp(a, \22aabcef\22) == 0\00", align 1
@.str.10 = private unnamed_addr constant [7 x i8] c"abccef\00", align 1
@.str.11 = private unnamed_addr constant [25 x i8] c"strcmp(a, \22abccef\22) == 0\00", align 1
@.str.12 = private unnamed_addr constant [6 x i8] c" -12x\00", align 1
@.str.13 = private unnamed_addr constant [39 x i8] c"abs(-two) == 2 && atoi(\22 -12x\22) == -12\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @worker(i8* noundef %unused) #0 !dbg !21 {
entry:
  %unused.addr = alloca i8*, align 8
  store i8* %unused, i8** %unused.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %unused.addr, metadata !26, metadata !DIExpression()), !dbg !27
  %call = call i8* @strcpy(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0), i8* noundef getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0)) #9, !dbg !28
  %call1 = call i32* @__errno_location() #10, !dbg !29
  store i32 7, i32* %call1, align 4, !dbg !30
  ret i8* null, !dbg !31
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i8* @strcpy(i8* noundef, i8* noundef) #2

; Function Attrs: nounwind readnone willreturn
declare i32* @__errno_location() #3

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !32 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %a = alloca [8 x i8], align 1
  %b = alloca [8 x i8], align 1
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %one, metadata !35, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.declare(metadata [8 x i8]* %a, metadata !40, metadata !DIExpression()), !dbg !44
  call void @llvm.dbg.declare(metadata [8 x i8]* %b, metadata !45, metadata !DIExpression()), !dbg !46
  %call = call i32* @__errno_location() #10, !dbg !47
  store i32 3, i32* %call, align 4, !dbg !48
  %call1 = call i32 @pthread_create(i64* noundef %one, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @worker, i8* noundef null) #9, !dbg !49
  %0 = load i64, i64* %one, align 8, !dbg !50
  %call2 = call i32 @pthread_join(i64 noundef %0, i8** noundef null), !dbg !51
  %call3 = call i32* @__errno_location() #10, !dbg !52
  %1 = load i32, i32* %call3, align 4, !dbg !52
  %cmp = icmp eq i32 %1, 3, !dbg !52
  br i1 %cmp, label %if.then, label %if.else, !dbg !55

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !55

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str.1, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 23, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !52
  unreachable, !dbg !52

if.end:                                           ; preds = %if.then
  %call4 = call i64 @strlen(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0)) #12, !dbg !56
  %cmp5 = icmp eq i64 %call4, 5, !dbg !56
  br i1 %cmp5, label %land.lhs.true, label %if.else12, !dbg !56

land.lhs.true:                                    ; preds = %if.end
  %call6 = call i32 @strcmp(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0), i8* noundef getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0)) #12, !dbg !56
  %cmp7 = icmp eq i32 %call6, 0, !dbg !56
  br i1 %cmp7, label %land.lhs.true8, label %if.else12, !dbg !56

land.lhs.true8:                                   ; preds = %land.lhs.true
  %call9 = call i32 @strcmp(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0), i8* noundef getelementptr inbounds ([5 x i8], [5 x i8]* @.str.3, i64 0, i64 0)) #12, !dbg !56
  %cmp10 = icmp slt i32 %call9, 0, !dbg !56
  br i1 %cmp10, label %if.then11, label %if.else12, !dbg !59

if.then11:                                        ; preds = %land.lhs.true8
  br label %if.end13, !dbg !59

if.else12:                                        ; preds = %land.lhs.true8, %land.lhs.true, %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([76 x i8], [76 x i8]* @.str.4, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 24, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !56
  unreachable, !dbg !56

if.end13:                                         ; preds = %if.then11
  %call14 = call i32 @strncmp(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0), i8* noundef getelementptr inbounds ([5 x i8], [5 x i8]* @.str.3, i64 0, i64 0), i64 noundef 3) #12, !dbg !60
  %cmp15 = icmp eq i32 %call14, 0, !dbg !60
  br i1 %cmp15, label %land.lhs.true16, label %if.else23, !dbg !60

land.lhs.true16:                                  ; preds = %if.end13
  %call17 = call i8* @strchr(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0), i32 noundef 108) #12, !dbg !60
  %cmp18 = icmp eq i8* %call17, getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 2), !dbg !60
  br i1 %cmp18, label %land.lhs.true19, label %if.else23, !dbg !60

land.lhs.true19:                                  ; preds = %land.lhs.true16
  %call20 = call i8* @strrchr(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 0), i32 noundef 108) #12, !dbg !60
  %cmp21 = icmp eq i8* %call20, getelementptr inbounds ([16 x i8], [16 x i8]* @text, i64 0, i64 3), !dbg !60
  br i1 %cmp21, label %if.then22, label %if.else23, !dbg !63

if.then22:                                        ; preds = %land.lhs.true19
  br label %if.end24, !dbg !63

if.else23:                                        ; preds = %land.lhs.true19, %land.lhs.true16, %if.end13
  call void @__assert_fail(i8* noundef getelementptr inbounds ([97 x i8], [97 x i8]* @.str.5, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 25, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !60
  unreachable, !dbg !60

if.end24:                                         ; preds = %if.then22
  %arraydecay = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !64
  %2 = load volatile i32, i32* @two, align 4, !dbg !65
  %add = add nsw i32 %2, 1, !dbg !66
  %conv = sext i32 %add to i64, !dbg !65
  call void @llvm.memset.p0i8.i64(i8* align 1 %arraydecay, i8 120, i64 %conv, i1 false), !dbg !64
  %arrayidx = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 3, !dbg !67
  store i8 0, i8* %arrayidx, align 1, !dbg !68
  %arraydecay25 = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !69
  %arraydecay26 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !69
  %3 = load volatile i32, i32* @two, align 4, !dbg !70
  %add27 = add nsw i32 %3, 2, !dbg !71
  %conv28 = sext i32 %add27 to i64, !dbg !70
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %arraydecay25, i8* align 1 %arraydecay26, i64 %conv28, i1 false), !dbg !69
  %arraydecay29 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !72
  %arraydecay30 = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !72
  %call31 = call i32 @memcmp(i8* noundef %arraydecay29, i8* noundef %arraydecay30, i64 noundef 4) #12, !dbg !72
  %cmp32 = icmp eq i32 %call31, 0, !dbg !72
  br i1 %cmp32, label %land.lhs.true34, label %if.else41, !dbg !72

land.lhs.true34:                                  ; preds = %if.end24
  %arraydecay35 = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !72
  %call36 = call i8* @memchr(i8* noundef %arraydecay35, i32 noundef 0, i64 noundef 8) #12, !dbg !72
  %arraydecay37 = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !72
  %add.ptr = getelementptr inbounds i8, i8* %arraydecay37, i64 3, !dbg !72
  %cmp38 = icmp eq i8* %call36, %add.ptr, !dbg !72
  br i1 %cmp38, label %if.then40, label %if.else41, !dbg !75

if.then40:                                        ; preds = %land.lhs.true34
  br label %if.end42, !dbg !75

if.else41:                                        ; preds = %land.lhs.true34, %if.end24
  call void @__assert_fail(i8* noundef getelementptr inbounds ([49 x i8], [49 x i8]* @.str.6, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 29, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !72
  unreachable, !dbg !72

if.end42:                                         ; preds = %if.then40
  %arraydecay43 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !76
  %call44 = call i8* @strcpy(i8* noundef %arraydecay43, i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.7, i64 0, i64 0)) #9, !dbg !77
  %arraydecay45 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !78
  %add.ptr46 = getelementptr inbounds i8, i8* %arraydecay45, i64 1, !dbg !79
  %arraydecay47 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !80
  %4 = load volatile i32, i32* @two, align 4, !dbg !81
  %add48 = add nsw i32 %4, 1, !dbg !82
  %conv49 = sext i32 %add48 to i64, !dbg !81
  call void @llvm.memmove.p0i8.p0i8.i64(i8* align 1 %add.ptr46, i8* align 1 %arraydecay47, i64 %conv49, i1 false), !dbg !80
  %arraydecay50 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !83
  %call51 = call i32 @strcmp(i8* noundef %arraydecay50, i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.8, i64 0, i64 0)) #12, !dbg !83
  %cmp52 = icmp eq i32 %call51, 0, !dbg !83
  br i1 %cmp52, label %if.then54, label %if.else55, !dbg !86

if.then54:                                        ; preds = %if.end42
  br label %if.end56, !dbg !86

if.else55:                                        ; preds = %if.end42
  call void @__assert_fail(i8* noundef getelementptr inbounds ([25 x i8], [25 x i8]* @.str.9, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 32, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !83
  unreachable, !dbg !83

if.end56:                                         ; preds = %if.then54
  %arraydecay57 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !87
  %arraydecay58 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !88
  %add.ptr59 = getelementptr inbounds i8, i8* %arraydecay58, i64 1, !dbg !89
  %5 = load volatile i32, i32* @two, align 4, !dbg !90
  %add60 = add nsw i32 %5, 1, !dbg !91
  %conv61 = sext i32 %add60 to i64, !dbg !90
  call void @llvm.memmove.p0i8.p0i8.i64(i8* align 1 %arraydecay57, i8* align 1 %add.ptr59, i64 %conv61, i1 false), !dbg !87
  %arraydecay62 = getelementptr inbounds [8 x i8], [8 x i8]* %a, i64 0, i64 0, !dbg !92
  %call63 = call i32 @strcmp(i8* noundef %arraydecay62, i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str.10, i64 0, i64 0)) #12, !dbg !92
  %cmp64 = icmp eq i32 %call63, 0, !dbg !92
  br i1 %cmp64, label %if.then66, label %if.else67, !dbg !95

if.then66:                                        ; preds = %if.end56
  br label %if.end68, !dbg !95

if.else67:                                        ; preds = %if.end56
  call void @__assert_fail(i8* noundef getelementptr inbounds ([25 x i8], [25 x i8]* @.str.11, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 34, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !92
  unreachable, !dbg !92

if.end68:                                         ; preds = %if.then66
  %6 = load volatile i32, i32* @two, align 4, !dbg !96
  %sub = sub nsw i32 0, %6, !dbg !96
  %call69 = call i32 @abs(i32 noundef %sub) #10, !dbg !96
  %cmp70 = icmp eq i32 %call69, 2, !dbg !96
  br i1 %cmp70, label %land.lhs.true72, label %if.else77, !dbg !96

land.lhs.true72:                                  ; preds = %if.end68
  %call73 = call i32 @atoi(i8* noundef getelementptr inbounds ([6 x i8], [6 x i8]* @.str.12, i64 0, i64 0)) #12, !dbg !96
  %cmp74 = icmp eq i32 %call73, -12, !dbg !96
  br i1 %cmp74, label %if.then76, label %if.else77, !dbg !99

if.then76:                                        ; preds = %land.lhs.true72
  br label %if.end78, !dbg !99

if.else77:                                        ; preds = %land.lhs.true72, %if.end68
  call void @__assert_fail(i8* noundef getelementptr inbounds ([39 x i8], [39 x i8]* @.str.13, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 35, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #11, !dbg !96
  unreachable, !dbg !96

if.end78:                                         ; preds = %if.then76
  ret i32 0, !dbg !100
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #4

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #5

; Function Attrs: nounwind readonly willreturn
declare i64 @strlen(i8* noundef) #6

; Function Attrs: nounwind readonly willreturn
declare i32 @strcmp(i8* noundef, i8* noundef) #6

; Function Attrs: nounwind readonly willreturn
declare i32 @strncmp(i8* noundef, i8* noundef, i64 noundef) #6

; Function Attrs: nounwind readonly willreturn
declare i8* @strchr(i8* noundef, i32 noundef) #6

; Function Attrs: nounwind readonly willreturn
declare i8* @strrchr(i8* noundef, i32 noundef) #6

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #7

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #8

; Function Attrs: nounwind readonly willreturn
declare i32 @memcmp(i8* noundef, i8* noundef, i64 noundef) #6

; Function Attrs: nounwind readonly willreturn
declare i8* @memchr(i8* noundef, i32 noundef, i64 noundef) #6

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memmove.p0i8.p0i8.i64(i8* nocapture writeonly, i8* nocapture readonly, i64, i1 immarg) #8

; Function Attrs: nounwind readnone willreturn
declare i32 @abs(i32 noundef) #3

; Function Attrs: nounwind readonly willreturn
declare i32 @atoi(i8* noundef) #6

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind readnone willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind readonly willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { argmemonly nofree nounwind willreturn writeonly }
attributes #8 = { argmemonly nofree nounwind willreturn }
attributes #9 = { nounwind }
attributes #10 = { nounwind readnone willreturn }
attributes #11 = { noreturn nounwind }
attributes #12 = { nounwind readonly willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "two", scope: !2, file: !3, line: 8, type: !11, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "library.c", directory: ".", checksumkind: CSK_MD5, checksum: "ccedbf1961a9b505fb2d0243928f24a1")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !3, line: 9, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 16)
!11 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !12)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 7, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"Debian clang version 14.0.6"}
!21 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 11, type: !22, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!22 = !DISubroutineType(types: !23)
!23 = !{!24, !24}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!25 = !{}
!26 = !DILocalVariable(name: "unused", arg: 1, scope: !21, file: !3, line: 11, type: !24)
!27 = !DILocation(line: 11, column: 20, scope: !21)
!28 = !DILocation(line: 12, column: 3, scope: !21)
!29 = !DILocation(line: 13, column: 3, scope: !21)
!30 = !DILocation(line: 13, column: 9, scope: !21)
!31 = !DILocation(line: 14, column: 3, scope: !21)
!32 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 17, type: !33, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!33 = !DISubroutineType(types: !34)
!34 = !{!12}
!35 = !DILocalVariable(name: "one", scope: !32, file: !3, line: 18, type: !36)
!36 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !37, line: 27, baseType: !38)
!37 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!38 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!39 = !DILocation(line: 18, column: 13, scope: !32)
!40 = !DILocalVariable(name: "a", scope: !32, file: !3, line: 19, type: !41)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 64, elements: !42)
!42 = !{!43}
!43 = !DISubrange(count: 8)
!44 = !DILocation(line: 19, column: 8, scope: !32)
!45 = !DILocalVariable(name: "b", scope: !32, file: !3, line: 19, type: !41)
!46 = !DILocation(line: 19, column: 14, scope: !32)
!47 = !DILocation(line: 20, column: 3, scope: !32)
!48 = !DILocation(line: 20, column: 9, scope: !32)
!49 = !DILocation(line: 21, column: 3, scope: !32)
!50 = !DILocation(line: 22, column: 16, scope: !32)
!51 = !DILocation(line: 22, column: 3, scope: !32)
!52 = !DILocation(line: 23, column: 3, scope: !53)
!53 = distinct !DILexicalBlock(scope: !54, file: !3, line: 23, column: 3)
!54 = distinct !DILexicalBlock(scope: !32, file: !3, line: 23, column: 3)
!55 = !DILocation(line: 23, column: 3, scope: !54)
!56 = !DILocation(line: 24, column: 3, scope: !57)
!57 = distinct !DILexicalBlock(scope: !58, file: !3, line: 24, column: 3)
!58 = distinct !DILexicalBlock(scope: !32, file: !3, line: 24, column: 3)
!59 = !DILocation(line: 24, column: 3, scope: !58)
!60 = !DILocation(line: 25, column: 3, scope: !61)
!61 = distinct !DILexicalBlock(scope: !62, file: !3, line: 25, column: 3)
!62 = distinct !DILexicalBlock(scope: !32, file: !3, line: 25, column: 3)
!63 = !DILocation(line: 25, column: 3, scope: !62)
!64 = !DILocation(line: 26, column: 3, scope: !32)
!65 = !DILocation(line: 26, column: 18, scope: !32)
!66 = !DILocation(line: 26, column: 22, scope: !32)
!67 = !DILocation(line: 27, column: 3, scope: !32)
!68 = !DILocation(line: 27, column: 8, scope: !32)
!69 = !DILocation(line: 28, column: 3, scope: !32)
!70 = !DILocation(line: 28, column: 16, scope: !32)
!71 = !DILocation(line: 28, column: 20, scope: !32)
!72 = !DILocation(line: 29, column: 3, scope: !73)
!73 = distinct !DILexicalBlock(scope: !74, file: !3, line: 29, column: 3)
!74 = distinct !DILexicalBlock(scope: !32, file: !3, line: 29, column: 3)
!75 = !DILocation(line: 29, column: 3, scope: !74)
!76 = !DILocation(line: 30, column: 10, scope: !32)
!77 = !DILocation(line: 30, column: 3, scope: !32)
!78 = !DILocation(line: 31, column: 11, scope: !32)
!79 = !DILocation(line: 31, column: 13, scope: !32)
!80 = !DILocation(line: 31, column: 3, scope: !32)
!81 = !DILocation(line: 31, column: 21, scope: !32)
!82 = !DILocation(line: 31, column: 25, scope: !32)
!83 = !DILocation(line: 32, column: 3, scope: !84)
!84 = distinct !DILexicalBlock(scope: !85, file: !3, line: 32, column: 3)
!85 = distinct !DILexicalBlock(scope: !32, file: !3, line: 32, column: 3)
!86 = !DILocation(line: 32, column: 3, scope: !85)
!87 = !DILocation(line: 33, column: 3, scope: !32)
!88 = !DILocation(line: 33, column: 14, scope: !32)
!89 = !DILocation(line: 33, column: 16, scope: !32)
!90 = !DILocation(line: 33, column: 21, scope: !32)
!91 = !DILocation(line: 33, column: 25, scope: !32)
!92 = !DILocation(line: 34, column: 3, scope: !93)
!93 = distinct !DILexicalBlock(scope: !94, file: !3, line: 34, column: 3)
!94 = distinct !DILexicalBlock(scope: !32, file: !3, line: 34, column: 3)
!95 = !DILocation(line: 34, column: 3, scope: !94)
!96 = !DILocation(line: 35, column: 3, scope: !97)
!97 = distinct !DILexicalBlock(scope: !98, file: !3, line: 35, column: 3)
!98 = distinct !DILexicalBlock(scope: !32, file: !3, line: 35, column: 3)
!99 = !DILocation(line: 35, column: 3, scope: !98)
!100 = !DILocation(line: 39, column: 3, scope: !32)
