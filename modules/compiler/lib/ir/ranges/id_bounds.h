// Ids of work-items in comparisons, and the work-items left by a bound of an id.
//
//   (int)get_global_id(0) - 1 + j < n          j counts from 0 to 2
//
// The left side is an id, cut to 32 bits, and a number from -1 to 1. Nothing here changes IR but
// toLocal(), with no effect besides the values emitted. There are no errors.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// The function an id comes from. Linear ids count the work-items of a group in all dimensions;
/// their bounds depend on the row.
enum class IdOrigin : uint8_t { local, global, linear };

/// An id in a comparison.
struct Id {
  IdOrigin origin;
  unsigned dimension;  ///< below 3; 0 for linear ids
  bool cut = false;    ///< truncated to at least 31 bits, or compared as a signed number
  unsigned size = 1;   ///< the value is the id divided by this (a sub-group's number)
};

/// Recognises an id under casts and masks; nothing for other values. Casts of 32 bits count, for
/// programs keep ids in an int: such an id is cut, and right below 2^31 alone.
std::optional<Id> idOf(const llvm::Value *value);

/// An id plus a number in a known range. The number need not be the same in all work-items:
/// `x + j - 2` with a loop's j from 0 to 4.
struct IdSum {
  Id id;
  int64_t least = 0;  ///< the smallest number beside the id
  int64_t most = 0;   ///< the largest one
  /// The least number beside the id under a zero extension, or 0: a negative sum is a large number
  /// there.
  int64_t leastExtended = 0;
};

/// The largest number beside an id, in each part of a sum. Any sum of ids below 2^31 less this has
/// no overflow in 32 bits.
inline constexpr int64_t maxNumberBesideId = 1 << 16;

/// Choices of a smaller or larger value, and the operands taken for them: for work-items in
/// question the choice is always the same.
using FoldedChoices = llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 4>;

/// Recognises sums of an id and numbers, under casts. The sum is exact for ids up to 2^31 less
/// maxNumberBesideId, from -leastExtended on.
std::optional<IdSum> idSumOf(const llvm::Value *value, const FoldedChoices &folded);

/// Work-items from `first` up to, and without, `end`, by their local id in one dimension. Both are
/// i64 values. An empty span has `end` <= `first`; unsigned.
struct ItemSpan {
  llvm::Value *first;
  llvm::Value *end;
};

/// Bounds of ids, as i64 values; null means none. A comparison gives one of them as a rule: the
/// first id from `x >= 3`, the end from `x < n`. Unsigned comparisons of sums give both.
struct IdLimits {
  llvm::Value *first = nullptr;
  llvm::Value *end = nullptr;  ///< behind the last one
};

/// Emits the bounds of local ids for bounds of global ids (i64, not negative). None if a truncation
/// might lose ids; SIMD groups do not run in such launches.
IdLimits toLocal(llvm::IRBuilder<> &builder, const Id &id, IdLimits limits);

}  // namespace compiler::passes
