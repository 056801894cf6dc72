// LLVM 22 alone never ends for this on processors with AVX512BW: 64 computed bytes are written to every second place.
// REQUIRES: x86_64
// RUN: timeout 120 muxc --target=host --target-properties=cpu=znver4 --pipeline=kernel -cl-kiln-vectorize=64 --emit=asm %s | FileCheck %s
// RUN: timeout 120 muxc --target=host --target-properties=cpu=skylake-avx512 --pipeline=kernel -cl-kiln-vectorize=64 --emit=asm %s | FileCheck %s
// CHECK: vpxor{{.*}}%zmm
kernel void odd(global const uchar *a, global const ushort *b, global uchar *c) {
  size_t i = get_global_id(0);
  c[2 * i] = a[i] ^ (uchar)b[i];
}
