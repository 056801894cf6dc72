// The registration of the running suite: the target under test, its variants and its devices.
//
// run() loads the library, finds the target and lists devices before GoogleTest lists its tests:
// the number of variants is the range of the parameter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/cts.h"
#include "compiler/library.h"

namespace compiler::cts {

/// The registration and the library. All of this header is set by run() before the first test.
/// Constant while tests run.
const Registration &registration();
/// The library of KILN_COMPILER_LIBRARY, never unloaded.
Library &library();
/// The target's Info, or the one around it with the seeded defect.
/// Any thread may call it.
Info &info();
/// Texts for Info::createTarget; the first is the empty one.
/// Then those of the registration and of the devices, each of them once.
const std::vector<std::string> &variants();
/// The devices of the registered runtime half; none without it.
/// Handles are valid as long as the process.
const std::vector<mux_device_info_t> &devices();
/// The reason to skip a test ("Suite.Test"), if there is one.
/// The first matching pattern of the registration counts; `*` stands for any text (fnmatch).
std::optional<std::string> skipReason(const std::string &test);

}  // namespace compiler::cts
