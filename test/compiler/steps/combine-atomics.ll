; All lanes add to one address at once.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=combine-atomics %s | FileCheck %s --check-prefix=OFF
; CHECK: vector.reduce.add
; CHECK-COUNT-1: atomicrmw
; CHECK-NOT: atomicrmw
; CHECK: ret
; OFF-NOT: vector.reduce
; OFF-COUNT-4: atomicrmw
define void @f(ptr %p, i32 %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying" {
  %1 = atomicrmw add ptr %p, i32 %x monotonic
  ret void
}
