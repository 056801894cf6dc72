// Chooses the emulator's command line from the options, and derives the device's properties.
#pragma once

#include <memory>
#include <string>

#include "hal/process.h"
#include "options.h"

namespace riscv {

/// A configuration with the strings that it points to. It lives as long as its device.
struct Device {
  std::string name, properties;
  hal::process::Configuration configuration;
};

/// Describes the device for these options.
///
/// Returns null without a device. `error` is then empty if the machine has no emulator, or has the
/// reason: options that describe no device of this target.
std::unique_ptr<Device> describeDevice(const Options &options, std::string *error);

}  // namespace riscv
