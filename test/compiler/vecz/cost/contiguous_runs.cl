// Each work-item writes a row of its own, so neighbours do not become a SIMD group. A single work-item
// goes along its row: good for the cache, and for LLVM's loop vectoriser.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks %s -o %t.ll 2>&1 | FileCheck %s

// CHECK: kernel 'fill_rows' is not vectorised: vectors are not expected to be faster
kernel void fill_rows(global float *out) {
  int row = get_global_id(0);
  for (int i = 0; i < 1024; ++i)
    out[row * 1024 + i] = row;
}

// Vectorised with several elements at once: the rows are not known to compete for sets of the cache.
// CHECK: kernel 'fill_short_rows' is vectorised
kernel void fill_short_rows(global float *out, int columns) {
  int row = get_global_id(0);
  for (int i = 0; i < columns; ++i)
    out[row * columns + i] = row;
}

// CHECK: kernel 'sum_rows_up' is not vectorised: vectors are not expected to be faster
kernel void sum_rows_up(global const float *in, global float *out) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < 1024; ++i) {
    sum += in[row * 1024 + i];
    out[row * 1024 + i] = sum;
  }
}

// The unrolled loop, with buffers that may overlap.
// CHECK: kernel 'multiply_blocks' is not vectorised: vectors are not expected to be faster
kernel void multiply_blocks(global const float *a, global const float *b, global float *out) {
  int block = get_global_id(0);
  for (int i = 0; i < 16; ++i)
    out[block * 16 + i] = a[block * 16 + i] * b[block * 16 + i];
}

// Rows are only read, several elements at once; columns are neighbours.
// CHECK: kernel 'add_rows' is vectorised
kernel void add_rows(global const float *in, global float *out) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < 1024; ++i)
    sum += in[row * 1024 + i];
  out[row] = sum;
}

// CHECK: kernel 'sum_columns_up' is vectorised
kernel void sum_columns_up(global const float *in, global float *out) {
  int column = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < 1024; ++i) {
    sum += in[i * 1024 + column];
    out[i * 1024 + column] = sum;
  }
}

// Enough computation in each step outweighs the cost of the cache.
// CHECK: kernel 'exponentials' is vectorised
kernel void exponentials(global const float *in, global float *out) {
  int row = get_global_id(0);
  for (int i = 0; i < 1024; ++i)
    out[row * 1024 + i] = exp(in[row * 1024 + i]) + sin(in[row * 1024 + i]);
}
