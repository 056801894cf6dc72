// Creates llvm::TargetMachine and llvm::MCSubtargetInfo from a target's CodeModel, with checked CPU
// and feature names.
#pragma once

#include <memory>

#include "compiler/target/base_target.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace compiler {

/// Returns LLVM's knowledge of the model's CPU and its features.
///
/// Error::invalidValue: LLVM knows no CPU or feature of this name. (LLVM itself would print a
/// warning and ignore the name, and the code would be for another CPU.) Error::unsupported: no code
/// generation for the triple is linked in. Thread-safe.
/// The caller owns the result.
Result<std::unique_ptr<llvm::MCSubtargetInfo>> createSubtargetInfo(const CodeModel &model);

/// The level of LLVM's code generator: none with -cl-opt-disable, else the default of the
/// pipelines.
llvm::CodeGenOptLevel levelOf(bool optDisable);

/// Creates a machine from the target's model for these options.
///
/// A machine is used by one thread at a time, so each compile thread has its own. Errors as
/// createSubtargetInfo. Thread-safe.
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(
    const BaseTarget &target, const frontend::BuildOptions &options);
/// The same from a model and a level, without a target.
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const CodeModel &model,
                                                                 llvm::CodeGenOptLevel level);

/// Gives a target-neutral module the machine's triple and data layout. Passes that run before see
/// spir64, passes behind it the sizes and costs of the device.
/// Without it LLVM would compute offsets of structures and costs for another device. The module and
/// the machine stay the caller's. Not for modules shared by threads.
void retarget(llvm::Module &module, const llvm::TargetMachine &machine);

}  // namespace compiler
