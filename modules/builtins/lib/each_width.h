// Part of widths.h: the widths of one element type.
#define K(x) ((F)(x))
#define AS_F(x) __builtin_astype(x, F)
#define AS_I(x) __builtin_astype(x, I)
#define AS_U(x) __builtin_astype(x, U)

#define N 1
#define IS_SCALAR 1
#define F E
#define I EI
#define U EU
#define D double
#define L long
#define I32 int
#define MASK int
#define CONVERT(x, type) ((type)(x))
#define ANY(mask) (mask)
#define LANE(x, i) (x)
#include "one_width.h"
#undef N
#undef IS_SCALAR
#undef F
#undef I
#undef U
#undef D
#undef L
#undef I32
#undef MASK
#undef CONVERT
#undef ANY
#undef LANE

#define IS_SCALAR 0
#define F PASTE(E, N)
#define I PASTE(EI, N)
#define U PASTE(EU, N)
#define D PASTE(double, N)
#define L PASTE(long, N)
#define I32 PASTE(int, N)
#define MASK I
#define CONVERT(x, type) __builtin_convertvector(x, type)
#define ANY(mask) (__builtin_reduce_or(mask) != 0)
#define LANE(x, i) ((x)[i])
#define N 2
#include "one_width.h"
#undef N
#define N 3
#include "one_width.h"
#undef N
#define N 4
#include "one_width.h"
#undef N
#define N 8
#include "one_width.h"
#undef N
#define N 16
#include "one_width.h"
#undef N
#undef IS_SCALAR
#undef F
#undef I
#undef U
#undef D
#undef L
#undef I32
#undef MASK
#undef CONVERT
#undef ANY
#undef LANE
#undef K
#undef AS_F
#undef AS_I
#undef AS_U
