#include "vecz/memory/scalar_accesses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "vecz/analysis/linear_address.h"

namespace compiler::vecz {

using namespace llvm;

std::optional<AccessPlan> ScalarAccesses::plan(Instruction &access) {
  auto *store = dyn_cast<StoreInst>(&access);
  const bool isSimple = isSimpleAccess(access);
  const bool isShared = store && values_.shape(store->getPointerOperand()).isUniform();
  if (isSimple && !isShared && isVectorElement(getLoadStoreType(&access), access.getDataLayout())) {
    return std::nullopt;
  }
  return AccessPlan{std::nullopt, [=, this, &access]() -> Value * {
                      if (isContiguousVolatile(access)) {
                        return whole(access);
                      }
                      if (!store) {
                        return loadEach(cast<LoadInst>(access));
                      }
                      if (isSimple && isShared) {
                        storeLast(*store);
                      } else {
                        storeEach(*store);
                      }
                      return nullptr;
                    }};
}

bool ScalarAccesses::isContiguousVolatile(const Instruction &access) const {
  Type *type = getLoadStoreType(&access);
  const DataLayout &layout = access.getDataLayout();
  Shape shape = values_.shape(getLoadStorePointerOperand(&access));
  return access.isVolatile() && !access.isAtomic() && isVectorElement(type, layout) &&
         shape.isStrided() && shape.stride() == static_cast<int64_t>(layout.getTypeStoreSize(type));
}

// Masked loads and stores cannot be volatile. Between fences of the thread itself, which are no
// instructions, LLVM can neither move nor leave out one.
Value *ScalarAccesses::whole(Instruction &access) {
  IRBuilder<> &builder = values_.builder();
  auto *load = dyn_cast<LoadInst>(&access);
  const Access described = accessOf(access);
  Value *address = values_.scalar(getLoadStorePointerOperand(&access));
  auto fence = [&] {
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
  };
  auto vector = [&](Value *mask) -> Value * {
    if (load) {
      return emitter_.loadWide(described, address, values_.width(), mask);
    }
    return emitter_.storeWide(described, values_.vector(access.getOperand(0)), address, mask);
  };
  auto whole = [&]() -> Value * {
    Value *made = vector(nullptr);
    if (load) {
      cast<LoadInst>(made)->setVolatile(true);
      return made;
    }
    cast<StoreInst>(made)->setVolatile(true);
    return nullptr;
  };
  auto each = [&]() -> Value * {
    if (load) {
      return loadEach(*load);
    }
    storeEach(cast<StoreInst>(access));
    return nullptr;
  };
  if (!values_.mask()) {
    return whole();
  }
  if (!emitter_.hasMaskedAccess(described, values_.width())) {
    return emitter_.whereAllActive(whole, each);
  }
  fence();
  Value *made = vector(values_.mask());
  fence();
  return load ? made : nullptr;
}

Value *ScalarAccesses::loadEach(LoadInst &load) {
  return values_.forEachActiveLane(load.getName(), load.getType(), false,
                                   [&](Value *lane) -> Value * {
                                     Value *address = values_.lane(load.getPointerOperand(), lane);
                                     Instruction *copy = values_.builder().Insert(load.clone());
                                     copy->setOperand(0, address);
                                     return copy;
                                   });
}

void ScalarAccesses::storeEach(StoreInst &store) {
  values_.forEachActiveLane("store", nullptr, false, [&](Value *lane) -> Value * {
    Value *value = values_.lane(store.getValueOperand(), lane);
    Value *address = values_.lane(store.getPointerOperand(), lane);
    Instruction *copy = values_.builder().Insert(store.clone());
    copy->setOperand(0, value);
    copy->setOperand(1, address);
    return nullptr;
  });
}

void ScalarAccesses::storeLast(StoreInst &store) {
  IRBuilder<> &builder = values_.builder();
  Value *last = values_.lane(store.getValueOperand(), values_.lastActiveLane());
  auto *copy = cast<StoreInst>(builder.Insert(store.clone()));
  copy->setOperand(0, last);
  copy->setOperand(1, values_.scalar(store.getPointerOperand()));
}

}  // namespace compiler::vecz
