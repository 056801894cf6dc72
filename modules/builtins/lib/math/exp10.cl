#include "math/math.h"
#define BODY "math/exp10.h"
#include "widths.h"
