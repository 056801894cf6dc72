// Gives all functions of a module equal attributes, so that LLVM may inline any into any other. It
// also keeps LLVM from mistaking a definition for a C library function of its name.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Attribute normalisation, for every function that is not an intrinsic:
///
/// * the C calling convention (SPIR's have no meaning for a code generator), dso_local,
///   "no-builtins" (a binary has no C library to call), and no optnone;
/// * internal linkage of all definitions except kernels;
/// * `<kernel>.called`, a copy of each kernel that is called like a function;
/// * names `kiln.user.<name>` for definitions with a name that a code generator could call (memcpy,
///   sinf). A kernel keeps its own in "kiln-kernel-name".
///
/// Debug information goes, since the passes behind move code between functions. Keep says which
/// part stays. Expects linked builtins. No errors.
class NormalizeAttributesPass : public llvm::PassInfoMixin<NormalizeAttributesPass> {
 public:
  /// Debug information to keep. `locations`: lines and columns of instructions, for remarks or line
  /// tables, up to StripLocationsPass or LineTablesPass; they belong to no function meanwhile.
  /// `variables`: records of variables as well, for a debugger at -O0.
  enum class Keep : uint8_t { nothing, locations, variables };

  explicit NormalizeAttributesPass(Keep keep = Keep::nothing) : keep_(keep) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  Keep keep_;
};

}  // namespace compiler::passes
