// Lists the devices of this machine, as the driver's runtime reports them.
//
// The runtime is libkiln-cl.so beside the compiler library. clc loads it for --device,
// --list-devices and --cpu=native only, because all else works on machines without it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace compiler::tools::clc {

/// A device of the runtime: its target's name, its target properties, and its name for people.
struct LocalDevice {
  /// As Info::name().
  std::string target;
  /// As mux_device_info_s::target_properties.
  std::string properties;
  /// As CL_DEVICE_NAME.
  std::string name;
};

/// Lists the devices in the runtime's order. Fails if the runtime is not installed.
/// Loads libkiln-cl.so beside the compiler library, so clc itself links no runtime.
support::Result<std::vector<LocalDevice>> localDevices();

/// Finds a device by number, target or part of its name; the first one if several match. Without a
/// match, the message lists all devices.
///
/// The result points into `devices`, and is never null. A number is the one of --list-devices.
support::Result<const LocalDevice *> findDevice(const std::vector<LocalDevice> &devices,
                                                std::string_view wanted);

/// Makes the text of --list-devices.
/// One line for each device, with its number for --device.
std::string listDevices(const std::vector<LocalDevice> &devices);

}  // namespace compiler::tools::clc
