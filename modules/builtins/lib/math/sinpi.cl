#include "math/trig.h"
#define BODY "math/sinpi.h"
#include "widths.h"
