// Adds a variant of a kernel for work-groups of one work-item, whose group ids equal global ids.
#pragma once

#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Of kernels that ask for their group's id along x, but not for their place in it, and have
/// neither barriers nor local memory: what they do becomes two forms behind a comparison of the
/// local size with 1. In that for groups of one the group's id is computed from the global id, so
/// that groups may run as one (mergeSingleGroupsAttribute). `localSize` along x is known, or 0.
class SpecializeSingleItemGroupsPass : public llvm::PassInfoMixin<SpecializeSingleItemGroupsPass> {
 public:
  explicit SpecializeSingleItemGroupsPass(uint64_t localSize = 0) : localSize_(localSize) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  uint64_t localSize_;
};

}  // namespace compiler::passes
