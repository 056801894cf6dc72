#include "math/inverse_trig.h"
#define BODY "math/acos.h"
#include "widths.h"
