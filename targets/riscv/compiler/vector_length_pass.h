// Tells LLVM how long the device's vector registers are.
#pragma once

#include "llvm/IR/PassManager.h"

namespace riscv {

/// Gives each function that is defined the vscale_range of devices whose vector registers have at
/// least `bits` bits (0: there are none, and nothing is done). From it the vectorisers know
/// what fits a register at least, and that code has to be right for longer ones.
class VectorLengthPass : public llvm::PassInfoMixin<VectorLengthPass> {
 public:
  explicit VectorLengthPass(unsigned bits) : bits_(bits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  unsigned bits_;
};

}  // namespace riscv
