#define BODY "geometric/geometric.h"
#include "widths.h"
