#include "math/inverse_trig.h"
#define BODY "math/atan.h"
#include "widths.h"
