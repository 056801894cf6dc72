// SIMD groups begin at multiples of their width. So a comparison of the local id with a multiple is the
// same for all lanes, also behind steps by multiples: no masks.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=8 -cl-kiln-disable-steps=split-index-sets --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s

// CHECK-LABEL: define internal void @walk.item.v8(
// CHECK-NOT: <8 x i1>
// CHECK: ret void
kernel void walk(global const float *in, global float *out) {
  for (int i = get_local_id(0); i < 1024; i += 256)
    out[i] = in[i] + 1;
}

// CHECK-LABEL: define internal void @some.item.v8(
// CHECK-NOT: <8 x i1>
// CHECK: ret void
kernel void some(global float *out) {
  size_t l = get_local_id(0);
  if (l > 127)
    out[l] = 1;
  else if (l >= 64)
    out[l] = 2;
}

// Not for other bounds, other steps, other ids, or equality.
// CHECK-LABEL: define internal void @bound.item.v8(
// CHECK: icmp {{.*}}<8 x i
// CHECK-LABEL: define internal void @step.item.v8(
// CHECK: icmp {{.*}}<8 x i
// CHECK-LABEL: define internal void @global_id.item.v8(
// CHECK: icmp {{.*}}<8 x i
// CHECK-LABEL: define internal void @equal.item.v8(
// CHECK: icmp {{.*}}<8 x i
kernel void bound(global float *out) {
  int l = get_local_id(0);
  if (l < 100)
    out[l] = 1;
}
kernel void step(global float *out) {
  for (int i = get_local_id(0); i < 1024; i += 100)
    out[i] += 1;
}
kernel void global_id(global float *out) {
  int i = get_global_id(0);
  if (i < 1024)
    out[i] = 1;
}
kernel void equal(global float *out) {
  int l = get_local_id(0);
  if (l == 128)
    out[l] = 1;
}
