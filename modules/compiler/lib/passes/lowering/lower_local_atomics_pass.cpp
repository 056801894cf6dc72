#include "passes/lowering/lower_local_atomics_pass.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned localAddressSpace = 3;

// Replaces the instruction if it is an atomic update of local memory. Returns true if it was.
bool lower(Instruction &instruction) {
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
    return atomic->getPointerAddressSpace() == localAddressSpace && lowerAtomicRMWInst(atomic);
  }
  if (auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    return atomic->getPointerAddressSpace() == localAddressSpace && lowerAtomicCmpXchgInst(atomic);
  }
  return false;
}

}  // namespace

PreservedAnalyses LowerLocalAtomicsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    changed |= lower(instruction);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
