kernel void sincos_wave(global const float *x, global const float *y, global float *out) {
  int i = get_global_id(0);
  out[i] = sin(x[i]) * cos(y[i]) + sin(x[i] + y[i]);
}

kernel void exp_log(global const float *x, global float *out) {
  int i = get_global_id(0);
  out[i] = log(1.0f + exp(x[i]));
}

// Each row of 256 values: exp(x - max) / sum, a group per row.
kernel void softmax(global const float *in, global float *out, local float *part) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  float x = in[get_global_id(0)];
  part[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = size / 2; step > 0; step /= 2) {
    if (l < step) {
      part[l] = fmax(part[l], part[l + step]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float e = exp(x - part[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  part[l] = e;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = size / 2; step > 0; step /= 2) {
    if (l < step) {
      part[l] += part[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = e / part[0];
}
