// Sinks computations into the rarely executed blocks that alone use them.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Moves vectors that are used in rarely executed blocks only into these blocks, and removes unused
/// indices and addresses. An access may have several variants behind each other, for instance; the
/// vector of addresses then serves the last one alone.
///
/// Unlikely are the second successors of branches with markUnlikely() (ir/unlikely_branches.h), and
/// blocks behind failed checks of strides (checked_strides.h). Runs once per SIMD function, at the
/// end of widen().
void sinkColdValues(llvm::Function &simdFunction);

}  // namespace compiler::vecz
