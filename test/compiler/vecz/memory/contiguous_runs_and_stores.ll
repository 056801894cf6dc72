; Stores as lane-private contiguous runs, and accesses in between that prevent runs.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)

; Stores at a known large stride; between them a load of another object.
; CHECK-LABEL: define void @stores.simd(
; CHECK-NOT: store
; CHECK: load <4 x i32>, ptr %b
; CHECK: shufflevector <4 x i32> {{.*}} <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: getelementptr i8, ptr %a, i64 400
; CHECK: getelementptr i8, ptr %a, i64 1200
; CHECK: store <4 x i32> {{.*}}, ptr {{.*}}, align 4
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK-NOT: store
define void @stores(ptr noalias %a, ptr noalias %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,400,4" {
  %a1 = getelementptr i8, ptr %a, i64 4
  %a2 = getelementptr i8, ptr %a, i64 8
  %a3 = getelementptr i8, ptr %a, i64 12
  store i32 1, ptr %a, align 4
  store i32 2, ptr %a1, align 4
  store i32 4, ptr %a3, align 4
  %x = load i32, ptr %b, align 4
  store i32 %x, ptr %a2, align 4
  ret void
}

; CHECK-LABEL: define void @masked_stores.simd(
; CHECK-COUNT-4: call void @llvm.masked.scatter
define void @masked_stores(ptr noalias %a, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,400,varying" {
  call void @kiln.mask(i1 %m)
  %a1 = getelementptr i8, ptr %a, i64 4
  %a2 = getelementptr i8, ptr %a, i64 8
  %a3 = getelementptr i8, ptr %a, i64 12
  store i32 1, ptr %a, align 4
  store i32 2, ptr %a1, align 4
  store i32 3, ptr %a2, align 4
  store i32 4, ptr %a3, align 4
  ret void
}

; Loads do not move across a store to possibly the same run.
; CHECK-LABEL: define void @between.simd(
; CHECK-NOT: load <4 x float>
; CHECK: ret void
define void @between(ptr %a, ptr %i, i64 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,4,varying" {
  %a0 = getelementptr float, ptr %a, i64 %row
  %a1 = getelementptr i8, ptr %a0, i64 4
  %x0 = load float, ptr %a0, align 4
  store float %x0, ptr %i
  %x1 = load float, ptr %a1, align 4
  store float %x1, ptr %i
  ret void
}

; A store moves down with its run, and a later load reads the stored element.
; CHECK-LABEL: define void @moved.simd(
; CHECK-NOT: load <4 x i32>
; CHECK: ret void
define void @moved(ptr noalias %a, ptr noalias %i, i64 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,4,varying" {
  %a0 = getelementptr i32, ptr %a, i64 %row
  %a1 = getelementptr i8, ptr %a0, i64 4
  %a2 = getelementptr i8, ptr %a0, i64 8
  store i32 1, ptr %a0, align 4
  %x1 = load i32, ptr %a1, align 4
  store i32 %x1, ptr %i, align 4
  %x0 = load i32, ptr %a0, align 4
  %i1 = getelementptr i8, ptr %i, i64 4
  store i32 %x0, ptr %i1, align 4
  ret void
}
