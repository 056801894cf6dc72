// Included first by the units of trigonometric functions: adds their kernels to math.h.
#pragma once
#include "math/math.h"

#define ONLY_DOUBLE
#define BODY "math/large_angles.h"
#include "widths.h"
#undef BODY
#define BODY "math/trig_kernels.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY

#define ONLY_FLOAT
#define BODY "math/float_trig.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY
