// The range of local ids rules out that an index wraps around, so a SIMD group checks nothing before it uses the window: one comparison of
// the uniform distance stands in front of the loop. Without the range, an index of a global id is compared in each SIMD group.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s

// CHECK-LABEL: define internal void @of_local_id.item.v16(
// CHECK: %fits = icmp ule
// CHECK-NOT: icmp ule
// CHECK: call <16 x i32> @kiln.permute.v16i32(
// CHECK-NOT: icmp ule
// CHECK: icmp ule i32 %distance, -8221
// CHECK-NOT: icmp ule
// CHECK: call <16 x i32> @kiln.permute.v16i32(
kernel void of_local_id(local uint *part, global uint *out, uint distance) {
  uint l = get_local_id(0);
  uint low = 2 * l - (l & (distance - 1));
  out[l] = part[low] - part[low + distance];
}

// CHECK-LABEL: define internal void @of_global_id.item.v16(
// CHECK: %fits1 = icmp
// CHECK: icmp ule i32
// CHECK: call <16 x i32> @kiln.permute.v16i32(
// CHECK: icmp ule i32 %
// CHECK: call <16 x i32> @kiln.permute.v16i32(
kernel void of_global_id(global uint *part, global uint *out, uint distance) {
  uint i = get_global_id(0);
  uint low = 2 * i - (i & (distance - 1));
  out[i] = part[low] - part[low + distance];
}
