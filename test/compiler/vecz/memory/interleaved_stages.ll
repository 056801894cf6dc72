; Four elements per lane are taken apart, and put together, in two stages of shuffles of two vectors.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)

; CHECK-LABEL: define void @quads.simd(
; CHECK: [[ALL:%.*]] = load <16 x float>, ptr {{.*}}, align 4
; CHECK: [[A:%.*]] = shufflevector <16 x float> [[ALL]], <16 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[B:%.*]] = shufflevector <16 x float> [[ALL]], <16 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: [[EVEN:%.*]] = shufflevector <4 x float> [[A]], <4 x float> [[B]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: [[ODD:%.*]] = shufflevector <4 x float> [[A]], <4 x float> [[B]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: shufflevector <4 x float> [[EVEN]], <4 x float> {{.*}}, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: fadd <4 x float>
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: store <16 x float> {{.*}}, ptr {{.*}}, align 4
define void @quads(ptr %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0,16" {
  %second = getelementptr i8, ptr %a, i64 4
  %third = getelementptr i8, ptr %a, i64 8
  %fourth = getelementptr i8, ptr %a, i64 12
  %x = load float, ptr %a
  %y = load float, ptr %second
  %z = load float, ptr %third
  %w = load float, ptr %fourth
  %sum = fadd float %x, %y
  store float %sum, ptr %a
  store float %z, ptr %second
  store float %w, ptr %third
  store float %x, ptr %fourth
  ret void
}

; The last element is not a member, and nothing behind the last lane's third one is read.
; CHECK-LABEL: define void @triples.simd(
; CHECK-COUNT-3: load <4 x float>, ptr
; CHECK: [[END:%.*]] = getelementptr float, ptr %a, i64 11
; CHECK: load <4 x float>, ptr [[END]], align 4
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
define void @triples(ptr %a, ptr %out) "kiln-work-item-function" "kiln-simd-group"="4,0,0,16,0" {
  %second = getelementptr i8, ptr %a, i64 4
  %third = getelementptr i8, ptr %a, i64 8
  %x = load float, ptr %a
  %y = load float, ptr %second
  %z = load float, ptr %third
  %xy = fadd float %x, %y
  %sum = fadd float %xy, %z
  store float %sum, ptr %out
  ret void
}
