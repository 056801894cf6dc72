; A narrow index that does not wrap is computed in the width of addresses.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=widen-indices %s | FileCheck %s --check-prefix=OFF
; CHECK: sext i32 %row to i64
; CHECK: add i64
; CHECK: store <4 x i32>
; OFF: add i32 %id, %row
target datalayout = "e-p:64:64"
define void @f(ptr %p, i32 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %gid = call i64 @__mux_get_global_id(i32 0)
  %id = trunc i64 %gid to i32
  %i = add nsw i32 %id, %row
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 7, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32)
