; Quotients of neighbours by a uniform value follow from lane 0.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=strided-division %s | FileCheck %s --check-prefix=OFF
; CHECK: br i1 %{{.*}}, label %all, label %some
; OFF-NOT: label %some
; OFF: udiv <8 x i64>
target datalayout = "e-p:64:64"
define void @f(ptr %a, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = udiv i64 %id, %n
  %x = getelementptr i64, ptr %a, i64 %id
  store i64 %row, ptr %x
  ret void
}
declare i64 @__mux_get_global_id(i32)
