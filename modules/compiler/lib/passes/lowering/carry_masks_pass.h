// Carries masks of lanes between blocks as vectors of integers where the target has no masks.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces vectors of i1 that leave their block by vectors of integers of the width that they were
/// compared in, -1 for an active lane. Only where vectors of i1 are not legal and the wide ones
/// are: x86 without AVX-512, for example.
///
/// Code generation sees one block at a time. It promotes a vector of i1 that crosses blocks to
/// elements of half the width, packs them behind each comparison, and unpacks them in front of each
/// use. The pass runs last, since simplifications would bring the vectors of i1 back.
struct CarryMasksPass : llvm::PassInfoMixin<CarryMasksPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
