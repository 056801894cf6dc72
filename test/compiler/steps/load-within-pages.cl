// A masked load of bytes, for which AVX2 has no instruction, is a whole vector if that lies in one page.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=32 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=32 -cl-kiln-disable-steps=load-within-pages --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=32 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @k.item.v32(
// CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v32i1
// CHECK: %[[OFFSET:.*]] = and i64 %{{.*}}, 4095
// CHECK: %[[WITHIN:.*]] = icmp ule i64 %[[OFFSET]], 4064
// CHECK: %[[WHOLE:.*]] = or i1 %[[ALL]], %[[WITHIN]]
// CHECK: br i1 %[[WHOLE]], label %all, label %some
// OFF-LABEL: define internal void @k.item.v32(
// OFF-NOT: icmp ule i64
kernel void k(global const uchar *in, global uchar *out) {
  size_t i = get_global_id(0);
  uchar x = in[2 * i + 1];
  if (x & 1) x += in[i];
  out[i] = x;
}
