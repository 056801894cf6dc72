#include "math/hyperbolic.h"
#define BODY "math/atanh.h"
#include "widths.h"
