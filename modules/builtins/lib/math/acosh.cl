#include "math/hyperbolic.h"
#define BODY "math/acosh.h"
#include "widths.h"
