#include "passes/barriers/region_values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace compiler::passes {

using namespace llvm;

RegionValues::RegionValues(const BarrierPlan &plan, unsigned number)
    : plan_(plan), number_(number) {
  SmallSetVector<Instruction *, 16> values;
  for (BasicBlock *block : region().blocks) {
    if (unsigned next = plan.regions().regionAfter(block)) {
      for (Instruction *value : plan.liveness().liveInto(next)) {
        if (isDefinedHere(value)) {
          values.insert(value);
        }
      }
    }
  }
  outgoing_ = values.takeVector();
}

bool RegionValues::isDefinedHere(const Instruction *value) const {
  return !groupFunction(*value) &&
         region().blocks.contains(const_cast<BasicBlock *>(value->getParent()));
}

bool RegionValues::isUsedHere(const AllocaInst &variable) const {
  return any_of(variable.users(), [&](const User *user) {
    auto *instruction = cast<Instruction>(user);
    return !instruction->isLifetimeStartOrEnd() && isDefinedHere(instruction);
  });
}

}  // namespace compiler::passes
