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
