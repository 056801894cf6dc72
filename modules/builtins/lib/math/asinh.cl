#include "math/math.h"
#define BODY "math/asinh.h"
#include "widths.h"
