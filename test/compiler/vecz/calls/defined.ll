; A function that asks which work-item it runs for is called as each active lane's in turn.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <4 x i32> @f.simd(<4 x i32> %x, <4 x i1> %active)
; CHECK: [[X0:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %active to i4
; CHECK: r.lanes:
; CHECK: [[LANE:%.*]] = call i32 @llvm.cttz.i32
; CHECK: call void @kiln.set_work_item(
; CHECK: [[X:%.*]] = extractelement <4 x i32> %x, i32 [[LANE]]
; CHECK: [[R:%.*]] = call i32 @ask(i32 [[X]])
; CHECK: call void @kiln.set_work_item(
; CHECK: insertelement <4 x i32> %r.results, i32 [[R]], i32 [[LANE]]
; CHECK: br i1 {{.*}}, label %r.lanes, label %r.done
define i32 @f(i32 %x, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying" {
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %r = call i32 @ask(i32 %x)
  ret i32 %r
}
; CHECK-LABEL: define void @g.simd(
; CHECK-NOT: kiln.set_work_item
; CHECK: call void @plain(
; CHECK-NOT: kiln.set_work_item
; CHECK: ret void
define void @g(i32 %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  call void @plain(i32 %x)
  ret void
}
define internal i32 @ask(i32 %x) {
  %id = call i64 @__mux_get_local_id(i32 0)
  %low = trunc i64 %id to i32
  %sum = add i32 %x, %low
  ret i32 %sum
}
define internal void @plain(i32 %x) {
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare void @kiln.mask(i1)
