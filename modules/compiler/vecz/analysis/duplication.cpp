#include "vecz/analysis/duplication.h"

#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

bool mayBeDuplicated(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return !instruction.getType()->isTokenTy() && !isa<AllocaInst>(instruction) &&
         (!call || (!call->cannotDuplicate() && !call->isConvergent()));
}

}  // namespace compiler::vecz
