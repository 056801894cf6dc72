// Loops that count the partner of a shuffle, or of a work-item behind a barrier, are unrolled, if they are short.
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s

// The tree of a sum, and one with a signed counter from a call.
// CHECK-LABEL: define {{.*}}void @halves(
// CHECK-NOT: phi
// CHECK-COUNT-5: call float @__mux_sub_group_shuffle_f32(
// CHECK-NOT: phi
// CHECK: ret void
kernel void halves(global float *p) {
  float x = p[get_global_id(0)];
  for (uint k = get_max_sub_group_size() / 2; k > 0; k /= 2) x += sub_group_shuffle_down(x, k);
  p[get_global_id(0)] = x;
}

int butterflies(int x) {
  for (int k = 1; k <= 16; k <<= 1) x = max(x, sub_group_shuffle_xor(x, k));
  return x;
}
// CHECK-LABEL: define {{.*}}void @inlined(
// CHECK-NOT: phi
// CHECK-COUNT-5: call i32 @__mux_sub_group_shuffle_i32(
// CHECK: ret void
kernel void inlined(global int *p) { p[get_global_id(0)] = butterflies(p[get_global_id(0)]); }

// 32 rounds are too many, the number of rounds is not known, and the partner does not depend on the round.
// CHECK-LABEL: define {{.*}}void @long_loop(
// CHECK: phi
// CHECK-COUNT-1: call float @__mux_sub_group_shuffle_f32(
// CHECK-NOT: shuffle_f32
// CHECK: ret void
kernel void long_loop(global float *p) {
  float x = p[get_global_id(0)];
  for (uint k = 0; k < 32; ++k) x += sub_group_shuffle(x, k);
  p[get_global_id(0)] = x;
}

// CHECK-LABEL: define {{.*}}void @unknown(
// CHECK: phi
// CHECK-COUNT-1: call float @__mux_sub_group_shuffle_f32(
// CHECK-NOT: shuffle_f32
// CHECK: ret void
kernel void unknown(global float *p, int n) {
  float x = p[get_global_id(0)];
  for (uint k = 0; k < n; ++k) x += sub_group_shuffle_xor(x, k);
  p[get_global_id(0)] = x;
}

// CHECK-LABEL: define {{.*}}void @same(
// CHECK: phi
// CHECK-COUNT-1: call float @__mux_sub_group_shuffle_f32(
// CHECK-NOT: shuffle_f32
// CHECK: ret void
kernel void same(global float *p) {
  float x = p[get_global_id(0)];
  for (uint k = 0; k < 4; ++k) x += sub_group_shuffle_xor(x, 1);
  p[get_global_id(0)] = x;
}
