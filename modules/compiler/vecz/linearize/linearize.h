// Converts divergent control flow to masks (partial linearisation).
#pragma once

#include <string>

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Rewrites a function for one work-item so that all of its branches are uniform in a SIMD group:
/// divergent ones become masks. Afterwards
///   * what must run for some lanes only stands in blocks that begin with kiln.mask;
///   * a block with a mask is entered only if one of its lanes is active (kiln.any decides);
///   * values that lanes bring from different ways are selects;
///   * there is one return, of a value that all lanes have.
/// `function` must have no convergent call under a divergent branch. Returns empty, or why it
/// cannot be done (the function may then have changed and is to be thrown away).
std::string linearize(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
