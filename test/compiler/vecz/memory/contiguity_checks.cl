// Indices that a select picks are probably neighbours: a test of the addresses decides between a vector
// and a gather. At a boundary found by a check of the stride, a gather instruction is as fast as the test;
// bytes have no such instruction if words are not gathered for them. Loaded indices have no likely step.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=piecewise-boundaries,gather-words,split-index-sets --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @floats.item.v8(
// CHECK: boundary:
// CHECK-NOT: reduce.and
// CHECK: masked.gather
// CHECK-LABEL: define internal void @bytes.item.v8(
// CHECK: boundary:
// CHECK: %[[SAME:.*]] = icmp eq <8 x i64>
// CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %[[SAME]])
// CHECK: br i1 %[[ALL]], label %all, label %some
// CHECK: all:
// CHECK: load <8 x i8>
// CHECK: some:
// CHECK-COUNT-8: load i8
// CHECK-LABEL: define internal void @masked.item.v8(
// An inactive lane's address may be poison: a select keeps it out of the test.
// CHECK: select <8 x i1> %{{.*}}, <8 x i1> %{{.*}}, <8 x i1> splat (i1 true)
// CHECK: call i1 @llvm.vector.reduce.and.v8i1(
// CHECK: all:
// CHECK: call <8 x i8> @llvm.masked.load
// CHECK-LABEL: define internal void @loaded.item.v8(
// CHECK-NOT: reduce.and
// CHECK: masked.gather
kernel void floats(global float *in, global float *out, uint n) {
  uint i = get_global_id(0);
  out[i] = in[min(i, n) % n];
}
kernel void bytes(global uchar *in, global float *out, uint n) {
  uint i = get_global_id(0);
  out[i] = in[min(i, n) % n];
}
kernel void masked(global uchar *in, global float *out, int n) {
  int i = get_global_id(0);
  if (out[i] > 0) out[i] = in[clamp(i - 1, 0, n)];
}
kernel void loaded(global float *in, global float *out, global int *index) {
  int i = get_global_id(0);
  out[i] = in[index[i] & 255];
}
