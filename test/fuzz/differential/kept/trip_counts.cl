// Another trip count for each work-item, several ways out of a loop, and live values after it.
//@ kernel escape
//@ arg in float N random 4
//@ arg limits int N positive 8
//@ arg steps int N zero 0
//@ arg last float N*2 zero 0
//@ run 130,1,1 26,1,1 0,0,0
//@ run 5,16,3 5,16,1 0,0,0
//@ run 64,1,1 64,1,1 0,0,0
kernel void escape(global const float *in, global const int *limits, global int *steps, global float2 *last) {
#pragma OPENCL FP_CONTRACT OFF
  const size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  float x = in[i] * 0.0078125f, y = 0.25f;
  int step = 0, found = -1;
  for (; step < 40; ++step) {
    for (int k = 0; k < limits[i]; ++k) {
      if (x * y > 3.0f) {
        found = k * 100 + step;
        break;
      }
      y = y * 0.5f + x * 0.25f;
    }
    if (found >= 0 || !(x * x + y * y < 4.0f)) {
      break;
    }
    if ((step & limits[i]) == 1) {
      x = x + 0.125f;
      continue;
    }
    x = x * x - y * y + 0.25f;
  }
  steps[i] = step * 1000 + found;
  last[i] = (float2)(isnan(x) ? 7.0f : x, isnan(y) ? 7.0f : y);
}
