#include "vecz/memory/access_plan.h"

#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

bool PlannedGroups::offer(GroupPlan group) {
  auto members = static_cast<unsigned>(group.access.origins.size());
  InstructionCost apart = members * emitter_.costOfGather(group.access, group.isMasked);
  if (!(group.cost < apart)) {
    return false;
  }
  owned_.push_back(std::make_unique<GroupPlan>(std::move(group)));
  for (const Value *member : owned_.back()->access.origins) {
    groups_[cast<Instruction>(member)] = owned_.back().get();
  }
  return true;
}

bool PlannedGroups::emit(const Instruction &access) {
  GroupPlan *group = groups_.lookup(&access);
  if (group && group->place == &access) {
    group->emit();
  }
  return group != nullptr;
}

}  // namespace compiler::vecz
