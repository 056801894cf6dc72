#include "math/math.h"
#define BODY "math/sinh.h"
#include "widths.h"
