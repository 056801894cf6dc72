#include "passes/barriers/barrier_plan.h"

#include "llvm/IR/InstIterator.h"
#include "passes/barriers/crossing_variables.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/sub_group_progress_pass.h"

namespace compiler::passes {

using namespace llvm;

BarrierPlan::BarrierPlan(Function &kernel)
    : kernel_(kernel), regions_(kernel), liveness_(kernel, regions_), uniformity_(kernel) {
  planVariables();
  planExchanges();
  planValues();
  pointersCross_ |= any_of(instructions(kernel), [](const Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && store->getValueOperand()->getType()->isPtrOrPtrVectorTy();
  });
  frame_.layOut();
}

void BarrierPlan::planVariables() {
  for (Instruction &instruction : kernel_.getEntryBlock()) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable) {
      continue;
    }
    variables_.push_back(variable);
    if (!crossesBarrier(*variable, regions_)) {
      continue;
    }
    auto size = variable->getAllocationSize(kernel_.getDataLayout());
    slots_[variable] = frame_.add(size ? size->getKnownMinValue() : 0, variable->getAlign());
  }
}

void BarrierPlan::planExchanges() {
  const DataLayout &layout = kernel_.getDataLayout();
  auto addSlot = [&](Type *type) {
    return frame_.add(layout.getTypeAllocSize(type), layout.getABITypeAlign(type));
  };
  for (auto [number, region] : enumerate(regions_.regions())) {
    CallInst *call = region.barrier;
    auto function = call ? groupFunction(*call) : std::nullopt;
    if (!function || call->use_empty()) {
      continue;
    }
    GroupExchange exchange{*function, call, call->getType()};
    exchange.slot = addSlot(memoryTypeOf(call->getType()));
    if (function->takesNumber()) {
      exchange.index = dyn_cast<ConstantInt>(call->getArgOperand(1));
      if (!exchange.index) {
        exchange.indexSlot = addSlot(call->getArgOperand(1)->getType());
      }
    }
    passages_[call] = function->isUniform() ? Passage::uniform : Passage::item;
    slots_[call] = exchange.slot;
    exchanges_[number] = exchange;
  }
}

void BarrierPlan::planValues() {
  const DataLayout &layout = kernel_.getDataLayout();
  RematerializableValues recomputable = recomputableValues(uniformity_);
  // Who is ahead may be in another round of a loop: what is the same for all is not so at once.
  const bool takesTurns = kernel_.hasFnAttribute(takesTurnsAttribute);
  for (Instruction *value : liveness_.crossing()) {
    Type *type = memoryTypeOf(value->getType());
    if (passages_.contains(value)) {
      continue;
    }
    if (recomputable.canCompute(*value)) {
      passages_[value] = Passage::recompute;
      continue;
    }
    pointersCross_ |= !type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy();
    if (!takesTurns && uniformity_.isUniform(*value)) {
      passages_[value] = Passage::uniform;
      continue;
    }
    passages_[value] = Passage::item;
    slots_[value] = frame_.add(layout.getTypeAllocSize(type), layout.getABITypeAlign(type));
  }
}

}  // namespace compiler::passes
