// The registration of the running suite: the target under test and its skipped tests.
//
// run() fills the registration and lists the devices before GoogleTest lists its tests, because
// their number is the range of the parameter. Everything here is constant afterwards and may be
// read by any thread.
#pragma once

#include <optional>
#include <string>

#include "mux/cts.h"

namespace mux::cts {

/// The target's registration. Set by run() before the first test.
/// Constant while tests run.
const Registration &registration();
/// The target's devices; a single one with a seeded defect.
/// Not empty once run() has listed them.
const std::vector<mux_device_info_t> &devices();
/// The reason to skip a test ("Suite.Test"), if there is one.
/// The first matching pattern of the registration counts; `*` stands for any text (fnmatch).
std::optional<std::string> skipReason(const std::string &test);

}  // namespace mux::cts
