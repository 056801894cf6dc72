// Seeded defects: wraps a HAL with one deliberate mistake, to show that the suite notices it.
#pragma once

#include <span>
#include <string_view>

#include "hal/hal.h"

namespace hal::cts {

std::span<const std::string_view> defectNames();

/// A table that leads to `hal` but has the defect; null if there is no such defect. It lives
/// until the process ends; a process has at most one defect.
const hal_t *withDefect(const hal_t &hal, std::string_view name);

}  // namespace hal::cts
