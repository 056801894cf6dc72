#include "math/trig.h"
#define BODY "math/tanpi.h"
#include "widths.h"
