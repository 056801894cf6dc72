// The target that --target names, as muxc needs it.
#pragma once

#include <memory>
#include <string>

#include "compiler/library.h"
#include "compiler/target/base_target.h"
#include "llvm/Target/TargetMachine.h"

namespace compiler::tools::muxc {

/// Without --target there is no device: properties() are those of the front end's defaults.
class Device {
 public:
  Device() = default;

  /// Properties as Info::createTarget takes them. False if the library has no such target (`error`
  /// then says which there are), or the target no such device.
  bool open(const std::string &name, const std::string &properties, std::string &error);
  /// Makes machine() for code that is built with these options.
  bool createMachine(const frontend::BuildOptions &options, std::string &error);

  const DeviceProperties &properties() const {
    return target_ ? target_->info().properties() : noProperties_;
  }
  std::vector<DeviceOption> buildOptions() const;

  /// Null if there is none.
  const BaseTarget *target() const { return target_.get(); }
  llvm::TargetMachine *machine() const { return machine_.get(); }

 private:
  DeviceProperties noProperties_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<BaseTarget> target_;
  std::unique_ptr<llvm::TargetMachine> machine_;
};

}  // namespace compiler::tools::muxc
