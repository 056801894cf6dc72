; An index that does not wrap is computed in 64 bits.
; RUN: muxc --passes='widen-index-arithmetic' --verify-each %s | FileCheck %s
; RUN: muxc --passes='widen-index-arithmetic' --verify-each -cl-kiln-disable-steps=widen-index-arithmetic %s | FileCheck %s --check-prefix=OFF
; CHECK: mul nsw i64
; OFF: mul nsw i32
define i64 @f(i64 %id) {
  %i = trunc i64 %id to i32
  %scaled = mul nsw i32 %i, 3
  %index = sext i32 %scaled to i64
  ret i64 %index
}
