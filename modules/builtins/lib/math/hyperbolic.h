// Included first by the units of hyperbolic functions and their inverses.
#pragma once
#include "math/math.h"

#define ONLY_FLOAT
#define BODY "math/float_hyperbolic.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY

#define ONLY_DOUBLE
#define BODY "math/double_hyperbolic.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY
