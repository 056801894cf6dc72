// Masks and blends
// ----------------
//
// Each node with a mask of its own has a variable, false at the start of an iteration. Each edge to
// it adds its lanes. Each replaced phi has a variable, too, and each edge stores its value for its
// own lanes. For the edges of `br i1 %c, label %B, label %C` in a block with mask M:
//
//      %toB = select i1 M, i1 %c, i1 false         ; no `and`: %c may be poison where M is false;
//      B.mask = or B.mask, %toB
//      B.x = select i1 %toB, %value, B.x           ; for each phi x of B;
//      %toC = select i1 M, i1 (not %c), i1 false   ; and so on for C
//
// The header of a divergent loop is an exception: its mask is *assigned* by the preheader and by
// the latch. The latch's mask holds the lanes that stay, and they are the next iteration's lanes. A
// lane that leaves writes the mask and the blends of its exit, not of the latch, as
// FlowEdge::original names the exit. The exit's variables live outside of the loop and collect
// lanes.
//
// A uniform branch keeps its edges, so the updates of each edge go to a block on the edge. The
// updates of a jump or of a divergent branch run in the block itself.
//
// A phi that is uniform for the lanes that come needs no select between lanes; one would make its
// value varying. It is a scalar select on kiln.any of the edge's lanes, or a plain store.

#include "vecz/linearize/lane_masks.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

// `start_` is behind the function's variables: the resets of the function's level go there.
LaneMasks::LaneMasks(Function &function, const FlowGraph &graph, const LinearPlan &plan,
                     const passes::UniformValues &uniformity, const SimdGroup &simdGroup)
    : function_(function), graph_(graph), plan_(plan), uniformity_(uniformity) {
  BasicBlock &entry = function.getEntryBlock();
  start_ = &*find_if(entry, [](const Instruction &each) { return !isa<AllocaInst>(each); });
  if (simdGroup.masked) {
    entryMask_ =
        CallInst::Create(declareEntryMask(*function.getParent()), "active", start_->getIterator());
  }
}

void LaneMasks::emit() {
  addMaskVariables();
  addBlends();
  for (unsigned node : graph_.sequence()) {
    emitEdges(node);
  }
}

BasicBlock *LaneMasks::edgeBlock(unsigned node, unsigned edge) const {
  return edgeBlocks_.lookup({node, edge});
}

Value *LaneMasks::mask(unsigned node, IRBuilder<> &builder) const {
  unsigned from = plan_[node].mask;
  if (from == noFlow) {
    return entryMask_;
  }
  return builder.CreateLoad(builder.getInt1Ty(), maskVariables_.lookup(from), "mask");
}

// Adds a variable in front of the first instruction of the function that is none.
AllocaInst *LaneMasks::addVariable(Type *type, const Twine &name) {
  IRBuilder<> builder(start_);
  variables_.push_back(builder.CreateAlloca(type, nullptr, name));
  return variables_.back();
}

Instruction *LaneMasks::iterationStart(unsigned node) const {
  unsigned loop = graph_[node].loop;
  return loop == noFlow ? start_ : &*graph_[graph_.loop(loop).header].block->getFirstInsertionPt();
}

// Adds the variables of masks. Headers are not reset: preheader and latch assign their masks.
void LaneMasks::addMaskVariables() {
  for (unsigned node = 0; node < graph_.size(); ++node) {
    if (plan_[node].mask != node) {
      continue;
    }
    Type *type = Type::getInt1Ty(function_.getContext());
    maskVariables_[node] = addVariable(type, graph_[node].block->getName() + ".mask");
    if (!graph_.isHeader(node)) {
      new StoreInst(ConstantInt::getFalse(type), maskVariables_[node],
                    iterationStart(node)->getIterator());
    }
  }
}

// Replaces phis by loads of variables. All phis are replaced before the incoming values of any are
// read, since phis may be each other's incoming values.
void LaneMasks::addBlends() {
  SmallVector<std::pair<PHINode *, Blend *>> replaced;
  for (unsigned node = 0; node < graph_.size(); ++node) {
    BasicBlock &block = *graph_[node].block;
    if (plan_[node].keepsPhis || block.empty() || !isa<PHINode>(block.front())) {
      continue;
    }
    SmallVector<Blend, 2> &blends = blends_[node];
    for (PHINode &phi : block.phis()) {
      auto isUndef = [](const Value *value) { return isa<UndefValue>(value); };
      blends.push_back({addVariable(phi.getType(), phi.getName()),
                        {},
                        uniformity_.isUniformAtDefinition(phi),
                        any_of(phi.incoming_values(), isUndef)});
    }
  }
  for (auto &[node, blends] : blends_) {
    BasicBlock &block = *graph_[node].block;
    for (auto [phi, blend] : zip(block.phis(), blends)) {
      auto *load = new LoadInst(phi.getType(), blend.variable, "", block.getFirstInsertionPt());
      load->setDebugLoc(phi.getDebugLoc());
      load->takeName(&phi);
      phi.replaceAllUsesWith(load);
      replaced.push_back({&phi, &blend});
    }
    for (Blend &blend : blends) {
      resetBlend(node, blend);
    }
  }
  for (auto [phi, blend] : replaced) {
    for (auto [from, value] : zip(phi->blocks(), phi->incoming_values())) {
      blend->incoming.push_back({from, value});
    }
  }
  for (auto [phi, blend] : replaced) {
    phi->eraseFromParent();
  }
}

// A lane without a value has poison, or undef if the phi had an undef entry, which a lane may have
// taken: poison would be a stronger promise than the phi's.
void LaneMasks::resetBlend(unsigned node, const Blend &blend) {
  Type *type = blend.variable->getAllocatedType();
  Value *initial = blend.mayBeUndef ? UndefValue::get(type) : PoisonValue::get(type);
  new StoreInst(initial, blend.variable, iterationStart(node)->getIterator());
}

// Emits the updates of all edges of a node in front of its terminator, or into blocks on the edges.
// Dispatch nodes have none: lanes have written the variables of the exits when they left.
void LaneMasks::emitEdges(unsigned number) {
  const FlowNode &node = graph_[number];
  if (graph_.isDispatch(number)) {
    return;
  }
  Instruction *terminator = node.block->getTerminator();
  IRBuilder<> builder(terminator);
  if (graph_.isLatch(number)) {
    const FlowLoop &loop = graph_.loop(node.loop);
    if (loop.divergent) {
      builder.CreateStore(mask(number, builder), maskVariables_[loop.header]);
    }
    return;
  }
  for (unsigned edge = 0; edge < node.edges.size(); ++edge) {
    unsigned target = node.edges[edge].original;
    if (!hasUpdates(target)) {
      continue;
    }
    if (node.divergent) {
      emitEdge(number, target, conditionOf(*cast<BranchInst>(terminator), target, builder),
               builder);
    } else if (node.edges.size() == 1) {
      emitEdge(number, target, nullptr, builder);
    } else {
      emitEdgeBlock(number, edge);
    }
  }
}

// The condition under which a lane takes the edge of a divergent branch.
Value *LaneMasks::conditionOf(const BranchInst &branch, unsigned target,
                              IRBuilder<> &builder) const {
  Value *condition = branch.getCondition();
  return branch.getSuccessor(0) == graph_[target].block ? condition : builder.CreateNot(condition);
}

// Creates the block of one edge of a uniform branch, and makes it the predecessor that the phis of
// the target name.
void LaneMasks::emitEdgeBlock(unsigned number, unsigned edge) {
  const FlowNode &node = graph_[number];
  unsigned target = node.edges[edge].original;
  auto *block = BasicBlock::Create(function_.getContext(), node.block->getName() + ".edge",
                                   &function_, node.block->getNextNode());
  edgeBlocks_[{number, edge}] = block;
  IRBuilder<> builder(block);
  builder.SetCurrentDebugLocation(node.block->getTerminator()->getDebugLoc());
  emitEdge(number, target, nullptr, builder);
  for (PHINode &phi : graph_[target].block->phis()) {
    Value *value = phi.getIncomingValueForBlock(node.block);
    phi.removeIncomingValueIf(
        [&](unsigned entry) { return phi.getIncomingBlock(entry) == node.block; },
        /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(value, block);
  }
}

// Returns true if an edge to the node has anything to write.
bool LaneMasks::hasUpdates(unsigned target) const {
  return plan_[target].mask == target || blends_.contains(target);
}

// Emits the updates of one edge. `condition` is null for an edge that all lanes of the node take.
void LaneMasks::emitEdge(unsigned node, unsigned target, Value *condition, IRBuilder<> &builder) {
  Value *lanes = mask(node, builder);
  // A select and no `and`: the condition of an inactive lane may be poison.
  if (condition) {
    lanes = lanes ? builder.CreateSelect(lanes, condition, builder.getFalse()) : condition;
  }
  if (plan_[target].mask == target) {
    AllocaInst *variable = maskVariables_[target];
    Value *all = lanes ? lanes : builder.getTrue();
    if (!graph_.isHeader(target)) {
      all = builder.CreateOr(builder.CreateLoad(builder.getInt1Ty(), variable), all);
    }
    builder.CreateStore(all, variable);
  }
  if (auto found = blends_.find(target); found != blends_.end()) {
    for (const Blend &blend : found->second) {
      emitBlend(blend, node, lanes, /*mayBeNobody=*/condition || plan_[node].speculative, builder);
    }
  }
}

// Stores the edge's value for `lanes` (null: all lanes). `mayBeNobody`: `lanes` may be empty.
//
// A uniform value is stored as a scalar, since a select between lanes would make it varying. It is
// frozen if another edge brings undef: the merge of both may then be folded to this value.
void LaneMasks::emitBlend(const Blend &blend, unsigned node, Value *lanes, bool mayBeNobody,
                          IRBuilder<> &builder) {
  const BasicBlock *from = graph_[node].block;
  Value *value = find_if(blend.incoming, [&](auto &each) { return each.first == from; })->second;
  if (isa<PoisonValue>(value) || (blend.uniform && isa<UndefValue>(value))) {
    return;
  }
  if (blend.uniform && blend.mayBeUndef) {
    value = builder.CreateFreeze(value);
  }
  if (blend.uniform) {
    lanes = lanes && mayBeNobody
                ? builder.CreateCall(declareAny(*function_.getParent()), lanes, "any")
                : nullptr;
  }
  if (lanes) {
    Value *old = builder.CreateLoad(value->getType(), blend.variable);
    value = builder.CreateSelect(lanes, value, old);
  }
  builder.CreateStore(value, blend.variable);
}

}  // namespace compiler::vecz
