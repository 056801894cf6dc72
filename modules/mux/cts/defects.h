// Seeded defects: a good device with one fault in its table, to test the suite itself.
//
// A suite that passes on each device proves little. So each defect breaks one promise of mux, and
// the suite has to fail on it (test/mux/cts).
//
// The list covers transfers, launches, order, callbacks and error codes. A new promise of mux comes
// with a test, and with a defect if a plausible mistake of a target would break it. Run with
// KILN_CTS_DEFECT=<name>.
//
// Names say the fault, for instance "copy-short" or "fence-early". The table of the faulty device
// is the good one but for one entry.
#pragma once

#include <span>
#include <string_view>

#include "mux/target.h"

namespace mux::cts {

/// Returns the names of all defects.
/// Constant; in the order of the table.
std::span<const std::string_view> defectNames();

/// Returns a copy of the device info with a faulty table, or null for an unknown name.
///
/// The copy lives until the process ends; a process has at most one defect.
/// Called once, before the first test: not thread-safe. `good` outlives the copy.
mux_device_info_t withDefect(mux_device_info_t good, std::string_view name);

}  // namespace mux::cts
