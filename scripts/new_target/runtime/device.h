// The device of @name@, for its own tests.
#pragma once

#include "hal/hal.h"

namespace @name@ {

/// Thread-safe.
const hal_t *deviceHal();

}  // namespace @name@
