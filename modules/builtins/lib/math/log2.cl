#include "math/math.h"
#define BODY "math/log2.h"
#include "widths.h"
