#include "math/hyperbolic.h"
#define BODY "math/asinh.h"
#include "widths.h"
