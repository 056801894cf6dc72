#include "base/base_context.h"
