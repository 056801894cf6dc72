#include "math/inverse_trig.h"
#define BODY "math/asinpi.h"
#include "widths.h"
