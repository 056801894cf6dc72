// A kernel with many reads of an image shares one function to read a pixel, with the constant sampler inside
// of it. A kernel with few reads inlines it.
// RUN: muxc --pipeline=kernel --target=host --verify-each -cl-kiln-vectorize=4 %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --verify-each -cl-kiln-vectorize=4 -DFEW %s | FileCheck %s --check-prefix=FEW
// CHECK-LABEL: define {{.*}}void @blur
// CHECK: call fastcc [4 x <4 x float>] @[[READ:_Z11read_imagef[^.]*]].p4uuv(ptr addrspace(2) %{{[^,]*}}, i32 18, [2 x <4 x i32>]
// CHECK: define internal {{.*}}@[[READ]].p4uuv(ptr addrspace(2) {{.*}}, i32 %[[SAMPLER:[0-9]+]], [2 x <4 x i32>]
// CHECK-NOT: %[[SAMPLER]],
// CHECK: {{^}}}
// FEW-NOT: @_Z11read_imagef
#define X4(x) x x x x
#ifdef FEW
#define MORE(x) X4(x)
#else
#define MORE(x) X4(X4(x))
#endif
kernel void blur(read_only image2d_t from, write_only image2d_t to) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  MORE(sum += read_imagef(from, s, at); at.x += 3;)
  write_imagef(to, at, sum);
}
