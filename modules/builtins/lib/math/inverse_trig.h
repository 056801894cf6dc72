// Included first by the units of inverse trigonometric functions.
#pragma once
#include "math/math.h"

#define ONLY_DOUBLE
#define BODY "math/inverse_trig_kernels.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY

#define ONLY_FLOAT
#define BODY "math/float_inverse_trig.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY
