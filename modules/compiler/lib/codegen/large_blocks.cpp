// LLVM selects instructions for one block at a time, and to fold a load into its user it looks
// for ways between them through all of the block: for thousands of statements in a row that is
// nearly all of the time of a build, and grows with the square of their number. Where a
// block ends makes next to no difference to code of that length.

#include "codegen/large_blocks.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

namespace compiler {
namespace {

bool isLarge(const llvm::BasicBlock &block) {
  return block.size() > 2 * size_t{maxBlockSize};
}

bool hasLargeBlocks(const llvm::Function &function) {
  return llvm::any_of(function, isLarge);
}

/// The first instruction that may begin a block: variables stay together.
llvm::BasicBlock::iterator firstSplit(llvm::BasicBlock &block) {
  auto first = block.getFirstNonPHIIt();
  for (auto each = first; each != block.end(); ++each) {
    if (llvm::isa<llvm::AllocaInst>(*each)) {
      first = std::next(each);
    }
  }
  return first;
}

void split(llvm::BasicBlock &block) {
  llvm::BasicBlock *rest = &block;
  auto next = firstSplit(block);
  while (true) {
    for (unsigned size = 0; size < maxBlockSize && next != rest->end(); ++size) {
      ++next;
    }
    if (next == rest->end() || next->isTerminator()) {
      return;
    }
    rest = rest->splitBasicBlock(next, "next");
    next = rest->begin();
  }
}

class SplitLargeBlocks final : public llvm::FunctionPass {
 public:
  static char ID;
  SplitLargeBlocks() : FunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "Split large blocks"; }

  bool runOnFunction(llvm::Function &function) override {
    llvm::SmallVector<llvm::BasicBlock *> large;
    for (llvm::BasicBlock &block : function) {
      if (isLarge(block)) {
        large.push_back(&block);
      }
    }
    for (llvm::BasicBlock *block : large) {
      split(*block);
    }
    return !large.empty();
  }
};

char SplitLargeBlocks::ID = 0;

}  // namespace

bool hasLargeBlocks(const llvm::Module &module) {
  return llvm::any_of(module,
                      [](const llvm::Function &function) { return hasLargeBlocks(function); });
}

llvm::FunctionPass *createSplitLargeBlocksPass() {
  return new SplitLargeBlocks;
}

}  // namespace compiler
