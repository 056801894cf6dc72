// vload_half and vstore_half are conversions that processors have.
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 %s | FileCheck %s
// CHECK: fpext <16 x half>
// CHECK: fptrunc <16 x float> {{.*}} to <16 x half>
kernel void twice(global half *a) {
  size_t i = get_global_id(0);
  vstore_half(0.1f * vload_half(i, a), i, a);
}
