// Gives each kernel the entry point's signature that runtimes call (mux_entry_point_t).
#pragma once

#include <array>
#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Each kernel, which runs one work-group by now and takes the work-item context last,
/// becomes an internal function; a mux_entry_point_t (mux/abi.h) of the kernel's name loops
/// over a range of work-groups, finds each one's place and size, and calls it.
class EntryPointsPass : public llvm::PassInfoMixin<EntryPointsPass> {
 public:
  /// `maxWorkGroupSize` and `localSize` as in KernelOptions; 0 if unknown.
  explicit EntryPointsPass(uint64_t maxWorkGroupSize = 0, std::array<uint64_t, 3> localSize = {})
      : maxWorkGroupSize_(maxWorkGroupSize), localSize_(localSize) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  uint64_t maxWorkGroupSize_;
  std::array<uint64_t, 3> localSize_;
};

}  // namespace compiler::passes
