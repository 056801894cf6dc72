// A sum in a buffer stays in a register while a loop reads local memory, and a tile is loaded once although a buffer is
// written in between. Two buffers may be one, but nothing writes to constant memory.
// RUN: muxc --pipeline=kernel --target=host --emit=ll -cl-kiln-vectorize=never %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --emit=ll -cl-kiln-vectorize=never -cl-kiln-disable-steps=separate-address-spaces %s | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define hidden void @sum(
// CHECK: load float, ptr addrspace(1)
// CHECK-NOT: addrspace(1)
// CHECK: load float, ptr addrspace(3)
// CHECK-NOT: store float
// CHECK: br i1
// OFF-LABEL: define hidden void @sum(
// OFF: load float, ptr addrspace(3)
// OFF-NEXT: fadd
// OFF-NEXT: store float
kernel void sum(global float *f, local float *r, int n) {
  int i = get_global_id(0);
#pragma unroll 1
  for (int j = 0; j < n; ++j) f[i] += r[j];
}

// CHECK-LABEL: define hidden void @twice(
// CHECK: store i32 %[[X:[0-9]+]], ptr addrspace(3)
// CHECK-NEXT: add nsw i32 %[[X]], 1
kernel void twice(constant int *c, local int *t, global int *out) {
  int i = get_local_id(0);
  t[i] = c[i];
  out[i] = c[i] + 1;
}

// CHECK-LABEL: define hidden void @buffers(
// CHECK: load float, ptr addrspace(1)
// CHECK: load float, ptr addrspace(1)
// CHECK: store float
// CHECK: br i1
kernel void buffers(global float *f, global float *r, int n) {
  int i = get_global_id(0);
#pragma unroll 1
  for (int j = 0; j < n; ++j) f[i] += r[j];
}

// CHECK-LABEL: define hidden void @scale(
// CHECK: load float, ptr addrspace(2)
// CHECK: for.body
// CHECK-NOT: addrspace(2)
// CHECK: br i1
// OFF-LABEL: define hidden void @scale(
// OFF: for.body
// OFF: load float, ptr addrspace(2)
// OFF: store float
kernel void scale(global float *f, constant float *factor, int n) {
  int i = get_global_id(0);
#pragma unroll 1
  for (int j = 1; j <= n; ++j) f[i + j] *= factor[0];
}
