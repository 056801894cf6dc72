// What clc makes code for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/library.h"
#include "options.h"

namespace compiler::tools::clc {

/// A target of the driver with the properties of one device.
struct Device {
  Info *info;
  std::unique_ptr<Target> target;
};

/// The devices that the options name, in their order; false, with a message in `error`, if
/// there is no such target or it does not understand its properties.
bool openDevices(Library &library, Context &context, const Options &options,
                 std::vector<Device> &devices, std::string &error);

/// The text of --list-targets; with what the front ends offer, if it is to be long.
std::string listTargets(Library &library, Context &context, bool isVerbose);

}  // namespace compiler::tools::clc
