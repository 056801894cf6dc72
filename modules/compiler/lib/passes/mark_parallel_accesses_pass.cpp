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

/// What two accesses of one object have in common.
const Value *objectOf(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer);
  if (auto *call = dyn_cast<CallInst>(object)) {
    StringRef name = calledName(*call);
    if (name == itemFrameName || name == localMemoryName)
      return call->getArgOperand(0);
  }
  return object;
}

/// Objects that a work-item accesses at several addresses and stores to. LLVM's loop vectoriser
/// takes parallel accesses for independent within an iteration, too, when it joins neighbouring
/// ones (InterleavedAccessInfo), and so a load may come before a store that it follows.
class OrderedObjects {
 public:
  explicit OrderedObjects(Function &function) {
    for (Instruction &instruction : instructions(function)) {
      if (isa<StoreInst>(instruction))
        add(getLoadStorePointerOperand(&instruction), true);
      else if (isa<LoadInst>(instruction))
        add(getLoadStorePointerOperand(&instruction), false);
      else if (auto *fill = dyn_cast<MemIntrinsic>(&instruction))
        add(fill->getRawDest(), true);
      if (auto *copy = dyn_cast<MemTransferInst>(&instruction))
        add(copy->getRawSource(), false);
    }
  }

  bool contains(const Instruction &access) const {
    if (const Value *pointer = getLoadStorePointerOperand(&access))
      return contains(pointer);
    auto *copy = dyn_cast<MemTransferInst>(&access);
    return contains(cast<MemIntrinsic>(access).getRawDest()) ||
           (copy && contains(copy->getRawSource()));
  }

 private:
  struct Accesses {
    const Value *pointer = nullptr;
    bool several = false;
    bool stores = false;
  };

  void add(const Value *pointer, bool stores) {
    Accesses &accesses = objects_[objectOf(pointer)];
    accesses.several |= accesses.pointer && accesses.pointer != pointer;
    accesses.stores |= stores;
    accesses.pointer = pointer;
  }

  bool contains(const Value *pointer) const {
    Accesses accesses = objects_.lookup(objectOf(pointer));
    return accesses.several && accesses.stores;
  }

  DenseMap<const Value *, Accesses> objects_;
};

}  // namespace

PreservedAnalyses MarkParallelAccessesPass::run(Module &module, ModuleAnalysisManager &) {
  MDNode *group = parallelAccessGroup(module);
  for (Function &function : module) {
    OrderedObjects ordered(function);
    for (Instruction &instruction : instructions(function)) {
      if (isIndependent(instruction) && !ordered.contains(instruction))
        instruction.setMetadata(LLVMContext::MD_access_group, group);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
