// The kind and the value of an element decide its computation.
kernel void branchy(global const int *kind, global const float *in, global float *out) {
  int i = get_global_id(0);
  float x = in[i];
  float y;
  switch (kind[i]) {
    case 0:
      y = x * x + 1.0f;
      break;
    case 1:
      if (x > 0.0f) {
        y = sqrt(x);
      } else {
        y = -x * 0.5f;
      }
      break;
    case 2:
      y = 1.0f / (1.0f + x * x);
      if (y < 0.5f) {
        y += x;
      }
      break;
    case 3:
      y = x;
      for (int k = 0; k < 8; ++k) {
        y = y * 0.75f + 0.125f * x;
      }
      break;
    default:
      y = fabs(x) > 0.5f ? x - 0.25f : x + 0.25f;
      break;
  }
  if (y > 1.5f) {
    y = 1.5f;
  }
  out[i] = y;
}

// Steps of the Collatz sequence until 1: every work-item another number.
kernel void collatz(uint first, global int *steps) {
  uint i = get_global_id(0);
  ulong n = first + i;
  int count = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++count;
  }
  steps[i] = count;
}
