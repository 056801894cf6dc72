// Tells LLVM which address spaces of OpenCL have no memory in common.
//
// Their numbers are those of SPIR, in all modules from the front ends to code generation. All of it
// is free of state, so threads need no care.
#pragma once

#include "llvm/Analysis/AliasAnalysis.h"

namespace compiler {

/// Answers alias queries by address spaces alone, as LLVM's AMDGPUAAResult does (the step
/// `separate-address-spaces`). On a CPU all of them are one memory, so LLVM's own analyses let a
/// store to a buffer clobber a tile.
///
/// Local memory (3) is neither global (1) nor constant (2) (OpenCL C 3.0 §6.7), and constant memory
/// stays the same while a kernel runs (OpenCL 3.0 §3.3.1). Nothing is said of private memory, since
/// internal pointers without an address space lead anywhere, and of generic pointers.
struct AddressSpaceAliases : llvm::AAResultBase {
  /// With false, any two pointers may alias.
  explicit AddressSpaceAliases(bool isOn) : isOn(isOn) {}
  /// Returns NoAlias for locations in disjoint address spaces, whatever their sizes, and MayAlias
  /// otherwise: LLVM then asks its other analyses.
  llvm::AliasResult alias(const llvm::MemoryLocation &left, const llvm::MemoryLocation &right,
                          llvm::AAQueryInfo &, const llvm::Instruction *);
  /// Returns NoModRef for locations in constant memory: loads of it move across stores and out of
  /// loops. Returns ModRef for others.
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation &, llvm::AAQueryInfo &, bool);
  /// Nothing in a function changes the answers.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }

  bool isOn;  ///< the step runs
};

/// The analysis behind it. AnalysisManagers adds it to those that LLVM's passes ask. It asks for
/// the step once for each function, so a bisection counts it like a pass.
class AddressSpaceAnalysis : public llvm::AnalysisInfoMixin<AddressSpaceAnalysis> {
 public:
  using Result = AddressSpaceAliases;
  Result run(llvm::Function &function, llvm::FunctionAnalysisManager &);

 private:
  friend llvm::AnalysisInfoMixin<AddressSpaceAnalysis>;
  static llvm::AnalysisKey Key;
};

}  // namespace compiler
