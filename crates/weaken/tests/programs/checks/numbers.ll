; ModuleID = 'numbers.c'
source_filename = "numbers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@n = dso_local global i32 16909060, align 4, !dbg !0
@one = dso_local global i32 1, align 4, !dbg !7
@most = dso_local global i32 2147483647, align 4, !dbg !11
@.str = private unnamed_addr constant [35 x i8] c"__builtin_bswap32(n) == 0x04030201\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"numbers.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [50 x i8] c"__builtin_bitreverse8((unsigned char)one) == 0x80\00", align 1
@.str.3 = private unnamed_addr constant [43 x i8] c"__builtin_rotateleft32(n, 8) == 0x02030401\00", align 1
@.str.4 = private unnamed_addr constant [40 x i8] c"__builtin_rotateleft32(n, one - 1) == n\00", align 1
@.str.5 = private unnamed_addr constant [44 x i8] c"__builtin_rotateright32(n, 8) == 0x04010203\00", align 1
@.str.6 = private unnamed_addr constant [51 x i8] c"!__builtin_sadd_overflow(one, 2, &sum) && sum == 3\00", align 1
@.str.7 = private unnamed_addr constant [52 x i8] c"__builtin_sadd_overflow(one, most, &sum) && sum < 0\00", align 1
@.str.8 = private unnamed_addr constant [55 x i8] c"__builtin_ssub_overflow(-2, most, &sum) && sum == most\00", align 1
@.str.9 = private unnamed_addr constant [42 x i8] c"!__builtin_ssub_overflow(one, most, &sum)\00", align 1
@.str.10 = private unnamed_addr constant [39 x i8] c"__builtin_smul_overflow(most, 2, &sum)\00", align 1
@.str.11 = private unnamed_addr constant [59 x i8] c"!__builtin_smul_overflow(-one, most, &sum) && sum == -most\00", align 1
@.str.12 = private unnamed_addr constant [69 x i8] c"__builtin_umul_overflow(n, 0x100, &product) && product == 0x02030400\00", align 1
@.str.13 = private unnamed_addr constant [41 x i8] c"!__builtin_uadd_overflow(n, 1, &product)\00", align 1
@.str.14 = private unnamed_addr constant [42 x i8] c"__builtin_usub_overflow(one, 2, &product)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !23 {
entry:
  %retval = alloca i32, align 4
  %sum = alloca i32, align 4
  %product = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i32* %sum, metadata !27, metadata !DIExpression()), !dbg !28
  call void @llvm.dbg.declare(metadata i32* %product, metadata !29, metadata !DIExpression()), !dbg !30
  %0 = load volatile i32, i32* @n, align 4, !dbg !31
  %1 = call i32 @llvm.bswap.i32(i32 %0), !dbg !31
  %cmp = icmp eq i32 %1, 67305985, !dbg !31
  br i1 %cmp, label %if.then, label %if.else, !dbg !34

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !34

if.else:                                          ; preds = %entry
  call void @__assert_fail(i8* noundef getelementptr inbounds ([35 x i8], [35 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 10, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !31
  unreachable, !dbg !31

if.end:                                           ; preds = %if.then
  %2 = load volatile i32, i32* @one, align 4, !dbg !35
  %conv = trunc i32 %2 to i8, !dbg !35
  %3 = call i8 @llvm.bitreverse.i8(i8 %conv), !dbg !35
  %conv1 = zext i8 %3 to i32, !dbg !35
  %cmp2 = icmp eq i32 %conv1, 128, !dbg !35
  br i1 %cmp2, label %if.then4, label %if.else5, !dbg !38

if.then4:                                         ; preds = %if.end
  br label %if.end6, !dbg !38

if.else5:                                         ; preds = %if.end
  call void @__assert_fail(i8* noundef getelementptr inbounds ([50 x i8], [50 x i8]* @.str.2, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 11, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !35
  unreachable, !dbg !35

if.end6:                                          ; preds = %if.then4
  %4 = load volatile i32, i32* @n, align 4, !dbg !39
  %5 = call i32 @llvm.fshl.i32(i32 %4, i32 %4, i32 8), !dbg !39
  %cmp7 = icmp eq i32 %5, 33752065, !dbg !39
  br i1 %cmp7, label %if.then9, label %if.else10, !dbg !42

if.then9:                                         ; preds = %if.end6
  br label %if.end11, !dbg !42

if.else10:                                        ; preds = %if.end6
  call void @__assert_fail(i8* noundef getelementptr inbounds ([43 x i8], [43 x i8]* @.str.3, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 12, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !39
  unreachable, !dbg !39

if.end11:                                         ; preds = %if.then9
  %6 = load volatile i32, i32* @n, align 4, !dbg !43
  %7 = load volatile i32, i32* @one, align 4, !dbg !43
  %sub = sub nsw i32 %7, 1, !dbg !43
  %8 = call i32 @llvm.fshl.i32(i32 %6, i32 %6, i32 %sub), !dbg !43
  %9 = load volatile i32, i32* @n, align 4, !dbg !43
  %cmp12 = icmp eq i32 %8, %9, !dbg !43
  br i1 %cmp12, label %if.then14, label %if.else15, !dbg !46

if.then14:                                        ; preds = %if.end11
  br label %if.end16, !dbg !46

if.else15:                                        ; preds = %if.end11
  call void @__assert_fail(i8* noundef getelementptr inbounds ([40 x i8], [40 x i8]* @.str.4, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 13, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !43
  unreachable, !dbg !43

if.end16:                                         ; preds = %if.then14
  %10 = load volatile i32, i32* @n, align 4, !dbg !47
  %11 = call i32 @llvm.fshr.i32(i32 %10, i32 %10, i32 8), !dbg !47
  %cmp17 = icmp eq i32 %11, 67174915, !dbg !47
  br i1 %cmp17, label %if.then19, label %if.else20, !dbg !50

if.then19:                                        ; preds = %if.end16
  br label %if.end21, !dbg !50

if.else20:                                        ; preds = %if.end16
  call void @__assert_fail(i8* noundef getelementptr inbounds ([44 x i8], [44 x i8]* @.str.5, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 14, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !47
  unreachable, !dbg !47

if.end21:                                         ; preds = %if.then19
  %12 = load volatile i32, i32* @one, align 4, !dbg !51
  %13 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %12, i32 2), !dbg !51
  %14 = extractvalue { i32, i1 } %13, 1, !dbg !51
  %15 = extractvalue { i32, i1 } %13, 0, !dbg !51
  store i32 %15, i32* %sum, align 4, !dbg !51
  br i1 %14, label %if.else25, label %land.lhs.true, !dbg !51

land.lhs.true:                                    ; preds = %if.end21
  %16 = load i32, i32* %sum, align 4, !dbg !51
  %cmp22 = icmp eq i32 %16, 3, !dbg !51
  br i1 %cmp22, label %if.then24, label %if.else25, !dbg !54

if.then24:                                        ; preds = %land.lhs.true
  br label %if.end26, !dbg !54

if.else25:                                        ; preds = %land.lhs.true, %if.end21
  call void @__assert_fail(i8* noundef getelementptr inbounds ([51 x i8], [51 x i8]* @.str.6, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 15, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !51
  unreachable, !dbg !51

if.end26:                                         ; preds = %if.then24
  %17 = load volatile i32, i32* @one, align 4, !dbg !55
  %18 = load volatile i32, i32* @most, align 4, !dbg !55
  %19 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %17, i32 %18), !dbg !55
  %20 = extractvalue { i32, i1 } %19, 1, !dbg !55
  %21 = extractvalue { i32, i1 } %19, 0, !dbg !55
  store i32 %21, i32* %sum, align 4, !dbg !55
  br i1 %20, label %land.lhs.true28, label %if.else32, !dbg !55

land.lhs.true28:                                  ; preds = %if.end26
  %22 = load i32, i32* %sum, align 4, !dbg !55
  %cmp29 = icmp slt i32 %22, 0, !dbg !55
  br i1 %cmp29, label %if.then31, label %if.else32, !dbg !58

if.then31:                                        ; preds = %land.lhs.true28
  br label %if.end33, !dbg !58

if.else32:                                        ; preds = %land.lhs.true28, %if.end26
  call void @__assert_fail(i8* noundef getelementptr inbounds ([52 x i8], [52 x i8]* @.str.7, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 16, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !55
  unreachable, !dbg !55

if.end33:                                         ; preds = %if.then31
  %23 = load volatile i32, i32* @most, align 4, !dbg !59
  %24 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 -2, i32 %23), !dbg !59
  %25 = extractvalue { i32, i1 } %24, 1, !dbg !59
  %26 = extractvalue { i32, i1 } %24, 0, !dbg !59
  store i32 %26, i32* %sum, align 4, !dbg !59
  br i1 %25, label %land.lhs.true35, label %if.else39, !dbg !59

land.lhs.true35:                                  ; preds = %if.end33
  %27 = load i32, i32* %sum, align 4, !dbg !59
  %28 = load volatile i32, i32* @most, align 4, !dbg !59
  %cmp36 = icmp eq i32 %27, %28, !dbg !59
  br i1 %cmp36, label %if.then38, label %if.else39, !dbg !62

if.then38:                                        ; preds = %land.lhs.true35
  br label %if.end40, !dbg !62

if.else39:                                        ; preds = %land.lhs.true35, %if.end33
  call void @__assert_fail(i8* noundef getelementptr inbounds ([55 x i8], [55 x i8]* @.str.8, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 17, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !59
  unreachable, !dbg !59

if.end40:                                         ; preds = %if.then38
  %29 = load volatile i32, i32* @one, align 4, !dbg !63
  %30 = load volatile i32, i32* @most, align 4, !dbg !63
  %31 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %29, i32 %30), !dbg !63
  %32 = extractvalue { i32, i1 } %31, 1, !dbg !63
  %33 = extractvalue { i32, i1 } %31, 0, !dbg !63
  store i32 %33, i32* %sum, align 4, !dbg !63
  br i1 %32, label %if.else42, label %if.then41, !dbg !66

if.then41:                                        ; preds = %if.end40
  br label %if.end43, !dbg !66

if.else42:                                        ; preds = %if.end40
  call void @__assert_fail(i8* noundef getelementptr inbounds ([42 x i8], [42 x i8]* @.str.9, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 18, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !63
  unreachable, !dbg !63

if.end43:                                         ; preds = %if.then41
  %34 = load volatile i32, i32* @most, align 4, !dbg !67
  %35 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %34, i32 2), !dbg !67
  %36 = extractvalue { i32, i1 } %35, 1, !dbg !67
  %37 = extractvalue { i32, i1 } %35, 0, !dbg !67
  store i32 %37, i32* %sum, align 4, !dbg !67
  br i1 %36, label %if.then44, label %if.else45, !dbg !70

if.then44:                                        ; preds = %if.end43
  br label %if.end46, !dbg !70

if.else45:                                        ; preds = %if.end43
  call void @__assert_fail(i8* noundef getelementptr inbounds ([39 x i8], [39 x i8]* @.str.10, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 19, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !67
  unreachable, !dbg !67

if.end46:                                         ; preds = %if.then44
  %38 = load volatile i32, i32* @one, align 4, !dbg !71
  %sub47 = sub nsw i32 0, %38, !dbg !71
  %39 = load volatile i32, i32* @most, align 4, !dbg !71
  %40 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %sub47, i32 %39), !dbg !71
  %41 = extractvalue { i32, i1 } %40, 1, !dbg !71
  %42 = extractvalue { i32, i1 } %40, 0, !dbg !71
  store i32 %42, i32* %sum, align 4, !dbg !71
  br i1 %41, label %if.else53, label %land.lhs.true48, !dbg !71

land.lhs.true48:                                  ; preds = %if.end46
  %43 = load i32, i32* %sum, align 4, !dbg !71
  %44 = load volatile i32, i32* @most, align 4, !dbg !71
  %sub49 = sub nsw i32 0, %44, !dbg !71
  %cmp50 = icmp eq i32 %43, %sub49, !dbg !71
  br i1 %cmp50, label %if.then52, label %if.else53, !dbg !74

if.then52:                                        ; preds = %land.lhs.true48
  br label %if.end54, !dbg !74

if.else53:                                        ; preds = %land.lhs.true48, %if.end46
  call void @__assert_fail(i8* noundef getelementptr inbounds ([59 x i8], [59 x i8]* @.str.11, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 20, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !71
  unreachable, !dbg !71

if.end54:                                         ; preds = %if.then52
  %45 = load volatile i32, i32* @n, align 4, !dbg !75
  %46 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %45, i32 256), !dbg !75
  %47 = extractvalue { i32, i1 } %46, 1, !dbg !75
  %48 = extractvalue { i32, i1 } %46, 0, !dbg !75
  store i32 %48, i32* %product, align 4, !dbg !75
  br i1 %47, label %land.lhs.true56, label %if.else60, !dbg !75

land.lhs.true56:                                  ; preds = %if.end54
  %49 = load i32, i32* %product, align 4, !dbg !75
  %cmp57 = icmp eq i32 %49, 33752064, !dbg !75
  br i1 %cmp57, label %if.then59, label %if.else60, !dbg !78

if.then59:                                        ; preds = %land.lhs.true56
  br label %if.end61, !dbg !78

if.else60:                                        ; preds = %land.lhs.true56, %if.end54
  call void @__assert_fail(i8* noundef getelementptr inbounds ([69 x i8], [69 x i8]* @.str.12, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 21, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !75
  unreachable, !dbg !75

if.end61:                                         ; preds = %if.then59
  %50 = load volatile i32, i32* @n, align 4, !dbg !79
  %51 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %50, i32 1), !dbg !79
  %52 = extractvalue { i32, i1 } %51, 1, !dbg !79
  %53 = extractvalue { i32, i1 } %51, 0, !dbg !79
  store i32 %53, i32* %product, align 4, !dbg !79
  br i1 %52, label %if.else63, label %if.then62, !dbg !82

if.then62:                                        ; preds = %if.end61
  br label %if.end64, !dbg !82

if.else63:                                        ; preds = %if.end61
  call void @__assert_fail(i8* noundef getelementptr inbounds ([41 x i8], [41 x i8]* @.str.13, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 22, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !79
  unreachable, !dbg !79

if.end64:                                         ; preds = %if.then62
  %54 = load volatile i32, i32* @one, align 4, !dbg !83
  %55 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %54, i32 2), !dbg !83
  %56 = extractvalue { i32, i1 } %55, 1, !dbg !83
  %57 = extractvalue { i32, i1 } %55, 0, !dbg !83
  store i32 %57, i32* %product, align 4, !dbg !83
  br i1 %56, label %if.then65, label %if.else66, !dbg !86

if.then65:                                        ; preds = %if.end64
  br label %if.end67, !dbg !86

if.else66:                                        ; preds = %if.end64
  call void @__assert_fail(i8* noundef getelementptr inbounds ([42 x i8], [42 x i8]* @.str.14, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i32 noundef 23, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #3, !dbg !83
  unreachable, !dbg !83

if.end67:                                         ; preds = %if.then65
  ret i32 0, !dbg !87
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.bswap.i32(i32) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i8 @llvm.bitreverse.i8(i8) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.fshl.i32(i32, i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.fshr.i32(i32, i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20, !21}
!llvm.ident = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "n", scope: !2, file: !3, line: 4, type: !13, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "numbers.c", directory: ".", checksumkind: CSK_MD5, checksum: "4bed6769bba46ded6b5b8d42d2177ccb")
!4 = !{!5}
!5 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!6 = !{!0, !7, !11}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "one", scope: !2, file: !3, line: 5, type: !9, isLocal: false, isDefinition: true)
!9 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "most", scope: !2, file: !3, line: 5, type: !9, isLocal: false, isDefinition: true)
!13 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !14)
!14 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!15 = !{i32 7, !"Dwarf Version", i32 5}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"PIC Level", i32 2}
!19 = !{i32 7, !"PIE Level", i32 2}
!20 = !{i32 7, !"uwtable", i32 1}
!21 = !{i32 7, !"frame-pointer", i32 2}
!22 = !{!"Debian clang version 14.0.6"}
!23 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 7, type: !24, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!24 = !DISubroutineType(types: !25)
!25 = !{!10}
!26 = !{}
!27 = !DILocalVariable(name: "sum", scope: !23, file: !3, line: 8, type: !10)
!28 = !DILocation(line: 8, column: 7, scope: !23)
!29 = !DILocalVariable(name: "product", scope: !23, file: !3, line: 9, type: !14)
!30 = !DILocation(line: 9, column: 12, scope: !23)
!31 = !DILocation(line: 10, column: 3, scope: !32)
!32 = distinct !DILexicalBlock(scope: !33, file: !3, line: 10, column: 3)
!33 = distinct !DILexicalBlock(scope: !23, file: !3, line: 10, column: 3)
!34 = !DILocation(line: 10, column: 3, scope: !33)
!35 = !DILocation(line: 11, column: 3, scope: !36)
!36 = distinct !DILexicalBlock(scope: !37, file: !3, line: 11, column: 3)
!37 = distinct !DILexicalBlock(scope: !23, file: !3, line: 11, column: 3)
!38 = !DILocation(line: 11, column: 3, scope: !37)
!39 = !DILocation(line: 12, column: 3, scope: !40)
!40 = distinct !DILexicalBlock(scope: !41, file: !3, line: 12, column: 3)
!41 = distinct !DILexicalBlock(scope: !23, file: !3, line: 12, column: 3)
!42 = !DILocation(line: 12, column: 3, scope: !41)
!43 = !DILocation(line: 13, column: 3, scope: !44)
!44 = distinct !DILexicalBlock(scope: !45, file: !3, line: 13, column: 3)
!45 = distinct !DILexicalBlock(scope: !23, file: !3, line: 13, column: 3)
!46 = !DILocation(line: 13, column: 3, scope: !45)
!47 = !DILocation(line: 14, column: 3, scope: !48)
!48 = distinct !DILexicalBlock(scope: !49, file: !3, line: 14, column: 3)
!49 = distinct !DILexicalBlock(scope: !23, file: !3, line: 14, column: 3)
!50 = !DILocation(line: 14, column: 3, scope: !49)
!51 = !DILocation(line: 15, column: 3, scope: !52)
!52 = distinct !DILexicalBlock(scope: !53, file: !3, line: 15, column: 3)
!53 = distinct !DILexicalBlock(scope: !23, file: !3, line: 15, column: 3)
!54 = !DILocation(line: 15, column: 3, scope: !53)
!55 = !DILocation(line: 16, column: 3, scope: !56)
!56 = distinct !DILexicalBlock(scope: !57, file: !3, line: 16, column: 3)
!57 = distinct !DILexicalBlock(scope: !23, file: !3, line: 16, column: 3)
!58 = !DILocation(line: 16, column: 3, scope: !57)
!59 = !DILocation(line: 17, column: 3, scope: !60)
!60 = distinct !DILexicalBlock(scope: !61, file: !3, line: 17, column: 3)
!61 = distinct !DILexicalBlock(scope: !23, file: !3, line: 17, column: 3)
!62 = !DILocation(line: 17, column: 3, scope: !61)
!63 = !DILocation(line: 18, column: 3, scope: !64)
!64 = distinct !DILexicalBlock(scope: !65, file: !3, line: 18, column: 3)
!65 = distinct !DILexicalBlock(scope: !23, file: !3, line: 18, column: 3)
!66 = !DILocation(line: 18, column: 3, scope: !65)
!67 = !DILocation(line: 19, column: 3, scope: !68)
!68 = distinct !DILexicalBlock(scope: !69, file: !3, line: 19, column: 3)
!69 = distinct !DILexicalBlock(scope: !23, file: !3, line: 19, column: 3)
!70 = !DILocation(line: 19, column: 3, scope: !69)
!71 = !DILocation(line: 20, column: 3, scope: !72)
!72 = distinct !DILexicalBlock(scope: !73, file: !3, line: 20, column: 3)
!73 = distinct !DILexicalBlock(scope: !23, file: !3, line: 20, column: 3)
!74 = !DILocation(line: 20, column: 3, scope: !73)
!75 = !DILocation(line: 21, column: 3, scope: !76)
!76 = distinct !DILexicalBlock(scope: !77, file: !3, line: 21, column: 3)
!77 = distinct !DILexicalBlock(scope: !23, file: !3, line: 21, column: 3)
!78 = !DILocation(line: 21, column: 3, scope: !77)
!79 = !DILocation(line: 22, column: 3, scope: !80)
!80 = distinct !DILexicalBlock(scope: !81, file: !3, line: 22, column: 3)
!81 = distinct !DILexicalBlock(scope: !23, file: !3, line: 22, column: 3)
!82 = !DILocation(line: 22, column: 3, scope: !81)
!83 = !DILocation(line: 23, column: 3, scope: !84)
!84 = distinct !DILexicalBlock(scope: !85, file: !3, line: 23, column: 3)
!85 = distinct !DILexicalBlock(scope: !23, file: !3, line: 23, column: 3)
!86 = !DILocation(line: 23, column: 3, scope: !85)
!87 = !DILocation(line: 24, column: 3, scope: !23)
