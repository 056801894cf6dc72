// Wraps each work-item function in loops over the work-items of a work-group.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks a work-group function whose work-items run in SIMD groups, except for remainders. The late
/// pipeline spares it LLVM's SLP vectoriser.
inline constexpr char inSimdGroupsAttribute[] = "kiln-in-simd-groups";

/// Marks a work-group function that stays a call: one of several in a large kernel. The late
/// pipeline spares it some passes, and such functions may be compiled on several threads
/// (codegen/code_partitions.h, decision 011).
inline constexpr char outlinedRegionAttribute[] = "kiln-outlined-region";

/// Replaces the single call in each work-group function by loops over all work-items of the group
/// (work_item_loop_builder.h). They call the vector variants where these exist.
///
/// * Expects work-group functions with one call, and variants named by "kiln-vector-variant",
///   "kiln-masked-variant" and "kiln-unrolled-variant" (the vectoriser). Reads "kiln-least-lanes".
/// * Afterwards work-item functions and variants are alwaysinline, unless a debugger needs them as
///   functions of their own. So are work-group functions, unless there are several in a kernel with
///   over 2,000 instructions in all ("kiln-outlined-region").
/// * Writes "kiln-in-simd-groups" and "kiln-outlined-region". No errors.
class WorkItemLoopsPass : public llvm::PassInfoMixin<WorkItemLoopsPass> {
 public:
  /// `marksLoops`: loops over work-items and SIMD groups get itemLoopProperty (ir/loop_marks.h).
  explicit WorkItemLoopsPass(bool marksLoops = true) : marksLoops_(marksLoops) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  bool marksLoops_;
};

}  // namespace compiler::passes
