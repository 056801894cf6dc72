#include "vecz/linearize/lane_masks.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

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

AllocaInst *LaneMasks::addVariable(Type *type, const Twine &name) {
  IRBuilder<> builder(start_);
  variables_.push_back(builder.CreateAlloca(type, nullptr, name));
  return variables_.back();
}

Instruction *LaneMasks::iterationStart(unsigned node) const {
  unsigned loop = graph_[node].loop;
  return loop == noFlow ? start_ : &*graph_[graph_.loop(loop).header].block->getFirstInsertionPt();
}

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

/// All phis are replaced before any is looked into: they bring each other's values.
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

void LaneMasks::resetBlend(unsigned node, const Blend &blend) {
  Type *type = blend.variable->getAllocatedType();
  Value *initial = blend.mayBeUndef ? UndefValue::get(type) : PoisonValue::get(type);
  new StoreInst(initial, blend.variable, iterationStart(node)->getIterator());
}

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

Value *LaneMasks::conditionOf(const BranchInst &branch, unsigned target,
                              IRBuilder<> &builder) const {
  Value *condition = branch.getCondition();
  return branch.getSuccessor(0) == graph_[target].block ? condition : builder.CreateNot(condition);
}

/// What only the one way of a uniform branch does.
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

bool LaneMasks::hasUpdates(unsigned target) const {
  return plan_[target].mask == target || blends_.contains(target);
}

void LaneMasks::emitEdge(unsigned node, unsigned target, Value *condition, IRBuilder<> &builder) {
  Value *lanes = mask(node, builder);
  // An inactive lane's condition may be poison, which an `and` would let through.
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

/// Where all lanes that come bring the same, a select between lanes would hide it.
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
