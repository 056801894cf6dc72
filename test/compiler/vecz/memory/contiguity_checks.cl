// Wrapping and clamped indices are consecutive except at boundaries. A SIMD group at a boundary reads two
// runs: from the first active lane on, and up to the last one. Loaded indices have no likely step.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --device-facts=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @k.item.v8(
// CHECK: %[[FIRST:.*]] = icmp eq <8 x i64>
// CHECK: %[[LAST:.*]] = icmp eq <8 x i64>
// CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(
// CHECK: br i1 %[[ALL]], label %all, label %some
// CHECK: all:
// CHECK-COUNT-2: call <8 x float> @llvm.masked.load
// CHECK: select <8 x i1>
// CHECK: some:
// CHECK: masked.gather
// CHECK-LABEL: define internal void @masked.item.v8(
// CHECK: call i32 @llvm.cttz.i32(
// An inactive lane's address may be poison: selects keep it out of the masks of both runs.
// CHECK-COUNT-2: select <8 x i1> %{{.*}}, <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
// CHECK: br i1 %{{.*}}, label %all
// CHECK: all:
// CHECK-COUNT-2: call <8 x float> @llvm.masked.load
// CHECK: some:
// CHECK: masked.gather
// CHECK-LABEL: define internal void @loaded.item.v8(
// CHECK-NOT: reduce.and
// CHECK: masked.gather
kernel void k(global float *in, global float *out, uint n) {
  uint i = get_global_id(0);
  out[i] = in[min(i, n) % n];
}
kernel void masked(global float *in, global float *out, int n) {
  int i = get_global_id(0);
  if (out[i] > 0) out[i] = in[clamp(i - 1, 0, n)];
}
kernel void loaded(global float *in, global float *out, global int *index) {
  int i = get_global_id(0);
  out[i] = in[index[i] & 255];
}
