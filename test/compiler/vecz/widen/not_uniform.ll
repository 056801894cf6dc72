; Functions in other than linearised form, and malformed attributes, are errors.
; RUN: not muxc --passes=vecz-widen %s 2>&1 | FileCheck %s
; CHECK-DAG: error: branch: a branch is not uniform
; CHECK-DAG: error: width: not a SIMD group
; CHECK-DAG: error: dimension: not a SIMD group
; CHECK-DAG: error: shape: not a SIMD group
; CHECK-DAG: error: parameters: not a SIMD group
define void @branch(i1 %c) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}
define void @width() "kiln-work-item-function" "kiln-simd-group"="3,0" {
  ret void
}
define void @dimension() "kiln-work-item-function" "kiln-simd-group"="4,7" {
  ret void
}
define void @shape(i32 %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,odd" {
  ret void
}
define void @parameters() "kiln-work-item-function" "kiln-simd-group"="4,0,0,4" {
  ret void
}
