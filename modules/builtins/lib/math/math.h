// Included first by the units of lib/math: the kernels for double and for float in all widths.
// Then the unit instantiates its own template for float and double.
#pragma once
#include "base.h"
#include "math/polynomials.h"

#define ONLY_DOUBLE
#define BODY "math/double_kernels.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY

#define ONLY_FLOAT
#define BODY "math/float_kernels.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY

#define BODY "math/powers.h"
#include "widths.h"
#undef BODY
