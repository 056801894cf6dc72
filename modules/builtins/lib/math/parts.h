// Takes floating-point numbers apart and puts them together, by their bits.

#ifdef FLOAT
#define FRACTION_BITS 23
#define BIAS 127
#define LEAST_NORMAL 0x1p-126f
#define SUBNORMAL_SCALE 0x1p24f
#define SUBNORMAL_SHIFT 24
#define QUIET_NAN 0x7fc00000
#else
#define FRACTION_BITS 52
#define BIAS 1023
#define LEAST_NORMAL 0x1p-1022
#define SUBNORMAL_SCALE 0x1p53
#define SUBNORMAL_SHIFT 53
#define QUIET_NAN 0x7ff8000000000000UL
#endif
#define SIGN_BIT ((U)((EU)1 << (sizeof(E) * 8 - 1)))

// True if |x| is denormal, and so far from having its exponent in its bits.
HELPER MASK isTiny(F ax) {
  const MASK tiny = ax < K(LEAST_NORMAL);
  return __mux_flushes_denorms() ? (MASK)0 : tiny;
}

// Neither a zero nor an infinity nor NaN.
HELPER MASK isOrdinary(F ax) {
  const MASK positive = ax > K(0), normal = ax >= K(LEAST_NORMAL);
  return (__mux_flushes_denorms() ? normal : positive) & (ax < K(INFINITY));
}

// floor(log2|x|) of a finite x other than zero; anything else gives some value.
HELPER I exponentOf(F x) {
  const F ax = __builtin_elementwise_abs(x);
  const MASK tiny = isTiny(ax);
  const I bits = AS_I(tiny ? ax * K(SUBNORMAL_SCALE) : ax) >> FRACTION_BITS;
  return bits - (tiny ? (I)(BIAS + SUBNORMAL_SHIFT) : (I)BIAS);
}

BUILTIN I32 ilogb(F x) {
  const F ax = __builtin_elementwise_abs(x);
  const I e = exponentOf(x);
  const I special = ax != ax ? (I)FP_ILOGBNAN : ax < K(1) ? (I)FP_ILOGB0 : (I)INT_MAX;
  return TO_I32(isOrdinary(ax) ? e : special);
}

BUILTIN F logb(F x) {
  const F ax = __builtin_elementwise_abs(x), e = TO_F(exponentOf(x));
  return isOrdinary(ax) ? e : ax < K(1) ? K(-INFINITY) : ax;
}

// Three steps of a third reach from the largest number to the least subnormal and back; all
// steps but the last are exact where the result is subnormal.
BUILTIN F ldexp(F x, I32 k) {
  const I limit = (I)(3 * BIAS);
  const I n = __builtin_elementwise_min(__builtin_elementwise_max(TO_I(k), -limit), limit);
  const I sum = __builtin_elementwise_min(
      __builtin_elementwise_max(exponentOf(x) + n, (I)(-2 * BIAS)), (I)(2 * BIAS));
  // Bring x to an exponent of 0 first, then go to the final exponent in two steps. Zeros have no
  // exponent, and must not underflow: that is slow on x86.
  const F ax = __builtin_elementwise_abs(x);
  const MASK ordinary = isOrdinary(ax);
  const I inner = ordinary ? sum : (I)0;
  const U bits = AS_U(isTiny(ax) ? x * K(SUBNORMAL_SCALE) : x);
  const U mantissa = bits & ((U)(((EU)1 << FRACTION_BITS) - 1) | SIGN_BIT);
  const F unit = AS_F((U)(mantissa | (U)((EU)BIAS << FRACTION_BITS)));
  const I half_ = inner >> 1;
  const F first = AS_F((I)((half_ + (I)BIAS) << FRACTION_BITS));
  const F second = AS_F((I)((inner - half_ + (I)BIAS) << FRACTION_BITS));
  const F r = unit * first * second;
  return ordinary ? r : x;
}
#if !IS_SCALAR
BUILTIN F ldexp(F x, int k) { return ldexp(x, (I32)k); }
#endif

HELPER F mantissaAndExponent(F x, I32 *exponent) {
  const F ax = __builtin_elementwise_abs(x);
  const MASK ordinary = isOrdinary(ax);
  const U bits = AS_U(isTiny(ax) ? x * K(SUBNORMAL_SCALE) : x);
  const U mantissa = bits & ((U)(((EU)1 << FRACTION_BITS) - 1) | SIGN_BIT);
  *exponent = TO_I32(ordinary ? exponentOf(x) + (I)1 : (I)0);
  return ordinary ? AS_F((U)(mantissa | (U)((EU)(BIAS - 1) << FRACTION_BITS))) : x;
}
#define DEFINE(space)                          \
  BUILTIN F frexp(F x, space I32 *exponent) {  \
    I32 e;                                     \
    const F m = mantissaAndExponent(x, &e);    \
    *exponent = e;                             \
    return m;                                  \
  }
EACH_SPACE(DEFINE)
#undef DEFINE

#define DEFINE(space)                                                        \
  BUILTIN F modf(F x, space F *whole) {                                      \
    const F t = __builtin_elementwise_trunc(x);                              \
    *whole = t;                                                              \
    const F rest = __builtin_elementwise_abs(x) == K(INFINITY) ? K(0) : x - t; \
    return __builtin_elementwise_copysign(rest, x);                          \
  }
EACH_SPACE(DEFINE)
#undef DEFINE

#ifdef FLOAT
#define BELOW_ONE 0x1.fffffep-1f
#else
#define BELOW_ONE 0x1.fffffffffffffp-1
#endif
#define DEFINE(space)                                                                  \
  BUILTIN F fract(F x, space F *whole) {                                               \
    const F w = __builtin_elementwise_floor(x), rest = x - w;                          \
    *whole = w;                                                                        \
    const F r = rest < K(BELOW_ONE) ? rest : K(BELOW_ONE);                             \
    const MASK infinite = __builtin_elementwise_abs(x) == K(INFINITY);                 \
    return x != x ? x : infinite | (x == K(0)) ? __builtin_elementwise_copysign(K(0), x) : r; \
  }
EACH_SPACE(DEFINE)
#undef DEFINE
#undef BELOW_ONE

// Numbers in their order: the bits, with the negative numbers mirrored.
BUILTIN F nextafter(F x, F y) {
  const I bits = AS_I(x);
  const MASK up = x < y;
  // From zero: the least subnormal with the sign of the direction.
  const U least = (up ? (U)0 : SIGN_BIT) | (U)1;
  const I away = up == (bits >= (I)0) ? bits + (I)1 : bits - (I)1;
  const F r = x == K(0) ? AS_F(least) : AS_F(away);
  return (x != x) | (y != y) ? x + y : x == y ? y : r;
}

BUILTIN F nan(U payload) {
  return AS_F((U)((payload & (U)(((EU)1 << (FRACTION_BITS - 1)) - 1)) | (U)QUIET_NAN));
}

#undef FRACTION_BITS
#undef BIAS
#undef LEAST_NORMAL
#undef SUBNORMAL_SCALE
#undef SUBNORMAL_SHIFT
#undef QUIET_NAN
#undef SIGN_BIT
