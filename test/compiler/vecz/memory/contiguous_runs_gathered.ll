; Runs of up to 8 bytes are gathered as integers, and the columns are every second element.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64;features=" --passes=vecz-widen --verify-each %s | FileCheck --check-prefix=PLAIN %s
declare void @kiln.mask(i1)

; A scalar base, and the lanes' own part as the index.
; CHECK-LABEL: define <8 x float> @pair.simd(
; CHECK: %[[B:.*]] = getelementptr i8, ptr %a, i64 4
; CHECK: %[[P:.*]] = getelementptr i8, ptr %[[B]], <8 x i64>
; CHECK: %[[G:.*]] = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 4 %[[P]], <8 x i1> splat (i1 true),
; CHECK: %[[R:.*]] = bitcast <8 x i64> %[[G]] to <16 x float>
; CHECK: shufflevector <16 x float> %[[R]], <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK: shufflevector <16 x float> %[[R]], <16 x float> poison, <8 x i32> <i32 1, i32 3,
; PLAIN-LABEL: define <8 x float> @pair.simd(
; PLAIN-COUNT-8: load <2 x float>
define float @pair(ptr %a, i64 %row) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,varying" {
  %a0 = getelementptr float, ptr %a, i64 %row
  %a1 = getelementptr i8, ptr %a0, i64 4
  %a2 = getelementptr i8, ptr %a0, i64 8
  %x1 = load float, ptr %a1, align 4
  %x2 = load float, ptr %a2, align 4
  %s = fdiv float %x1, %x2
  ret float %s
}

; An inactive lane reads an active one's run.
; CHECK-LABEL: define <8 x i32> @masked.simd(
; CHECK: select <8 x i1> %m, <8 x ptr> %{{.*}}, <8 x ptr> %{{.*}}
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %{{.*}}, <8 x i1> splat (i1 true),
; CHECK: bitcast <8 x i32> %{{.*}} to <32 x i8>
define i32 @masked(ptr %a, i1 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  call void @kiln.mask(i1 %m)
  %a1 = getelementptr i8, ptr %a, i64 1
  %a2 = getelementptr i8, ptr %a, i64 2
  %a3 = getelementptr i8, ptr %a, i64 3
  %x0 = load i8, ptr %a, align 4
  %x1 = load i8, ptr %a1, align 1
  %x2 = load i8, ptr %a2, align 1
  %x3 = load i8, ptr %a3, align 1
  %s = add i8 %x0, %x1
  %t = add i8 %x2, %x3
  %p = mul i8 %s, %t
  %r = zext i8 %p to i32
  ret i32 %r
}

; Two bytes at an even address lie in one word.
; CHECK-LABEL: define <8 x i8> @bytes.simd(
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32
; CHECK: trunc <8 x i32> %{{.*}} to <8 x i16>
; CHECK: bitcast <8 x i16> %{{.*}} to <16 x i8>
define i8 @bytes(ptr %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying" {
  %a1 = getelementptr i8, ptr %a, i64 1
  %x0 = load i8, ptr %a, align 2
  %x1 = load i8, ptr %a1, align 1
  %s = mul i8 %x0, %x1
  ret i8 %s
}
