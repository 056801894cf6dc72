// fmod, remainder and remquo, without loops for quotients up to 2^LIMIT_BITS: of such a quotient the
// integer part q is right or one too large, and x - q y is exact then. Where some lane has a larger
// one, a loop first takes off multiples of y * 2^k, k >= 7, which leaves the low bits of q alone.
#ifdef FLOAT
#define DIGITS 24
#define BIAS 127
#define LEAST_NORMAL 0x1p-126f
#define RAISE 0x1p24f
#define UPPER_BITS 0xfffff000
#else
#define DIGITS 53
#define BIAS 1023
#define LEAST_NORMAL 0x1p-1022
#define RAISE 0x1p53
#define UPPER_BITS 0xfffffffff8000000UL
#endif
#define LIMIT K((EI)1 << (DIGITS - 8))
#define SIGN_BIT ((U)1 << (sizeof(E) * 8 - 1))

HELPER F absolute(F x) { return __builtin_elementwise_abs(x); }

// x - q y for x >= 0, for results in E. Without fused multiplication the product is made in parts,
// of numbers away from both ends of the range: q may be one too large, and the parts are small.
HELPER F exactRest(F x, F q, F y) {
  if (__mux_has_fma(sizeof(E) * 8))
    return __builtin_elementwise_fma(-q, y, x);
  const MASK large = x > K(1);
  const F scale = large ? K(1 / RAISE) : K(RAISE), back = large ? K(RAISE) : K(1 / RAISE);
  const F ys = y * scale, p = q * ys;
  const F qh = AS_F(AS_U(q) & (U)UPPER_BITS), ql = q - qh;
  const F yh = AS_F(AS_U(ys) & (U)UPPER_BITS), yl = ys - yh;
  const F low = ((qh * yh - p) + qh * yl + ql * yh) + ql * yl;
  return ((x * scale - p) - low) * back;
}

// x modulo y and the integer quotient, for 0 <= x and x / y below 2^(DIGITS - 1).
#define Quotient PASTE(PASTE(Quotient, E), N)
typedef struct {
  F rest, q;
} Quotient;

HELPER Quotient quotientOf(F x, F y) {
  const F q = __builtin_elementwise_trunc(x / y), r = exactRest(x, q, y);
  const MASK over = r < K(0);
  Quotient d;
  d.rest = q == K(0) ? x : over ? r + y : r;
  d.q = over ? q - K(1) : q;
  return d;
}

HELPER F powerOfTwo(I n) { return AS_F((I)((n + (I)BIAS) << (DIGITS - 1))); }

// floor(log2 x) of a finite x > 0
HELPER I exponentOf(F x) {
  const MASK tiny = x < K(LEAST_NORMAL);
  const I bits = AS_I(tiny ? x * K(RAISE) : x) >> (DIGITS - 1);
  return bits - (tiny ? (I)(BIAS + DIGITS) : (I)BIAS);
}

// y * 2^k for k >= 7, if it is finite
HELPER F raised(F y, I k) {
  const MASK tiny = y < K(LEAST_NORMAL);
  const F normal = tiny ? y * K(RAISE) : y;
  const I n = tiny ? k - (I)DIGITS : k, half_ = n >> 1;
  return normal * powerOfTwo(half_) * powerOfTwo(n - half_);
}

// The rest of x below a multiple of y with a quotient below LIMIT.
HELPER F reduceLarge(F x, F y, MASK large) {
  while (ANY(large)) {
    const I k = __builtin_elementwise_max(exponentOf(x) - exponentOf(y) - (I)(DIGITS - 3), (I)7);
    const F rest = quotientOf(x, raised(y, k)).rest;
    x = large ? rest : x;
    large = large & (x / y >= LIMIT);
  }
  return x;
}

// Of the absolute values; NaN where x is infinite, y zero, or one NaN.
HELPER Quotient divide(F x, F y) {
  F ax = absolute(x), ay = absolute(y);
  const MASK rare = !(ax / ay < LIMIT);
  if (UNLIKELY(ANY(rare))) {
    const MASK invalid = !(ax < K(INFINITY)) | !(ay > K(0));
    ax = invalid ? K(1) : ax;
    ay = invalid ? K(1) : ay;
    ax = reduceLarge(ax, ay, rare & !invalid);
    ax = invalid ? K(NAN) : ax;
  }
  return quotientOf(ax, ay);
}

BUILTIN F fmod(F x, F y) {
  return AS_F((U)(AS_U(divide(x, y).rest) | (AS_U(x) & SIGN_BIT)));
}

// The remainder, and the low seven bits of the quotient with its sign.
HELPER F remquoAll(F x, F y, I *quotient) {
  const Quotient d = divide(x, y);
  const F ay = absolute(y), other = ay - d.rest;
  const MASK odd = d.q != K(2) * __builtin_elementwise_trunc(d.q * K(0.5));
  const MASK up = (d.rest > other) | ((d.rest == other) & odd);
  const F q = d.q == d.q ? (up ? d.q + K(1) : d.q) : K(0);
  const I low = TO_I(q) & (I)0x7f;
  *quotient = AS_I((U)((AS_U(x) ^ AS_U(y)) & SIGN_BIT)) != (I)0 ? -low : low;
  return AS_F((U)(AS_U(up ? -other : d.rest) ^ (AS_U(x) & SIGN_BIT)));
}

BUILTIN F remainder(F x, F y) {
  I quotient;
  return remquoAll(x, y, &quotient);
}

#define DEFINE(space)                               \
  BUILTIN F remquo(F x, F y, space I32 *quotient) { \
    I q;                                            \
    const F r = remquoAll(x, y, &q);                \
    *quotient = TO_I32(q);                          \
    return r;                                       \
  }
EACH_SPACE(DEFINE)
#undef DEFINE
#undef DIGITS
#undef BIAS
#undef LEAST_NORMAL
#undef RAISE
#undef UPPER_BITS
#undef LIMIT
#undef SIGN_BIT
