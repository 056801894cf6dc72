; Functions with queries of ids get the context as a parameter, others do not.
; RUN: muxc --passes=work-item-context --verify-each %s | FileCheck %s
; CHECK: define internal i64 @needs(i32 %d, ptr {{.*}}%work_item)
; CHECK: define internal i64 @passes_on(ptr {{.*}}%work_item)
; CHECK: call i64 @needs(i32 0, ptr %work_item)
; CHECK: define internal i64 @pure(i64 %x)
; CHECK: define void @k(ptr {{.*}}%work_item)
; CHECK: call i64 @passes_on(ptr %work_item)
; CHECK: call i64 @pure(i64 %x)
; CHECK-NOT: __mux_
target triple = "x86_64-unknown-linux-gnu"
declare i64 @__mux_get_global_id(i32)
define internal i64 @needs(i32 %d) memory(none) {
  %x = call i64 @__mux_get_global_id(i32 %d)
  ret i64 %x
}
define internal i64 @passes_on() {
  %x = call i64 @needs(i32 0)
  ret i64 %x
}
define internal i64 @pure(i64 %x) {
  ret i64 %x
}
define void @k() "mux-kernel"="entry-point" {
  %x = call i64 @passes_on()
  %y = call i64 @pure(i64 %x)
  ret void
}
