; Atomic accesses, and volatile ones that are no neighbours, run once per active lane. So do accesses of
; types with unused bits, as vectors of these are no arrays.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)

; CHECK-LABEL: define void @ordered.simd(
; CHECK-COUNT-2: load volatile i32, ptr %a
; CHECK: store atomic i32 {{.*}}, ptr %b seq_cst, align 4
; CHECK: [[Q:%.*]] = getelementptr i8, ptr %b, i64 4
; CHECK: store atomic i32 {{.*}}, ptr [[Q]] seq_cst, align 4
define void @ordered(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="2,0,0,uniform,4" {
  %v = load volatile i32, ptr %a
  store atomic i32 %v, ptr %b seq_cst, align 4
  ret void
}

; CHECK-LABEL: define void @masked.simd(
; CHECK: [[FIRST:%.*]] = extractelement <2 x i1> %m, i64 0
; CHECK: br i1 [[FIRST]]
; CHECK: load atomic i32, ptr %a monotonic, align 4
; CHECK: [[SECOND:%.*]] = extractelement <2 x i1> %m, i64 1
; CHECK: br i1 [[SECOND]]
; CHECK: load atomic i32, ptr %a monotonic, align 4
define void @masked(ptr %a, i1 %m) "kiln-work-item-function" "kiln-simd-group"="2,0,0,uniform,varying" {
  call void @kiln.mask(i1 %m)
  %v = load atomic i32, ptr %a monotonic, align 4
  ret void
}

; Wide masked SIMD groups loop over their active lanes: a branch for each would be much code.
; CHECK-LABEL: define void @masked_wide.simd(
; CHECK: store.lanes:
; CHECK: [[LANE:%.*]] = call i32 @llvm.cttz.i32(
; CHECK: [[ELEMENT:%.*]] = extractelement <16 x i32> %v, i32 [[LANE]]
; CHECK: store volatile i32 [[ELEMENT]], ptr {{.*}}, align 4
; CHECK: br i1 {{.*}}, label %store.lanes, label %store.done
; CHECK-NOT: store volatile
; CHECK: ret void
define void @masked_wide(ptr %a, i32 %v, i1 %m) "kiln-work-item-function" "kiln-simd-group"="16,0,0,8,varying,varying" {
  call void @kiln.mask(i1 %m)
  store volatile i32 %v, ptr %a
  ret void
}

; CHECK-LABEL: define void @odd.simd(
; CHECK-COUNT-2: load i24
; CHECK-COUNT-2: store i1
define void @odd(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="2,0,0,4,1" {
  %v = load i24, ptr %a
  %bit = trunc i24 %v to i1
  store i1 %bit, ptr %b
  ret void
}
