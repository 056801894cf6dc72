#define BODY "math/root.h"
#include "widths.h"
