#include "math/inverse_trig.h"
#define BODY "math/atan2.h"
#include "widths.h"
