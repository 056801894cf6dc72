#include "vecz/memory/checked_contiguity.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/stride_estimate.h"

namespace compiler::vecz {

using namespace llvm;

CheckedContiguity::CheckedContiguity(MemoryEmitter &emitter)
    : values_(emitter.values()),
      emitter_(emitter),
      isOn_(runsStep("check-contiguity", values_.function())) {}

// Faster are a vector (a step of the element's size) and, for loads, a broadcast (a step of 0).
std::optional<int64_t> CheckedContiguity::usefulStep(const Access &access,
                                                     const Value *pointer) const {
  if (!isOn_ || (values_.mask() && !emitter_.hasMaskedAccess(access, values_.width()))) {
    return std::nullopt;
  }
  auto step = likelyStride(pointer, [&](const Value *value) { return values_.shape(value); });
  const DataLayout &layout = values_.function().getDataLayout();
  auto size = static_cast<int64_t>(layout.getTypeStoreSize(access.element));
  if (step && *step != size && (*step != 0 || !access.isLoad)) {
    return std::nullopt;
  }
  return step;
}

// A gather instruction costs as much as the test. Few SIMD groups at a boundary pass it, so there
// the test is for accesses lane by lane.
std::optional<AccessPlan> CheckedContiguity::plan(Instruction &access) {
  if (isAtBoundary(access) &&
      emitter_.isNativeGather(accessOf(access), values_.mask() != nullptr)) {
    return std::nullopt;
  }
  std::optional<int64_t> step = usefulStep(accessOf(access), getLoadStorePointerOperand(&access));
  if (!step) {
    return std::nullopt;
  }
  return AccessPlan{std::nullopt, [this, &access, step = *step]() -> Value * {
                      if (auto *loaded = dyn_cast<LoadInst>(&access)) {
                        return load(*loaded, step);
                      }
                      store(cast<StoreInst>(access), step);
                      return nullptr;
                    }};
}

Value *CheckedContiguity::load(LoadInst &load, int64_t step) {
  const Access access(load);
  Value *addresses = values_.vector(load.getPointerOperand());
  auto apart = [&] { return emitter_.gather(access, load.getPointerOperand()); };
  auto together = [&]() -> Value * {
    Value *address = emitter_.addressOfLane0(addresses, step);
    if (step != 0) {
      return emitter_.loadWide(access, address, values_.width(), values_.mask());
    }
    Value *element = emitter_.loadWide(access, address, 1, nullptr);
    return values_.builder().CreateVectorSplat(
        values_.width(), values_.builder().CreateExtractElement(element, uint64_t{0}));
  };
  return emitter_.either(emitter_.isSteppedBy(addresses, step), together, apart);
}

void CheckedContiguity::store(StoreInst &store, int64_t step) {
  const Access access(store);
  const Value *pointer = store.getPointerOperand();
  Value *value = values_.vector(store.getValueOperand());
  Value *addresses = values_.vector(pointer);
  auto together = [&]() -> Value * {
    emitter_.storeWide(access, value, emitter_.addressOfLane0(addresses, step), values_.mask());
    return nullptr;
  };
  emitter_.either(emitter_.isSteppedBy(addresses, step), together, [&]() -> Value * {
    emitter_.scatter(access, value, pointer);
    return nullptr;
  });
}

}  // namespace compiler::vecz
