// Wrappers around two passes of LLVM's legacy pass manager: they skip loops marked as rarely
// executed.
//
// A wrapped pass is unknown to the pass manager, so its required analyses have to be looked up
// here. LLVM's strength reduction asks for the analysis of users by its pass id, which
// InductionUsers inherits; so the manager takes the wrapper for LLVM's own pass.

#include "codegen/reduce_strength.h"

#include "ir/loop_marks.h"
#include "llvm/Analysis/IVUsers.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopPass.h"

namespace compiler {
namespace {

/// LLVM's pass with a filter for loops.
class ReduceStrength final : public llvm::LoopPass {
 public:
  static char ID;
  explicit ReduceStrength(std::unique_ptr<llvm::LoopPass> reduction)
      : LoopPass(ID), reduction_(std::move(reduction)) {}

  llvm::StringRef getPassName() const override { return reduction_->getPassName(); }

  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    reduction_->getAnalysisUsage(usage);
  }

  bool runOnLoop(llvm::Loop *loop, llvm::LPPassManager &manager) override {
    if (passes::isRarelyExecuted(*loop)) {
      return false;
    }
    findAnalyses(manager);
    return reduction_->runOnLoop(loop, manager);
  }

 private:
  /// Connects the wrapped pass with its analyses, as the manager does for its own passes.
  void findAnalyses(llvm::LPPassManager &manager) {
    if (!reduction_->getResolver()) {
      reduction_->setResolver(new llvm::AnalysisResolver(manager));
    }
    reduction_->getResolver()->clearAnalysisImpls();
    manager.initializeAnalysisImpl(reduction_.get());
  }

  std::unique_ptr<llvm::LoopPass> reduction_;
};

char ReduceStrength::ID = 0;

/// LLVM's analysis with the same filter; it has LLVM's pass id.
class InductionUsers final : public llvm::IVUsersWrapperPass {
 public:
  bool runOnLoop(llvm::Loop *loop, llvm::LPPassManager &manager) override {
    if (passes::isRarelyExecuted(*loop)) {
      return false;
    }
    hasRun_ = true;
    return IVUsersWrapperPass::runOnLoop(loop, manager);
  }

  /// LLVM's releaseMemory() would use a null pointer before the first loop.
  void releaseMemory() override {
    if (hasRun_) {
      IVUsersWrapperPass::releaseMemory();
    }
  }

 private:
  bool hasRun_ = false;  ///< on some loop
};

}  // namespace

llvm::Pass *createReduceStrengthPass(std::unique_ptr<llvm::LoopPass> reduction) {
  return new ReduceStrength(std::move(reduction));
}

llvm::Pass *createInductionUsersPass() {
  return new InductionUsers();
}

}  // namespace compiler
