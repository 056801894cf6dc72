// The compiler for one device inside of one context.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "compiler/module.h"

namespace compiler {

class Context;
class Info;

/// Compiles programs for one device. Thread-safe. The Context outlives it, it outlives its modules.
class Target {
 public:
  virtual ~Target() = default;

  /// The description and the context it was created with.
  virtual const Info &info() const = 0;
  virtual Context &context() const = 0;
  /// The target properties that it makes code for: those that Info::createTarget was given, or the
  /// target's defaults, in the words that mux_device_info_s::target_properties would have.
  virtual const std::string &targetProperties() const = 0;
  /// Returns the number of the device's features that matter to code generation.
  ///
  /// It orders devices of one target: if one can do everything another can, it has the higher
  /// number. A container puts its code in this order.
  virtual size_t featureCount() const = 0;
  /// Returns a new, empty module. Never null.
  virtual std::unique_ptr<Module> createModule() = 0;
};

}  // namespace compiler
