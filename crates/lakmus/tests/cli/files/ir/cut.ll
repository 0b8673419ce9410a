define i32 @main() {
entry:
  %flag = alloca i32
  store i32 3, i32*
