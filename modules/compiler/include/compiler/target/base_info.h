// Implements compiler::Info from a description, so that a target derives no class of its own:
//
//   extern "C" compiler::Info *kiln_<name>_compiler_info() {
//     static auto *info = new compiler::BaseInfo({...});  // alive as long as the library
//     return info;
//   }
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/info.h"
#include "mux/target_support/target_properties.h"

namespace compiler {

/// Everything BaseInfo answers.
struct InfoDescription {
  /// The target's name, as mux_device_info_s::target.
  std::string name;
  /// The device as front end and passes see it, the same for all devices of the target.
  DeviceProperties properties;
  /// False for a target whose code generation cannot work on one kernel alone.
  /// createKernel is then Error::unsupported, and the driver builds whole programs only.
  bool supportsDeferredCompilation = true;
  std::vector<DeviceOption> deviceOptions = {};  ///< as Info::deviceOptions
  /// The device that offline compilation is for.
  mux::TargetProperties defaultProperties;
  /// Creates the target for a device. Called by any thread. Error::invalidValue, with a sentence,
  /// for a device without code generation.
  std::function<Result<std::unique_ptr<Target>>(Context &, const Info &,
                                                const mux::TargetProperties &)>
      createTarget;
};

/// Creates a target whose constructor takes any properties; for InfoDescription::createTarget.
template <class TargetType>
Result<std::unique_ptr<Target>> makeTarget(Context &context, const Info &info,
                                           const mux::TargetProperties &properties) {
  return std::unique_ptr<Target>(std::make_unique<TargetType>(context, info, properties));
}

/// An Info with the answers of a description. Immutable; allocate it once and never destroy it.
class BaseInfo final : public Info {
 public:
  /// Takes the description; any thread may call the object afterwards.
  explicit BaseInfo(InfoDescription description) : description_(std::move(description)) {}

  // The answers of the description, one by one. They live as long as the object.
  std::string_view name() const override { return description_.name; }
  const DeviceProperties &properties() const override { return description_.properties; }
  bool supportsDeferredCompilation() const override {
    return description_.supportsDeferredCompilation;
  }
  std::vector<DeviceOption> deviceOptions() const override { return description_.deviceOptions; }
  /// Parses the text, or takes the default properties for an empty one, and calls the description's
  /// function. Error::invalidValue: the text is malformed. Thread-safe.
  Result<std::unique_ptr<Target>> createTarget(Context &context,
                                               std::string_view targetProperties) override;

 private:
  const InfoDescription description_;
};

}  // namespace compiler
