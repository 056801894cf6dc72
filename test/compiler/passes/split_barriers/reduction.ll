; A reduction cuts a kernel: work-items store their values in the frame, the region dispatcher combines them
; by vectors, and the region behind gets one value for all.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %[[VARIABLE:uniform.*]] = alloca i32
; CHECK: call i32 @k.region0.items(ptr %p)
; CHECK: call void @kiln.set_work_item(i64 0, i64 0, i64 0, i64 0)
; CHECK: %[[ITEMS:.*]] = call ptr @kiln.item_frame(i64 0, i64 4)
; CHECK: combine:
; CHECK: %[[SO_FAR:.*]] = phi <16 x i32> [ splat (i32 -1), {{.*}} ], [ %[[NEXT:.*]], %combine ]
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i32, ptr %[[ITEMS]]
; CHECK: %[[VALUES:.*]] = load <16 x i32>, ptr %[[PLACE]], align 4
; CHECK: %[[THERE:.*]] = select <16 x i1> %{{.*}}, <16 x i32> %[[VALUES]], <16 x i32> splat (i32 -1)
; CHECK: %[[NEXT]] = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %[[SO_FAR]], <16 x i32> %[[THERE]])
; CHECK: %[[ONE:.*]] = call i32 @llvm.vector.reduce.umin.v16i32(<16 x i32> %[[NEXT]])
; CHECK: store i32 %[[ONE]], ptr %[[VARIABLE]]
; CHECK: call i32 @k.region1.items(ptr %p, i32 %[[RESULT:.*]])
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 0, i64 4)
; CHECK: %[[X:.*]] = load i32, ptr %p
; CHECK: store i32 %[[X]], ptr %[[SLOT]]
; CHECK-NEXT: ret i32 1
; CHECK: define internal i32 @k.region1(ptr %p, i32 %[[LEAST:.*]])
; CHECK: store i32 %[[LEAST]], ptr %p
define void @k(ptr %p) "mux-kernel"="entry-point" {
  %x = load i32, ptr %p
  %least = call i32 @__mux_work_group_reduce_umin_i32(i32 %x)
  store i32 %least, ptr %p
  ret void
}
declare i32 @__mux_work_group_reduce_umin_i32(i32) convergent
