#define BODY "math/simple.h"
#include "widths.h"
