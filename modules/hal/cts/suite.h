// The registration of the running suite: the HAL under test and its skipped tests.
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
