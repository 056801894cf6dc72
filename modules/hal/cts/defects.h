// Seeded defects: wraps a HAL with one deliberate mistake, to show that the suite notices it.
//
// Each defect breaks one promise of doc/hal.md. The suite has to fail on each of them
// (test/hal/suite).
#pragma once

#include <span>
#include <string_view>

#include "hal/hal.h"

namespace hal::cts {

/// Returns the names of all defects.
std::span<const std::string_view> defectNames();

/// Returns a table around `hal` with the defect, or null for an unknown name.
///
/// It lives until the process ends; a process has at most one defect.
const hal_t *withDefect(const hal_t &hal, std::string_view name);

}  // namespace hal::cts
