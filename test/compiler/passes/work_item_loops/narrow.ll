; A work-item function with all effects behind a comparison of an id with a value of the group runs for
; work-items that may pass it: SIMD groups up to the last one with such a work-item.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal i32 @items(
; CHECK-NOT: %result = alloca
; CHECK: %[[STEP:.*]] = lshr i32 %size, 1
; CHECK: %[[BOUND:.*]] = freeze i32 %[[STEP]]
; CHECK: %[[END:.*]] = zext i32 %[[BOUND]] to i64
; CHECK: %[[SIZE:.*]] = call i64 @__mux_get_local_size(i32 0)
; CHECK: %[[LAST:.*]] = call i64 @llvm.umin.i64(i64 %[[SIZE]], i64 %[[END]])
; CHECK: %[[UP:.*]] = add i64 %[[LAST]], 7
; CHECK: %[[ROUND:.*]] = and i64 %[[UP]], -8
; CHECK: call i64 @llvm.umin.i64(i64 %item.simd_groups, i64 %[[ROUND]])
; CHECK: %[[LENGTH:.*]] = sub i64 %[[LAST]], 0
; CHECK: %[[ONE:.*]] = icmp ule i64 %[[LENGTH]], 1
; CHECK: select i1 %[[ONE]], i64 0,
; CHECK: item.x.simd:
; CHECK: ret i32 7
define internal i32 @items(ptr %p, i32 %size) noinline "kiln-work-group-function" {
  %r = call i32 @body(ptr %p, i32 %size)
  ret i32 %r
}
define internal i32 @body(ptr %p, i32 %size) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v8" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %l = trunc i64 %id to i32
  %step = lshr i32 %size, 1
  %in = icmp ult i32 %l, %step
  br i1 %in, label %then, label %end
then:
  %place = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %place
  br label %end
end:
  ret i32 7
}
define internal i32 @body.v8(ptr %p, i32 %size) noinline "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  ret i32 7
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
