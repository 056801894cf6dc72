// Elements of a small private array at divergent indices are selected one by one, so the array's vectors
// can become values. Elements of a large array are gathered.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 %s | FileCheck %s --check-prefix=LATE
// LATE-LABEL: define {{.*}}@small(
// LATE-NOT: alloca [4 x <8
// LATE: ret void

// CHECK-LABEL: define internal void @small.item.v8(
// CHECK: %[[OLD:.*]] = load <8 x float>, ptr %[[ROW:.*]], align 32
// CHECK: %[[HERE:.*]] = icmp eq <8 x i32> %[[NUMBER:.*]], zeroinitializer
// CHECK: %[[NEW:.*]] = select <8 x i1> %[[HERE]], <8 x float> %{{.*}}, <8 x float> %[[OLD]]
// CHECK: store <8 x float> %[[NEW]], ptr %[[ROW]], align 32
// CHECK: icmp eq <8 x i32> %[[NUMBER]], splat (i32 3)
// CHECK: icmp eq <8 x i32> %{{.*}}, splat (i32 2)
// CHECK: %[[LAST:.*]] = load <8 x float>
// CHECK: %[[IN:.*]] = icmp eq <8 x i32> %{{.*}}, splat (i32 3)
// CHECK: select <8 x i1> %[[IN]], <8 x float> %[[LAST]]
// CHECK-LABEL: define internal void @large.item.v8(
kernel void small(global const int *at, global float *out) {
  int i = get_global_id(0);
  float part[4] = {1, 2, 3, 4};
  part[at[i] & 3] = i;
  out[i] = part[(at[i] >> 2) & 3];
}

// CHECK: masked.scatter
// CHECK: masked.gather
kernel void large(global const int *at, global float *out) {
  int i = get_global_id(0);
  float part[64];
  for (int k = 0; k < 64; k++)
    part[k] = out[k];
  part[at[i] & 63] = i;
  out[i] = part[(at[i] >> 2) & 63];
}

// The index may be computed in 8 bits.
// LATE-LABEL: define {{.*}}@counted(
// LATE-NOT: alloca [4 x <8
// LATE: ret void
kernel void counted(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i];
  float best[4] = {1, 2, 3, 4};
  int place = 3;
  while (place > 0 && best[place - 1] > v) {
    best[place] = best[place - 1];
    --place;
  }
  best[place] = v;
  out[i] = best[0] + best[1] * best[2] - best[3];
}
