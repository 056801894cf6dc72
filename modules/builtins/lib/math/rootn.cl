#include "math/math.h"
#define BODY "math/rootn.h"
#include "widths.h"
