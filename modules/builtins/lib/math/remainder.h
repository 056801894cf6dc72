// fmod, remainder and remquo: lane by lane (see remainder_integer.h).
#ifdef FLOAT
#define FRACTION_BITS 23
#else
#define FRACTION_BITS 52
#endif

#if IS_SCALAR
#define SIGN ((EU)1 << (sizeof(E) * 8 - 1))

HELPER MASK remainderSpecial(F x, F y) {
  return (x != x) | (y != y) | (y == 0) | (__builtin_elementwise_abs(x) == (F)INFINITY);
}

SHARED F fmodLane(F x, F y) {
  if (remainderSpecial(x, y))
    return (F)NAN;
  if (__builtin_elementwise_abs(y) == (F)INFINITY)
    return x;
  const EU bits = AS_U(x);
  const Division d = divide(bits & ~SIGN, AS_U(y) & ~SIGN, FRACTION_BITS);
  return AS_F((EU)((EU)assemble(d.rest, d.exponent, FRACTION_BITS) | (bits & SIGN)));
}

// The remainder, and the low seven bits of the quotient with its sign.
SHARED F remquoLane(F x, F y, int *quotient) {
  *quotient = 0;
  if (remainderSpecial(x, y))
    return (F)NAN;
  if (__builtin_elementwise_abs(y) == (F)INFINITY)
    return x;
  const EU bits = AS_U(x), divisor = AS_U(y) & ~SIGN;
  const Division d = divide(bits & ~SIGN, divisor, FRACTION_BITS);
  ulong q = d.quotient;
  EU sign = bits & SIGN;
  EU rest = (EU)assemble(d.rest, d.exponent, FRACTION_BITS);
  if (roundsUp(d, divisor, FRACTION_BITS)) {
    ++q;
    // y - rest is exact: both are multiples of y's unit or the rest is above y / 2.
    rest = AS_U(AS_F(divisor) - AS_F(rest));
    sign ^= SIGN;
  }
  const int low = (int)(q & 0x7f);
  *quotient = ((bits ^ AS_U(y)) & SIGN) != 0 ? -low : low;
  return AS_F((EU)(rest | sign));
}
#undef SIGN

BUILTIN F fmod(F x, F y) { return fmodLane(x, y); }
SHARED F remquoAll(F x, F y, I32 *quotient) { return remquoLane(x, y, quotient); }
#else
BUILTIN F fmod(F x, F y) {
  F r = x;
  for (int i = 0; i < N; ++i)
    r[i] = fmodLane(x[i], y[i]);
  return r;
}
SHARED F remquoAll(F x, F y, I32 *quotient) {
  F r = x;
  for (int i = 0; i < N; ++i) {
    int q;
    r[i] = remquoLane(x[i], y[i], &q);
    (*quotient)[i] = q;
  }
  return r;
}
#endif

BUILTIN F remainder(F x, F y) {
  I32 quotient;
  return remquoAll(x, y, &quotient);
}

#define DEFINE(space)                                    \
  BUILTIN F remquo(F x, F y, space I32 *quotient) {      \
    I32 q;                                               \
    const F r = remquoAll(x, y, &q);                     \
    *quotient = q;                                       \
    return r;                                            \
  }
EACH_SPACE(DEFINE)
#undef DEFINE
#undef FRACTION_BITS
