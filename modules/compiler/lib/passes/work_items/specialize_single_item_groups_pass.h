// Adds a variant of a kernel for work-groups of one work-item, whose group ids equal global ids.
#pragma once

#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Duplicates the body of candidate kernels behind a comparison of the enqueued local size along x
/// with 1. In the copy for groups of one, get_group_id(0) is get_global_id(0) -
/// get_global_offset(0), and get_local_size(0) is 1: the copy is work-group-invariant.
///
/// * Candidates ask for their group's id along x, are work-group-invariant otherwise (no local ids,
///   no barriers, no local memory), and have at most 400 instructions.
/// * Writes "kiln-merge-single-groups": EntryPointsPass merges groups if the local size along x is
///   1.
/// * Expects kernels for one work-item, before SplitBarriersPass and OutlineWorkItemsPass.
///   SplitVariantsPass makes two work-item functions of the two copies later.
class SpecializeSingleItemGroupsPass : public llvm::PassInfoMixin<SpecializeSingleItemGroupsPass> {
 public:
  /// `localSize` along x, if it is the only one of all launches, or 0. Nothing happens if it is
  /// over 1.
  explicit SpecializeSingleItemGroupsPass(uint64_t localSize = 0) : localSize_(localSize) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);

 private:
  uint64_t localSize_;
};

}  // namespace compiler::passes
