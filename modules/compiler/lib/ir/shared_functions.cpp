#include "ir/shared_functions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

namespace compiler::passes {

using namespace llvm;

bool isShared(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->hasFnAttribute(sharedAttribute);
}

unsigned expandedSize(const Function &function) {
  unsigned size = function.getInstructionCount();
  for (const Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && isShared(*call)) {
      size += expandedSize(*call->getCalledFunction());
    }
  }
  return size;
}

}  // namespace compiler::passes
