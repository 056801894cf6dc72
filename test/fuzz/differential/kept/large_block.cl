//@ run 40,1,1 20,1,1 0,0,0
//@ vary
//@ kernel straight
//@ arg in0 uint 4*N+384 random 1
//@ arg out0 uint N zero 0
// Thousands of instructions in a row, which code generation splits.
#define ONE(i) a = a * b + i; b ^= a >> 3; a -= b * in0[g + i];
#define FOUR(i) ONE(i) ONE((i + 1)) ONE((i + 2)) ONE((i + 3))
#define SIXTEEN(i) FOUR(i) FOUR((i + 4)) FOUR((i + 8)) FOUR((i + 12))
#define MANY(i) SIXTEEN(i) SIXTEEN((i + 16)) SIXTEEN((i + 32)) SIXTEEN((i + 48))
kernel void straight(global const uint *in0, global uint *out0) {
  uint g = get_global_id(0), a = in0[g], b = 7;
  MANY(0) MANY(64) MANY(128) MANY(192) MANY(256) MANY(320)
  out0[g] = a + b;
}
