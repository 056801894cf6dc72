; An unsigned index may wrap: accesses are strided behind a check for SIMD groups without wrapping.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen,function(early-cse,instcombine<no-verify-fixpoint>)' --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)
declare i64 @__mux_get_global_id(i32)

; One check for i - 1 and i + 1: lane 0's i from 1 to 2^32 - 9.
; CHECK-LABEL: define <8 x float> @stencil.simd(
; CHECK: [[SUM:%.*]] = add i32 %n, %t
; CHECK: [[I:%.*]] = freeze i32 [[SUM]]
; CHECK: [[DISTANCE:%.*]] = add i32 [[I]], -1
; CHECK: %fits = icmp ult i32 [[DISTANCE]], -9
; CHECK: br i1 %fits, label %strided, label %boundary
; CHECK: strided:
; CHECK: zext i32 [[I]] to i64
; CHECK-NOT: gather
; CHECK: load <8 x float>
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK: br label %checked
; CHECK: boundary:
; CHECK: masked.gather
; CHECK: masked.gather
; CHECK: [[SLOW:%.*]] = fadd
; CHECK: masked.scatter
; CHECK: checked:
; CHECK: phi <8 x float> [ [[SLOW]], %boundary ], [ {{.*}}, %strided ]
define float @stencil(ptr %a, ptr %b, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %g = call i64 @__mux_get_global_id(i32 0)
  %t = trunc i64 %g to i32
  %i = add i32 %t, %n
  %left = add i32 %i, -1
  %right = add i32 %i, 1
  %l = zext i32 %left to i64
  %c = zext i32 %i to i64
  %r = zext i32 %right to i64
  %pl = getelementptr inbounds float, ptr %a, i64 %l
  %pr = getelementptr inbounds float, ptr %a, i64 %r
  %vl = load float, ptr %pl
  %vr = load float, ptr %pr
  %s = fadd float %vl, %vr
  %q = getelementptr inbounds float, ptr %b, i64 %c
  store float %s, ptr %q
  ret float %s
}

; Both versions run under the block's mask.
; CHECK-LABEL: define void @masked.simd(
; CHECK: strided:
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}, <4 x i1> %m,
; CHECK: boundary:
; CHECK: call <4 x i32> @llvm.masked.gather{{.*}}, <4 x i1> %m,
; CHECK: checked:
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> %m)
define void @masked(ptr %a, ptr %b, i32 %i, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,4,1,varying" {
  call void @kiln.mask(i1 %m)
  %e = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %e
  %v = load i32, ptr %p
  store i32 %v, ptr %b
  ret void
}

; Volatile accesses are checked for neighbours alone.
; CHECK-LABEL: define void @watched.simd(
; CHECK: strided:
; CHECK: load volatile <4 x i32>
; CHECK: boundary:
; CHECK-COUNT-4: load volatile i32
; CHECK: checked:
; CHECK-COUNT-4: load volatile i32
define void @watched(ptr %a, ptr %b, i32 %i) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,4,1" {
  %e = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %e
  %v = load volatile i32, ptr %p
  %gap = mul i32 %i, 2
  %g = sext i32 %gap to i64
  %q = getelementptr inbounds i32, ptr %a, i64 %g
  %w = load volatile i32, ptr %q
  %s = add i32 %v, %w
  store i32 %s, ptr %b
  ret void
}
