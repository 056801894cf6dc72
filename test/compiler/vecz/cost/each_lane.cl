// Lanes take turns at atomic accesses, and at volatile ones that are no neighbours, so a kernel of little else gains
// nothing from vectors.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-std=CL3.0 -cl-kiln-remarks %s -o %t.ll 2>&1 | FileCheck %s

// CHECK: kernel 'exchange_atomics' is not vectorised: vectors are not expected to be faster
kernel void exchange_atomics(global atomic_int *in, global atomic_int *out) {
  size_t i = get_global_id(0);
  int value = atomic_load_explicit(&in[i], memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(&out[i], value, memory_order_relaxed, memory_scope_device);
}

// CHECK: kernel 'copy_rows_volatile' is not vectorised: vectors are not expected to be faster
kernel void copy_rows_volatile(volatile global int *in, volatile global int *out) {
  size_t i = get_global_id(0) * 100;
  out[i] = in[i];
}

// CHECK: kernel 'copy_volatile' is vectorised
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
  size_t i = get_global_id(0) * 100;
  out[i] = exp((float)i);
}

// Each lane calls the pipe's functions. Vectors around little else would cost time to build and win nothing; the
// code between the barriers of the reservation has no calls.
// CHECK: kernel 'write_packets' is vectorised
// CHECK: :[[#@LINE+1]]: not vectorised: vectors are not expected to be faster
kernel void write_packets(global int *in, write_only pipe int out) {
  size_t i = get_global_id(0);
  reserve_id_t places = work_group_reserve_write_pipe(out, get_local_size(0));
  if (is_valid_reserve_id(places)) {
    write_pipe(out, places, get_local_id(0), &in[i]);
    work_group_commit_write_pipe(out, places);
  }
}
