#include "math/math.h"
#define BODY "math/pown.h"
#include "widths.h"
