// Finds accesses of loops in which work-items stride over the whole grid.
//
//   for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i];
//
// Neighbours read a[i] together, and the next iteration is in another page. Work-items one by one
// come back to each line when it has left the cache, and no processor prefetches across pages. So
// the cost model and the prefetches of SIMD functions ask here.
#pragma once

#include <optional>

#include "vecz/analysis/linear_address.h"

namespace llvm {
class Loop;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true if a counter of the loop grows by the size of the grid. Other loops have no
/// GridStride, and this test is the cheaper one.
bool countsByGrid(const llvm::Loop &loop);

/// How an address goes on from iteration to iteration.
struct GridStride {
  const llvm::Value *counter;  ///< the term of the address that counts
  llvm::Value *step;           ///< what it grows by, an integer that the loop does not change
  int64_t scale;               ///< bytes for each
};

/// The stride of an address in a loop; nothing without exactly one term that counts by the size of
/// the grid. That is the global size along any dimension, or a product with it or with the number
/// of groups.
///
/// The counter is a phi of the loop's header, perhaps extended, truncated or with a constant added.
/// For scalar and SIMD functions. Changes nothing, and is thread-safe.
std::optional<GridStride> gridStrideOf(const LinearAddress &address, const llvm::Loop &loop);

}  // namespace compiler::vecz
