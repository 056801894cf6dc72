#include "math/math.h"
#define BODY "math/exp.h"
#include "widths.h"
