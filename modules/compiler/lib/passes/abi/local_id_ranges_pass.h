// Records the ranges of local ids, and makes known local sizes constants.
#pragma once

#include <array>
#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Gives each call of __mux_get_local_id the range from 0 to the size of its dimension: that of all
/// launches if it is known, or the largest one of the device. So divisions of ids by powers of 2
/// become shifts. No group is longer: kernels that ask for local ids are never merged
/// (mark_group_invariant_pass.h). Then marks each `or` whose operands have no bit in common
/// as disjoint: `256 * group | id` is a sum, and its stride among work-items is known.
///
/// A known size is also recorded for the vectoriser (enqueuedSizeProperties): SIMD groups are at
/// most as wide. Calls that ask for it become constants: the enqueued local size always, that of a
/// group if none is smaller.
///
/// Clang and LLVM write such sums as `or`, and SPIR-V has no flag for it. Without the mark the
/// index is stored for each work-item at a barrier (rematerialization.h) and has no stride behind.
///
/// * The size is reqd_work_group_size, or `localSize` of a specialised kernel (launch_sizes.h). A
///   launch with another one is rejected.
/// * Expects kernels for one work-item, with all barriers inlined, before SplitBarriersPass. Behind
///   it, the same holds in work-item functions: inlined functions have brought calls without a
///   range, and LLVM takes the range of an equal call in the kernel away.
/// * Preserves the control-flow graph. No attributes of functions and no errors.
class LocalIdRangesPass : public llvm::PassInfoMixin<LocalIdRangesPass> {
 public:
  /// `localSize` in x, y and z, if it is the only one of all launches, or zeros. `maxWorkGroupSize`
  /// is 0 if it is unknown.
  explicit LocalIdRangesPass(const std::array<uint64_t, 3> &localSize = {},
                             uint64_t maxWorkGroupSize = 0)
      : localSize_(localSize), maxWorkGroupSize_(maxWorkGroupSize) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);

 private:
  std::array<uint64_t, 3> localSize_;
  uint64_t maxWorkGroupSize_;
};

}  // namespace compiler::passes
