define i32 @main(i32 %count) {
entry:
  %is = icmp eq i32 %count, 3
  br i1 %is, label %left, label %right
left:
  %value = add i32 %count, 1
  br label %end
right:
  br label %end
end:
  ret i32 %value
}
