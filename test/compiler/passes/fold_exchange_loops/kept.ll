; Loops of compare-and-swap that are no atomic operation.
; RUN: muxc --passes=fold-exchange-loops --verify-each %s | FileCheck %s
; CHECK-NOT: atomicrmw

; A lock compares with the same value in all rounds.
define void @lock(ptr %p) {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr %p, i32 0, i32 1 acquire monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}

; LLVM has no such operation.
define void @multiplies(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p, align 4
  %new = mul i32 %old, %x
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}

; x minus the old value is not its difference to x.
define void @reversed(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p, align 4
  %new = sub i32 %x, %old
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}

; The rounds are counted.
define i32 @counts(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %rounds = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %rounds, 1
  %old = load i32, ptr %p, align 4
  %new = add i32 %old, %x
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret i32 %rounds
}

; It goes on after a success.
define void @repeats(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p, align 4
  %new = add i32 %old, %x
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %good = extractvalue { i32, i1 } %pair, 1
  br i1 %good, label %loop, label %done
done:
  ret void
}

; Targets may lack half-precision numbers.
define void @half(ptr %p, half %x) {
entry:
  br label %loop
loop:
  %old = load half, ptr %p, align 2
  %new = fadd half %old, %x
  %expected = bitcast half %old to i16
  %stored = bitcast half %new to i16
  %pair = cmpxchg ptr %p, i16 %expected, i16 %stored monotonic monotonic, align 2
  %good = extractvalue { i16, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
