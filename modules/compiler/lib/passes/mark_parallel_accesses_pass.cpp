#include "passes/mark_parallel_accesses_pass.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "passes/kernel_conventions.h"
#include "passes/work_item_loop_builder.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned lastNamedSpace = 3;

bool isIndependent(const Value *pointer) {
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space >= 1 && space <= lastNamedSpace)
    return true;
  auto *origin = dyn_cast<Instruction>(getUnderlyingObject(pointer));
  return origin && calledName(*origin) == itemFrameName;
}

bool isIndependent(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && isIndependent(load->getPointerOperand());
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() && isIndependent(store->getPointerOperand());
  if (auto *copy = dyn_cast<MemTransferInst>(&instruction))
    return !copy->isVolatile() && isIndependent(copy->getRawDest()) &&
           isIndependent(copy->getRawSource());
  if (auto *fill = dyn_cast<MemSetInst>(&instruction))
    return !fill->isVolatile() && isIndependent(fill->getRawDest());
  return false;
}

}  // namespace

PreservedAnalyses MarkParallelAccessesPass::run(Module &module, ModuleAnalysisManager &) {
  MDNode *group = parallelAccessGroup(module);
  for (Function &function : module) {
    for (Instruction &instruction : instructions(function)) {
      if (isIndependent(instruction))
        instruction.setMetadata(LLVMContext::MD_access_group, group);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
