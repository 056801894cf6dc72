#include "math/gamma.h"
#include "math/pointers.h"
#define BODY "math/lgamma.h"
#include "widths.h"
