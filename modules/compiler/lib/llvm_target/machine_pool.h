// Target machines that wait for the next build.
//
// To describe a CPU takes LLVM longer than to optimise a small kernel: features are parsed, and
// for the first function tables of what is legal are filled. Nothing in a machine depends on the
// module that it generated code for, so one that is free serves the next build that wants its like.
#pragma once

#include <functional>
#include <memory>

#include "llvm_target/target_machine.h"

namespace compiler {

/// Goes back to where it came from.
using LentMachine =
    std::unique_ptr<llvm::TargetMachine, std::function<void(llvm::TargetMachine *)>>;

/// As createTargetMachine; nobody else has the machine as long as it is lent. Thread-safe.
Result<LentMachine> lendTargetMachine(const BaseTarget &target,
                                      const frontend::BuildOptions &options);

}  // namespace compiler
