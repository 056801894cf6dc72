// Included first by the units of hyperbolic functions and their inverses.
#pragma once
#include "math/math.h"

#define BODY "math/hyperbolic_kernels.h"
#include "widths.h"
#undef BODY

#define ONLY_FLOAT
#define BODY "math/float_hyperbolic.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY
