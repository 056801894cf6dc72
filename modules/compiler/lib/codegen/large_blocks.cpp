// Splitting of long blocks
// ------------------------
// SelectionDAG selects instructions for one basic block at a time. To fold a load into its user, it
// searches the block's graph for paths between the two. In a straight line of many thousand
// statements (unrolled ciphers, generated code) this search is nearly all of a build's time, and
// grows with the square of the block's length.
//
//   block: i0 ... i4999        block: i0 ... i999, br next
//                        ->    next:  i1000 ... i1999, br next1
//                              ...
//
// A boundary between two blocks hides a few foldings from the selector, which makes no measurable
// difference in code of this length. Values that cross a boundary live in virtual registers.

#include "codegen/large_blocks.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

namespace compiler {
namespace {

/// Returns true for a block that is split. The factor of two avoids short remainders.
bool isLarge(const llvm::BasicBlock &block) {
  return block.size() > 2 * size_t{maxBlockSize};
}

/// Likewise for a function.
bool hasLargeBlocks(const llvm::Function &function) {
  return llvm::any_of(function, isLarge);
}

/// Returns the first place where a new block may begin: behind the phis and the last alloca.
llvm::BasicBlock::iterator firstSplit(llvm::BasicBlock &block) {
  auto first = block.getFirstNonPHIIt();
  for (auto each = first; each != block.end(); ++each) {
    if (llvm::isa<llvm::AllocaInst>(*each)) {
      first = std::next(each);
    }
  }
  return first;
}

/// Splits one block; the last piece may be short.
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

/// The legacy pass, as code generation needs it.
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
