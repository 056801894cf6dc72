// Members that are computed alike stay in the order of memory: with other types, uniform values for each member,
// and values that all members share. Others are taken apart.
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --print-after=vectorize-kernels -cl-kiln-vectorize=8 %s -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: define internal void @converted.item.v8(
// CHECK: %[[BYTES:.*]] = load <32 x i8>
// CHECK: uitofp <8 x i8> %{{.*}} to <8 x float>
// CHECK: store <32 x float>
kernel void converted(global const uchar4 *in, global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = convert_float4(in[i]);
}

// CHECK-LABEL: define internal void @scaled.item.v8(
// CHECK: insertelement <4 x float>
// CHECK: shufflevector <4 x float> {{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
// CHECK: store <32 x float>
kernel void scaled(global const float4 *in, global float4 *out, float4 by) {
  size_t i = get_global_id(0);
  out[i] = by * in[i];
}

// CHECK-LABEL: define internal void @weighted.item.v8(
// CHECK-DAG: shufflevector <8 x float> %{{.*}}, <8 x float> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
// CHECK-DAG: shufflevector <8 x float> %{{.*}}, <8 x float> poison, <8 x i32> <i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
// CHECK: store <32 x float>
kernel void weighted(global const float4 *in, global const float *weights, global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = weights[i] * in[i];
}

// CHECK-LABEL: define internal void @turned.item.v8(
// CHECK: shufflevector {{.*}}<i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
// CHECK: store <32 x float>
kernel void turned(global const float4 *in, global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = in[i].wxyz;
}

// Other functions for each member are other operations.
// CHECK-LABEL: define internal void @bounded.item.v8(
// CHECK-DAG: call <8 x i32> @llvm.smin.v8i32(
// CHECK-DAG: call <8 x i32> @llvm.smax.v8i32(
// CHECK: store <16 x i32>
kernel void bounded(global const int2 *in, global int2 *out) {
  size_t i = get_global_id(0);
  int2 v = in[i];
  out[i] = (int2)(min(v.x, 5), max(v.y, 5));
}

// The condition of a select may be a scalar.
// CHECK-LABEL: define internal void @either.item.v8(
// CHECK-COUNT-4: select i1 %{{.*}}, <8 x i32>
// CHECK: store <32 x i32>
kernel void either(global const int4 *in, global int4 *out, int first) {
  size_t i = get_global_id(0);
  int4 v = in[i], w = v * 3;
  out[i] = first > 3 ? v : w;
}
