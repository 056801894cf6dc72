// Lanes take turns at atomic and volatile accesses, so a kernel of little else gains nothing from vectors.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-std=CL3.0 -cl-kiln-remarks %s -o %t.ll 2>&1 | FileCheck %s

// CHECK: kernel 'exchange_atomics' is not vectorised: vectors are not expected to be faster
kernel void exchange_atomics(global atomic_int *in, global atomic_int *out) {
  size_t i = get_global_id(0);
  int value = atomic_load_explicit(&in[i], memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(&out[i], value, memory_order_relaxed, memory_scope_device);
}

// CHECK: kernel 'copy_volatile' is not vectorised: vectors are not expected to be faster
kernel void copy_volatile(volatile global int *in, volatile global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i];
}

// CHECK: kernel 'compare_and_swap' is not vectorised: vectors are not expected to be faster
kernel void compare_and_swap(global atomic_int *in, global int *out) {
  size_t i = get_global_id(0);
  int expected = 5;
  atomic_compare_exchange_strong(&in[out[i]], &expected, (int)i);
  out[i] = expected;
}

// Enough computation around them outweighs the turns.
// CHECK: kernel 'store_exponential' is vectorised
kernel void store_exponential(volatile global float *out) {
  size_t i = get_global_id(0);
  out[i] = exp((float)i);
}
