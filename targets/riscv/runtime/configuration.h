// Chooses the emulator's command line, and derives the device's properties from it.
#pragma once

#include <memory>
#include <string>

#include "hal/process.h"
#include "options.h"

namespace riscv {

/// A configuration with the strings that it points to.
struct Device {
  std::string name, facts;
  hal::process::Configuration configuration;
};

/// Empty, and `error` says why, if there is no emulator (then `error` is empty) or the options
/// describe no device of this target.
std::unique_ptr<Device> describeDevice(const Options &options, std::string *error);

}  // namespace riscv
