// An index of four bits selects in a vector with the whole table, if that lies in one page.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 -cl-kiln-disable-steps=permute-small-tables --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @k.item.v16(
// CHECK: %[[OFFSET:.*]] = and i64 %{{.*}}, 4095
// CHECK: %[[WITHIN:.*]] = icmp ule i64 %[[OFFSET]], 4032
// CHECK: br i1 %[[WITHIN]], label %[[ALL:.*]], label %[[SOME:.*]], !kiln.unlikely
// CHECK: [[ALL]]:
// CHECK: load <16 x float>
// CHECK: call <16 x i32> @kiln.permute.v16i32(
// CHECK: [[SOME]]:
// CHECK: @llvm.masked.gather
// OFF-LABEL: define internal void @k.item.v16(
// OFF-NOT: kiln.permute
// OFF: @llvm.masked.gather
// OFF-NOT: kiln.permute
kernel void k(global const uint *in, global const float *table, global float *out) {
  size_t i = get_global_id(0);
  out[i] = table[in[i] & 15];
}
