// Selects the devices listed by the platform (KILN_DEVICES).
//
// A build of Kiln may hold several targets, some with emulated devices. An application choosing the
// first device, or all of them, must not end up on an emulator by accident: emulators are listed on
// demand only. The order of KILN_DEVICES is the order of clGetDeviceIDs, and the first device is
// the default one. doc/environment.md describes the variable for users.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mux/mux.h"

namespace cl {

/// Selected devices, in the order of the selection.
struct DeviceSelection {
  std::vector<mux_device_info_t> devices;
  /// A sentence about each unknown name, for the user; empty without one. Unknown names do not stop
  /// the selection.
  std::string warning;
};

/// Returns the devices of the comma-separated targets in `names`, in this order. An empty list
/// selects all devices but emulators, or the emulators if nothing else exists; "all" selects every
/// device. A target named twice counts once.
DeviceSelection selectDevices(std::span<const mux_device_info_t> devices, std::string_view names);

}  // namespace cl
