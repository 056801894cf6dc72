// The same is done to all members of a structure: no shuffles, in the order of memory.
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 %s | FileCheck %s
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 -cl-kiln-disable-steps=keep-structures %s | FileCheck %s --check-prefix=OFF
// CHECK: load <64 x float>
// CHECK-NOT: <i32 0, i32 2, i32 4
// CHECK: store <64 x float>
// OFF: load <64 x float>
// OFF: shufflevector {{.*}}<i32 0, i32 2, i32 4
// OFF: store <64 x float>
kernel void twice(global const float4 *in, global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = 2 * in[i] + 1;
}
