#include "math/trig.h"
#define BODY "math/tan.h"
#include "widths.h"
