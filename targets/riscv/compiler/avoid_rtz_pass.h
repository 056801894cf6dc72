// Replaces vector conversions that truncate, for an emulator that stops at them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace riscv {

/// A pass for devices with avoid=vfcvt-rtz in their target properties.
///
/// QEMU 7.2 fails an assertion when it translates vfcvt.rtz.*, vfwcvt.rtz.* or vfncvt.rtz.*: it
/// sets the rounding mode twice in one instruction. LLVM makes them of fptosi, fptoui, their
/// saturating variants and llvm.trunc, on vectors of any length.
///
/// The pass makes conversions that round to nearest, and a correction; llvm.trunc becomes a floor.
/// Results are the same. It runs after all optimisation, or LLVM would form the instructions again.
class AvoidRtzPass : public llvm::PassInfoMixin<AvoidRtzPass> {
 public:
  /// Rewrites all vector conversions of a function; scalar ones stay.
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  /// Without it a kernel would end the device, so it runs with -cl-opt-disable too.
  static bool isRequired() { return true; }
};

}  // namespace riscv
