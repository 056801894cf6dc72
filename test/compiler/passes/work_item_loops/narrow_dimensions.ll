; Conjunctions narrow each dimension on its own; a signed bound counts from 0. Several effects give the span
; from the first to the last work-item with any. A dimension not named by one effect is whole.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @items(
; CHECK-DAG: %[[N:.*]] = freeze i32 %n
; CHECK-DAG: %[[WIDE:.*]] = sext i32 %[[N]] to i64
; CHECK-DAG: %[[Y:.*]] = call i64 @llvm.smax.i64(i64 %[[WIDE]], i64 0)
; CHECK-DAG: %[[M:.*]] = freeze i64 %m
; CHECK-DAG: %[[M1:.*]] = call i64 @llvm.uadd.sat.i64(i64 %[[M]], i64 1)
; CHECK: item.z:
; CHECK: %[[FIRST:.*]] = call i64 @llvm.umin.i64(i64 0, i64 %{{.*}})
; CHECK: br i1 %{{.*}}, label %item.y, label %item.y.done
; CHECK: item.y:
; CHECK-NEXT: phi i64 [ %[[FIRST]], %item.z ]
; CHECK-NOT: umin
; CHECK: br label %item.x
define internal void @items(ptr %p, i32 %n, i64 %m) noinline "kiln-work-group-function" {
  call void @body(ptr %p, i32 %n, i64 %m)
  ret void
}
define internal void @body(ptr %p, i32 %n, i64 %m) noinline "kiln-work-item-function" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %y32 = trunc i64 %y to i32
  %low = icmp slt i32 %y32, %n
  %left = icmp eq i64 %x, 0
  %both = select i1 %low, i1 %left, i1 false
  br i1 %both, label %one, label %next
one:
  store i32 1, ptr %p
  br label %next
next:
  %is = icmp eq i64 %y, %m
  br i1 %is, label %two, label %end
two:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
