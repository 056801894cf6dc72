#include "math/hyperbolic.h"
#define BODY "math/tanh.h"
#include "widths.h"
