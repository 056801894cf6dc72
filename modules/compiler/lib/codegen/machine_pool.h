// Target machines that wait for the next build.
//
// To describe a CPU takes LLVM longer than to optimise a small kernel: features are parsed, and
// for the first function tables of what is legal are filled. Nothing in a machine depends on the
// module that it generated code for, so one that is free serves the next build that wants its like,
// and so do the passes that make code for it.
#pragma once

#include <functional>
#include <memory>

#include "codegen/code_emitter.h"
#include "compiler/target/target_machine.h"

namespace compiler {

/// What makes code for a CPU.
struct CodeMachine {
  explicit CodeMachine(std::unique_ptr<llvm::TargetMachine> created)
      : target(std::move(created)), objects(*target) {}

  std::unique_ptr<llvm::TargetMachine> target;
  ObjectEmitter objects;
};

/// Goes back to where it came from.
using LeasedMachine = std::unique_ptr<CodeMachine, std::function<void(CodeMachine *)>>;

/// With what createTargetMachine makes; nobody else has it as long as it is lent. Thread-safe.
Result<LeasedMachine> leaseMachine(const CodeModel &model, bool optDisable);
Result<LeasedMachine> leaseMachine(const BaseTarget &target, const frontend::BuildOptions &options);

}  // namespace compiler
