; Inactive lanes neither read nor write.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
; PLAIN is a target without masked accesses.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck --check-prefix=PLAIN %s
declare void @kiln.mask(i1)

; CHECK-LABEL: define void @forward.simd(
; CHECK: [[V:%.*]] = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %a, <4 x i1> %m, <4 x float> zeroinitializer)
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> [[V]], ptr align 4 %b, <4 x i1> %m)
; PLAIN-LABEL: define void @forward.simd(
; PLAIN: [[ALL:%.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %m)
; PLAIN: [[AT:%.*]] = ptrtoint ptr %a to i64
; PLAIN: [[OFFSET:%.*]] = and i64 [[AT]], 4095
; PLAIN: [[WITHIN:%.*]] = icmp ule i64 [[OFFSET]], 4080
; PLAIN: [[WHOLE:%.*]] = or i1 [[ALL]], [[WITHIN]]
; PLAIN: br i1 [[WHOLE]], label %all, label %some
; PLAIN: load <4 x float>, ptr %a
; PLAIN-COUNT-4: load float, ptr
; PLAIN-NOT: load
; PLAIN: store <4 x float>
; PLAIN: br i1 {{.*}}, label %store.lane
; PLAIN: store float
define void @forward(ptr %a, ptr %b, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,4,4,varying" {
  call void @kiln.mask(i1 %m)
  %v = load float, ptr %a
  store float %v, ptr %b
  ret void
}

; CHECK-LABEL: define void @backward.simd(
; CHECK: [[M:%.*]] = shufflevector <4 x i1> %m, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: [[V:%.*]] = call <4 x float> @llvm.masked.load{{.*}}, <4 x i1> [[M]],
; CHECK: shufflevector <4 x float> [[V]], <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> {{%.*}})
define void @backward(ptr %a, ptr %b, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,-4,-4,varying" {
  call void @kiln.mask(i1 %m)
  %v = load float, ptr %a
  store float %v, ptr %b
  ret void
}

; Alignment of an active lane's address does not hold for lane 0's address.
; CHECK-LABEL: define void @aligned.simd(
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %a, <4 x i1> %m,
define void @aligned(ptr %a, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,4,varying" {
  call void @kiln.mask(i1 %m)
  %v = load float, ptr %a, align 16
  ret void
}
