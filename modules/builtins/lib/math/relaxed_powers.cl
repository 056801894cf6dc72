#include "math/math.h"
#define ONLY_FLOAT
#define BODY "math/relaxed_powers.h"
#include "widths.h"
