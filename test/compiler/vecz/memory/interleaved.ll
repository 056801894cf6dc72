; Lanes several elements apart: vectors and shuffles.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)

; Members cover all elements, in any order and of two types, with a store between them.
; CHECK-LABEL: define void @pairs.simd(
; CHECK: [[ALL:%.*]] = load <8 x i32>, ptr {{.*}}, align 4
; CHECK: shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK-NOT: store
; CHECK: shufflevector {{.*}} <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: store <8 x i32> {{.*}}, ptr {{.*}}, align 4
; CHECK-NOT: store
define void @pairs(ptr %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0,8" {
  %second = getelementptr i8, ptr %a, i64 4
  %y = load float, ptr %second
  store float 1.0, ptr %second
  %x = load i32, ptr %a
  %x1 = add i32 %x, 1
  store i32 %x1, ptr %a
  ret void
}

; Nothing behind the last lane's element is read: the second vector begins at element 3, without the
; members' alignment.
; CHECK-LABEL: define void @gaps.simd(
; CHECK: [[LOW:%.*]] = load <4 x float>, ptr
; CHECK: [[END:%.*]] = getelementptr float, ptr %a, i64 3
; CHECK: [[HIGH:%.*]] = load <4 x float>, ptr [[END]], align 4
; CHECK: shufflevector <4 x float> [[LOW]], <4 x float> [[HIGH]], <4 x i32> <i32 0, i32 2, i32 5, i32 7>
; Stores do not touch the gaps.
; CHECK-NOT: store
; CHECK: call void @llvm.masked.store.v8f32.p0({{.*}} <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>)
define void @gaps(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,8,8" {
  %x = load float, ptr %a, align 8
  store float %x, ptr %b
  ret void
}

; Backwards, and under a mask: each lane's bit stands at its elements.
; CHECK-LABEL: define void @masked.simd(
; CHECK: [[START:%.*]] = getelementptr i8, ptr %a, i64 -24
; CHECK: [[M:%.*]] = shufflevector <4 x i1> %m, <4 x i1> zeroinitializer, <8 x i32> <i32 3, i32 3, i32 2, i32 2, i32 1, i32 1, i32 0, i32 0>
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 [[START]], <8 x i1> [[M]]
; CHECK: shufflevector {{.*}} <4 x i32> <i32 6, i32 4, i32 2, i32 0>
; CHECK: shufflevector {{.*}} <4 x i32> <i32 7, i32 5, i32 3, i32 1>
define void @masked(ptr %a, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,-8,varying" {
  call void @kiln.mask(i1 %m)
  %second = getelementptr i8, ptr %a, i64 4
  %x = load float, ptr %a
  %y = load float, ptr %second
  ret void
}

; A store to possibly the same bytes keeps a load in its place.
; CHECK-LABEL: define void @ordered.simd(
; CHECK: shufflevector {{.*}} <i32 0, i32 2, i32 5, i32 7>
; CHECK: store i32 0, ptr %b
; CHECK: shufflevector {{.*}} <i32 0, i32 2, i32 5, i32 7>
define void @ordered(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,8" {
  %second = getelementptr i8, ptr %a, i64 4
  %x = load float, ptr %a
  store i32 0, ptr %b
  %y = load float, ptr %second
  ret void
}
