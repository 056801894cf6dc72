; The second SIMD group of an unroll-and-jam has the ids of the work-items one further along y. Its linear ids
; and slots of the frame are a row of work-items apart. Each SIMD group has private memory of its own.
; RUN: muxc --passes=outline-work-items %s -o %t.ll
; RUN: veczc --dimension=0 --verify-each %t.ll | FileCheck %s
; CHECK-LABEL: .v{{[0-9]+}}.x2(
; CHECK: alloca <{{[0-9]+}} x i32>
; CHECK: alloca <{{[0-9]+}} x i32>
; CHECK: %[[X:.*]] = call {{.*}} @__mux_get_global_id(i32 0)
; CHECK: call {{.*}} @__mux_get_local_id(i32 1)
; CHECK: %[[ID:.*]] = call {{.*}} @__mux_get_local_id(i32 1)
; CHECK: add i64 %[[ID]], 1
; CHECK: call {{.*}} @__mux_get_local_linear_id()
; CHECK: %[[LINEAR:.*]] = call {{.*}} @__mux_get_local_linear_id()
; CHECK: %[[ROW:.*]] = call i64 @__mux_get_local_size(i32 0)
; CHECK: %[[DISTANCE:.*]] = mul i64 1, %[[ROW]]
; CHECK: add i64 %[[LINEAR]], %[[DISTANCE]]
; CHECK: call ptr @kiln.item_frame(i64 0, i64 8)
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 0, i64 8)
; CHECK: %[[LENGTH:.*]] = call i64 @__mux_get_local_size(i32 0)
; CHECK: %[[ITEMS:.*]] = mul i64 1, %[[LENGTH]]
; CHECK: %[[BYTES:.*]] = mul i64 %[[ITEMS]], 8
; CHECK: getelementptr i8, ptr %[[SLOT]], i64 %[[BYTES]]
target datalayout = "e-p:64:64"
define void @k(ptr %p) "mux-kernel"="entry-point" {
  %private = alloca i32
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %linear = call i64 @__mux_get_local_linear_id()
  %slot = call ptr @kiln.item_frame(i64 0, i64 8)
  store i64 %linear, ptr %slot
  %low = trunc i64 %y to i32
  store i32 %low, ptr %private
  %at = getelementptr i64, ptr %p, i64 %x
  store i64 %y, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_local_id(i32) memory(none)
declare i64 @__mux_get_local_linear_id() memory(none)
declare ptr @kiln.item_frame(i64, i64) memory(none)
