// The exchange of a sorting network stores the old values where nothing is exchanged: no branch, and no mask in SIMD groups. Stores stay
// conditional if the element was not loaded, may be another work-item's, or may have been written since; so do those to global memory.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=speculate-stores --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: define internal void @exchange.item(
// CHECK-NOT: br
// CHECK: %[[LOWER:.*]] = select i1 %[[C:.*]], i32 %{{.*}}, i32 %{{.*}}
// CHECK: store i32 %[[LOWER]]
// CHECK: ret void
// OFF-LABEL: define internal void @exchange.item(
// OFF: br i1
kernel void exchange(local uint *part, uint distance) {
  uint l = get_local_id(0);
  uint low = 2 * l - (l & (distance - 1));
  uint a = part[low], b = part[low + distance];
  if (a % 7 > b % 7) {
    part[low] = b;
    part[low + distance] = a;
  }
}

// CHECK-LABEL: define internal void @not_loaded.item(
// CHECK: br i1
kernel void not_loaded(local uint *part, uint n) {
  uint l = get_local_id(0);
  if (part[l] > n) {
    part[l + 1] = n;
  }
}

// CHECK-LABEL: define internal void @shared.item(
// CHECK: br i1
kernel void shared(local uint *part, global const uint *in) {
  uint l = get_local_id(0);
  uint a = part[l / 2];
  if (in[l] > a % 7) {
    part[l / 2] = in[l];
  }
}

// CHECK-LABEL: define internal void @written.item(
// CHECK: br i1
kernel void written(local uint *part, local uint *other, uint n) {
  uint l = get_local_id(0);
  uint a = part[l];
  other[l] = n;
  if (a % 7 > n) {
    part[l] = n;
  }
}

// CHECK-LABEL: define internal void @in_global_memory.item(
// CHECK: br i1
kernel void in_global_memory(global uint *part, uint n) {
  uint l = get_local_id(0);
  if (part[l] % 7 > n) {
    part[l] = n;
  }
}
