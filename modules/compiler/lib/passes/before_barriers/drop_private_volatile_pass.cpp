#include "passes/before_barriers/drop_private_volatile_pass.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::passes {

using namespace llvm;

namespace {

bool isPlainType(const Type &type) {
  return type.isIntOrIntVectorTy() || type.isPtrOrPtrVectorTy();
}

// The volatile accesses to a variable of which all uses are known, and nothing otherwise.
SmallVector<Instruction *> volatileAccesses(AllocaInst &variable) {
  SmallVector<Instruction *> accesses;
  SmallVector<Instruction *> addresses = {&variable};
  for (unsigned next = 0; next < addresses.size(); ++next) {
    for (const Use &use : addresses[next]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      const auto *store = dyn_cast<StoreInst>(user);
      const auto *intrinsic = dyn_cast<IntrinsicInst>(user);
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(user)) {
        addresses.push_back(user);
      } else if (isa<LoadInst>(user) || (store && store->getValueOperand() != use.get())) {
        if (!isPlainType(*getLoadStoreType(user)) || user->isAtomic()) {
          return {};
        }
        accesses.push_back(user);
      } else if (!intrinsic || !intrinsic->isLifetimeStartOrEnd()) {
        return {};
      }
    }
  }
  erase_if(accesses, [](const Instruction *access) { return !access->isVolatile(); });
  return accesses;
}

void dropVolatile(Instruction &access) {
  if (auto *load = dyn_cast<LoadInst>(&access)) {
    load->setVolatile(false);
  } else {
    cast<StoreInst>(access).setVolatile(false);
  }
}

}  // namespace

PreservedAnalyses DropPrivateVolatilePass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      for (Instruction *access : volatileAccesses(*variable)) {
        dropVolatile(*access);
        changed = true;
      }
    }
  }
  if (!changed) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
