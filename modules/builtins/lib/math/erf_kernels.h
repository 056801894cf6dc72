// Included first by the units of erf and erfc.
#pragma once
#include "math/gamma.h"

#define ONLY_FLOAT
#define BODY "math/float_erf.h"
#include "widths.h"
#undef ONLY_FLOAT
#undef BODY
