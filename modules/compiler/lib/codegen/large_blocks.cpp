// Splitting of long blocks
// ------------------------
// SelectionDAG selects instructions for one basic block at a time. To fold a load into its user, it
// searches the block's graph for paths between the two. In a straight line of many thousand
// statements (unrolled ciphers, generated code) this search is nearly all of a build's time, and
// grows with the square of the block's length. So does CodeGenPrepare's: it numbers the
// instructions of a block anew for each one whose operands could be sunk.
//
//   block: i0 ... i4999        block: i0 ... i999, br next
//                        ->    next:  i1000 ... i1999, br next1
//                              ...
//
// A boundary between two blocks hides a few foldings from the selector, which makes no measurable
// difference in code of this length. Values that cross a boundary live in virtual registers.
//
// CodeGenPrepare joins blocks after each of its rounds, except for those whose address is taken. So
// the new blocks have an address in front of it, used by nobody, and lose it behind.

#include "codegen/large_blocks.h"

#include "llvm/IR/Constants.h"
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

/// Splits one block; the last piece may be short. Takes the addresses of the new blocks on request.
void split(llvm::BasicBlock &block, bool takesAddresses) {
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
    if (takesAddresses) {
      llvm::BlockAddress::get(rest);
    }
  }
}

/// Drops the addresses of blocks that nobody uses.
void dropAddresses(llvm::Function &function) {
  for (const llvm::BasicBlock &block : function) {
    llvm::BlockAddress *address = llvm::BlockAddress::lookup(&block);
    if (address && address->use_empty()) {
      address->destroyConstant();
    }
  }
}

/// The legacy pass, as code generation needs it.
class SplitLargeBlocks final : public llvm::FunctionPass {
 public:
  static char ID;
  explicit SplitLargeBlocks(BlockPlace place) : FunctionPass(ID), place_(place) {}

  llvm::StringRef getPassName() const override { return "Split large blocks"; }

  bool runOnFunction(llvm::Function &function) override {
    if (place_ == BlockPlace::behindPreparation) {
      dropAddresses(function);
    }
    llvm::SmallVector<llvm::BasicBlock *> large;
    for (llvm::BasicBlock &block : function) {
      if (isLarge(block)) {
        large.push_back(&block);
      }
    }
    for (llvm::BasicBlock *block : large) {
      split(*block, place_ == BlockPlace::beforePreparation);
    }
    return !large.empty();
  }

 private:
  BlockPlace place_;
};

char SplitLargeBlocks::ID = 0;

}  // namespace

bool hasLargeBlocks(const llvm::Module &module) {
  return llvm::any_of(module,
                      [](const llvm::Function &function) { return hasLargeBlocks(function); });
}

llvm::FunctionPass *createSplitLargeBlocksPass(BlockPlace place) {
  return new SplitLargeBlocks(place);
}

}  // namespace compiler
