#include "base.h"
#include "math/pointers.h"
#define BODY "math/parts.h"
#include "widths.h"
