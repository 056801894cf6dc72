#include "math/gamma.h"
#define BODY "math/erf.h"
#include "widths.h"
