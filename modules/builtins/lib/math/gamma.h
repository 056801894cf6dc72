// Included first by the units of erf, erfc, tgamma and lgamma.
#pragma once
#include "math/trig.h"

#define ONLY_DOUBLE
#define BODY "math/gamma_kernels.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY
