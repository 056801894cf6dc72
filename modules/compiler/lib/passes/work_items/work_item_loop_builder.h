// Emits the loops over the work-items and SIMD groups of a work-group.
#pragma once

#include <functional>

#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

class ActiveRanges;

/// What the loops do. Each callback emits what one work-item, or `width` neighbours along
/// `dimension` (a SIMD group), or `unrollCount` SIMD groups that are neighbours along
/// `unrollDimension`, do at the builder's end of block, and may end in another block than it began.
struct WorkItemLoops {
  unsigned itemSize = 0;     ///< instructions of one item
  bool mayVectorize = true;  ///< LLVM's loop vectoriser may take the loop over items
  unsigned width = 1;
  unsigned dimension = 0;
  std::function<void(llvm::IRBuilder<> &)> item;
  std::function<void(llvm::IRBuilder<> &)> simdGroup;  ///< null: parts or items alone
  unsigned unrollDimension = 1;
  unsigned unrollCount = 1;
  std::function<void(llvm::IRBuilder<> &)> unrolled;  ///< null: SIMD groups one by one
  /// As many of a SIMD group as the i64 says, from `leastRemainder` to `width`; null: one by one.
  /// Without `SIMD group` it runs all SIMD groups.
  std::function<void(llvm::IRBuilder<> &, llvm::Value *)> maskedGroup;
  unsigned leastRemainder = 1;
  /// SIMD groups run only in groups whose rows all start at a multiple of the width by the linear
  /// id.
  bool rowsAligned = false;
  /// Items ask for no id along y and z: all rows are one loop, if no range narrows them.
  bool rowsAreAlike = false;
  const ActiveRanges *ranges = nullptr;  ///< prepared; null: all have something to do

  bool hasSimdGroups() const { return simdGroup || maskedGroup; }
};

/// Emits "for all work-items of the group" at the builder's end of block; afterwards the builder
/// is behind the loops. The loop along the SIMD groups' dimension is innermost; items that fill no
/// SIMD group come behind it, as a part of one or one by one. SIMD groups that run several at a
/// time come before all others. Where global ids may reach 2^31 all work-items run one by one, so
/// that in a SIMD group an id that is cut to 32 bits is still an id. Work-items that have nothing
/// to do need not run. Loops test at their end, as LLVM's vectorisers like it. A loop of items is
/// marked parallel in accesses that carry parallelAccessGroup(), and not to be vectorised if there
/// are SIMD groups, if `bodySize` makes that too slow a build, or without `mayVectorize`.
void emitForAllWorkItems(llvm::IRBuilder<> &builder, const llvm::Twine &name,
                         const WorkItemLoops &loops);

/// The access group of memory accesses that do not depend on those of other work-items
/// between two barriers. One per context.
llvm::MDNode *parallelAccessGroup(llvm::Module &module);

}  // namespace compiler::passes
