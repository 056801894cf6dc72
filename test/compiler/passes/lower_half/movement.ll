; Instructions that move halves move i16: constants, variables, arguments, selects, memory.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v2" --passes=lower-half --verify-each %s | FileCheck %s
; CHECK: @table = internal constant [2 x half]
@table = internal constant [2 x half] [half 1.0, half 2.0]
; CHECK: declare i16 @out(i16, <2 x i16>)
declare half @out(half, <2 x half>)

; CHECK-LABEL: define { i16, <2 x i16>, [2 x i16] } @k(ptr %p, i1 %c, i16 %x)
; CHECK: %slot = alloca { i32, i16 }
; CHECK-NEXT: %old = atomicrmw xchg ptr %p, i16 %x seq_cst
; CHECK-NEXT: %loaded = load i16, ptr %p
; CHECK-NEXT: %chosen = select i1 %c, i16 %loaded, i16 -16384
; CHECK-NEXT: %called = call i16 @out(i16 %chosen, <2 x i16> <i16 15360, i16 poison>)
; CHECK-NEXT: store <2 x i16> <i16 15360, i16 0>, ptr %slot
; CHECK-NEXT: br i1 %c, label %a, label %b
; CHECK: %r = phi i16 [ %called, %entry ], [ 31744, %a ]
; CHECK-NEXT: %v = insertelement <2 x i16> undef, i16 %r, i64 0
; CHECK-NEXT: %w = shufflevector <2 x i16> %v, <2 x i16> zeroinitializer, <2 x i32> <i32 0, i32 2>
; CHECK-NEXT: insertvalue { i16, <2 x i16>, [2 x i16] } { i16 0, <2 x i16> undef, [2 x i16] [i16 15360, i16 0] }, <2 x i16> %w, 1
define { half, <2 x half>, [2 x half] } @k(ptr %p, i1 %c, half %x) {
entry:
  %slot = alloca { i32, half }
  %old = atomicrmw xchg ptr %p, half %x seq_cst
  %loaded = load half, ptr %p
  %chosen = select nnan i1 %c, half %loaded, half -2.0
  %called = call nnan half @out(half %chosen, <2 x half> <half 1.0, half poison>)
  store <2 x half> <half 1.0, half 0.0>, ptr %slot
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi half [ %called, %entry ], [ 0xH7C00, %a ]
  %v = insertelement <2 x half> undef, half %r, i64 0
  %w = shufflevector <2 x half> %v, <2 x half> zeroinitializer, <2 x i32> <i32 0, i32 2>
  %s = insertvalue { half, <2 x half>, [2 x half] } { half 0.0, <2 x half> undef, [2 x half] [half 1.0, half 0.0] }, <2 x half> %w, 1
  ret { half, <2 x half>, [2 x half] } %s
}
