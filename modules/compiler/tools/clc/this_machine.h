// The devices of this machine: what the driver's runtime, beside the compiler library, says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace compiler::tools::clc {

struct LocalDevice {
  std::string target, properties, name;
};

/// False, with a message in `error`, if the runtime is not installed.
bool localDevices(std::vector<LocalDevice> &devices, std::string &error);

/// The one with this number, or the first of this target or whose name has this part; null, with a
/// message in `error`, if there is none.
const LocalDevice *findDevice(const std::vector<LocalDevice> &devices, std::string_view wanted,
                              std::string &error);

/// The text of --list-devices.
std::string listDevices(const std::vector<LocalDevice> &devices);

}  // namespace compiler::tools::clc
