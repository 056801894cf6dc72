// SIMD groups are not wider than work-groups, if their size is known.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks --local-size=4,64,1 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPECIAL
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks -cl-kiln-disable-steps=local-id-ranges %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF

// CHECK: kernel 'tile' is vectorised: 8 work-items along dimension 0
// SPECIAL: kernel 'tile' is vectorised: 4 work-items along dimension 0
// OFF: kernel 'tile' is vectorised: 16 work-items along dimension 0
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void tile(global float *a, int n) {
  local float t[8][9];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  t[y][x] = a[row * n + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[row * n + column] = t[x][y] * 2.0f;
}

// Along other dimensions, short groups do not merge.
// CHECK: kernel 'columns' is vectorised: {{[0-9]+}} work-items along dimension 0
// SPECIAL: kernel 'columns' is vectorised: 16 work-items along dimension 1
// OFF: kernel 'columns' is vectorised: 16 work-items along dimension 1
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void columns(global float *a, global float *b, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  a[x * n + y] = b[x * n + y] + 1;
}

// Along dimension 0 they do.
// CHECK: kernel 'merged' is vectorised: 16 work-items along dimension 0
kernel __attribute__((reqd_work_group_size(2, 1, 1))) void merged(global float *a) {
  size_t i = get_global_id(0);
  a[i] = 2 * a[i];
}
