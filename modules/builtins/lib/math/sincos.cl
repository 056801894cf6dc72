#include "math/trig.h"
#include "math/pointers.h"
#define BODY "math/sincos.h"
#include "widths.h"
