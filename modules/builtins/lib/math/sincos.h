#ifdef FLOAT
SHARED F sinCosine(F x, F *cosine) { return sincosFloat(x, cosine); }
#else
SHARED F sinCosine(F x, F *cosine) {
  const Reduced r = reduce(x);
  *cosine = sinQuadrant(r, 1);
  const F sine = sinQuadrant(r, 0);
  return x == K(0) ? x : sine;
}
#endif
#define DEFINE(space)                     \
  BUILTIN F sincos(F x, space F *cosine) { \
    F c;                                  \
    const F s = sinCosine(x, &c);         \
    *cosine = c;                          \
    return s;                             \
  }
EACH_SPACE(DEFINE)
#undef DEFINE
