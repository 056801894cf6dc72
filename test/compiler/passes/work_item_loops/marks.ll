; Loops over rows are marked. So is the loop over work-items left by SIMD groups and the masked variant, but
; not without a masked variant. Passes that look for the best way to count
; skip marked loops.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @parts(
; CHECK-DAG: label %item.x.simd, label %{{.*}}, !llvm.loop ![[SIMD:[0-9]+]]
; CHECK-DAG: label %item.x, label %{{.*}}, !llvm.loop ![[REST:[0-9]+]]
; CHECK-DAG: label %item.y, label %{{.*}}, !llvm.loop ![[ROWS:[0-9]+]]
; CHECK-DAG: label %item.z, label %{{.*}}, !llvm.loop ![[PLANES:[0-9]+]]
; CHECK-LABEL: define internal void @whole(
; CHECK-DAG: label %item.x, label %{{.*}}, !llvm.loop ![[ITEMS:[0-9]+]]
; CHECK-DAG: ![[SIMD]] = distinct !{![[SIMD]], ![[ACCESSES:[0-9]+]], ![[SCALAR:[0-9]+]], ![[UNROLL:[0-9]+]]}
; CHECK-DAG: ![[REST]] = distinct !{![[REST]], ![[ACCESSES]], ![[SCALAR]], ![[UNROLL]], ![[ISREMAINDER:[0-9]+]]}
; CHECK-DAG: ![[ITEMS]] = distinct !{![[ITEMS]], ![[ACCESSES]], ![[SCALAR]], ![[UNROLL]]}
; CHECK-DAG: ![[ROWS]] = distinct !{![[ROWS]], ![[ISROWS:[0-9]+]], ![[UNROLL]]}
; CHECK-DAG: ![[PLANES]] = distinct !{![[PLANES]], ![[ISROWS]], ![[UNROLL]]}
; CHECK-DAG: ![[ISREMAINDER]] = !{!"kiln.remainder"}
; CHECK-DAG: ![[ISROWS]] = !{!"kiln.outer_loop"}
define internal void @parts(i32 %x) noinline "kiln-work-group-function" {
  call void @body(i32 %x)
  ret void
}
define internal void @whole(i32 %x) noinline "kiln-work-group-function" {
  call void @other(i32 %x)
  ret void
}
define internal void @body(i32 %x) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v4" {
  %y = call i64 @__mux_get_local_id(i32 1)
  ret void
}
define internal void @body.v4(i32 %x) noinline "kiln-work-item-function" "kiln-simd-group"="4,0,0" "kiln-masked-variant"="body.m4" {
  ret void
}
define internal void @body.m4(i32 %x, <4 x i1> %active) noinline "kiln-work-item-function" "kiln-simd-group"="4,0,1" "kiln-least-lanes"="2" {
  ret void
}
define internal void @other(i32 %x) noinline "kiln-work-item-function" "kiln-vector-variant"="other.v4" {
  ret void
}
define internal void @other.v4(i32 %x) noinline "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  ret void
}
declare i64 @__mux_get_local_id(i32)
