#include "math/math.h"
#define BODY "math/log10.h"
#include "widths.h"
