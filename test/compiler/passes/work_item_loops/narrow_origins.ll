; A bound of global ids becomes one of local ids, if ids truncated to 32 bits are exact. A bound of linear
; ids is computed for each row.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @global(
; CHECK: %[[BOUND:.*]] = freeze i32 %n
; CHECK: %[[END:.*]] = zext i32 %[[BOUND]] to i64
; CHECK: call i64 @__mux_get_group_id(i32 0)
; CHECK: call i64 @__mux_get_enqueued_local_size(i32 0)
; CHECK: %[[BASE:.*]] = add nuw i64 %{{.*}}, %{{.*}}
; CHECK: %[[FIT:.*]] = icmp ule i64 %{{.*}}, 2147483648
; CHECK: %[[LOCAL:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[END]], i64 %[[BASE]])
; CHECK: select i1 %[[FIT]], i64 %[[LOCAL]], i64 -1
; CHECK: br i1 %{{.*}}, label %item.x, label %item.x.done
; CHECK-LABEL: define internal void @linear(
; CHECK: item.y:
; CHECK: %[[ROW:.*]] = mul nuw i64 %{{[0-9]+}}, %{{[0-9]+}}
; CHECK: %[[REST:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[END2:.*]], i64 %[[ROW]])
; CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 %[[REST]])
; CHECK: br i1 %{{.*}}, label %item.x, label %item.x.done
define internal void @global(ptr %p, i32 %n) noinline "kiln-work-group-function" {
  call void @body1(ptr %p, i32 %n)
  ret void
}
define internal void @body1(ptr %p, i32 %n) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %g = trunc i64 %id to i32
  %in = icmp ugt i32 %n, %g
  br i1 %in, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
define internal void @linear(ptr %p) noinline "kiln-work-group-function" {
  call void @body2(ptr %p)
  ret void
}
define internal void @body2(ptr %p) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_local_linear_id()
  %out = icmp ugt i64 %id, 15
  br i1 %out, label %end, label %then
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
declare i64 @__mux_get_global_id(i32) nounwind willreturn memory(none)
declare i64 @__mux_get_local_linear_id() nounwind willreturn memory(none)
