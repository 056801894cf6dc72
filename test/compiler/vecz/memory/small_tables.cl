// Tables that an index of a few bits selects from are loaded as vectors and permuted.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=32 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=znver4 -cl-kiln-vectorize=64 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=4 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NARROW

// A constant of the program has a known end, so no page is tested. Two registers of lanes share
// one register of the table; its four elements are repeated.
// CHECK-LABEL: define internal void @known.item.v32(
// CHECK-NOT: 4095
// CHECK: %[[FOUR:.*]] = load <4 x float>, ptr addrspace(2) @four
// CHECK: %[[TABLE:.*]] = shufflevector <4 x float> %[[FOUR]], <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0
// CHECK: call <16 x i32> @kiln.permute.v16i32(
// CHECK: call <16 x i32> @kiln.permute.v16i32(
// CHECK-NOT: masked.gather
// CHECK: ret void
// NARROW-LABEL: define internal void @known.item.v4(
// NARROW-NOT: masked.gather
constant float four[4] = {1, 3, 5, 7};
kernel void known(global const uint *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = four[in[i] & 3];
}

// The variable ends before the greatest index.
// CHECK-LABEL: define internal void @short_table.item.v32(
// CHECK-NOT: kiln.permute
// CHECK: ret void
constant float three[3] = {1, 3, 5};
kernel void short_table(global const uint *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = three[in[i] & 3];
}

// 64 elements are four registers, selected by the upper bits.
// CHECK-LABEL: define internal void @parts.item.v32(
// CHECK-COUNT-4: load <16 x float>
// CHECK-COUNT-8: call <16 x i32> @kiln.permute.v16i32(
// CHECK: ret void
kernel void parts(global const uint *in, global const float *table, global float *out) {
  size_t i = get_global_id(0);
  out[i] = table[in[i] >> 26];
}

// 128 are too many.
// CHECK-LABEL: define internal void @too_large.item.v32(
// CHECK-NOT: kiln.permute
// CHECK: ret void
kernel void too_large(global const uint *in, global const float *table, global float *out) {
  size_t i = get_global_id(0);
  out[i] = table[in[i] >> 25];
}

// Numbers of inactive lanes may be poison.
// CHECK-LABEL: define internal void @masked.item.v32(
// CHECK: %[[FROZEN:.*]] = freeze <32 x i32>
// CHECK: and <32 x i32> %[[FROZEN]], splat (i32 7)
// CHECK: kiln.permute
kernel void masked(global const uint *in, global const float *table, global float *out, uint n) {
  size_t i = get_global_id(0);
  if (in[i] < n) out[i] = table[in[i] & 7];
}

// All values of a byte.
// BYTES-LABEL: define internal void @bytes.item.v64(
// BYTES-COUNT-4: load <64 x i8>
// BYTES-COUNT-4: call <64 x i8> @kiln.permute.v64i8(
// BYTES-NOT: kiln.permute
// BYTES: ret void
kernel void bytes(global const uchar *in, global const uchar *table, global uchar *out) {
  size_t i = get_global_id(0);
  out[i] = table[in[i]];
}
