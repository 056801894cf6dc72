; A loop that reads one place and changes another is no atomic operation.
; RUN: muxc --passes=fold-exchange-loops --verify-each %s | FileCheck %s
; CHECK-NOT: atomicrmw
define void @elsewhere(ptr %p, ptr %q, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %q, align 4
  %new = add i32 %old, %x
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
