#include "math/hyperbolic.h"
#define BODY "math/cosh.h"
#include "widths.h"
