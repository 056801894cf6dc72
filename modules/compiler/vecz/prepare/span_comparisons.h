// Folds the comparisons that keep work-items out of a function (index set splitting).
//
// Kernels that begin with `if (i < n)`, or that leave out the border of an image, compare an id
// with values of the whole group. The loops around SIMD groups know the span of work-items for
// which the comparisons hold (active_ranges.h). SIMD groups inside of the span then need no mask:
//
//   if (x > 0 && x < w - 1)      =>      a[x] = (b[x - 1] + b[x + 1]) / 2;
//     a[x] = (b[x - 1] + b[x + 1]) / 2;
//
// The SIMD groups at the ends of the span, with work-items on both sides, run the function as it
// was. Along other dimensions than that of the SIMD groups there are no ends: rows are in the span
// or not. Without comparisons of them, several rows can run together (unroll_and_jam.h).
//
// Likewise for inner work-items, away from the borders (inner_ranges.h). The others do have an
// effect, and all of them run the function as it was:
//
//   a[x] = (x > 0 ? b[x - 1] : 0) + b[x];    =>      a[x] = b[x - 1] + b[x];
#pragma once

#include "ir/ranges/active_ranges.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Replaces the comparisons that decide about the spans of active work-items along the dimensions
/// by their values inside of these, and removes the code behind them that cannot be reached. With
/// `inner` those of inner work-items as well. Returns what was replaced; nothing leaves the
/// function as it was.
///
/// Afterwards the function is right for work-items inside of the spans alone, in launches with ids
/// below 2^31.
passes::InsideSpans foldSpanComparisons(llvm::Function &function, std::bitset<3> dimensions,
                                        bool inner);

}  // namespace compiler::vecz
