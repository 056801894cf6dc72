// Emits the kernel table and the note with program metadata, by which a runtime finds kernels in a
// binary.
#pragma once

#include <string>

#include "llvm/IR/PassManager.h"
#include "mux/target_support/note.h"

namespace compiler::passes {

/// The variable that holds the note.
inline constexpr char programMetadataVariable[] = "kiln.program_metadata";

/// Of symbols that another module of the same kernels may define (llvm_target/code_parts.h).
inline constexpr char partitionSymbolPrefix[] = "kiln.partition.";

/// A leftover call would be an undefined symbol for the linker; an error that is reported on the
/// module's LLVMContext says more.
void rejectUnknown(const llvm::Module &module);

/// Defines both for entry points in the order of the note's kernels.
void emitKernelTable(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                     const mux::BinaryNote &metadata);

/// Defines kiln_kernels (mux_kernel_table_t) and the note (mux/target_support/note.h), from the
/// metadata that the passes before left on the entry points, which is dropped. Functions
/// __mux_… that are still undefined are errors: no pass and no builtin knew them.
class EmitKernelTablePass : public llvm::PassInfoMixin<EmitKernelTablePass> {
 public:
  EmitKernelTablePass(std::string targetName = "", std::string compilerFacts = "")
      : targetName_(std::move(targetName)), compilerFacts_(std::move(compilerFacts)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  std::string targetName_;
  std::string compilerFacts_;
};

}  // namespace compiler::passes
