// Prepares work-group functions of large kernels that are called and not inlined.
#pragma once

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::passes {

/// What is known of groups' sizes when code is generated; 0 is unknown.
struct KnownSizes {
  std::array<uint64_t, 3> enqueued = {};
  std::array<uint64_t, 3> group = {};   ///< of any group that runs
  std::array<uint64_t, 3> atMost = {};  ///< of any group that runs
};

/// Work-group functions that `group`, a kernel for one work-group, calls and that are not to be
/// inlined read the context once, where they begin, into a copy of their own. There they count
/// through the work-items, and the copy becomes values as the entry point's context does where all
/// is inlined. What is known of sizes is known there, too.
void prepareOutlinedRegions(llvm::Function &group, const KnownSizes &sizes);

}  // namespace compiler::passes
