#define BODY "math/sign.h"
#include "widths.h"
