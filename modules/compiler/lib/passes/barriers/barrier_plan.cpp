// The order of decisions for values which are live across a barrier, cheapest first:
//
// 1. Results of collective functions pass through their exchange.
// 2. A value made of ids and arguments by a few operations is recomputed (rematerialization.h). It
//    costs no memory, and a vector variant sees its shape (uniform or strided) again.
// 3. A uniform value is stored once per work-group, in a variable of the region dispatcher.
// 4. All others get a slot per work-item in the frame.
//
// Independent progress (sub_group_progress_pass.h) forbids step 3: at one time, work-items may be
// in different iterations of a loop. A value with the same sequence for all is then not the same at
// once.

#include "passes/barriers/barrier_plan.h"

#include "ir/lane_constants.h"
#include "llvm/IR/InstIterator.h"
#include "passes/barriers/crossing_variables.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/sub_group_progress_pass.h"

namespace compiler::passes {

using namespace llvm;

// Members are initialised in dependency order: regions change the kernel, liveness and uniformity
// read the result.
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

// Variables live across a barrier get a slot each, with their own alignment.
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

// The index operand, if it is known: of a work-group one number, of a sub-group a vector.
Constant *BarrierPlan::constantIndex(const GroupFunction &function, Value &index) const {
  return function.level == GroupLevel::workGroup
             ? dyn_cast<ConstantInt>(&index)
             : constantOfEachLane(index, subGroupSizeOf(kernel_), kernel_.getDataLayout());
}

// A collective function with a used result gets a slot for operands, and one for a non-constant
// index. Functions of one boundary with the same index share its slot.
void BarrierPlan::planExchanges() {
  const DataLayout &layout = kernel_.getDataLayout();
  auto addSlot = [&](Type *type) {
    return frame_.add(layout.getTypeAllocSize(type), layout.getABITypeAlign(type));
  };
  exchanges_.resize(regions_.regions().size());
  for (auto [number, region] : enumerate(regions_.regions())) {
    SmallDenseMap<Value *, unsigned> indexSlots;
    for (CallInst *call : region.calls) {
      auto function = groupFunction(*call);
      if (!function || call->use_empty()) {
        continue;
      }
      GroupExchange exchange{*function, call, call->getType()};
      exchange.slot = addSlot(memoryTypeOf(call->getType()));
      if (function->takesNumber()) {
        exchange.index = constantIndex(*function, *call->getArgOperand(1));
        if (!exchange.index) {
          auto [found, isNew] = indexSlots.try_emplace(call->getArgOperand(1));
          if (isNew) {
            found->second = addSlot(call->getArgOperand(1)->getType());
          }
          exchange.indexSlot = found->second;
        }
      }
      passages_[call] = function->isUniform() ? Passage::uniform : Passage::item;
      slots_[call] = exchange.slot;
      exchanges_[number].push_back(exchange);
    }
  }
}

// Decides steps 2 to 4 of the list above for values in program order.
void BarrierPlan::planValues() {
  const DataLayout &layout = kernel_.getDataLayout();
  RematerializableValues recomputable = recomputableValues(uniformity_);
  // Work-items with independent progress may be in different iterations, so nothing is uniform at
  // one time.
  const bool isRoundRobin = kernel_.hasFnAttribute(independentProgressAttribute);
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
    if (!isRoundRobin && uniformity_.isUniform(*value)) {
      passages_[value] = Passage::uniform;
      continue;
    }
    passages_[value] = Passage::item;
    slots_[value] = frame_.add(layout.getTypeAllocSize(type), layout.getABITypeAlign(type));
  }
}

}  // namespace compiler::passes
