// Seeded defects: wraps a HAL with one deliberate mistake, to show that the suite notices it.
//
// Each defect breaks one promise of doc/hal.md. The suite has to fail on each of them
// (test/hal/suite).
//
// Run with KILN_HAL_CTS_DEFECT=<name>. A suite that passes on each HAL proves little; a defect that
// passes shows a missing test.
//
//   test -> faulty function -> the same function of the good table
//             changes an argument, a result, or leaves the call out
//
// Names say the fault, for instance "write-short" or "clock-backwards". A HAL has to be good for
// the result to mean anything.
#pragma once

#include <span>
#include <string_view>

#include "hal/hal.h"

namespace hal::cts {

/// Returns the names of all defects.
/// Constant; in the order of the table.
std::span<const std::string_view> defectNames();

/// Returns a table around `hal` with the defect, or null for an unknown name.
///
/// It lives until the process ends; a process has at most one defect.
/// `hal` must outlive the process's tests. Called once, before the first test: not thread-safe.
const hal_t *withDefect(const hal_t &hal, std::string_view name);

}  // namespace hal::cts
