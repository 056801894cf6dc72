#include "codegen/reduce_strength.h"

#include "ir/loop_marks.h"
#include "llvm/Analysis/IVUsers.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopPass.h"

namespace compiler {
namespace {

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
    if (passes::isSeldomRun(*loop)) {
      return false;
    }
    findAnalyses(manager);
    return reduction_->runOnLoop(loop, manager);
  }

 private:
  /// What the pass manager does for the passes that it knows.
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

/// Takes the place of LLVM's pass, by whose id strength reduction asks for it.
class InductionUsers final : public llvm::IVUsersWrapperPass {
 public:
  bool runOnLoop(llvm::Loop *loop, llvm::LPPassManager &manager) override {
    if (passes::isSeldomRun(*loop)) {
      return false;
    }
    hasRun_ = true;
    return IVUsersWrapperPass::runOnLoop(loop, manager);
  }

  /// Which LLVM's pass cannot do before its first loop.
  void releaseMemory() override {
    if (hasRun_) {
      IVUsersWrapperPass::releaseMemory();
    }
  }

 private:
  bool hasRun_ = false;
};

}  // namespace

llvm::Pass *createReduceStrengthPass(std::unique_ptr<llvm::LoopPass> reduction) {
  return new ReduceStrength(std::move(reduction));
}

llvm::Pass *createInductionUsersPass() {
  return new InductionUsers();
}

}  // namespace compiler
