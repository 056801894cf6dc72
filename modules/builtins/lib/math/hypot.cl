#include "math/roots.h"
#define BODY "math/hypot.h"
#include "widths.h"
