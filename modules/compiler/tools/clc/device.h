// Finds the devices for which clc makes code.
//
// A device is a target with target properties, such as a CPU and its features. It need not be in
// this machine, unless the user names it by --device or --cpu=native.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/library.h"
#include "options.h"
#include "support/result.h"

namespace compiler::tools::clc {

/// A target of the driver for one device. The library owns `info`.
struct Device {
  /// The target without a device.
  Info *info;
  /// Compiles for the device; never null.
  std::unique_ptr<Target> target;
};

/// Opens the devices of --target, --cpu, --device and --target-properties, in the order of the
/// container: the best first, because a machine takes the first code that runs on it. Without these
/// options, opens each target's default device. Fails for an unknown target or CPU, for properties
/// that the target does not parse, and for a device not in this machine.
///
/// The list is never empty, and no two of its devices have one target and equal properties.
support::Result<std::vector<Device>> openDevices(Library &library, Context &context,
                                                 const Options &options);

/// Makes the text of --list-targets. A verbose one has the extensions and features of each target.
std::string listTargets(Library &library, Context &context, bool isVerbose);

}  // namespace compiler::tools::clc
