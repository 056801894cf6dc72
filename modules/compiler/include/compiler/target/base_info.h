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

struct InfoDescription {
  std::string name;  ///< as mux_device_info_s::target
  DeviceProperties properties;
  bool supportsDeferredCompilation = true;
  std::vector<DeviceOption> deviceOptions = {};  ///< as Info::deviceOptions
  /// The device that offline compilation is for.
  mux::TargetProperties defaultProperties;
  /// Called by any thread. Error::invalidValue, with a sentence, for a device that the target
  /// cannot generate code for.
  std::function<Result<std::unique_ptr<Target>>(Context &, const Info &,
                                                const mux::TargetProperties &)>
      createTarget;
};

/// A createTarget for a target whose constructor takes any properties.
template <class TargetType>
Result<std::unique_ptr<Target>> makeTarget(Context &context, const Info &info,
                                           const mux::TargetProperties &properties) {
  return std::unique_ptr<Target>(std::make_unique<TargetType>(context, info, properties));
}

class BaseInfo final : public Info {
 public:
  explicit BaseInfo(InfoDescription description) : description_(std::move(description)) {}

  std::string_view name() const override { return description_.name; }
  const DeviceProperties &properties() const override { return description_.properties; }
  bool supportsDeferredCompilation() const override {
    return description_.supportsDeferredCompilation;
  }
  std::vector<DeviceOption> deviceOptions() const override { return description_.deviceOptions; }
  Result<std::unique_ptr<Target>> createTarget(Context &context,
                                               std::string_view targetProperties) override;

 private:
  const InfoDescription description_;
};

}  // namespace compiler
