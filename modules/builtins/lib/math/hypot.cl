#include "math/math.h"
#define BODY "math/hypot.h"
#include "widths.h"
