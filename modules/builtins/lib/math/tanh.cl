#include "math/math.h"
#define BODY "math/tanh.h"
#include "widths.h"
