// Emits the loops over the work-items and SIMD groups of a work-group.
#pragma once

#include <functional>

#include "ir/ranges/inner_ranges.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// What rows along x mean to work-items.
enum class Rows : uint8_t {
  distinct,  ///< items may ask for ids along y and z
  alike,     ///< items ask for no id along y and z, but for ids along x and linear ids
  none,      ///< items ask for linear ids alone: the work-group is one row
};

/// The content of the loops. Each callback emits the code of a unit of work at the builder's end of
/// block, and may end in another block than it began:
///
/// * `item`: one work-item, required;
/// * `simdGroup`: `width` neighbours along `dimension`;
/// * `innerGroup`: a SIMD group of inner work-items (InnerRanges);
/// * `unrolled`: `unrollCount` SIMD groups, neighbours along `unrollDimension`;
/// * `maskedGroup`: the first lanes of a SIMD group, by an i64 from `leastRemainder` to `width`.
///
/// The current work-item, set before a callback, is the first of the unit.
struct WorkItemLoops {
  bool areMarked = true;  ///< loops over items and SIMD groups get itemLoopProperty (loop_marks.h)
  unsigned width = 1;
  unsigned dimension = 0;
  std::function<void(llvm::IRBuilder<> &)> item;
  std::function<void(llvm::IRBuilder<> &)> simdGroup;  ///< null: masked groups or items alone
  /// Runs the SIMD groups inside of `inner`, and `unrolled` several of them; null: others run all.
  std::function<void(llvm::IRBuilder<> &)> innerGroup;
  unsigned unrollDimension = 1;
  unsigned unrollCount = 1;
  std::function<void(llvm::IRBuilder<> &)> unrolled;  ///< null: SIMD groups one by one
  /// Runs remainders; null: they run item by item. Without `simdGroup` it runs all SIMD groups.
  std::function<void(llvm::IRBuilder<> &, llvm::Value *)> maskedGroup;
  unsigned leastRemainder = 1;
  /// `simdGroup` and `unrolled` are for SIMD groups inside of the range along `dimension`. The
  /// masked group, not null then, runs those at its ends.
  bool staysInSpan = false;
  /// SIMD groups run only in groups with all rows starting at a multiple of the width by linear id.
  /// Sub-group ids of the lanes have a known shape then.
  bool rowsAligned = false;
  /// Alike rows run in one loop, if no range narrows them.
  Rows rows = Rows::distinct;
  /// Items ask for global ids, which may reach 2^31. Local ids never do.
  bool asksGlobalIds = true;
  const ActiveRanges *ranges = nullptr;  ///< prepared; null: all work-items have an effect
  const InnerRanges *inner = nullptr;    ///< prepared; not null with `innerGroup`

  bool hasSimdGroups() const { return simdGroup || maskedGroup; }
  /// Returns true if the masked variant runs all SIMD groups, a row's last one included if it has
  /// enough lanes.
  bool masksAll() const { return maskedGroup && !simdGroup; }
  bool unrollsAlongSimdGroups() const { return unrollDimension == dimension; }
  /// Work-items per unrolled group, along the unrolled dimension.
  uint64_t unrollStep() const {
    return uint64_t{unrollCount} * (unrollsAlongSimdGroups() ? width : 1);
  }
  /// Returns true if the loops run over linear ids: SIMD groups then have lanes of several rows.
  bool hasOneRow() const {
    return rows == Rows::none && dimension == 0 && (!unrolled || unrollsAlongSimdGroups());
  }
  /// Returns true if a range narrows the dimension.
  bool narrows(unsigned along) const { return ranges && ranges->narrows(along); }
  /// Returns true if work-items at both ends of the dimension are no inner ones.
  bool hasBorders(unsigned along) const { return innerGroup && inner->narrows(along); }
};

/// Emits the loops at the builder's end of block; afterwards the builder is behind them. Each
/// work-item of the group runs exactly once, except for work-items without an effect (`ranges`):
/// they need not run.
///
/// * The loop along `dimension` is innermost. Work-items in no SIMD group come behind it, as a
///   masked group or one by one. Unrolled SIMD groups come before all others.
/// * If global ids may reach 2^31, and items ask for them, all work-items run one by one. In a SIMD
/// group an id truncated
///   to 32 bits thus is never negative, and keeps its stride.
/// * Loops test at their end (rotated form), as LLVM's vectorisers expect.
/// * LLVM's loop vectoriser is kept off. It knows less about work-items, and vectors without SIMD
///   groups have been found slower.
/// * Loops have properties of loop_marks.h for passes to skip them.
/// * Names of blocks and values begin with `item.`.
void emitForAllWorkItems(llvm::IRBuilder<> &builder, const WorkItemLoops &loops);

}  // namespace compiler::passes
