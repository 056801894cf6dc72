uint next(uint *state) {
  uint x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

// How many of `samples` random points of the unit square lie in the quarter circle.
kernel void monte_carlo(int samples, global const uint *seed, global int *hits) {
  int i = get_global_id(0);
  uint state = seed[i];
  int count = 0;
  for (int s = 0; s < samples; ++s) {
    float x = (next(&state) >> 8) * (1.0f / 16777216.0f);
    float y = (next(&state) >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f) {
      ++count;
    }
  }
  hits[i] = count;
}
