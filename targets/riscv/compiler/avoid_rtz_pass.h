// Code without the vector conversions that truncate, for emulators that end at them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace riscv {

/// For devices whose facts have avoid=vfcvt-rtz. QEMU 7.2 fails an assertion when it translates
/// vfcvt.rtz.*, vfwcvt.rtz.* or vfncvt.rtz.* (it sets the rounding mode twice in one instruction).
/// LLVM makes them of fptosi, fptoui, their saturating forms and llvm.trunc, on vectors of any
/// length. Here those become conversions that round to nearest, and a correction; llvm.trunc
/// becomes a floor. Results are the same.
class AvoidRtzPass : public llvm::PassInfoMixin<AvoidRtzPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace riscv
