#include "math/trig.h"
#define BODY "math/cospi.h"
#include "widths.h"
