#include "math/gamma.h"
#define BODY "math/erfc.h"
#include "widths.h"
