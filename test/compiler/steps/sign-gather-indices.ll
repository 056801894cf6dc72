; Unsigned indices of a gather become signed ones, which x86 extends itself.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='sign-gather-indices' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='sign-gather-indices' --verify-each -cl-kiln-disable-steps=sign-gather-indices %s | FileCheck %s --check-prefix=OFF
; CHECK: sext <16 x i32>
; CHECK-NOT: zext <16 x i32>
; OFF: zext <16 x i32>
target triple = "x86_64-unknown-linux-gnu"

define <16 x float> @f(ptr %base, <16 x i32> %i, <16 x i1> %m) {
  %wide = zext <16 x i32> %i to <16 x i64>
  %p = getelementptr float, ptr %base, <16 x i64> %wide
  %x = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p, <16 x i1> %m, <16 x float> zeroinitializer)
  ret <16 x float> %x
}
declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, <16 x i1>, <16 x float>)
