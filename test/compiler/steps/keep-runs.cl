// A loop along memory stays for LLVM's loop vectoriser, with a test for overlaps. Unrolled, it could not be combined.
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=never %s | FileCheck %s
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=never -cl-kiln-disable-steps=keep-runs %s | FileCheck %s --check-prefix=OFF
// CHECK: store <{{16|8}} x float>
// OFF-NOT: store <{{.*}} x float>
kernel void runs(global const uchar *in, global float *out) {
  int i = get_global_id(0);
  for (int j = 0; j < 16; ++j) out[16 * i + j] = 2.0f * in[16 * i + j] + 1.0f;
}
