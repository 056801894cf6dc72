#include "math/math.h"
#define BODY "math/atanh.h"
#include "widths.h"
