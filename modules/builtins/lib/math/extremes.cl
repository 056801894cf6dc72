#define BODY "math/extremes.h"
#include "widths.h"
