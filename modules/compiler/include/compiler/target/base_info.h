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
#include "mux/target_support/compiler_facts.h"

namespace compiler {

struct InfoDescription {
  std::string name;  ///< as mux_device_info_s::target
  DeviceFacts facts;
  bool supportsDeferredCompilation = true;
  std::vector<DeviceOption> deviceOptions = {};  ///< as Info::deviceOptions
  /// The device that offline compilation is for.
  mux::CompilerFacts defaultFacts;
  /// Called by any thread. Error::invalidValue, with a sentence, for a device that the target
  /// cannot generate code for.
  std::function<Result<std::unique_ptr<Target>>(Context &, const Info &,
                                                const mux::CompilerFacts &)>
      createTarget;
};

/// A createTarget for a target whose constructor takes any facts.
template <class TargetType>
Result<std::unique_ptr<Target>> makeTarget(Context &context, const Info &info,
                                           const mux::CompilerFacts &facts) {
  return std::unique_ptr<Target>(std::make_unique<TargetType>(context, info, facts));
}

class BaseInfo final : public Info {
 public:
  explicit BaseInfo(InfoDescription description) : description_(std::move(description)) {}

  std::string_view name() const override { return description_.name; }
  const DeviceFacts &facts() const override { return description_.facts; }
  bool supportsDeferredCompilation() const override {
    return description_.supportsDeferredCompilation;
  }
  std::vector<DeviceOption> deviceOptions() const override { return description_.deviceOptions; }
  Result<std::unique_ptr<Target>> createTarget(Context &context,
                                               std::string_view compilerFacts) override;

 private:
  const InfoDescription description_;
};

}  // namespace compiler
