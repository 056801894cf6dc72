#include "math/hyperbolic.h"
#define BODY "math/sinh.h"
#include "widths.h"
