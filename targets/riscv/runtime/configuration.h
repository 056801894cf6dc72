// Chooses the emulator's command line from the options, and derives the device's properties.
//
// The device is a process: QEMU's user mode with an agent inside (modules/hal/agent). It is started
// by the first call for it, not here; describing a device only looks at files and at options.
#pragma once

#include <memory>
#include <string>

#include "hal/process.h"
#include "options.h"
#include "support/result.h"

namespace riscv {

/// A configuration with the strings that it points to. It lives as long as its device.
struct Device {
  /// The name is for people; the properties are the text for the compiler half.
  std::string name, properties;
  /// Points to the strings, so a Device never moves.
  hal::process::Configuration configuration;
};

/// Describes the device for these options. Null if the machine has no emulator, as most machines.
/// Fails for options that describe no device of this target.
support::Result<std::unique_ptr<Device>> describeDevice(const Options &options);

}  // namespace riscv
