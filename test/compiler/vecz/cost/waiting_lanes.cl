// Each work-item walks back through memory until an element tells it to stop. A SIMD group goes on until its last lane has stopped, and
// gathers for the others: not worth it for a count.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --emit=ll -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: kernel 'count_back' is not vectorised: vectors are not expected to be faster
kernel void count_back(global const float *times, global const uchar *events, global const uint *from,
                       global uint *found, uchar wanted, float span, uint n) {
  uint id = get_global_id(0);
  if (id < n) {
    uint at = from[id], count = 0;
    float start = times[at], now = start;
    while (start - now < span / 2 && at > 0) {
      now = times[--at];
    }
    while (start - now <= span && at > 0) {
      count += events[at] == wanted;
      now = times[--at];
    }
    found[id] = count;
  }
}

// The number of rounds follows from arguments and ids: lanes leave at the same time, or nearly so.
// CHECK: kernel 'sum_rows' is vectorised
kernel void sum_rows(global const float *in, global float *out, int length, int last) {
  int id = get_global_id(0);
  float sum = 0;
  for (int i = id * length; i < min(last, id * length + length); i++) {
    sum += in[i];
  }
  out[id] = sum;
}
