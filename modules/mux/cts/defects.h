// Seeded defects: a good device with one fault in its table, to test the suite itself.
#pragma once

#include <span>
#include <string_view>

#include "mux/target.h"

namespace mux::cts {

/// The names that withDefect knows.
std::span<const std::string_view> defectNames();

/// A copy of the device info whose table has the fault; null if there is no such defect.
/// The copy lives until the process ends; a process has at most one defect.
mux_device_info_t withDefect(mux_device_info_t good, std::string_view name);

}  // namespace mux::cts
