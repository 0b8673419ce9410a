define i32 @main() {
entry:
  %flag = alloca i32
  store i32 3, i32* %flag
  %seen = load i32, i32* %flag
  %is = icmp eq i32 %seen, 3
  br i1 %is, label %gone, label %end
end:
  ret i32 0
}
