// An image is in the argument block itself, and the kernel gets its address there.
// RUN: muxc --pipeline=kernel --target=host --print-after=kernel-parameters %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck %s --check-prefix=ENTRY
// Kind, alignment, offset, size: a value, an image, a sampler, a buffer.
// CHECK: !{{[0-9]+}} = !{i64 1, i64 4, i64 0, i64 4, i64 4, i64 8, i64 8, i64 96, i64 5, i64 4, i64 104, i64 4, i64 2, i64 8,
//
// ENTRY-LABEL: define {{.*}}void @f(ptr noalias readonly {{.*}}%arguments
// ENTRY: %[[SLOT:.*]] = getelementptr {{.*}}%arguments, i64 8
// ENTRY: addrspacecast ptr %[[SLOT]] to ptr addrspace(2)
kernel void f(int n, read_only image2d_t image, sampler_t sampler, global int *out) {
  out[n] = get_image_width(image);
}
