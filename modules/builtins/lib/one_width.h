// Part of widths.h: conversions, then the template.
#define TO_F(x) CONVERT(x, F)
#define TO_I(x) CONVERT(x, I)
#define TO_U(x) CONVERT(x, U)
#define TO_D(x) CONVERT(x, D)
#define TO_L(x) CONVERT(x, L)
#define TO_I32(x) CONVERT(x, I32)
#include BODY
#undef TO_F
#undef TO_I
#undef TO_U
#undef TO_D
#undef TO_L
#undef TO_I32
