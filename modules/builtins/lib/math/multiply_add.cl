#define BODY "math/multiply_add.h"
#include "widths.h"
