// Defines sincos for one element type and width; included by widths.h.
#ifdef FLOAT
#define SINCOS sincosFloat
#else
#define SINCOS sincosKernel
#endif
#define DEFINE(space)                      \
  BUILTIN F sincos(F x, space F *cosine) { \
    F c;                                   \
    const F s = SINCOS(x, &c);             \
    *cosine = c;                           \
    return s;                              \
  }
EACH_SPACE(DEFINE)
#undef DEFINE
#undef SINCOS
