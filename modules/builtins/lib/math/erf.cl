#include "math/erf_kernels.h"
#define BODY "math/erf.h"
#include "widths.h"
