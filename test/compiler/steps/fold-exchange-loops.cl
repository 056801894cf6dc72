// A sum by compare-and-swap becomes one atomic operation for the lanes of a SIMD group.
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL1.2 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL1.2 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=fold-exchange-loops --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: call float @llvm.vector.reduce.fadd.v8f32(
// OFF-NOT: vector.reduce.fadd
kernel void total(global const float *x, volatile global uint *sum) {
  uint old;
  do {
    old = *sum;
  } while (atomic_cmpxchg(sum, old, as_uint(as_float(old) + x[get_global_id(0)])) != old);
}
