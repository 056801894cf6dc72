#define BODY "math/rounding.h"
#include "widths.h"
