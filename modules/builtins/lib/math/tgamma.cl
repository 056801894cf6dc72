#include "math/gamma.h"
#define BODY "math/tgamma.h"
#include "widths.h"
