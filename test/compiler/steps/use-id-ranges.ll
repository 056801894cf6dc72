; Ids are marked as non-negative numbers of 31 bits.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=use-id-ranges %s | FileCheck %s --check-prefix=OFF
; CHECK: call range(i64 0, 2147483648) i64 @__mux_get_global_id
; OFF: call i64 @__mux_get_global_id
target datalayout = "e-p:64:64"
define void @f(ptr %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32)
