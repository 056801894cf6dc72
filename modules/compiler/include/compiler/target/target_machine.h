// Creates llvm::TargetMachine and llvm::MCSubtargetInfo from a target's CodeModel, with checked CPU
// and feature names.
#pragma once

#include <memory>

#include "compiler/target/base_target.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace compiler {

/// What LLVM knows of the model's CPU with its features. Error::invalidValue if it has none of
/// that name, or of a feature's (LLVM itself would print and ignore that), Error::unsupported
/// if it has no code generation for the triple. Thread-safe.
Result<std::unique_ptr<llvm::MCSubtargetInfo>> createSubtargetInfo(const CodeModel &model);

llvm::CodeGenOptLevel levelOf(bool optDisable);

/// Fails as createSubtargetInfo for the target's model, or with Error::unsupported. Thread-safe.
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(
    const BaseTarget &target, const frontend::BuildOptions &options);
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const CodeModel &model,
                                                                 llvm::CodeGenOptLevel level);

/// Gives a target-neutral module the machine's triple and data layout.
void retarget(llvm::Module &module, const llvm::TargetMachine &machine);

}  // namespace compiler
