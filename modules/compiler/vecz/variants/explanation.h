// Explains by remarks what became of the accesses, calls and branches of a vectorised function.
#pragma once

#include "vecz/model/remarks.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Adds remarks on the divergent branches of `body`, a work-item function, and on everything its
/// vector variant does lane by lane: gathers, scatters, accesses and calls.
///
/// `variant` must be made of `body`, with its places (debug locations). Neither is changed. Without
/// wanted remarks it does nothing.
void explain(llvm::Function &body, const llvm::Function &variant, const SimdGroup &simdGroup,
             Remarks &remarks);

}  // namespace compiler::vecz
