// Parameters with a known value become constants; they stay parameters. A value has its parameter's width:
// 259 is 3 for a char, -1 is all bits of a ulong.

// RUN: muxc --pipeline=kernel --target=host --parameter=1=2 --parameter=2=259 --parameter=4=-1 \
// RUN:   --print-after=specialize-parameters %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t.ll

// CHECK: define {{.*}}void @window(ptr {{.*}}, i32 {{.*}}%radius, i8 {{.*}}%step, i32 {{.*}}%other, i64 {{.*}}%bits)
// CHECK: sext i32 %other to i64
// CHECK: and i64 -1,
// CHECK: icmp {{.*}} 2
// CHECK: zext {{.*}}i8 3 to

// The loop over the window is five additions, for SIMD groups and for single work-items.
// CODE: define {{.*}}@window
// CODE-COUNT-5: load <{{.*}} x i64>, ptr addrspace(1)
// CODE-NOT: load <{{.*}} x i64>, ptr addrspace(1)
// CODE-COUNT-5: load i64, ptr addrspace(1)
// CODE-NOT: load {{.*}} addrspace(1)

kernel void window(global long *p, int radius, uchar step, int other, ulong bits) {
  const size_t i = get_global_id(0) + 8;
  long sum = bits & other;
  for (int j = -radius; j <= radius; ++j)
    sum += p[i + j * step];
  p[i] = sum;
}
