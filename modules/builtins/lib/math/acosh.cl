#include "math/math.h"
#define BODY "math/acosh.h"
#include "widths.h"
