; A uniform address: one load for all lanes, and one store, of the last active lane's value.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)

; CHECK-LABEL: define void @whole.simd(
; CHECK: [[V:%.*]] = load i32, ptr %a
; CHECK: store i32 [[V]], ptr %b
; CHECK: [[LAST:%.*]] = extractelement <4 x i32> %x, i32 3
; CHECK: store i32 [[LAST]], ptr %c
; CHECK-NEXT: ret
define void @whole(ptr %a, ptr %b, ptr %c, i32 %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,uniform,uniform,varying" {
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  store i32 %x, ptr %c
  ret void
}

; CHECK-LABEL: define void @masked.simd(
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %m to i4
; CHECK: [[WIDE:%.*]] = zext i4 [[BITS]] to i32
; CHECK: [[SOME:%.*]] = or i32 [[WIDE]], 1
; CHECK: [[ABOVE:%.*]] = call i32 @llvm.ctlz.i32(i32 [[SOME]], i1 true)
; CHECK: [[LANE:%.*]] = sub i32 31, [[ABOVE]]
; CHECK: [[LAST:%.*]] = extractelement <4 x i32> %x, i32 [[LANE]]
; CHECK: store i32 [[LAST]], ptr %c
; CHECK-NEXT: ret
define void @masked(ptr %c, i32 %x, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying,varying" {
  call void @kiln.mask(i1 %m)
  store i32 %x, ptr %c
  ret void
}
