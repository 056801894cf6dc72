// Look-ups in a table are loads of single elements on AMD's CPUs with AVX-512.
// RUN: muxc --target=host --target-properties="cpu=znver4" --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 %s | FileCheck %s
// RUN: muxc --target=host --target-properties="cpu=znver4" --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 -cl-kiln-disable-steps=split-gathers %s | FileCheck %s --check-prefix=OFF
// RUN: muxc --target=host --target-properties="cpu=sapphirerapids" --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 %s | FileCheck %s --check-prefix=OFF
// CHECK: lshr i64 %{{.*}}, 56
// CHECK-NOT: gather{{.*}}splat (i1 true)
// OFF: call <16 x float> @llvm.masked.gather{{.*}}splat (i1 true)
kernel void look_up(global const uchar *in, global const float *table, global float *out) {
  size_t i = get_global_id(0);
  out[i] = table[in[i]] * 2.0f;
}
