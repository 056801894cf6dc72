// Deliberate defects: the suite's own test. Each makes one part of a working compiler half wrong,
// and each must be caught.
#pragma once

#include <span>
#include <string_view>

#include "compiler/info.h"

namespace compiler::cts {

std::span<const std::string_view> defectNames();

/// An Info around `info` with this defect; null if there is none of this name. At most one is
/// made in a process, and it lives as long as that.
Info *withDefect(Info &info, std::string_view name);

}  // namespace compiler::cts
