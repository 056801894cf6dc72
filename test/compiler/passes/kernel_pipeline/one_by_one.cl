// Without the vectoriser, kernels run work-item by work-item. None of its steps takes part, and LLVM's loop
// vectoriser leaves the loop over work-items alone.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never '--target-properties=cpu=skylake-avx512' %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host '--target-properties=cpu=skylake-avx512' %s | FileCheck %s --check-prefix=AUTO

// AUTO: <16 x float>
// CHECK-NOT: {{<[0-9]+ x (float|i1|i16|i32)>}}
// CHECK-NOT: kiln.item_loop
kernel void scale(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  if (in[i] > 0)
    out[i] = 2 * in[i];
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void places(global int *out, global const short *in) {
  out[get_global_id(0)] = in[get_sub_group_id() * 40 + get_sub_group_local_id()];
}
