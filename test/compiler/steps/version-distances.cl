// A loop that halves the distance of partners has a copy of its body for each distance within a SIMD group of 16, and the others need no windows. A reduction only compares
// ids with the distance, so its lanes stay neighbours: no copies, and none for the outer loop of a sorting network.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=version-distances %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=version-distances --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: switch
// Work-items with distances of their own would part at the copies' barriers.
// CHECK-LABEL: define {{.*}}void @own_distances(
// CHECK-NOT: switch
kernel void own_distances(local uint *part) {
  uint l = get_local_id(0);
  for (uint distance = 4 + (l & 1); distance > 0; distance /= 2) {
    uint other = part[l ^ distance];
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// CHECK-LABEL: define {{.*}}void @sum(
// CHECK-NOT: switch
kernel void sum(local float *part) {
  uint l = get_local_id(0);
  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (l < step) {
      part[l] += part[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// CHECK-LABEL: define {{.*}}void @network(
// CHECK: switch i32 %[[D:.*]], label %{{.*}} [
// CHECK-NEXT: i32 1, label %[[ONE:.*]]
// CHECK-NEXT: i32 2, label %{{.*}}
// CHECK-NEXT: i32 4, label %{{.*}}
// CHECK-NEXT: i32 8, label %{{.*}}
// CHECK-NEXT: ]
// CHECK: load i32, {{.*}} !kiln.far_partners
// CHECK-NOT: switch
// CHECK: {{^}}[[ONE]]:
// CHECK: xor i32 1, %
kernel void network(local uint *part, uint n) {
  uint l = get_local_id(0);
  for (uint stage = 2; stage <= n; stage *= 2) {
    for (uint distance = stage / 2; distance > 0; distance /= 2) {
      uint other = part[l ^ distance];
      barrier(CLK_LOCAL_MEM_FENCE);
      part[l] = (l & stage) == 0 ? min(part[l], other) : max(part[l], other);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
