#include "math/erf_kernels.h"
#define BODY "math/erfc.h"
#include "widths.h"
