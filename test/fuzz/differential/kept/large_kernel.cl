//@ run 150,1,1 50,1,1 0,0,0
//@ vary
//@ kernel large
//@ arg in0 uint N random 1
//@ arg out0 uint N*8 zero 0
//@ arg tile local uint 2*L
// Shared functions, and the parts of a kernel in several objects: more than 2,000 instructions a part.
__attribute__((const)) uint mixed(uint x, uint y) {
#define STEP x = x * 2654435761u + y; x ^= x >> 15; y += x << 3;
  STEP STEP STEP STEP
  if (x & 4) { STEP STEP STEP STEP } else { y ^= 0x55; STEP }
  return x ^ y;
}
__attribute__((const)) uint twice(uint x) {
  uint y = mixed(x, 17);
  STEP STEP STEP STEP STEP
  return (y & 1) ? mixed(y, x) : x;
}
#define REGION(i) \
  tile[l + (i & 1) * w] = a + i; \
  barrier(CLK_LOCAL_MEM_FENCE); \
  a = mixed(tile[(l + i + 1) % w + (i & 1) * w], b); \
  if (a & 8) b += twice(a); else b ^= mixed(b, i); \
  STEP_OUT(i)
#define STEP_OUT(i) if (i % 8 == 0) out0[g * 8 + i / 8] = a ^ b;
#define FOUR(i) REGION(i) REGION((i + 1)) REGION((i + 2)) REGION((i + 3))
#define SIXTEEN(i) FOUR(i) FOUR((i + 4)) FOUR((i + 8)) FOUR((i + 12))
kernel void large(global const uint *in0, global uint *out0, local uint *tile) {
  uint g = get_global_id(0), l = get_local_id(0), w = get_local_size(0);
  uint a = in0[g], b = a * 3;
  SIXTEEN(0) SIXTEEN(16) SIXTEEN(32)
  out0[g * 8 + 7] = a + b;
}
