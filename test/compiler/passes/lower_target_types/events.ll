; Events become pointers: in signatures, variables, and constants.
; RUN: muxc --passes=lower-target-types --verify-each %s | FileCheck %s
; CHECK-NOT: target(
; CHECK: define ptr @pass(ptr %e)
; CHECK: %slot = alloca ptr
; CHECK: call ptr @pass(ptr null)
; CHECK-NOT: target(
define target("spirv.Event") @pass(target("spirv.Event") %e) {
  ret target("spirv.Event") %e
}
define void @k() {
  %slot = alloca target("spirv.Event")
  %e = call target("spirv.Event") @pass(target("spirv.Event") zeroinitializer)
  store target("spirv.Event") %e, ptr %slot
  ret void
}
