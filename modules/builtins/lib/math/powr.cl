#include "math/math.h"
#define BODY "math/powr.h"
#include "widths.h"
