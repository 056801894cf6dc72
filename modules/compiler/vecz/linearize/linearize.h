// Converts divergent control flow to masks (partial linearisation).
#pragma once

#include <string>

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Rewrites the function of one work-item so that all of its branches are uniform in a SIMD group.
/// Divergent branches become masks; uniform ones stay branches.
///
/// Afterwards the function has these properties. ShapeAnalysis and widen() rely on them:
///   * Code that must run only for some lanes stands in blocks that begin with kiln.mask.
///   * A block with a mask is entered only if one of its lanes is active; kiln.any decides.
///   * Selects merge the values that lanes bring along different paths.
///   * There is one return, of a value that all lanes have.
///   * Lanes that leave a loop in different iterations wait in it until the last lane has left.
///
/// The function must have no convergent call under a divergent branch. Barriers are gone by then:
/// work-item functions are the code between two of them.
///
/// The dimension, parameters and width limit of `simdGroup` decide about the uniform branches. Its
/// `masked` makes the entry block run under kiln.entry_mask as well.
///
/// Returns empty, or the reason why the function cannot be linearised. The function may then be
/// half changed and has to be thrown away, so callers work on a copy. A function without divergent
/// branches is left as it is, unless the SIMD group is masked.
std::string linearize(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
