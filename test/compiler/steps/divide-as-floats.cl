// Vectors of integers are divided as doubles.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 -cl-kiln-disable-steps=divide-as-floats --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @k.item.v16(
// CHECK: fdiv <16 x double>
// OFF-LABEL: define internal void @k.item.v16(
// OFF-NOT: fdiv
// OFF: udiv <16 x i32>
kernel void k(global uint *a, global uint *b) {
  size_t i = get_global_id(0);
  a[i] = a[i] / (b[i] | 1);
}

// 64 bits are divided in two steps: the rest once more.
// CHECK-LABEL: define internal void @wide.item.v16(
// CHECK: fdiv <16 x double> splat (double {{.*}}), %
// CHECK-COUNT-2: fptoui <16 x double> %{{.*}} to <16 x i64>
// CHECK: icmp uge <16 x i64>
kernel void wide(global ulong *a, global ulong *b) {
  size_t i = get_global_id(0);
  a[i] = a[i] / (b[i] | 1);
}

// One step is enough for 53 bits.
// CHECK-LABEL: define internal void @known.item.v16(
// CHECK: fdiv <16 x double>
// CHECK: fptoui <16 x double> %{{.*}} to <16 x i64>
// CHECK-NOT: fptoui
// CHECK: ret void
kernel void known(global ulong *a, global ulong *b) {
  size_t i = get_global_id(0);
  a[i] = (a[i] >> 11) / (b[i] >> 20 | 1);
}
