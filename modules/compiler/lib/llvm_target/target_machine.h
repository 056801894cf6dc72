// LLVM's description of the machine that a target generates code for.
#pragma once

#include <memory>

#include "base/base_target.h"
#include "llvm/Target/TargetMachine.h"

namespace compiler {

/// Error::unsupported if LLVM has no code generation for the target's model. Thread-safe.
Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(
    const BaseTarget &target, const frontend::BuildOptions &options);

/// Gives a target-neutral module the machine's triple and data layout.
void retarget(llvm::Module &module, const llvm::TargetMachine &machine);

}  // namespace compiler
