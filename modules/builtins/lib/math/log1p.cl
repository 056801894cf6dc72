#include "math/math.h"
#define BODY "math/log1p.h"
#include "widths.h"
