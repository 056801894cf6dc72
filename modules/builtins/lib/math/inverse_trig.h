// Included first by the units of inverse trigonometric functions.
#pragma once
#include "math/math.h"

#define BODY "math/inverse_trig_kernels.h"
#include "widths.h"
#undef BODY
