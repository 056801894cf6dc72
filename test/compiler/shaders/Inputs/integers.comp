#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer In { int x[]; };
layout(std430, binding = 1) buffer Out { int y[]; };

int row = 0;
void put(int value) {
  y[gl_GlobalInvocationID.x * 24 + row++] = value;
}

void main() {
  int v = x[gl_GlobalInvocationID.x];
  uint u = uint(v);
  put(abs(v)); put(sign(v)); put(min(v, 3)); put(max(v, 3)); put(clamp(v, -2, 2));
  put(int(min(u, 3u))); put(int(max(u, 3u))); put(int(clamp(u, 2u, 9u)));
  put(findLSB(v)); put(findMSB(v)); put(findMSB(u)); put(bitCount(v)); put(int(bitfieldReverse(u)));
  put(bitfieldExtract(v, 3, 7)); put(int(bitfieldExtract(u, 3, 7))); put(bitfieldInsert(v, 5, 4, 8));
  uint carry, borrow, high, low;
  int signedHigh, signedLow;
  put(int(uaddCarry(u, 0x80000000u, carry))); put(int(carry));
  put(int(usubBorrow(u, 7u, borrow))); put(int(borrow));
  umulExtended(u, u, high, low); put(int(high)); put(int(low));
  imulExtended(v, v, signedHigh, signedLow); put(signedHigh);
  bvec3 flags = bvec3(v > 0, v == 5, (v & 1) != 0);
  put(int(any(flags)) + 2 * int(all(flags)) + 4 * int(flags.y) + 8 * int(not(flags).z));
}
