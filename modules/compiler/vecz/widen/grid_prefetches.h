// Prefetches memory for loops in which work-items stride over the whole grid.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Adds prefetches to loops of a SIMD function that count by the global size:
///
///   for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i];
///
/// Each iteration of a SIMD group reads a line of another page, where no prefetcher of a processor
/// has brought it. Runs once per SIMD function, behind widening. Prefetches never fault.
void prefetchGridStrides(llvm::Function &simdFunction);

}  // namespace compiler::vecz
