; Loops that compare and swap until they succeed become the atomic operation. Others stay.
; RUN: muxc --passes=fold-exchange-loops --verify-each %s | FileCheck %s

; The old value is read in each round; x is computed in the loop.
; CHECK-LABEL: define float @reads(
; CHECK: %[[X:.*]] = load float, ptr %q
; CHECK: %[[OLD:.*]] = atomicrmw volatile fadd ptr addrspace(1) %p, float %[[X]] seq_cst, align 4
; CHECK: %[[NEW:.*]] = fadd float %[[OLD]], %[[X]]
; CHECK: br label %done
; CHECK: ret float %[[NEW]]
define float @reads(ptr addrspace(1) %p, ptr %q) "mux-kernel"="entry-point" {
entry:
  br label %loop
loop:
  %old = load volatile float, ptr addrspace(1) %p, align 4
  %x = load float, ptr %q, align 4
  %new = fadd float %old, %x
  %stored = bitcast float %new to i32
  %expected = bitcast float %old to i32
  %pair = cmpxchg volatile ptr addrspace(1) %p, i32 %expected, i32 %stored seq_cst monotonic, align 4
  %seen = extractvalue { i32, i1 } %pair, 0
  %good = icmp eq i32 %seen, %expected
  br i1 %good, label %done, label %loop
done:
  ret float %new
}

; The old value is the one seen by the last round, of another exchange's form.
; CHECK-LABEL: define i32 @carries(
; CHECK: %[[OLD:.*]] = atomicrmw sub ptr %p, i32 %x syncscope("agent") monotonic, align 4
; CHECK: ret i32 %[[OLD]]
define i32 @carries(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = phi i32 [ 7, %entry ], [ %next, %loop ]
  %new = sub i32 %old, %x
  %pair = cmpxchg weak ptr %p, i32 %old, i32 %new syncscope("agent") monotonic monotonic, align 4
  %seen = extractvalue { i32, i1 } %pair, 0
  %good = extractvalue { i32, i1 } %pair, 1
  %next = select i1 %good, i32 %old, i32 %seen
  %bad = xor i1 %good, true
  br i1 %bad, label %loop, label %done
done:
  ret i32 %old
}

; CHECK-LABEL: define void @largest(
; CHECK: atomicrmw umax ptr %p, i64 %x
define void @largest(ptr %p, i64 %x) {
entry:
  br label %loop
loop:
  %old = load i64, ptr %p, align 8
  %less = icmp ult i64 %old, %x
  %new = select i1 %less, i64 %x, i64 %old
  %pair = cmpxchg ptr %p, i64 %old, i64 %new monotonic monotonic, align 8
  %good = extractvalue { i64, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}

; CHECK-LABEL: define void @product(
; CHECK: %[[PRODUCT:.*]] = fmul double %x, %y
; CHECK: atomicrmw fadd ptr %p, double %[[PRODUCT]]
define void @product(ptr %p, double %x, double %y) {
entry:
  br label %loop
loop:
  %old = load i64, ptr %p, align 8
  %number = bitcast i64 %old to double
  %sum = call double @llvm.fmuladd.f64(double %x, double %y, double %number)
  %new = bitcast double %sum to i64
  %pair = cmpxchg ptr %p, i64 %old, i64 %new monotonic monotonic, align 8
  %good = extractvalue { i64, i1 } %pair, 1
  br i1 %good, label %done, label %loop
done:
  ret void
}
declare double @llvm.fmuladd.f64(double, double, double)
