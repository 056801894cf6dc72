// Stores to some members of a structure are wide masked stores where these are cheap: not on AVX2. The
// mask has the lanes' bits at the stored members.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=znver4 -cl-kiln-vectorize=4 \
// RUN:   --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=4 \
// RUN:   --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SLOW
typedef struct {
  float x, y, z, mass;
} Body;

// CHECK-LABEL: define internal void @all.item.v4(
// CHECK: call void @llvm.masked.store.v16f32{{.*}} <16 x i1> <i1 true, i1 true, i1 true, i1 false, i1 true,
// SLOW-LABEL: define internal void @all.item.v4(
// SLOW-NOT: masked.store.v16f32
// SLOW: ret void
kernel void all(global Body *bodies) {
  global Body *own = bodies + get_global_id(0);
  float mass = own->mass;
  own->x = mass, own->y = 2 * mass, own->z = 3 * mass;
}

// CHECK-LABEL: define internal void @some.item.v4(
// CHECK: %[[MASK:.*]] = shufflevector <4 x i1> {{.*}} <16 x i32> <i32 0, i32 0, i32 0, i32 4, i32 1, i32 1, i32 1, i32 4,
// CHECK: call void @llvm.masked.store.v16f32{{.*}} <16 x i1> %[[MASK]])
kernel void some(global Body *bodies) {
  global Body *own = bodies + get_global_id(0);
  float mass = own->mass;
  if (mass > 0) own->x = mass, own->y = 2 * mass, own->z = 3 * mass;
}
