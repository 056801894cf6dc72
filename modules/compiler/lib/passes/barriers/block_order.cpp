// Each loop is sorted on its own, with the loops directly inside it as single nodes. The edges of
// such a node are the loop's exits:
//
//   entry → header → body → header (back edge)        order: entry, {header, body}, exit
//              └───→ exit                             {…} is one node of the outer sort
//
// Topological sorting is a depth-first search (reverse post-order) without back edges and without
// edges out of the loop. Then each node of an inner loop is replaced by the order of its own
// blocks. The order is linear in the number of edges per level of loops. The search has its own
// stack, since functions of thousands of blocks would overflow the thread's.

#include "passes/barriers/block_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Computes the order in its constructor.
class FlowOrder {
 public:
  explicit FlowOrder(Function &function) : dominators_(function), loops_(dominators_) {
    emit(nullptr, &function.getEntryBlock());
  }

  SmallVector<BasicBlock *> take() { return std::move(order_); }

 private:
  // The loop directly inside `outer` (null: the function) with the block in it; null if there is
  // none.
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

  // The node of a block in the sort of `outer`: the header stands for a whole inner loop.
  BasicBlock *nodeOf(BasicBlock *block, const Loop *outer) const {
    Loop *inner = innerLoop(block, outer);
    return inner ? inner->getHeader() : block;
  }

  // Successors of a node: exits of the loop if the node is one, else successors of the block.
  SmallVector<BasicBlock *> successorsOf(BasicBlock *node, const Loop *outer) const {
    if (Loop *inner = innerLoop(node, outer)) {
      SmallVector<BasicBlock *> exits;
      inner->getUniqueExitBlocks(exits);
      return exits;
    }
    return SmallVector<BasicBlock *>(successors(node));
  }

  // Depth-first search over nodes inside `outer`; appends nodes to `last` in post-order.
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
      auto &[current, successors] = open.back();
      if (successors.empty()) {
        last.push_back(current);
        open.pop_back();
        continue;
      }
      BasicBlock *next = successors.pop_back_val();
      if (!outer || outer->contains(next)) {
        enter(nodeOf(next, outer));
      }
    }
  }

  // Appends the blocks of one loop, or of the function, to the result.
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
