#include "ir/unlikely_branches.h"

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace compiler {

using namespace llvm;

namespace {

constexpr char unlikelyMetadata[] = "kiln.unlikely";

}  // namespace

void markUnlikely(BranchInst &branch) {
  branch.setMetadata(unlikelyMetadata, MDNode::get(branch.getContext(), {}));
}

bool isUnlikely(const BranchInst &branch) {
  return branch.hasMetadata(unlikelyMetadata);
}

bool isUnlikely(const BasicBlock &block) {
  const BasicBlock *before = block.getSinglePredecessor();
  const auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  return branch && branch->isConditional() && isUnlikely(*branch) &&
         branch->getSuccessor(1) == &block;
}

}  // namespace compiler
