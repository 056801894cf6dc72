; Values stored across a barrier: none made of uniform values by a few operations, of which more are allowed.
; An i1 is stored as a byte, so that vectors of them are bytes.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 0, i64 1)
; CHECK-NOT: @kiln.item_frame
; CHECK: %[[BYTE:.*]] = zext i1 %truth to i8
; CHECK: store i8 %[[BYTE]], ptr %[[SLOT]]
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: %u6 = call i32 @llvm.smax.i32(
; CHECK: call i32 @llvm.smax.i32(i32 %left, i32 %u6)
; CHECK: %[[KEPT:.*]] = load i8, ptr
; CHECK: trunc i8 %[[KEPT]] to i1
; CHECK: ret i32 0
define void @k(ptr %p, i32 %a, i32 %b) "mux-kernel"="entry-point" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %lane = trunc i64 %id to i32
  %u1 = mul i32 %a, %b
  %u2 = sub i32 %u1, %a
  %u3 = add i32 %u2, 5
  %u4 = shl i32 %u3, 1
  %u5 = xor i32 %u4, %b
  %u6 = call i32 @llvm.smax.i32(i32 %u5, i32 0)
  %left = sub i32 %lane, 1
  %clamped = call i32 @llvm.smax.i32(i32 %left, i32 %u6)
  %at = getelementptr i32, ptr %p, i64 %id
  %value = load i32, ptr %at
  %truth = icmp sgt i32 %value, 3
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  %index = sext i32 %clamped to i64
  %to = getelementptr i32, ptr %p, i64 %index
  %number = zext i1 %truth to i32
  store i32 %number, ptr %to
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
