// Gives all functions of a module equal attributes, so that LLVM may inline any into any other.
// It also keeps LLVM from mistaking a definition for a C library function of its name.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// For every function that is not an intrinsic: the C calling convention (SPIR's mean
/// nothing to a code generator), "no-builtins" (a binary has no C library to call), and no
/// optnone. What is defined and not a kernel becomes internal. Kernels that are called like
/// functions get a copy for that. Symbols that a code generator could call (memcpy, sinf)
/// are renamed; a kernel keeps its name in the attribute "kiln-kernel-name". Debug
/// information is dropped: the passes that follow move code between functions. With
/// `locations` the lines and columns of instructions stay, until StripLocationsPass or
/// LineTablesPass, and belong to no function; with `variables` what is said of variables stays,
/// too.
class NormalizeAttributesPass : public llvm::PassInfoMixin<NormalizeAttributesPass> {
 public:
  enum class Keep : uint8_t { nothing, locations, variables };

  explicit NormalizeAttributesPass(Keep keep = Keep::nothing) : keep_(keep) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  Keep keep_;
};

}  // namespace compiler::passes
