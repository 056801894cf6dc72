// The registration of the running suite: the HAL under test and its skipped tests.
//
// run() fills the registration before GoogleTest lists its tests, because the number of HALs is the
// range of the parameter. Everything here is constant afterwards and may be read by any thread.
#pragma once

#include <optional>
#include <string>

#include "hal/cts.h"

namespace hal::cts {

/// The HALs under test. Set by run() before the first test.
/// With a seeded defect it has one HAL, the faulty one. Constant while tests run.
const Registration &registration();
/// The reason to skip a test ("Suite.Test"), if there is one.
/// The first matching pattern of the registration counts; `*` stands for any text (fnmatch).
std::optional<std::string> skipReason(const std::string &test);

}  // namespace hal::cts
