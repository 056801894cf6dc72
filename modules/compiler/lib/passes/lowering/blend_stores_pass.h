// Replaces masked stores by blends with the old elements where nobody else can see them.
#pragma once

#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Turns a masked store to local memory into a load of all elements, a select and a store; likewise
/// to a private variable that has all of the elements. One thread runs all work-items of a group,
/// so nobody writes an inactive element meanwhile.
///
/// For targets with slow masks (TargetHooks::hasSlowMasks), and at the end of the pipeline: code
/// generation would make a masked store of a load, a select and a store, so the load is volatile
/// there, in blends of the program, too.
class BlendStoresPass : public llvm::PassInfoMixin<BlendStoresPass> {
 public:
  /// `localSlack` is DeviceProperties::localMemorySlack; longer vectors keep their masks.
  explicit BlendStoresPass(uint64_t localSlack) : localSlack_(localSlack) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);

 private:
  uint64_t localSlack_;
};

}  // namespace compiler::passes
