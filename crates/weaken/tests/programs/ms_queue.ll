; ModuleID = 'ms_queue.c'
source_filename = "ms_queue.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, %struct.node* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@tail = dso_local global %struct.node* null, align 8, !dbg !0
@head = dso_local global %struct.node* null, align 8, !dbg !34
@nodes = dso_local global [2 x [1 x %struct.node]] zeroinitializer, align 16, !dbg !28
@taken = dso_local global i32 0, align 4, !dbg !36
@first = dso_local global %struct.node zeroinitializer, align 8, !dbg !20
@.str = private unnamed_addr constant [22 x i8] c"taken + rest == N * R\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"ms_queue.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local void @put(%struct.node* noundef %0) #0 !dbg !46 {
  %2 = alloca %struct.node*, align 8
  %3 = alloca %struct.node*, align 8
  %4 = alloca %struct.node*, align 8
  %5 = alloca %struct.node*, align 8
  %6 = alloca %struct.node*, align 8
  %7 = alloca %struct.node*, align 8
  %8 = alloca %struct.node*, align 8
  %9 = alloca i8, align 1
  %10 = alloca %struct.node*, align 8
  %11 = alloca i8, align 1
  %12 = alloca %struct.node*, align 8
  %13 = alloca i8, align 1
  store %struct.node* %0, %struct.node** %2, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %2, metadata !50, metadata !DIExpression()), !dbg !51
  br label %14, !dbg !52

14:                                               ; preds = %82, %32, %1
  call void @llvm.dbg.declare(metadata %struct.node** %3, metadata !53, metadata !DIExpression()), !dbg !57
  %15 = bitcast %struct.node** %4 to i64*, !dbg !58
  %16 = load atomic i64, i64* bitcast (%struct.node** @tail to i64*) acquire, align 8, !dbg !58
  store i64 %16, i64* %15, align 8, !dbg !58
  %17 = bitcast i64* %15 to %struct.node**, !dbg !58
  %18 = load %struct.node*, %struct.node** %17, align 8, !dbg !58
  store %struct.node* %18, %struct.node** %3, align 8, !dbg !57
  call void @llvm.dbg.declare(metadata %struct.node** %5, metadata !59, metadata !DIExpression()), !dbg !60
  %19 = load %struct.node*, %struct.node** %3, align 8, !dbg !61
  %20 = getelementptr inbounds %struct.node, %struct.node* %19, i32 0, i32 1, !dbg !62
  %21 = bitcast %struct.node** %20 to i64*, !dbg !63
  %22 = bitcast %struct.node** %6 to i64*, !dbg !63
  %23 = load atomic i64, i64* %21 acquire, align 8, !dbg !63
  store i64 %23, i64* %22, align 8, !dbg !63
  %24 = bitcast i64* %22 to %struct.node**, !dbg !63
  %25 = load %struct.node*, %struct.node** %24, align 8, !dbg !63
  store %struct.node* %25, %struct.node** %5, align 8, !dbg !60
  %26 = load %struct.node*, %struct.node** %3, align 8, !dbg !64
  %27 = bitcast %struct.node** %7 to i64*, !dbg !66
  %28 = load atomic i64, i64* bitcast (%struct.node** @tail to i64*) acquire, align 8, !dbg !66
  store i64 %28, i64* %27, align 8, !dbg !66
  %29 = bitcast i64* %27 to %struct.node**, !dbg !66
  %30 = load %struct.node*, %struct.node** %29, align 8, !dbg !66
  %31 = icmp ne %struct.node* %26, %30, !dbg !67
  br i1 %31, label %32, label %33, !dbg !68

32:                                               ; preds = %14
  br label %14, !dbg !69, !llvm.loop !70

33:                                               ; preds = %14
  %34 = load %struct.node*, %struct.node** %5, align 8, !dbg !73
  %35 = icmp ne %struct.node* %34, null, !dbg !73
  br i1 %35, label %36, label %50, !dbg !75

36:                                               ; preds = %33
  %37 = load %struct.node*, %struct.node** %5, align 8, !dbg !76
  store %struct.node* %37, %struct.node** %8, align 8, !dbg !78
  %38 = bitcast %struct.node** %3 to i64*, !dbg !78
  %39 = bitcast %struct.node** %8 to i64*, !dbg !78
  %40 = load i64, i64* %38, align 8, !dbg !78
  %41 = load i64, i64* %39, align 8, !dbg !78
  %42 = cmpxchg i64* bitcast (%struct.node** @tail to i64*), i64 %40, i64 %41 release monotonic, align 8, !dbg !78
  %43 = extractvalue { i64, i1 } %42, 0, !dbg !78
  %44 = extractvalue { i64, i1 } %42, 1, !dbg !78
  br i1 %44, label %46, label %45, !dbg !78

45:                                               ; preds = %36
  store i64 %43, i64* %38, align 8, !dbg !78
  br label %46, !dbg !78

46:                                               ; preds = %45, %36
  %47 = zext i1 %44 to i8, !dbg !78
  store i8 %47, i8* %9, align 1, !dbg !78
  %48 = load i8, i8* %9, align 1, !dbg !78
  %49 = trunc i8 %48 to i1, !dbg !78
  br label %82, !dbg !79

50:                                               ; preds = %33
  %51 = load %struct.node*, %struct.node** %3, align 8, !dbg !80
  %52 = getelementptr inbounds %struct.node, %struct.node* %51, i32 0, i32 1, !dbg !82
  %53 = load %struct.node*, %struct.node** %2, align 8, !dbg !83
  store %struct.node* %53, %struct.node** %10, align 8, !dbg !84
  %54 = bitcast %struct.node** %52 to i64*, !dbg !84
  %55 = bitcast %struct.node** %5 to i64*, !dbg !84
  %56 = bitcast %struct.node** %10 to i64*, !dbg !84
  %57 = load i64, i64* %55, align 8, !dbg !84
  %58 = load i64, i64* %56, align 8, !dbg !84
  %59 = cmpxchg i64* %54, i64 %57, i64 %58 release monotonic, align 8, !dbg !84
  %60 = extractvalue { i64, i1 } %59, 0, !dbg !84
  %61 = extractvalue { i64, i1 } %59, 1, !dbg !84
  br i1 %61, label %63, label %62, !dbg !84

62:                                               ; preds = %50
  store i64 %60, i64* %55, align 8, !dbg !84
  br label %63, !dbg !84

63:                                               ; preds = %62, %50
  %64 = zext i1 %61 to i8, !dbg !84
  store i8 %64, i8* %11, align 1, !dbg !84
  %65 = load i8, i8* %11, align 1, !dbg !84
  %66 = trunc i8 %65 to i1, !dbg !84
  br i1 %66, label %67, label %81, !dbg !85

67:                                               ; preds = %63
  %68 = load %struct.node*, %struct.node** %2, align 8, !dbg !86
  store %struct.node* %68, %struct.node** %12, align 8, !dbg !88
  %69 = bitcast %struct.node** %3 to i64*, !dbg !88
  %70 = bitcast %struct.node** %12 to i64*, !dbg !88
  %71 = load i64, i64* %69, align 8, !dbg !88
  %72 = load i64, i64* %70, align 8, !dbg !88
  %73 = cmpxchg i64* bitcast (%struct.node** @tail to i64*), i64 %71, i64 %72 release monotonic, align 8, !dbg !88
  %74 = extractvalue { i64, i1 } %73, 0, !dbg !88
  %75 = extractvalue { i64, i1 } %73, 1, !dbg !88
  br i1 %75, label %77, label %76, !dbg !88

76:                                               ; preds = %67
  store i64 %74, i64* %69, align 8, !dbg !88
  br label %77, !dbg !88

77:                                               ; preds = %76, %67
  %78 = zext i1 %75 to i8, !dbg !88
  store i8 %78, i8* %13, align 1, !dbg !88
  %79 = load i8, i8* %13, align 1, !dbg !88
  %80 = trunc i8 %79 to i1, !dbg !88
  ret void, !dbg !89

81:                                               ; preds = %63
  br label %82

82:                                               ; preds = %81, %46
  br label %14, !dbg !90, !llvm.loop !70
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @take() #0 !dbg !91 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.node*, align 8
  %3 = alloca %struct.node*, align 8
  %4 = alloca %struct.node*, align 8
  %5 = alloca %struct.node*, align 8
  %6 = alloca %struct.node*, align 8
  %7 = alloca %struct.node*, align 8
  %8 = alloca %struct.node*, align 8
  %9 = alloca %struct.node*, align 8
  %10 = alloca i8, align 1
  %11 = alloca i32, align 4
  %12 = alloca %struct.node*, align 8
  %13 = alloca i8, align 1
  br label %14, !dbg !94

14:                                               ; preds = %78, %55, %36, %0
  call void @llvm.dbg.declare(metadata %struct.node** %2, metadata !95, metadata !DIExpression()), !dbg !99
  %15 = bitcast %struct.node** %3 to i64*, !dbg !100
  %16 = load atomic i64, i64* bitcast (%struct.node** @head to i64*) acquire, align 8, !dbg !100
  store i64 %16, i64* %15, align 8, !dbg !100
  %17 = bitcast i64* %15 to %struct.node**, !dbg !100
  %18 = load %struct.node*, %struct.node** %17, align 8, !dbg !100
  store %struct.node* %18, %struct.node** %2, align 8, !dbg !99
  call void @llvm.dbg.declare(metadata %struct.node** %4, metadata !101, metadata !DIExpression()), !dbg !102
  %19 = bitcast %struct.node** %5 to i64*, !dbg !103
  %20 = load atomic i64, i64* bitcast (%struct.node** @tail to i64*) acquire, align 8, !dbg !103
  store i64 %20, i64* %19, align 8, !dbg !103
  %21 = bitcast i64* %19 to %struct.node**, !dbg !103
  %22 = load %struct.node*, %struct.node** %21, align 8, !dbg !103
  store %struct.node* %22, %struct.node** %4, align 8, !dbg !102
  call void @llvm.dbg.declare(metadata %struct.node** %6, metadata !104, metadata !DIExpression()), !dbg !105
  %23 = load %struct.node*, %struct.node** %2, align 8, !dbg !106
  %24 = getelementptr inbounds %struct.node, %struct.node* %23, i32 0, i32 1, !dbg !107
  %25 = bitcast %struct.node** %24 to i64*, !dbg !108
  %26 = bitcast %struct.node** %7 to i64*, !dbg !108
  %27 = load atomic i64, i64* %25 acquire, align 8, !dbg !108
  store i64 %27, i64* %26, align 8, !dbg !108
  %28 = bitcast i64* %26 to %struct.node**, !dbg !108
  %29 = load %struct.node*, %struct.node** %28, align 8, !dbg !108
  store %struct.node* %29, %struct.node** %6, align 8, !dbg !105
  %30 = load %struct.node*, %struct.node** %2, align 8, !dbg !109
  %31 = bitcast %struct.node** %8 to i64*, !dbg !111
  %32 = load atomic i64, i64* bitcast (%struct.node** @head to i64*) acquire, align 8, !dbg !111
  store i64 %32, i64* %31, align 8, !dbg !111
  %33 = bitcast i64* %31 to %struct.node**, !dbg !111
  %34 = load %struct.node*, %struct.node** %33, align 8, !dbg !111
  %35 = icmp ne %struct.node* %30, %34, !dbg !112
  br i1 %35, label %36, label %37, !dbg !113

36:                                               ; preds = %14
  br label %14, !dbg !114, !llvm.loop !115

37:                                               ; preds = %14
  %38 = load %struct.node*, %struct.node** %6, align 8, !dbg !118
  %39 = icmp ne %struct.node* %38, null, !dbg !118
  br i1 %39, label %41, label %40, !dbg !120

40:                                               ; preds = %37
  store i32 0, i32* %1, align 4, !dbg !121
  br label %79, !dbg !121

41:                                               ; preds = %37
  %42 = load %struct.node*, %struct.node** %2, align 8, !dbg !122
  %43 = load %struct.node*, %struct.node** %4, align 8, !dbg !124
  %44 = icmp eq %struct.node* %42, %43, !dbg !125
  br i1 %44, label %45, label %59, !dbg !126

45:                                               ; preds = %41
  %46 = load %struct.node*, %struct.node** %6, align 8, !dbg !127
  store %struct.node* %46, %struct.node** %9, align 8, !dbg !129
  %47 = bitcast %struct.node** %4 to i64*, !dbg !129
  %48 = bitcast %struct.node** %9 to i64*, !dbg !129
  %49 = load i64, i64* %47, align 8, !dbg !129
  %50 = load i64, i64* %48, align 8, !dbg !129
  %51 = cmpxchg i64* bitcast (%struct.node** @tail to i64*), i64 %49, i64 %50 release monotonic, align 8, !dbg !129
  %52 = extractvalue { i64, i1 } %51, 0, !dbg !129
  %53 = extractvalue { i64, i1 } %51, 1, !dbg !129
  br i1 %53, label %55, label %54, !dbg !129

54:                                               ; preds = %45
  store i64 %52, i64* %47, align 8, !dbg !129
  br label %55, !dbg !129

55:                                               ; preds = %54, %45
  %56 = zext i1 %53 to i8, !dbg !129
  store i8 %56, i8* %10, align 1, !dbg !129
  %57 = load i8, i8* %10, align 1, !dbg !129
  %58 = trunc i8 %57 to i1, !dbg !129
  br label %14, !dbg !130, !llvm.loop !115

59:                                               ; preds = %41
  call void @llvm.dbg.declare(metadata i32* %11, metadata !131, metadata !DIExpression()), !dbg !132
  %60 = load %struct.node*, %struct.node** %6, align 8, !dbg !133
  %61 = getelementptr inbounds %struct.node, %struct.node* %60, i32 0, i32 0, !dbg !134
  %62 = load i32, i32* %61, align 8, !dbg !134
  store i32 %62, i32* %11, align 4, !dbg !132
  %63 = load %struct.node*, %struct.node** %6, align 8, !dbg !135
  store %struct.node* %63, %struct.node** %12, align 8, !dbg !137
  %64 = bitcast %struct.node** %2 to i64*, !dbg !137
  %65 = bitcast %struct.node** %12 to i64*, !dbg !137
  %66 = load i64, i64* %64, align 8, !dbg !137
  %67 = load i64, i64* %65, align 8, !dbg !137
  %68 = cmpxchg i64* bitcast (%struct.node** @head to i64*), i64 %66, i64 %67 release monotonic, align 8, !dbg !137
  %69 = extractvalue { i64, i1 } %68, 0, !dbg !137
  %70 = extractvalue { i64, i1 } %68, 1, !dbg !137
  br i1 %70, label %72, label %71, !dbg !137

71:                                               ; preds = %59
  store i64 %69, i64* %64, align 8, !dbg !137
  br label %72, !dbg !137

72:                                               ; preds = %71, %59
  %73 = zext i1 %70 to i8, !dbg !137
  store i8 %73, i8* %13, align 1, !dbg !137
  %74 = load i8, i8* %13, align 1, !dbg !137
  %75 = trunc i8 %74 to i1, !dbg !137
  br i1 %75, label %76, label %78, !dbg !138

76:                                               ; preds = %72
  %77 = load i32, i32* %11, align 4, !dbg !139
  store i32 %77, i32* %1, align 4, !dbg !140
  br label %79, !dbg !140

78:                                               ; preds = %72
  br label %14, !dbg !141, !llvm.loop !115

79:                                               ; preds = %76, %40
  %80 = load i32, i32* %1, align 4, !dbg !142
  ret i32 %80, !dbg !142
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @putter(i8* noundef %0) #0 !dbg !143 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !146, metadata !DIExpression()), !dbg !147
  call void @llvm.dbg.declare(metadata i32* %3, metadata !148, metadata !DIExpression()), !dbg !149
  %5 = load i8*, i8** %2, align 8, !dbg !150
  %6 = ptrtoint i8* %5 to i64, !dbg !151
  %7 = trunc i64 %6 to i32, !dbg !152
  store i32 %7, i32* %3, align 4, !dbg !149
  call void @llvm.dbg.declare(metadata i32* %4, metadata !153, metadata !DIExpression()), !dbg !155
  store i32 0, i32* %4, align 4, !dbg !155
  br label %8, !dbg !156

8:                                                ; preds = %25, %1
  %9 = load i32, i32* %4, align 4, !dbg !157
  %10 = icmp slt i32 %9, 1, !dbg !159
  br i1 %10, label %11, label %28, !dbg !160

11:                                               ; preds = %8
  %12 = load i32, i32* %3, align 4, !dbg !161
  %13 = sext i32 %12 to i64, !dbg !163
  %14 = getelementptr inbounds [2 x [1 x %struct.node]], [2 x [1 x %struct.node]]* @nodes, i64 0, i64 %13, !dbg !163
  %15 = load i32, i32* %4, align 4, !dbg !164
  %16 = sext i32 %15 to i64, !dbg !163
  %17 = getelementptr inbounds [1 x %struct.node], [1 x %struct.node]* %14, i64 0, i64 %16, !dbg !163
  %18 = getelementptr inbounds %struct.node, %struct.node* %17, i32 0, i32 0, !dbg !165
  store i32 1, i32* %18, align 16, !dbg !166
  %19 = load i32, i32* %3, align 4, !dbg !167
  %20 = sext i32 %19 to i64, !dbg !168
  %21 = getelementptr inbounds [2 x [1 x %struct.node]], [2 x [1 x %struct.node]]* @nodes, i64 0, i64 %20, !dbg !168
  %22 = load i32, i32* %4, align 4, !dbg !169
  %23 = sext i32 %22 to i64, !dbg !168
  %24 = getelementptr inbounds [1 x %struct.node], [1 x %struct.node]* %21, i64 0, i64 %23, !dbg !168
  call void @put(%struct.node* noundef %24), !dbg !170
  br label %25, !dbg !171

25:                                               ; preds = %11
  %26 = load i32, i32* %4, align 4, !dbg !172
  %27 = add nsw i32 %26, 1, !dbg !172
  store i32 %27, i32* %4, align 4, !dbg !172
  br label %8, !dbg !173, !llvm.loop !174

28:                                               ; preds = %8
  ret i8* null, !dbg !177
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @taker(i8* noundef %0) #0 !dbg !178 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  call void @llvm.dbg.declare(metadata i8** %2, metadata !179, metadata !DIExpression()), !dbg !180
  call void @llvm.dbg.declare(metadata i32* %3, metadata !181, metadata !DIExpression()), !dbg !183
  store i32 0, i32* %3, align 4, !dbg !183
  br label %4, !dbg !184

4:                                                ; preds = %11, %1
  %5 = load i32, i32* %3, align 4, !dbg !185
  %6 = icmp slt i32 %5, 2, !dbg !187
  br i1 %6, label %7, label %14, !dbg !188

7:                                                ; preds = %4
  %8 = call i32 @take(), !dbg !189
  %9 = load i32, i32* @taken, align 4, !dbg !190
  %10 = add nsw i32 %9, %8, !dbg !190
  store i32 %10, i32* @taken, align 4, !dbg !190
  br label %11, !dbg !191

11:                                               ; preds = %7
  %12 = load i32, i32* %3, align 4, !dbg !192
  %13 = add nsw i32 %12, 1, !dbg !192
  store i32 %13, i32* %3, align 4, !dbg !192
  br label %4, !dbg !193, !llvm.loop !194

14:                                               ; preds = %4
  ret i8* null, !dbg !196
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !197 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i64], align 16
  %3 = alloca i64, align 8
  %4 = alloca %struct.node*, align 8
  %5 = alloca %struct.node*, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  call void @llvm.dbg.declare(metadata [2 x i64]* %2, metadata !198, metadata !DIExpression()), !dbg !204
  call void @llvm.dbg.declare(metadata i64* %3, metadata !205, metadata !DIExpression()), !dbg !206
  store %struct.node* @first, %struct.node** %4, align 8, !dbg !207
  %10 = bitcast %struct.node** %4 to i64*, !dbg !207
  %11 = load i64, i64* %10, align 8, !dbg !207
  store atomic i64 %11, i64* bitcast (%struct.node** @head to i64*) seq_cst, align 8, !dbg !207
  store %struct.node* @first, %struct.node** %5, align 8, !dbg !208
  %12 = bitcast %struct.node** %5 to i64*, !dbg !208
  %13 = load i64, i64* %12, align 8, !dbg !208
  store atomic i64 %13, i64* bitcast (%struct.node** @tail to i64*) seq_cst, align 8, !dbg !208
  call void @llvm.dbg.declare(metadata i64* %6, metadata !209, metadata !DIExpression()), !dbg !211
  store i64 0, i64* %6, align 8, !dbg !211
  br label %14, !dbg !212

14:                                               ; preds = %23, %0
  %15 = load i64, i64* %6, align 8, !dbg !213
  %16 = icmp slt i64 %15, 2, !dbg !215
  br i1 %16, label %17, label %26, !dbg !216

17:                                               ; preds = %14
  %18 = load i64, i64* %6, align 8, !dbg !217
  %19 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %18, !dbg !218
  %20 = load i64, i64* %6, align 8, !dbg !219
  %21 = inttoptr i64 %20 to i8*, !dbg !220
  %22 = call i32 @pthread_create(i64* noundef %19, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @putter, i8* noundef %21) #5, !dbg !221
  br label %23, !dbg !221

23:                                               ; preds = %17
  %24 = load i64, i64* %6, align 8, !dbg !222
  %25 = add nsw i64 %24, 1, !dbg !222
  store i64 %25, i64* %6, align 8, !dbg !222
  br label %14, !dbg !223, !llvm.loop !224

26:                                               ; preds = %14
  %27 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @taker, i8* noundef null) #5, !dbg !226
  call void @llvm.dbg.declare(metadata i32* %7, metadata !227, metadata !DIExpression()), !dbg !229
  store i32 0, i32* %7, align 4, !dbg !229
  br label %28, !dbg !230

28:                                               ; preds = %37, %26
  %29 = load i32, i32* %7, align 4, !dbg !231
  %30 = icmp slt i32 %29, 2, !dbg !233
  br i1 %30, label %31, label %40, !dbg !234

31:                                               ; preds = %28
  %32 = load i32, i32* %7, align 4, !dbg !235
  %33 = sext i32 %32 to i64, !dbg !236
  %34 = getelementptr inbounds [2 x i64], [2 x i64]* %2, i64 0, i64 %33, !dbg !236
  %35 = load i64, i64* %34, align 8, !dbg !236
  %36 = call i32 @pthread_join(i64 noundef %35, i8** noundef null), !dbg !237
  br label %37, !dbg !237

37:                                               ; preds = %31
  %38 = load i32, i32* %7, align 4, !dbg !238
  %39 = add nsw i32 %38, 1, !dbg !238
  store i32 %39, i32* %7, align 4, !dbg !238
  br label %28, !dbg !239, !llvm.loop !240

40:                                               ; preds = %28
  %41 = load i64, i64* %3, align 8, !dbg !242
  %42 = call i32 @pthread_join(i64 noundef %41, i8** noundef null), !dbg !243
  call void @llvm.dbg.declare(metadata i32* %8, metadata !244, metadata !DIExpression()), !dbg !245
  store i32 0, i32* %8, align 4, !dbg !245
  br label %43, !dbg !246

43:                                               ; preds = %48, %40
  call void @llvm.dbg.declare(metadata i32* %9, metadata !247, metadata !DIExpression()), !dbg !251
  %44 = call i32 @take(), !dbg !252
  store i32 %44, i32* %9, align 4, !dbg !251
  %45 = load i32, i32* %9, align 4, !dbg !253
  %46 = icmp ne i32 %45, 0, !dbg !253
  br i1 %46, label %48, label %47, !dbg !255

47:                                               ; preds = %43
  br label %52, !dbg !256

48:                                               ; preds = %43
  %49 = load i32, i32* %9, align 4, !dbg !257
  %50 = load i32, i32* %8, align 4, !dbg !258
  %51 = add nsw i32 %50, %49, !dbg !258
  store i32 %51, i32* %8, align 4, !dbg !258
  br label %43, !dbg !259, !llvm.loop !260

52:                                               ; preds = %47
  %53 = load i32, i32* @taken, align 4, !dbg !263
  %54 = load i32, i32* %8, align 4, !dbg !263
  %55 = add nsw i32 %53, %54, !dbg !263
  %56 = icmp eq i32 %55, 2, !dbg !263
  br i1 %56, label %57, label %58, !dbg !266

57:                                               ; preds = %52
  br label %59, !dbg !266

58:                                               ; preds = %52
  call void @__assert_fail(i8* noundef getelementptr inbounds ([22 x i8], [22 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str.1, i64 0, i64 0), i32 noundef 70, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !263
  unreachable, !dbg !263

59:                                               ; preds = %57
  ret i32 0, !dbg !267
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!38, !39, !40, !41, !42, !43, !44}
!llvm.ident = !{!45}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 14, type: !26, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !19, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "ms_queue.c", directory: ".", checksumkind: CSK_MD5, checksum: "86522660465378899e566f6fd390d5c2")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17, !18}
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!19 = !{!20, !28, !34, !0, !36}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 13, type: !22, isLocal: false, isDefinition: true)
!22 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 12, size: 128, elements: !23)
!23 = !{!24, !25}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !22, file: !3, line: 12, baseType: !16, size: 32)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !22, file: !3, line: 12, baseType: !26, size: 64, offset: 64)
!26 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !27)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(name: "nodes", scope: !2, file: !3, line: 13, type: !30, isLocal: false, isDefinition: true)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 256, elements: !31)
!31 = !{!32, !33}
!32 = !DISubrange(count: 2)
!33 = !DISubrange(count: 1)
!34 = !DIGlobalVariableExpression(var: !35, expr: !DIExpression())
!35 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 14, type: !26, isLocal: false, isDefinition: true)
!36 = !DIGlobalVariableExpression(var: !37, expr: !DIExpression())
!37 = distinct !DIGlobalVariable(name: "taken", scope: !2, file: !3, line: 15, type: !16, isLocal: false, isDefinition: true)
!38 = !{i32 7, !"Dwarf Version", i32 5}
!39 = !{i32 2, !"Debug Info Version", i32 3}
!40 = !{i32 1, !"wchar_size", i32 4}
!41 = !{i32 7, !"PIC Level", i32 2}
!42 = !{i32 7, !"PIE Level", i32 2}
!43 = !{i32 7, !"uwtable", i32 1}
!44 = !{i32 7, !"frame-pointer", i32 2}
!45 = !{!"Debian clang version 14.0.6"}
!46 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 16, type: !47, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!47 = !DISubroutineType(types: !48)
!48 = !{null, !27}
!49 = !{}
!50 = !DILocalVariable(name: "node", arg: 1, scope: !46, file: !3, line: 16, type: !27)
!51 = !DILocation(line: 16, column: 23, scope: !46)
!52 = !DILocation(line: 17, column: 3, scope: !46)
!53 = !DILocalVariable(name: "last", scope: !54, file: !3, line: 18, type: !27)
!54 = distinct !DILexicalBlock(scope: !55, file: !3, line: 17, column: 12)
!55 = distinct !DILexicalBlock(scope: !56, file: !3, line: 17, column: 3)
!56 = distinct !DILexicalBlock(scope: !46, file: !3, line: 17, column: 3)
!57 = !DILocation(line: 18, column: 18, scope: !54)
!58 = !DILocation(line: 18, column: 25, scope: !54)
!59 = !DILocalVariable(name: "next", scope: !54, file: !3, line: 19, type: !27)
!60 = !DILocation(line: 19, column: 18, scope: !54)
!61 = !DILocation(line: 19, column: 47, scope: !54)
!62 = !DILocation(line: 19, column: 53, scope: !54)
!63 = !DILocation(line: 19, column: 25, scope: !54)
!64 = !DILocation(line: 20, column: 9, scope: !65)
!65 = distinct !DILexicalBlock(scope: !54, file: !3, line: 20, column: 9)
!66 = !DILocation(line: 20, column: 17, scope: !65)
!67 = !DILocation(line: 20, column: 14, scope: !65)
!68 = !DILocation(line: 20, column: 9, scope: !54)
!69 = !DILocation(line: 20, column: 68, scope: !65)
!70 = distinct !{!70, !71, !72}
!71 = !DILocation(line: 17, column: 3, scope: !56)
!72 = !DILocation(line: 27, column: 3, scope: !56)
!73 = !DILocation(line: 21, column: 9, scope: !74)
!74 = distinct !DILexicalBlock(scope: !54, file: !3, line: 21, column: 9)
!75 = !DILocation(line: 21, column: 9, scope: !54)
!76 = !DILocation(line: 22, column: 61, scope: !77)
!77 = distinct !DILexicalBlock(scope: !74, file: !3, line: 21, column: 15)
!78 = !DILocation(line: 22, column: 7, scope: !77)
!79 = !DILocation(line: 23, column: 5, scope: !77)
!80 = !DILocation(line: 23, column: 57, scope: !81)
!81 = distinct !DILexicalBlock(scope: !74, file: !3, line: 23, column: 16)
!82 = !DILocation(line: 23, column: 63, scope: !81)
!83 = !DILocation(line: 23, column: 76, scope: !81)
!84 = !DILocation(line: 23, column: 16, scope: !81)
!85 = !DILocation(line: 23, column: 16, scope: !74)
!86 = !DILocation(line: 24, column: 61, scope: !87)
!87 = distinct !DILexicalBlock(scope: !81, file: !3, line: 23, column: 127)
!88 = !DILocation(line: 24, column: 7, scope: !87)
!89 = !DILocation(line: 25, column: 7, scope: !87)
!90 = !DILocation(line: 17, column: 3, scope: !55)
!91 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 29, type: !92, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!92 = !DISubroutineType(types: !93)
!93 = !{!16}
!94 = !DILocation(line: 30, column: 3, scope: !91)
!95 = !DILocalVariable(name: "old", scope: !96, file: !3, line: 31, type: !27)
!96 = distinct !DILexicalBlock(scope: !97, file: !3, line: 30, column: 12)
!97 = distinct !DILexicalBlock(scope: !98, file: !3, line: 30, column: 3)
!98 = distinct !DILexicalBlock(scope: !91, file: !3, line: 30, column: 3)
!99 = !DILocation(line: 31, column: 18, scope: !96)
!100 = !DILocation(line: 31, column: 24, scope: !96)
!101 = !DILocalVariable(name: "last", scope: !96, file: !3, line: 32, type: !27)
!102 = !DILocation(line: 32, column: 18, scope: !96)
!103 = !DILocation(line: 32, column: 25, scope: !96)
!104 = !DILocalVariable(name: "next", scope: !96, file: !3, line: 33, type: !27)
!105 = !DILocation(line: 33, column: 18, scope: !96)
!106 = !DILocation(line: 33, column: 47, scope: !96)
!107 = !DILocation(line: 33, column: 52, scope: !96)
!108 = !DILocation(line: 33, column: 25, scope: !96)
!109 = !DILocation(line: 34, column: 9, scope: !110)
!110 = distinct !DILexicalBlock(scope: !96, file: !3, line: 34, column: 9)
!111 = !DILocation(line: 34, column: 16, scope: !110)
!112 = !DILocation(line: 34, column: 13, scope: !110)
!113 = !DILocation(line: 34, column: 9, scope: !96)
!114 = !DILocation(line: 34, column: 67, scope: !110)
!115 = distinct !{!115, !116, !117}
!116 = !DILocation(line: 30, column: 3, scope: !98)
!117 = !DILocation(line: 42, column: 3, scope: !98)
!118 = !DILocation(line: 35, column: 10, scope: !119)
!119 = distinct !DILexicalBlock(scope: !96, file: !3, line: 35, column: 9)
!120 = !DILocation(line: 35, column: 9, scope: !96)
!121 = !DILocation(line: 35, column: 16, scope: !119)
!122 = !DILocation(line: 36, column: 9, scope: !123)
!123 = distinct !DILexicalBlock(scope: !96, file: !3, line: 36, column: 9)
!124 = !DILocation(line: 36, column: 16, scope: !123)
!125 = !DILocation(line: 36, column: 13, scope: !123)
!126 = !DILocation(line: 36, column: 9, scope: !96)
!127 = !DILocation(line: 37, column: 61, scope: !128)
!128 = distinct !DILexicalBlock(scope: !123, file: !3, line: 36, column: 22)
!129 = !DILocation(line: 37, column: 7, scope: !128)
!130 = !DILocation(line: 38, column: 7, scope: !128)
!131 = !DILocalVariable(name: "value", scope: !96, file: !3, line: 40, type: !16)
!132 = !DILocation(line: 40, column: 9, scope: !96)
!133 = !DILocation(line: 40, column: 17, scope: !96)
!134 = !DILocation(line: 40, column: 23, scope: !96)
!135 = !DILocation(line: 41, column: 62, scope: !136)
!136 = distinct !DILexicalBlock(scope: !96, file: !3, line: 41, column: 9)
!137 = !DILocation(line: 41, column: 9, scope: !136)
!138 = !DILocation(line: 41, column: 9, scope: !96)
!139 = !DILocation(line: 41, column: 120, scope: !136)
!140 = !DILocation(line: 41, column: 113, scope: !136)
!141 = !DILocation(line: 30, column: 3, scope: !97)
!142 = !DILocation(line: 43, column: 1, scope: !91)
!143 = distinct !DISubprogram(name: "putter", scope: !3, file: !3, line: 44, type: !144, scopeLine: 44, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!144 = !DISubroutineType(types: !145)
!145 = !{!18, !18}
!146 = !DILocalVariable(name: "arg", arg: 1, scope: !143, file: !3, line: 44, type: !18)
!147 = !DILocation(line: 44, column: 20, scope: !143)
!148 = !DILocalVariable(name: "me", scope: !143, file: !3, line: 45, type: !16)
!149 = !DILocation(line: 45, column: 7, scope: !143)
!150 = !DILocation(line: 45, column: 23, scope: !143)
!151 = !DILocation(line: 45, column: 17, scope: !143)
!152 = !DILocation(line: 45, column: 12, scope: !143)
!153 = !DILocalVariable(name: "r", scope: !154, file: !3, line: 46, type: !16)
!154 = distinct !DILexicalBlock(scope: !143, file: !3, line: 46, column: 3)
!155 = !DILocation(line: 46, column: 12, scope: !154)
!156 = !DILocation(line: 46, column: 8, scope: !154)
!157 = !DILocation(line: 46, column: 19, scope: !158)
!158 = distinct !DILexicalBlock(scope: !154, file: !3, line: 46, column: 3)
!159 = !DILocation(line: 46, column: 21, scope: !158)
!160 = !DILocation(line: 46, column: 3, scope: !154)
!161 = !DILocation(line: 47, column: 11, scope: !162)
!162 = distinct !DILexicalBlock(scope: !158, file: !3, line: 46, column: 31)
!163 = !DILocation(line: 47, column: 5, scope: !162)
!164 = !DILocation(line: 47, column: 15, scope: !162)
!165 = !DILocation(line: 47, column: 18, scope: !162)
!166 = !DILocation(line: 47, column: 24, scope: !162)
!167 = !DILocation(line: 48, column: 16, scope: !162)
!168 = !DILocation(line: 48, column: 10, scope: !162)
!169 = !DILocation(line: 48, column: 20, scope: !162)
!170 = !DILocation(line: 48, column: 5, scope: !162)
!171 = !DILocation(line: 49, column: 3, scope: !162)
!172 = !DILocation(line: 46, column: 27, scope: !158)
!173 = !DILocation(line: 46, column: 3, scope: !158)
!174 = distinct !{!174, !160, !175, !176}
!175 = !DILocation(line: 49, column: 3, scope: !154)
!176 = !{!"llvm.loop.mustprogress"}
!177 = !DILocation(line: 50, column: 3, scope: !143)
!178 = distinct !DISubprogram(name: "taker", scope: !3, file: !3, line: 52, type: !144, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!179 = !DILocalVariable(name: "arg", arg: 1, scope: !178, file: !3, line: 52, type: !18)
!180 = !DILocation(line: 52, column: 19, scope: !178)
!181 = !DILocalVariable(name: "i", scope: !182, file: !3, line: 53, type: !16)
!182 = distinct !DILexicalBlock(scope: !178, file: !3, line: 53, column: 3)
!183 = !DILocation(line: 53, column: 12, scope: !182)
!184 = !DILocation(line: 53, column: 8, scope: !182)
!185 = !DILocation(line: 53, column: 19, scope: !186)
!186 = distinct !DILexicalBlock(scope: !182, file: !3, line: 53, column: 3)
!187 = !DILocation(line: 53, column: 21, scope: !186)
!188 = !DILocation(line: 53, column: 3, scope: !182)
!189 = !DILocation(line: 53, column: 44, scope: !186)
!190 = !DILocation(line: 53, column: 41, scope: !186)
!191 = !DILocation(line: 53, column: 35, scope: !186)
!192 = !DILocation(line: 53, column: 31, scope: !186)
!193 = !DILocation(line: 53, column: 3, scope: !186)
!194 = distinct !{!194, !188, !195, !176}
!195 = !DILocation(line: 53, column: 49, scope: !182)
!196 = !DILocation(line: 54, column: 3, scope: !178)
!197 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 56, type: !92, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!198 = !DILocalVariable(name: "t", scope: !197, file: !3, line: 57, type: !199)
!199 = !DICompositeType(tag: DW_TAG_array_type, baseType: !200, size: 128, elements: !203)
!200 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !201, line: 27, baseType: !202)
!201 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!202 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!203 = !{!32}
!204 = !DILocation(line: 57, column: 13, scope: !197)
!205 = !DILocalVariable(name: "last", scope: !197, file: !3, line: 57, type: !200)
!206 = !DILocation(line: 57, column: 19, scope: !197)
!207 = !DILocation(line: 58, column: 3, scope: !197)
!208 = !DILocation(line: 59, column: 3, scope: !197)
!209 = !DILocalVariable(name: "i", scope: !210, file: !3, line: 60, type: !17)
!210 = distinct !DILexicalBlock(scope: !197, file: !3, line: 60, column: 3)
!211 = !DILocation(line: 60, column: 13, scope: !210)
!212 = !DILocation(line: 60, column: 8, scope: !210)
!213 = !DILocation(line: 60, column: 20, scope: !214)
!214 = distinct !DILexicalBlock(scope: !210, file: !3, line: 60, column: 3)
!215 = !DILocation(line: 60, column: 22, scope: !214)
!216 = !DILocation(line: 60, column: 3, scope: !210)
!217 = !DILocation(line: 60, column: 50, scope: !214)
!218 = !DILocation(line: 60, column: 48, scope: !214)
!219 = !DILocation(line: 60, column: 73, scope: !214)
!220 = !DILocation(line: 60, column: 65, scope: !214)
!221 = !DILocation(line: 60, column: 32, scope: !214)
!222 = !DILocation(line: 60, column: 28, scope: !214)
!223 = !DILocation(line: 60, column: 3, scope: !214)
!224 = distinct !{!224, !216, !225, !176}
!225 = !DILocation(line: 60, column: 74, scope: !210)
!226 = !DILocation(line: 61, column: 3, scope: !197)
!227 = !DILocalVariable(name: "i", scope: !228, file: !3, line: 62, type: !16)
!228 = distinct !DILexicalBlock(scope: !197, file: !3, line: 62, column: 3)
!229 = !DILocation(line: 62, column: 12, scope: !228)
!230 = !DILocation(line: 62, column: 8, scope: !228)
!231 = !DILocation(line: 62, column: 19, scope: !232)
!232 = distinct !DILexicalBlock(scope: !228, file: !3, line: 62, column: 3)
!233 = !DILocation(line: 62, column: 21, scope: !232)
!234 = !DILocation(line: 62, column: 3, scope: !228)
!235 = !DILocation(line: 62, column: 46, scope: !232)
!236 = !DILocation(line: 62, column: 44, scope: !232)
!237 = !DILocation(line: 62, column: 31, scope: !232)
!238 = !DILocation(line: 62, column: 27, scope: !232)
!239 = !DILocation(line: 62, column: 3, scope: !232)
!240 = distinct !{!240, !234, !241, !176}
!241 = !DILocation(line: 62, column: 51, scope: !228)
!242 = !DILocation(line: 63, column: 16, scope: !197)
!243 = !DILocation(line: 63, column: 3, scope: !197)
!244 = !DILocalVariable(name: "rest", scope: !197, file: !3, line: 64, type: !16)
!245 = !DILocation(line: 64, column: 7, scope: !197)
!246 = !DILocation(line: 65, column: 3, scope: !197)
!247 = !DILocalVariable(name: "value", scope: !248, file: !3, line: 66, type: !16)
!248 = distinct !DILexicalBlock(scope: !249, file: !3, line: 65, column: 12)
!249 = distinct !DILexicalBlock(scope: !250, file: !3, line: 65, column: 3)
!250 = distinct !DILexicalBlock(scope: !197, file: !3, line: 65, column: 3)
!251 = !DILocation(line: 66, column: 9, scope: !248)
!252 = !DILocation(line: 66, column: 17, scope: !248)
!253 = !DILocation(line: 67, column: 10, scope: !254)
!254 = distinct !DILexicalBlock(scope: !248, file: !3, line: 67, column: 9)
!255 = !DILocation(line: 67, column: 9, scope: !248)
!256 = !DILocation(line: 67, column: 17, scope: !254)
!257 = !DILocation(line: 68, column: 13, scope: !248)
!258 = !DILocation(line: 68, column: 10, scope: !248)
!259 = !DILocation(line: 65, column: 3, scope: !249)
!260 = distinct !{!260, !261, !262}
!261 = !DILocation(line: 65, column: 3, scope: !250)
!262 = !DILocation(line: 69, column: 3, scope: !250)
!263 = !DILocation(line: 70, column: 3, scope: !264)
!264 = distinct !DILexicalBlock(scope: !265, file: !3, line: 70, column: 3)
!265 = distinct !DILexicalBlock(scope: !197, file: !3, line: 70, column: 3)
!266 = !DILocation(line: 70, column: 3, scope: !265)
!267 = !DILocation(line: 71, column: 3, scope: !197)
