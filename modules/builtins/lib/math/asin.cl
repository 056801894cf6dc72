#include "math/inverse_trig.h"
#define BODY "math/asin.h"
#include "widths.h"
