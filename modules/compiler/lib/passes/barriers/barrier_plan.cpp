// The order of decisions for values which are live across a barrier, cheapest first:
//
// 1. Results of collective functions pass through their exchange.
// 2. A value made of ids and arguments by a few operations is recomputed (rematerialization.h). It
//    costs no memory, and a vector variant sees its shape (uniform or strided) again.
// 3. A uniform value is stored once per work-group, in a variable of the region dispatcher.
// 4. All others get a slot per work-item in the frame. Values never live into the same region
//    share slots (the step `share-slots`), as registers are coalesced: the sum of a loop around a
//    barrier stays in one place, and no region copies it.
//
// Independent progress (sub_group_progress_pass.h) forbids step 3: at one time, work-items may be
// in different iterations of a loop. A value with the same sequence for all is then not the same at
// once.

#include "passes/barriers/barrier_plan.h"

#include <optional>

#include "ir/lane_constants.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/InstIterator.h"
#include "passes/barriers/crossing_variables.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/sub_group_progress_pass.h"
#include "registry/step_gate.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// The slots of one frame, each for several values without interference.
class SharedSlots {
 public:
  /// Without `shares` each value gets a slot of its own.
  SharedSlots(WorkItemFrame &frame, bool shares) : frame_(frame), shares_(shares) {}

  /// Returns the slot for a value of this size in bytes, live into the given regions: the preferred
  /// one, another one, or a new one.
  unsigned assign(uint64_t size, Align alignment, const SmallBitVector &liveInto,
                  std::optional<unsigned> preferred) {
    auto fits = [&](const Slot &slot) {
      return shares_ && slot.size == size && slot.alignment == alignment &&
             !slot.liveInto.anyCommon(liveInto);
    };
    auto found =
        find_if(slots_, [&](const Slot &slot) { return slot.number == preferred && fits(slot); });
    if (found == slots_.end()) {
      found = find_if(slots_, fits);
    }
    if (found == slots_.end()) {
      slots_.push_back({frame_.add(size, alignment), size, alignment, liveInto});
      return slots_.back().number;
    }
    found->liveInto |= liveInto;
    return found->number;
  }

 private:
  struct Slot {
    unsigned number;
    uint64_t size;
    Align alignment;
    /// The regions with one of the values live at their entry.
    SmallBitVector liveInto;
  };

  WorkItemFrame &frame_;
  const bool shares_;
  SmallVector<Slot> slots_;
};

}  // namespace

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
  RematerializableValues recomputable = recomputableValues(uniformity_);
  SmallVector<Instruction *> inSlots;
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
    inSlots.push_back(value);
  }
  assignSlots(inSlots);
}

// Regions load all slots at their entry and store at their exits, so values interfere only where
// both are live into a region. Phis choose first, each with its operands: they are to share a slot.
void BarrierPlan::assignSlots(ArrayRef<Instruction *> values) {
  const unsigned regionCount = regions_.regions().size();
  DenseMap<const Instruction *, SmallBitVector> liveInto;
  for (unsigned region = 0; region < regionCount; ++region) {
    for (const Instruction *value : liveness_.liveInto(region)) {
      liveInto.try_emplace(value, regionCount).first->second.set(region);
    }
  }
  const DataLayout &layout = kernel_.getDataLayout();
  SharedSlots shared(frame_, runsStep("share-slots", kernel_));
  auto assign = [&](Instruction *value, std::optional<unsigned> preferred) {
    if (!slots_.contains(value)) {
      Type *type = memoryTypeOf(value->getType());
      slots_[value] = shared.assign(layout.getTypeAllocSize(type), layout.getABITypeAlign(type),
                                    liveInto[value], preferred);
    }
  };
  for (Instruction *value : values) {
    auto *phi = dyn_cast<PHINode>(value);
    if (!phi) {
      continue;
    }
    assign(phi, std::nullopt);
    for (Value *operand : phi->incoming_values()) {
      auto *instruction = dyn_cast<Instruction>(operand);
      if (instruction && passage(instruction) == Passage::item) {
        assign(instruction, slots_[phi]);
      }
    }
  }
  for (Instruction *value : values) {
    assign(value, std::nullopt);
  }
}

}  // namespace compiler::passes
