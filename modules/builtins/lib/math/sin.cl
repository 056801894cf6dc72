#include "math/trig.h"
#define BODY "math/sin.h"
#include "widths.h"
