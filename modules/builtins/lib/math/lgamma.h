// Defines lgamma and lgamma_r for one element type and width; included by widths.h.
SHARED F lgammaSigned(F x, I32 *sign) {
  L s;
#ifdef FLOAT
  const F r = TO_F(lgammaShort(TO_D(x), &s));
#else
  const F r = lgammaKernel(x, &s);
#endif
  *sign = TO_I32(s);
  return r;
}

BUILTIN F lgamma(F x) {
  I32 sign;
  return lgammaSigned(x, &sign);
}

#define DEFINE(space)                          \
  BUILTIN F lgamma_r(F x, space I32 *sign) {   \
    I32 s;                                     \
    const F r = lgammaSigned(x, &s);           \
    *sign = s;                                 \
    return r;                                  \
  }
EACH_SPACE(DEFINE)
#undef DEFINE
