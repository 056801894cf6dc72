#include "vecz/memory/contiguous_accesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/analysis/private_layout.h"

namespace compiler::vecz {

using namespace llvm;

std::optional<AccessPlan> ContiguousAccesses::plan(Instruction &access) {
  Shape shape = values_.shape(getLoadStorePointerOperand(&access));
  auto size =
      static_cast<int64_t>(access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)));
  if (!shape.isStrided() || std::abs(shape.stride()) != size) {
    return std::nullopt;
  }
  return AccessPlan{std::nullopt, [this, &access]() -> Value * {
                      if (auto *loaded = dyn_cast<LoadInst>(&access)) {
                        return load(*loaded);
                      }
                      store(cast<StoreInst>(access));
                      return nullptr;
                    }};
}

bool ContiguousAccesses::isReversed(const Value *pointer) const {
  return values_.shape(pointer).stride() < 0;
}

Value *ContiguousAccesses::reverse(Value *vector) {
  SmallVector<int> order;
  for (unsigned lane = values_.width(); lane-- > 0;) {
    order.push_back(static_cast<int>(lane));
  }
  return values_.builder().CreateShuffleVector(vector, order);
}

Value *ContiguousAccesses::lowestAddress(const Value *pointer) {
  return isReversed(pointer) ? values_.lane(pointer, values_.width() - 1) : values_.scalar(pointer);
}

bool ContiguousAccesses::isOwnVector(const Value *pointer) const {
  auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
  return variable && values_.shape(pointer).stride() == laneStride(*variable);
}

Value *ContiguousAccesses::maskInMemoryOrder(const Value *pointer) {
  Value *mask = values_.mask();
  return mask && isReversed(pointer) ? reverse(mask) : mask;
}

Value *ContiguousAccesses::load(LoadInst &load) {
  const Access access(load);
  const Value *pointer = load.getPointerOperand();
  auto whole = [&](bool isMasked) {
    Value *address = lowestAddress(pointer);
    Value *mask = isMasked ? maskInMemoryOrder(pointer) : nullptr;
    Value *result = emitter_.loadWide(access, address, values_.width(), mask);
    return isReversed(pointer) ? reverse(result) : result;
  };
  if (!values_.mask() || isOwnVector(pointer)) {
    return whole(false);
  }
  if (emitter_.hasMaskedAccess(access, values_.width())) {
    return whole(true);
  }
  Value *isWhole = values_.builder().CreateAndReduce(values_.mask());
  if (mayReadBetweenLanes(pointer)) {
    const DataLayout &layout = values_.function().getDataLayout();
    const uint64_t bytes = values_.width() * layout.getTypeStoreSize(access.element);
    isWhole =
        values_.builder().CreateOr(isWhole, emitter_.isWithinPage(lowestAddress(pointer), bytes));
  }
  return emitter_.either(
      isWhole, [&] { return whole(false); },
      [&] { return emitter_.gatherAt(access, values_.vector(pointer)); });
}

/// Variables have a known end, and LLVM may take an access beyond it as one that never happens.
bool ContiguousAccesses::mayReadBetweenLanes(const Value *pointer) const {
  return runsStep("load-within-pages", values_.function()) &&
         !isa<AllocaInst, GlobalVariable>(getUnderlyingObject(pointer));
}

void ContiguousAccesses::store(StoreInst &store) {
  const Access access(store);
  const Value *pointer = store.getPointerOperand();
  Value *value = values_.vector(store.getValueOperand());
  if (isReversed(pointer)) {
    value = reverse(value);
  }
  auto whole = [&](Value *vector, Value *mask) -> Value * {
    emitter_.storeWide(access, vector, lowestAddress(pointer), mask);
    return nullptr;
  };
  Value *mask = values_.mask();
  if (!mask) {
    whole(value, nullptr);
  } else if (isOwnVector(pointer)) {
    Value *old = emitter_.loadWide(access, lowestAddress(pointer), values_.width(), nullptr);
    Value *merged = values_.builder().CreateSelect(maskInMemoryOrder(pointer), value, old);
    whole(merged, nullptr);
  } else if (emitter_.hasMaskedAccess(access, values_.width())) {
    whole(value, maskInMemoryOrder(pointer));
  } else {
    emitter_.whereAllActive([&] { return whole(value, nullptr); },
                            [&]() -> Value * {
                              emitter_.scatterActive(
                                  access, values_.vector(store.getValueOperand()), pointer);
                              return nullptr;
                            });
  }
}

}  // namespace compiler::vecz
