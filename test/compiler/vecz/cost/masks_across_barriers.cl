// A mask that crosses a barrier is a byte in the frame. It makes no SIMD group wider: the computation behind the barrier is one of
// floats. Bytes of the program do.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --emit=ll -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: kernel 'crosses' is vectorised: 16 work-items
// CHECK: kernel 'bytes' is vectorised: 64 work-items
kernel void crosses(local float *a, global const float *in) {
  int l = get_local_id(0);
  bool is_active = in[get_global_id(0)] > 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (is_active) {
    float sum = a[l];
    for (int i = 0; i < 16; i++) {
      sum -= a[16 * i] * a[16 * i + l];
    }
    a[l] = sum;
  }
}

kernel void bytes(global const uchar *in, global uchar *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] ^ 3;
}
