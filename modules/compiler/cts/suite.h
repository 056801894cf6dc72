// What the running suite is registered for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/cts.h"
#include "compiler/library.h"

namespace compiler::cts {

/// All set by run() before the first test.
const Registration &registration();
Library &library();
/// The target's, or one around it that has the seeded defect.
Info &info();
/// What targets are created from; the first is the empty text.
const std::vector<std::string> &variants();
/// Those of the registered runtime half; none without it.
const std::vector<mux_device_info_t> &devices();
/// The reason to skip a test ("Suite.Test"), if there is one.
std::optional<std::string> skipReason(const std::string &test);

}  // namespace compiler::cts
