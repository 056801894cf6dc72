// Leases target machines with their passes, so that builds need not make them anew.
//
// LLVM takes longer to describe a CPU than to optimise a small kernel: features are parsed, and
// tables of legal operations are filled for the first function. No part of a machine depends on the
// modules it generated code for. So a machine serves one build after the other, and its passes do,
// too.
//
// A machine is made on demand, used by one thread, and idle between two builds. The most recently
// used idle machines of the process are stored, whatever their model.
#pragma once

#include <functional>
#include <memory>

#include "codegen/code_emitter.h"
#include "compiler/target/target_machine.h"

namespace compiler {

/// A target machine with the passes to generate objects for it. For one thread at a time.
struct CodeMachine {
  explicit CodeMachine(std::unique_ptr<llvm::TargetMachine> created)
      : machine(std::move(created)), emitter(*machine) {}

  /// The machine; declared first, so it outlives the emitter.
  std::unique_ptr<llvm::TargetMachine> machine;
  /// Generates objects with this machine.
  ObjectEmitter emitter;
};

/// A machine of the pool, returned by the destructor. It belongs to the lessee alone until then.
using LeasedMachine = std::unique_ptr<CodeMachine, std::function<void(CodeMachine *)>>;

/// Leases an idle machine of this model, or makes one; errors as for createTargetMachine(). The
/// machine has LLVM's default optimisation level, or none with `optDisable`. Thread-safe.
Result<LeasedMachine> leaseMachine(const CodeModel &model, bool optDisable);
/// Likewise, for the target's model with these options.
Result<LeasedMachine> leaseMachine(const BaseTarget &target, const frontend::BuildOptions &options);

}  // namespace compiler
