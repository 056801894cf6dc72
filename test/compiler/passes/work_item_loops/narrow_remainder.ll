; A row too short for a SIMD group runs as a masked one from the SIMD group's start, unless it is one
; work-item alone.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @items(
; CHECK: item.remainder:
; CHECK: %[[START:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}
; CHECK: %[[ONE:.*]] = icmp ule i64 %{{.*}}, 1
; CHECK: %[[SEVERAL:.*]] = xor i1 %[[ONE]], true
; CHECK: and i1 true, %[[SEVERAL]]
; CHECK: %item.left = sub i64 %{{.*}}, %[[START]]
; CHECK: item.masked:
; CHECK: call void @kiln.set_work_item(i64 %[[START]],
; CHECK: call void @body.v8m(ptr %p, i64 %n, <8 x i1> %active)
define internal void @items(ptr %p, i64 %n) noinline "kiln-work-group-function" {
  call void @body(ptr %p, i64 %n)
  ret void
}
define internal void @body(ptr %p, i64 %n) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v8" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %in = icmp ugt i64 %id, %n
  br i1 %in, label %then, label %end
then:
  %place = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %place
  br label %end
end:
  ret void
}
define internal void @body.v8(ptr %p, i64 %n) noinline "kiln-work-item-function" "kiln-simd-group"="8,0,0" "kiln-masked-variant"="body.v8m" {
  ret void
}
define internal void @body.v8m(ptr %p, i64 %n, <8 x i1> %active) noinline "kiln-work-item-function" "kiln-simd-group"="8,0,1" {
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
