// Opens the target of --target for muxc, with the target machine of LLVM.
//
// muxc needs a target with Kiln's own compiler half (BaseTarget), because it runs single passes on
// the target's machine. The driver knows targets by their interface alone.
//
// Passes with a cost model need LLVM's target machine, and the front end needs the device's
// extensions. Without --target, passes see the target-neutral module alone.
#pragma once

#include <memory>
#include <string>

#include "compiler/library.h"
#include "compiler/target/base_target.h"
#include "llvm/Target/TargetMachine.h"
#include "support/result.h"

namespace compiler::tools::muxc {

/// The target of --target with one device's target properties. Without --target there is no device,
/// and properties() are the front end's defaults.
class Device {
 public:
  /// No device: properties() has defaults, target() and machine() are null.
  Device() = default;

  /// Opens a target; `properties` is as for Info::createTarget, empty for the default. Fails for an
  /// unknown target (the message lists all), for properties that the target does not parse, and for
  /// a target without LLVM.
  support::Status open(const std::string &name, const std::string &properties);
  /// Makes machine() for these build options. Fails if LLVM has no such CPU. Precondition: open()
  /// has succeeded.
  support::Status createMachine(const frontend::BuildOptions &options);

  /// The device's properties for the front end.
  const DeviceProperties &properties() const {
    return target_ ? target_->info().properties() : noProperties_;
  }
  /// The target's own build options.
  std::vector<DeviceOption> buildOptions() const;

  /// The target, with the device's target properties. Null before open().
  const BaseTarget *target() const { return target_.get(); }
  /// LLVM's target machine, for passes with a cost model and for code generation. Null before
  /// createMachine().
  llvm::TargetMachine *machine() const { return machine_.get(); }

 private:
  // Used without --target.
  DeviceProperties noProperties_;     // the front end's defaults
  std::unique_ptr<Context> context_;  // outlives the target
  std::unique_ptr<BaseTarget> target_;
  std::unique_ptr<llvm::TargetMachine> machine_;
};

}  // namespace compiler::tools::muxc
