#include "math/inverse_trig.h"
#define BODY "math/atanpi.h"
#include "widths.h"
