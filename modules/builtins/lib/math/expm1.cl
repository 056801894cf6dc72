#include "math/math.h"
#define BODY "math/expm1.h"
#include "widths.h"
