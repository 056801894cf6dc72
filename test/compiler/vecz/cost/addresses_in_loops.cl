// Single work-items step their addresses along with a loop for nothing; vectors of addresses are computed and taken
// apart. So a loop that does little else but access memory at unknown strides stays scalar.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-remarks %s -o %t.ll 2>&1 | FileCheck %s
// CHECK: kernel 'negate' is not vectorised: vectors are not expected to be faster
kernel void negate(global const char *from, global char *to, int n, ulong column, ulong out) {
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    global const float *x = (global const float *)(from + i * column);
    global float *y = (global float *)(to + i * out);
    *y = -*x;
  }
}
// Arithmetic that is worth more outweighs them.
// CHECK: kernel 'square_roots' is vectorised
kernel void square_roots(global const char *from, global char *to, int n, ulong column, ulong out) {
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    global const float *x = (global const float *)(from + i * column);
    global float *y = (global float *)(to + i * out);
    *y = sqrt(*x) + exp(*x);
  }
}
