#include "math/math.h"
#define BODY "math/cbrt.h"
#include "widths.h"
