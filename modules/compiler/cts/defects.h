// Wraps a working compiler with one deliberate defect, to prove that the conformance suite notices
// it.
//
// Run with KILN_CTS_DEFECT=<name>. Each defect breaks one sentence of the interface, for instance a
// log without its line feed or a library that forgets a function. A suite that passes on it has a
// hole.
//
// The wrapper stands between the suite and the library, so all targets share the defects and none
// of them has code for tests.
#pragma once

#include <span>
#include <string_view>

#include "compiler/info.h"

namespace compiler::cts {

/// Returns the names of all defects.
/// Constant; in the order of the table.
std::span<const std::string_view> defectNames();

/// Returns an Info around `info` with this defect, or null for an unknown name. At most one is made
/// in a process, and it lives as long as the process.
/// `info` outlives it. Not thread-safe: called once, before the first test.
Info *withDefect(Info &info, std::string_view name);

}  // namespace compiler::cts
