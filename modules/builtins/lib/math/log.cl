#include "math/math.h"
#define BODY "math/log.h"
#include "widths.h"
