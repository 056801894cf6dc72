// Asks a target for the cost of masked stores.
#pragma once

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/Alignment.h"

namespace compiler::passes {

/// Returns true if masked stores of the type cost little more than plain ones: at most twice as
/// much. A masked store of AVX2 takes up to 20 cycles, one of AVX-512 one or two.
bool areMaskedStoresCheap(const llvm::TargetTransformInfo &target, llvm::FixedVectorType *type,
                          llvm::Align alignment, unsigned space);

}  // namespace compiler::passes
