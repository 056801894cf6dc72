#include "math/trig.h"
#define ONLY_FLOAT
#define BODY "math/relaxed_sine.h"
#include "widths.h"
