// Instantiates a template for float and double in all widths. Before inclusion, define
// BODY as the template's file name. The template sees:
//
//   E            element type, float or double; FLOAT or DOUBLE is defined
//   N            width, 1 for scalars
//
//   F I U        floating-point, signed and unsigned vectors of width N and of E's size
//   D L          double and long vectors of width N
//
//   I32          int vector of width N (for ilogb, ldexp …)
//   MASK         the result of comparing two F, for as long as it feeds ?: of F, I or U
//
//   K(x)         the constant x as F
//   AS_F/I/U(x)  bit casts; TO_F/I/U/D/L/I32(x) conversions of the value
//
//   ANY(mask)    true if some lane of a MASK is set
//   IS_SCALAR    1 for width 1
//
// Scalar comparisons give 0/1, vector ones 0/-1: combine with & | and !, select with ?:.
#include "base.h"

#ifndef ONLY_DOUBLE
#define FLOAT 1
#define E float
#define EI int
#define EU uint
#include "each_width.h"
#undef FLOAT
#undef E
#undef EI
#undef EU
#endif

#ifndef ONLY_FLOAT
#define DOUBLE 1
#define E double
#define EI long
#define EU ulong
#include "each_width.h"
#undef DOUBLE
#undef E
#undef EI
#undef EU
#endif
