// Switches with many cases, which every work-item or all take alike: as without optimisation.
// RUN: clrun -g 1024 -k alike %s 'uint[1024]=iota' 'uint[1024]=1' 0 --against-options='-cl-opt-disable' | FileCheck %s
// RUN: clrun -g 1024 -k apart %s 'uint[1024]=iota' 'uint[1024]=1' 0 --against-options='-cl-opt-disable' | FileCheck %s
// RUN: clrun -g 256 -k falls %s 'uint[256]=random(3,0,110)' 'uint[256]=1' 0 --against-options='-cl-opt-disable' | FileCheck %s
// CHECK: argument 1 'out', uint[{{[0-9]+}}]: equal

#define ONE(n, end) case 3 * (n): r = r * 5 + in[n]; end;
#define TEN(n, end) \
  ONE(n, end) ONE(n + 1, end) ONE(n + 2, end) ONE(n + 3, end) ONE(n + 4, end) \
  ONE(n + 5, end) ONE(n + 6, end) ONE(n + 7, end) ONE(n + 8, end) ONE(n + 9, end)
#define HUNDRED(n, end) \
  TEN(n, end) TEN(n + 10, end) TEN(n + 20, end) TEN(n + 30, end) TEN(n + 40, end) \
  TEN(n + 50, end) TEN(n + 60, end) TEN(n + 70, end) TEN(n + 80, end) TEN(n + 90, end)
#define CASES(end) \
  HUNDRED(0, end) HUNDRED(100, end) HUNDRED(200, end) HUNDRED(300, end) HUNDRED(400, end) HUNDRED(500, end)

kernel void alike(global const uint *in, global uint *out, uint first) {
  uint r = get_global_id(0);
  for (uint i = first; i < 2000; ++i) {
    switch (i) {
      CASES(break)
      case 77: r ^= 1; break;
      default: r += i;
    }
  }
  out[get_global_id(0)] = r;
}
kernel void apart(global const uint *in, global uint *out, uint first) {
  uint r = get_global_id(0);
  switch (in[get_global_id(0)] * 2 + first) { CASES(break) default: r = 7; }
  out[get_global_id(0)] = r;
}
kernel void falls(global const uint *in, global uint *out, uint first) {
  uint r = get_global_id(0);
  switch (in[get_global_id(0)] + first) { HUNDRED(0, ) case 50: r += 3; default: r ^= 7; }
  out[get_global_id(0)] = r;
}
