// A loop's blocks and the loops directly inside of it, each of these taken as one node, are sorted
// topologically without the edges that go back to the loop's header or leave it; then each inner
// loop is replaced by its own order.

#include "passes/barriers/block_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

namespace compiler::passes {

using namespace llvm;

namespace {

class FlowOrder {
 public:
  explicit FlowOrder(Function &function) : dominators_(function), loops_(dominators_) {
    emit(nullptr, &function.getEntryBlock());
  }

  SmallVector<BasicBlock *> take() { return std::move(order_); }

 private:
  /// The loop directly inside of `outer` that the block is in, or null if that is none.
  Loop *innerLoop(BasicBlock *block, const Loop *outer) const {
    Loop *loop = loops_.getLoopFor(block);
    if (loop == outer) {
      return nullptr;
    }
    while (loop && loop->getParentLoop() != outer) {
      loop = loop->getParentLoop();
    }
    return loop;
  }

  /// The header stands for all of an inner loop.
  BasicBlock *nodeOf(BasicBlock *block, const Loop *outer) const {
    Loop *inner = innerLoop(block, outer);
    return inner ? inner->getHeader() : block;
  }

  SmallVector<BasicBlock *> successorsOf(BasicBlock *node, const Loop *outer) const {
    if (Loop *inner = innerLoop(node, outer)) {
      SmallVector<BasicBlock *> exits;
      inner->getUniqueExitBlocks(exits);
      return exits;
    }
    return SmallVector<BasicBlock *>(successors(node));
  }

  void visit(BasicBlock *node, const Loop *outer, SmallPtrSetImpl<BasicBlock *> &seen,
             SmallVectorImpl<BasicBlock *> &last) {
    SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *>>> open;
    auto enter = [&](BasicBlock *next) {
      if (seen.insert(next).second) {
        open.push_back({next, successorsOf(next, outer)});
      }
    };
    enter(node);
    while (!open.empty()) {
      auto &[current, ways] = open.back();
      if (ways.empty()) {
        last.push_back(current);
        open.pop_back();
        continue;
      }
      BasicBlock *next = ways.pop_back_val();
      if (!outer || outer->contains(next)) {
        enter(nodeOf(next, outer));
      }
    }
  }

  void emit(const Loop *outer, BasicBlock *entry) {
    SmallPtrSet<BasicBlock *, 16> seen;
    SmallVector<BasicBlock *> last;
    visit(entry, outer, seen, last);
    for (BasicBlock *node : reverse(last)) {
      if (Loop *inner = innerLoop(node, outer)) {
        emit(inner, inner->getHeader());
      } else {
        order_.push_back(node);
      }
    }
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  SmallVector<BasicBlock *> order_;
};

}  // namespace

SmallVector<BasicBlock *> flowOrder(Function &function) {
  return FlowOrder(function).take();
}

}  // namespace compiler::passes
