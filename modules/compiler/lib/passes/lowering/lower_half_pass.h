// Lowers half-precision arithmetic for targets without instructions for it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces the type half by i16 with the same bits, on targets that convert vectors of half one
/// element at a time (by the cost model). LLVM's own legalisation would make a call or a scalar
/// sequence per element there.
///
/// * Arithmetic is done in float and rounded to half after each operation, equal to arithmetic of
///   half (half_arithmetic.h); conversions become integer operations (soft_half.h).
/// * Afterwards functions, arguments and variables have i16 for half, but global variables keep
///   their type. The layout of memory does not change.
/// * If the target lacks only the conversion of double to half, these conversions alone change:
///   they go through float, rounded correctly.
/// * Diagnoses operations of half without an equivalent in float, and abandons the module.
///
/// Has to come after all passes that derive operations from types, since no half is left.
struct LowerHalfPass : llvm::PassInfoMixin<LowerHalfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
