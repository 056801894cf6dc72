#include "math/roots.h"
#define BODY "math/cbrt.h"
#include "widths.h"
