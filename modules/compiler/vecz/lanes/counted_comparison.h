// Comparisons of consecutive numbers with a uniform one, by the count of lanes for which they hold.
#pragma once

#include <optional>

#include "llvm/IR/InstrTypes.h"
#include "vecz/lanes/lane_values.h"

namespace compiler::vecz {

/// A comparison of the kind: the lanes' 64-bit numbers are consecutive, as ids and the counters of
/// loops, and the other side is the same for all. `first + lane < end` is `lane < end - first`: a
/// difference of scalars, cut to the number of lanes, in place of vectors of 64-bit numbers.
struct CountedComparison {
  llvm::CmpInst::Predicate predicate;  ///< with the lanes' numbers at the left
  llvm::Value *number;                 ///< consecutive
  llvm::Value *end;                    ///< uniform
};

/// Returns the parts of such a comparison, if no lane's number is near an overflow. Nothing for
/// others, and without the step "count-lanes".
std::optional<CountedComparison> countedComparison(
    llvm::ICmpInst &comparison, llvm::function_ref<Shape(const llvm::Value *)> shapeOf);

/// Emits the comparison at the builder's place: a vector of i1.
llvm::Value *emitCounted(const CountedComparison &comparison, LaneValues &values);

}  // namespace compiler::vecz
