#include "math/inverse_trig.h"
#define BODY "math/acospi.h"
#include "widths.h"
