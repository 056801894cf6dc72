; In a masked SIMD group the entry's code runs under the entry mask. The variables and this mask have a
; block to themselves, since kiln.mask comes first in its block.
; RUN: muxc --passes=vecz-linearize-masked --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @straight(
; CHECK-NEXT: entry:
; CHECK-NEXT: %v = alloca
; CHECK-NEXT: %active = call i1 @kiln.entry_mask()
; CHECK-NEXT: br label %body
; CHECK: body:
; CHECK-NEXT: call void @kiln.mask(i1 %active)
; CHECK: store i32 1, ptr %p
define void @straight(ptr %p) "kiln-work-item-function" {
entry:
  %v = alloca i32
  store volatile i32 1, ptr %v
  store i32 1, ptr %p
  ret void
}
