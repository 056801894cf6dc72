// One device inside of one context.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "compiler/module.h"

namespace compiler {

class Context;
class Info;

/// Thread-safe. The Context outlives it, it outlives its modules.
class Target {
 public:
  virtual ~Target() = default;

  virtual const Info &info() const = 0;
  virtual Context &context() const = 0;
  /// The target properties that it makes code for: those that Info::createTarget was given, or the
  /// target's defaults, in the words that mux_device_info_s::target_properties would have.
  virtual const std::string &targetProperties() const = 0;
  /// How many features the device has that code generation knows of: of two devices of one
  /// target, where one can all that the other can, it is the one with more.
  virtual size_t featureCount() const = 0;
  virtual std::unique_ptr<Module> createModule() = 0;
};

}  // namespace compiler
