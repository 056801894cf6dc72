// Included first by the units of cbrt and hypot.
#pragma once
#include "math/math.h"

#define ONLY_FLOAT
#define BODY "math/float_roots.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY

#define ONLY_DOUBLE
#define BODY "math/double_roots.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY
