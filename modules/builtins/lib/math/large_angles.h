// Payne and Hanek's reduction of large angles in double; included by trig.h for all widths. It is
// the body of a branch rarely taken, made to be widened: without loops, calls, and tables.

// x / pi modulo 2 in units of 2^-127, in two words.
#define Turns PASTE(Turns, N)
typedef struct {
  U top, low;
} Turns;

HELPER U highProduct(U x, U y) {
  const U lower = (U)0xffffffffUL;
  const U x0 = x & lower, x1 = x >> 32, y0 = y & lower, y1 = y >> 32;
  const U m = x1 * y0 + ((x0 * y0) >> 32);
  const U l = x0 * y1 + (m & lower);
  return x1 * y1 + (m >> 32) + (l >> 32);
}

// For finite x >= 2^11. x = m * 2^e with a 53-bit integer m. Bits of 2/pi are left out where their
// product with m * 2^e is a multiple of 4. The 192 bits after them give the quadrant, and a
// fraction good enough for the smallest possible remainder of a double (about 2^-62). They are
// found by shifting constants, by the binary digits of their place, so lanes of vectors need no
// gather.
HELPER Turns turnsLarge(F x) {
  const U bits = AS_U(x), m = (bits & (U)0xfffffffffffffUL) | (U)0x10000000000000UL;
  // Of the first bit, in 2/pi with 64 zeros before it; at most 16 * 64 + 10.
  const U position = ((bits >> 52) & (U)0x7ff) - (U)1013;
  const MASK by16 = (position & (U)1024) != (U)0, by8 = (position & (U)512) != (U)0;
  const MASK by4 = (position & (U)256) != (U)0, by2 = (position & (U)128) != (U)0;
  const MASK by1 = (position & (U)64) != (U)0;
  const U w1 = (U)0xa2f9836e4e441529UL, w2 = (U)0xfc2757d1f534ddc0UL;
  const U w3 = (U)0xdb6295993c439041UL, w4 = (U)0xfe5163abdebbc561UL;
  const U w5 = (U)0xb7246e3a424dd2e0UL, w6 = (U)0x06492eea09d1921cUL;
  const U w7 = (U)0xfe1deb1cb129a73eUL, w8 = (U)0xe88235f52ebb4484UL;
  const U w9 = (U)0xe99c7026b45f7e41UL, w10 = (U)0x3991d639835339f4UL;
  const U w11 = (U)0x9c845f8bbdf9283bUL, w12 = (U)0x1ff897ffde05980fUL;
  const U w13 = (U)0xef2f118b5a0a6d1fUL, w14 = (U)0x6d367ecf27cb09b7UL;
  const U w15 = (U)0x4f463f669e5fea2dUL, w16 = (U)0x7527bac7ebe5f17bUL;
  const U w17 = (U)0x3d0739f78a5292eaUL, w18 = (U)0x6bfb5fb11f8d5d08UL;
  const U w19 = (U)0x56033046fc7b6babUL;
  const U a0 = by16 ? w16 : (U)0, a1 = by16 ? w17 : w1, a2 = by16 ? w18 : w2;
  const U a3 = by16 ? w19 : w3;
  const U b0 = by8 ? w8 : a0, b1 = by8 ? w9 : a1, b2 = by8 ? w10 : a2, b3 = by8 ? w11 : a3;
  const U b4 = by8 ? w12 : w4, b5 = by8 ? w13 : w5, b6 = by8 ? w14 : w6, b7 = by8 ? w15 : w7;
  const U b8 = by8 ? w16 : w8, b9 = by8 ? w17 : w9, b10 = by8 ? w18 : w10;
  const U c0 = by4 ? b4 : b0, c1 = by4 ? b5 : b1, c2 = by4 ? b6 : b2, c3 = by4 ? b7 : b3;
  const U c4 = by4 ? b8 : b4, c5 = by4 ? b9 : b5, c6 = by4 ? b10 : b6;
  const U d0 = by2 ? c2 : c0, d1 = by2 ? c3 : c1, d2 = by2 ? c4 : c2, d3 = by2 ? c5 : c3;
  const U d4 = by2 ? c6 : c4;
  const U e0 = by1 ? d1 : d0, e1 = by1 ? d2 : d1, e2 = by1 ? d3 : d2, e3 = by1 ? d4 : d3;
  const U left = position & (U)63, right = (U)63 - left;
  const U f0 = (e0 << left) | ((e1 >> 1) >> right), f1 = (e1 << left) | ((e2 >> 1) >> right);
  const U f2 = (e2 << left) | ((e3 >> 1) >> right);
  // m * window modulo 2^192, the upper two words.
  const U product = m * f1;
  Turns t;
  t.low = product + highProduct(m, f2);
  t.top = m * f0 + highProduct(m, f1) + (t.low < product ? (U)1 : (U)0);
  return t;
}

// The angle of the signed fraction t in units of 2^-128 of `unit` * pi; NaN for an infinite x or
// NaN. The first 53 bits are rounded such that the rest becomes negative.
HELPER Pair angleOf(Turns t, E unit, F x) {
  const I top = AS_I(t.top);
  const F high = TO_F((top >> 11) + ((top >> 10) & (I)1));
  const F low = TO_F(AS_I((U)((t.top << 53) | (t.low >> 11))));
  const F scale = x < K(INFINITY) ? K(unit * 0x1p-53) : K(NAN);
  const Pair angle = times(pair(high, low * K(0x1p-64)),
                           pair(K(0x1.921fb54442d18p+1), K(0x1.1a62633145c07p-53)));
  return pair(angle.hi * scale, angle.lo * scale);
}

HELPER Turns shiftLeft(Turns t, int bits) {
  Turns r;
  r.top = (t.top << bits) | (t.low >> (64 - bits));
  r.low = t.low << bits;
  return r;
}
