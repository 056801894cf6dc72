#include "base.h"
#include "math/pointers.h"
#define BODY "math/remainder.h"
#include "widths.h"
