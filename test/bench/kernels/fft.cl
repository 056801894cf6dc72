// Stockham FFT, radix 2, of 1024 complex numbers a group; 256 work-items do two butterflies each.
// twiddle[k] is exp(-2 pi i k / 1024).
kernel void fft1024(global const float2 *in, constant float2 *twiddle, global float2 *out) {
  local float2 x[2][1024];
  int l = get_local_id(0);
  int base = get_group_id(0) * 1024;
  for (int i = l; i < 1024; i += 256) {
    x[0][i] = in[base + i];
  }
  int from = 0;
  for (int half_size = 512, stride = 1; half_size > 0; half_size /= 2, stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = l; b < 512; b += 256) {
      int p = b / stride, q = b % stride;
      float2 u = x[from][q + stride * p];
      float2 v = x[from][q + stride * (p + half_size)];
      float2 w = twiddle[p * stride];
      float2 d = u - v;
      x[1 - from][q + stride * 2 * p] = u + v;
      x[1 - from][q + stride * (2 * p + 1)] =
          (float2)(d.x * w.x - d.y * w.y, d.x * w.y + d.y * w.x);
    }
    from = 1 - from;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 1024; i += 256) {
    out[base + i] = x[from][i];
  }
}
