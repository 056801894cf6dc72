// Distances known at compile time: the permutations are shuffles by constants, and no SIMD group needs the gathers or
// scatters of an unknown distance. Alignment makes parts of the index uniform, which the order does not depend on.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --emit=ll %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --emit=ll -cl-kiln-disable-steps=contiguous-windows %s | FileCheck %s --check-prefix=OFF

// A compare-and-exchange: each window is loaded once, and stored once.
// CHECK-LABEL: define hidden void @exchange(
// CHECK: load <16 x i32>
// CHECK: load <16 x i32>
// CHECK: shufflevector
// CHECK: call void @llvm.masked.store.v16i32
// OFF-LABEL: define hidden void @exchange(
// OFF: masked.scatter
kernel void exchange(local uint *part) {
  uint l = get_local_id(0);
  uint low = 2 * l - (l & 3);
  uint a = part[low], b = part[low + 4];
  if (a > b) {
    part[low] = b;
    part[low + 4] = a;
  }
}

// A butterfly of an FFT: four stores fill 64 elements.
// CHECK-LABEL: define hidden void @butterfly(
// CHECK-NOT: masked.gather
// CHECK-NOT: masked.scatter
// CHECK: ret void
kernel void butterfly(local float2 *x, local float2 *y) {
  int b = get_local_id(0);
  int p = b / 4, q = b % 4;
  float2 u = x[q + 4 * p], v = x[q + 4 * (p + 64)];
  y[q + 8 * p] = u + v;
  y[q + 4 * (2 * p + 1)] = u - v;
}
