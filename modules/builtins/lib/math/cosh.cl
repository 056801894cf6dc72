#include "math/math.h"
#define BODY "math/cosh.h"
#include "widths.h"
