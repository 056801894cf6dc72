#include "vecz/memory/gathers.h"

#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

std::optional<AccessPlan> Gathers::plan(Instruction &access) {
  return AccessPlan{std::nullopt, [this, &access]() -> Value * {
                      const Value *pointer = getLoadStorePointerOperand(&access);
                      if (isa<LoadInst>(access)) {
                        return emitter_.gather(accessOf(access), pointer);
                      }
                      Value *value = values_.vector(cast<StoreInst>(access).getValueOperand());
                      emitter_.scatter(accessOf(access), value, pointer);
                      return nullptr;
                    }};
}

}  // namespace compiler::vecz
