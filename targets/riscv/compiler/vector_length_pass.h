// Sets vscale_range on all functions, from the least length of the device's vector registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace riscv {

/// Gives each defined function the vscale_range of devices with registers of at least `bits` bits.
///
/// From it the vectorisers know the number of elements that fit a register at least, and that code
/// has to be right for longer registers too. 0 bits: there are no vector registers, and nothing is
/// done.
class VectorLengthPass : public llvm::PassInfoMixin<VectorLengthPass> {
 public:
  /// `bits` is a power of two, or 0.
  explicit VectorLengthPass(unsigned bits) : bits_(bits) {}

  /// Adds the attribute; code stays.
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  /// Runs with -cl-opt-disable too.
  static bool isRequired() { return true; }

 private:
  unsigned bits_;
};

}  // namespace riscv
