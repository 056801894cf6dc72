#include "math/math.h"
#define BODY "math/pow.h"
#include "widths.h"
