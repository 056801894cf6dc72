; The remainder of a local id by a multiple of the width counts up.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=use-aligned-ids %s | FileCheck %s --check-prefix=OFF
; CHECK-NOT: urem <8 x i64>
; CHECK: ret void
; OFF: urem <8 x i64>
target datalayout = "e-p:64:64"
define void @f(ptr %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %column = urem i64 %id, 24
  %at = getelementptr float, ptr %a, i64 %column
  store float 1.0, ptr %at
  ret void
}
declare i64 @__mux_get_local_id(i32)
