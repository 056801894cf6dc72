// Wraps a working compiler with one deliberate defect, to prove that the conformance suite notices
// it.
#pragma once

#include <span>
#include <string_view>

#include "compiler/info.h"

namespace compiler::cts {

/// Returns the names of all defects.
std::span<const std::string_view> defectNames();

/// Returns an Info around `info` with this defect, or null for an unknown name. At most one is made
/// in a process, and it lives as long as the process.
Info *withDefect(Info &info, std::string_view name);

}  // namespace compiler::cts
