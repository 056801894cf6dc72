; Loops that read one place and change another, or whose values may change from round to round, are no atomic operation.
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
; The word once more, with another type.
define void @typed(ptr %p, float %x) "mux-kernel"="entry-point" {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p, align 4
  %number = load float, ptr %p, align 4
  %sum = fadd float %number, %x
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
; A part of it.
define void @part(ptr %p) "mux-kernel"="entry-point" {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p, align 4
  %low = load i16, ptr %p, align 4
  %more = zext i16 %low to i32
  %new = add i32 %old, %more
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
; Parameters of other functions may lead to one place.
define void @helper(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p, align 4
  %x = load i32, ptr %q, align 4
  %new = add i32 %old, %x
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
; The load orders what follows.
define void @acquires(ptr %p, i32 %x) "mux-kernel"="entry-point" {
entry:
  br label %loop
loop:
  %old = load atomic i32, ptr %p acquire, align 4
  %new = add i32 %old, %x
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
