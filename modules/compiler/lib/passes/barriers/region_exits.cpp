#include "passes/barriers/region_exits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "passes/barriers/group_arrays.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Rewrites uses outside of the definition's block and in phis. A use in the same block comes behind
// the definition: LLVM's SSA form leaves no other order without a phi.
void rewriteUses(Instruction &definition, SSAUpdater &definitions) {
  SmallVector<Use *> uses;
  for (Use &use : definition.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (isa<PHINode>(user) || user->getParent() != definition.getParent()) {
      uses.push_back(&use);
    }
  }
  for (Use *use : uses) {
    definitions.RewriteUse(*use);
  }
}

// Continuations that a work-item may return from `start` on.
SmallSet<unsigned, 4> exitsReachableFrom(BasicBlock *start) {
  SmallSetVector<BasicBlock *, 16> blocks;
  blocks.insert(start);
  SmallSet<unsigned, 4> exits;
  for (unsigned next = 0; next < blocks.size(); ++next) {
    BasicBlock *block = blocks[next];
    blocks.insert_range(successors(block));
    if (auto *result = dyn_cast<ReturnInst>(block->getTerminator())) {
      exits.insert(cast<ConstantInt>(result->getReturnValue())->getZExtValue());
    }
  }
  return exits;
}

// The last instructions in front of a block's end, in their order.
SmallVector<Instruction *> lastBefore(Instruction &end, size_t count) {
  SmallVector<Instruction *> last(count);
  Instruction *at = &end;
  for (Instruction *&each : reverse(last)) {
    at = at->getPrevNode();
    each = at;
  }
  return last;
}

}  // namespace

BasicBlock *RegionExits::copyOf(BasicBlock *block) const {
  return cast<BasicBlock>(copies_.lookup(block));
}

void RegionExits::returnContinuations() {
  const BarrierPlan &plan = values_.plan();
  for (BasicBlock *block : values_.region().blocks) {
    Instruction *end = copyOf(block)->getTerminator();
    unsigned next = plan.regions().regionAfter(block);
    if (next == 0 && !isa<ReturnInst>(end)) {
      continue;
    }
    IRBuilder<> builder(end);
    if (next != 0) {
      ArrayRef<CallInst *> calls = plan.regions().regions()[next].calls;
      const SmallVector<Instruction *> copies = lastBefore(*end, calls.size());
      ArrayRef<GroupExchange> exchanges = plan.exchanges(next);  // of some calls, in their order
      for (auto [call, copy] : zip_equal(calls, copies)) {
        if (!exchanges.empty() && exchanges.front().call == call) {
          storeOperands(builder, *cast<CallInst>(copy), exchanges.consume_front());
        }
        copy->eraseFromParent();
      }
    }
    ReturnInst *result = builder.CreateRet(builder.getInt32(next));
    end->eraseFromParent();
    returns_[next].push_back(result);
  }
}

void RegionExits::storeOperands(IRBuilder<> &builder, const CallInst &call,
                                const GroupExchange &exchange) {
  store(builder, call.getArgOperand(0), memoryTypeOf(exchange.type), exchange.slot);
  if (exchange.function.takesNumber() && !exchange.index) {
    builder.CreateStore(call.getArgOperand(1), entry_.slotAddress(exchange.indexSlot));
  }
}

void RegionExits::store(IRBuilder<> &builder, Value *value, Type *type, unsigned slot) {
  if (value->getType()->isIntegerTy()) {
    value = builder.CreateZExt(value, type);
  }
  builder.CreateStore(value, entry_.slotAddress(slot));
}

// Values with two definitions come first, then values for other regions, each once.
void RegionExits::passValues() {
  SmallSetVector<Instruction *, 16> values;
  for (Instruction *value : values_.incoming()) {
    if (values_.isDefinedHere(value)) {
      values.insert(value);
    }
  }
  values.insert_range(values_.outgoing());
  for (Instruction *value : values) {
    passValue(value);
  }
}

void RegionExits::passValue(Instruction *value) {
  auto *definition = cast<Instruction>(copies_.lookup(value));
  SSAUpdater definitions;
  definitions.Initialize(value->getType(), value->getName());
  definitions.AddAvailableValue(definition->getParent(), definition);
  if (Value *before = entry_.incoming(value)) {
    definitions.AddAvailableValue(entry_.block(), before);
    rewriteUses(*definition, definitions);
  }
  if (values_.plan().passage(value) != Passage::recompute) {
    storeAtExits(value, definitions);
  }
}

void RegionExits::storeAtExits(const Instruction *value, SSAUpdater &definitions) {
  const BarrierPlan &plan = values_.plan();
  for (auto &[next, returns] : returns_) {
    if (next == 0 || !is_contained(plan.liveness().liveInto(next), value)) {
      continue;
    }
    for (ReturnInst *result : returns) {
      Value *last = definitions.GetValueAtEndOfBlock(result->getParent());
      IRBuilder<> builder(result);
      if (plan.passage(value) == Passage::uniform) {
        builder.CreateStore(last, signature_.address(value));
      } else if (!entry_.isContentOf(plan.slot(value), *last)) {
        store(builder, last, memoryTypeOf(last->getType()), plan.slot(value));
      }
    }
  }
}

SmallVector<unsigned> RegionExits::continuations() const {
  SmallVector<unsigned> continuations;
  for (const auto &[next, returns] : returns_) {
    continuations.push_back(next);
  }
  sort(continuations);
  return continuations;
}

// A divergent branch matters if the paths from its successors do not meet before the function's
// returns and lead to more than one exit. Post-dominance answers the first.
bool RegionExits::diverge() const {
  if (returns_.size() < 2) {
    return false;
  }
  PostDominatorTree postDominators(signature_.function());
  return any_of(values_.region().blocks, [&](BasicBlock *block) {
    if (!values_.plan().uniformity().branchDiverges(*block)) {
      return false;
    }
    BasicBlock *copy = copyOf(block);
    auto *node = postDominators.getNode(copy);
    bool meets = node && node->getIDom() && node->getIDom()->getBlock();
    return !meets && exitsReachableFrom(copy).size() > 1;
  });
}

}  // namespace compiler::passes
