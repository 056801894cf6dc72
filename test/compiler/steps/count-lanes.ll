; Consecutive 64-bit numbers are compared by a count of lanes, or as vectors of them.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=count-lanes %s | FileCheck %s --check-prefix=OFF
; CHECK-NOT: icmp {{.*}}i64>
; CHECK: icmp sgt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>,
; OFF: icmp sgt <8 x i64>
define i1 @f(i64 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform" {
  %id = call range(i64 0, 4096) i64 @__mux_get_local_id(i32 0)
  %c = icmp sgt i64 %id, %m
  ret i1 %c
}
declare i64 @__mux_get_local_id(i32)
