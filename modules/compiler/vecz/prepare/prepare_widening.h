// Runs the scalar simplifications that precede widening.
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Simplifies a linearised function, still for one work-item, before its shapes are analysed:
///   * Vectors become scalars where they can, and unreachable blocks go.
///   * Private variables get room for all lanes, and small copies become loads and stores.
///   * Ids get their ranges, and hidden extensions become visible.
///   * Indices become as wide as addresses, other integers as narrow as possible.
///   * Accesses that are strided except at boundaries get two versions behind a check.
///
/// Both the cost model and widen() need the function in this form. The width may be unknown at the
/// first call (1); widen() calls it again for the chosen width.
void prepareWidening(llvm::Function &function, const SimdGroup &simdGroup);

/// The first of these steps alone, for the costs of scalar code.
void splitVectors(llvm::Function &function);

}  // namespace compiler::vecz
