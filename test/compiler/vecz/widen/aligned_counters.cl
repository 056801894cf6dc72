// A counter is aligned where lanes are in the same iteration. One that an inner loop counts up, too, is not: lanes leave
// the inner loop in different iterations.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s

// CHECK-LABEL: define internal void @shared.item.v16(
// CHECK: {{[al]}}shr <16 x i{{32|64}}>
// CHECK-LABEL: define internal void @nested.item.v16(
kernel void shared(global uint *out, global const int *flags, global const int *table) {
  int i = get_local_id(0);
  uint s = 0;
  do {
    do {
      s += table[i >> 6];
      i += 64;
    } while (flags[i]);
    s = s * 3 + 1;
    i += 64;
  } while (i < 256);
  out[get_global_id(0)] = s + i;
}

// Each loop has a counter of its own.
// CHECK-NOT: shr <16 x
// CHECK: ret void
kernel void nested(global uint *out, global const int *table) {
  int l = get_local_id(0);
  uint s = 0;
  for (int i = l; i < 1024; i += 256) {
    s = s * 3 + 1;
    for (int j = i; j < 4096; j += 64) s += table[j >> 6];
  }
  out[get_global_id(0)] = s;
}
