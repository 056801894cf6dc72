// Explains by remarks what became of the accesses, calls and branches of a vectorised function.
#pragma once

#include "vecz/model/remarks.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Remarks on the branches of `body` at which the lanes of the SIMD group part, and on what its
/// vector variant does lane by lane: gathers, scatters, accesses and calls. Nothing is changed.
void explain(llvm::Function &body, const llvm::Function &variant, const SimdGroup &simdGroup,
             Remarks &remarks);

}  // namespace compiler::vecz
