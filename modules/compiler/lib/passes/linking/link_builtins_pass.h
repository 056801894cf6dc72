// Links the definitions of the OpenCL builtins that a module calls.
#pragma once

#include "compiler/target/target_hooks.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Links builtin units with definitions of undefined symbols, and whatever these need, until
/// nothing is missing. Units of the target come first, then those of Kiln's library
/// (builtins::findUnit).
///
/// * Units are opened lazily, and only called bodies are read, since the library is large.
/// * A function defined by the target replaces Kiln's, also for calls inside of the library.
/// * Linked functions are internal and have the kernels' target attributes (target-cpu and its
///   like), so that LLVM may inline them.
/// * Questions of the library get constant answers: __mux_has_fma by the target's cost model,
///   __mux_finite_math and __mux_flushes_denorms by the program's options (fast_math.h).
/// * Powers with small constant exponents become products (constant_powers.h).
/// * Calls with the flag afn go to relaxed variants of functions (relaxed_calls.h).
/// * A module without missing symbols and such powers stays unchanged.
/// * Diagnoses units that are damaged, invalid or cannot be linked, by name, and declarations with
///   other types than the builtin's. The module is abandoned then.
class LinkBuiltinsPass : public llvm::PassInfoMixin<LinkBuiltinsPass> {
 public:
  /// `targetUnits` must outlive the pass.
  explicit LinkBuiltinsPass(std::span<const BuiltinUnit> targetUnits = {})
      : targetUnits_(targetUnits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  std::span<const BuiltinUnit> targetUnits_;
};

}  // namespace compiler::passes
