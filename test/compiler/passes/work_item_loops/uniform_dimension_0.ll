; Rows are one loop if no variant of the work-item function asks for an id along y or z, also in callees.
; The linear id counts on through all of them.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @alike(
; CHECK: %item.rows = mul nuw i64 %{{.*}}, %{{.*}}
; CHECK: item.y:
; CHECK: %[[ROW:item.y[0-9]*]] = phi i64
; CHECK: item.x:
; CHECK: mul nuw i64 %{{.*}}, %{{.*}}
; CHECK: call void @kiln.set_work_item(i64 %{{.*}}, i64 %[[ROW]], i64 0, i64 %item.item)
; CHECK: icmp ult i64 %item.y{{.*}}.next, %item.rows
; CHECK-NOT: item.z
; CHECK-LABEL: define internal void @different(
; CHECK-NOT: item.rows
; CHECK: item.z:
; CHECK-LABEL: define internal void @unknown(
; CHECK-NOT: item.rows
; CHECK: item.z:
define internal void @alike() noinline "kiln-work-group-function" {
  call void @asks_for_x()
  ret void
}
define internal void @different() noinline "kiln-work-group-function" {
  call void @asks_for_z()
  ret void
}
define internal void @unknown(i32 %dimension) noinline "kiln-work-group-function" {
  call void @asks_for_any(i32 %dimension)
  ret void
}
define internal void @asks_for_x() noinline "kiln-work-item-function" {
  %x = call i64 @__mux_get_global_id(i32 0)
  %linear = call i64 @__mux_get_local_linear_id()
  %size = call i64 @__mux_get_local_size(i32 1)
  ret void
}
define internal void @asks_for_z() noinline "kiln-work-item-function" {
  call void @helper()
  ret void
}
define internal void @helper() {
  %z = call i64 @__mux_get_global_id(i32 2)
  ret void
}
define internal void @asks_for_any(i32 %dimension) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_local_id(i32 %dimension)
  ret void
}
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_local_linear_id()
declare i64 @__mux_get_local_size(i32)
declare i64 @__mux_get_global_id(i32)
