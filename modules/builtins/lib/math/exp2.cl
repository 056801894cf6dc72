#include "math/math.h"
#define BODY "math/exp2.h"
#include "widths.h"
