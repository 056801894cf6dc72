// Links the definitions of the OpenCL builtins that a module calls.
#pragma once

#include "compiler/target/target_hooks.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Links what the target's units or builtins::findUnit know of the undefined symbols, and what
/// that needs, and nothing else: units are opened lazily and only bodies that are called are
/// read. Where the target defines a function, Kiln's definition is left out, also for other
/// functions of the library that call it. Linked functions are internal and carry the kernels'
/// target attributes, so that they can be inlined. Calls of __mux_has_fma in them become what the
/// target's cost model says, and those of __mux_finite_math and __mux_flushes_denorms what the
/// program promises (fast_math.h). Calls that may be approximate go to relaxed forms where the
/// library has them (relaxed_calls.h). A module that calls no builtin stays as it is. A unit that
/// is damaged, invalid or cannot be linked is an error that names it.
class LinkBuiltinsPass : public llvm::PassInfoMixin<LinkBuiltinsPass> {
 public:
  explicit LinkBuiltinsPass(std::span<const BuiltinUnit> targetUnits = {})
      : targetUnits_(targetUnits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  std::span<const BuiltinUnit> targetUnits_;
};

}  // namespace compiler::passes
