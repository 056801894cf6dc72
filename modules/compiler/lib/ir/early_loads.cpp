#include "ir/early_loads.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned globalSpace = 1, localSpace = 3;

// Returns true if each use of a pointer leads to plain loads.
bool isOnlyRead(const Argument &argument) {
  SmallSetVector<const Value *, 8> pointers;
  pointers.insert(&argument);
  for (unsigned next = 0; next < pointers.size(); ++next) {
    for (const User *user : pointers[next]->users()) {
      if (isa<GetElementPtrInst, PHINode, SelectInst>(user)) {
        pointers.insert(user);
      } else if (const auto *load = dyn_cast<LoadInst>(user); !load || !load->isSimple()) {
        return false;
      }
    }
  }
  return true;
}

// Returns true if the instruction may write to global memory.
bool mayWriteGlobal(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    const unsigned space = store->getPointerAddressSpace();
    const bool isPrivate = isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()));
    return store->isAtomic() || (space != localSpace && !isPrivate);
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    if (isBarrier(*call) || isUniformCall(*call) || groupFunction(*call) ||
        (intrinsic && intrinsic->isLifetimeStartOrEnd())) {
      return false;
    }
  }
  return instruction.mayWriteToMemory();
}

// The blocks that control may reach behind a write.
SmallPtrSet<const BasicBlock *, 16> blocksBehindWrites(const Function &function) {
  SmallPtrSet<const BasicBlock *, 16> behind;
  SmallVector<const BasicBlock *> list;
  for (const BasicBlock &block : function) {
    if (any_of(block, mayWriteGlobal)) {
      append_range(list, successors(&block));
    }
  }
  while (!list.empty()) {
    const BasicBlock *block = list.pop_back_val();
    if (behind.insert(block).second) {
      append_range(list, successors(block));
    }
  }
  return behind;
}

}  // namespace

SmallPtrSet<const LoadInst *, 4> earlyLoads(Function &kernel) {
  SmallPtrSet<const LoadInst *, 4> loads;
  DenseMap<const Argument *, bool> areOnlyRead;
  const auto behind = blocksBehindWrites(kernel);
  for (const BasicBlock &block : kernel) {
    if (behind.contains(&block)) {
      continue;
    }
    for (const Instruction &instruction : block) {
      if (mayWriteGlobal(instruction)) {
        break;
      }
      const auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || load->getPointerAddressSpace() != globalSpace) {
        continue;
      }
      const auto *argument = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand()));
      if (!argument || !load->isSimple()) {
        continue;
      }
      const auto [found, isNew] = areOnlyRead.try_emplace(argument, false);
      if (isNew) {
        found->second = isOnlyRead(*argument);
      }
      if (found->second) {
        loads.insert(load);
      }
    }
  }
  return loads;
}

}  // namespace compiler::passes
