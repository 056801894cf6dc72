#include "math/inverse_trig.h"
#define BODY "math/atan2pi.h"
#include "widths.h"
