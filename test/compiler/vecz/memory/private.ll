; Lanes' elements of private variables lie side by side if all accesses have one size.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @use(ptr)

; CHECK-LABEL: define void @array.simd(
; CHECK: %t = alloca [16 x <8 x float>], align 32
; CHECK-NOT: lifetime
; CHECK: [[ROW:%.*]] = mul i64 %u, 8
; CHECK: [[P:%.*]] = getelementptr [4 x i8], ptr %t, i64 [[ROW]]
; CHECK: store <8 x float> {{.*}}, ptr [[P]], align 32
; CHECK: [[C:%.*]] = getelementptr i8, ptr %t, i64 96
; CHECK: load <8 x i32>, ptr [[C]], align 32
; CHECK: call <8 x float> @llvm.masked.gather
define void @array(i64 %u, i64 %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,varying" {
  %t = alloca [16 x float]
  call void @llvm.lifetime.start.p0(ptr %t)
  %p = getelementptr inbounds [16 x float], ptr %t, i64 0, i64 %u
  store float 1.0, ptr %p
  %c = getelementptr inbounds i8, ptr %t, i64 12
  %v = load i32, ptr %c
  %q = getelementptr inbounds [16 x float], ptr %t, i64 0, i64 %x
  %w = load float, ptr %q
  ret void
}

; Under a mask the other lanes' elements are written back.
; CHECK-LABEL: define void @masked.simd(
; CHECK: [[OLD:%.*]] = load <8 x i32>, ptr %t, align 32
; CHECK: [[NEW:%.*]] = select <8 x i1> %m, <8 x i32> %x, <8 x i32> [[OLD]]
; CHECK: store <8 x i32> [[NEW]], ptr %t, align 32
; CHECK: load <8 x i32>, ptr %t, align 32
define void @masked(i32 %x, i1 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %t = alloca i32
  call void @kiln.mask(i1 %m)
  store i32 %x, ptr %t
  %v = load i32, ptr %t
  ret void
}

; If the address escapes, each lane has a whole copy, one behind the other.
; CHECK-LABEL: define void @escapes.simd(
; CHECK: %t = alloca [8 x [12 x i8]], align 4
; CHECK: [[OFFSET:%.*]] = mul i64 {{.*}}, 12
; CHECK: [[COPY:%.*]] = getelementptr i8, ptr %t, i64 [[OFFSET]]
; CHECK: call void @use(ptr [[COPY]])
define void @escapes() "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %t = alloca [12 x i8], align 4
  call void @use(ptr %t)
  ret void
}
