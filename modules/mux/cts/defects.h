// Seeded defects: a good device with one fault in its table, to test the suite itself.
//
// A suite that passes on each device proves little. So each defect breaks one promise of mux, and
// the suite has to fail on it (test/mux/cts).
#pragma once

#include <span>
#include <string_view>

#include "mux/target.h"

namespace mux::cts {

/// Returns the names of all defects.
std::span<const std::string_view> defectNames();

/// Returns a copy of the device info with a faulty table, or null for an unknown name.
///
/// The copy lives until the process ends; a process has at most one defect.
mux_device_info_t withDefect(mux_device_info_t good, std::string_view name);

}  // namespace mux::cts
