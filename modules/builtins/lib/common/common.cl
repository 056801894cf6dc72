#define BODY "common/common.h"
#include "widths.h"
