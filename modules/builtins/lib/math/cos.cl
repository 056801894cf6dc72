#include "math/trig.h"
#define BODY "math/cos.h"
#include "widths.h"
