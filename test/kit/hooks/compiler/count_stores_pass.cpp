#include "count_stores_pass.h"

#include <cstddef>

#include "hooks/registers.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace hooks {

llvm::PreservedAnalyses CountStoresPass::run(llvm::Function &function,
                                             llvm::FunctionAnalysisManager &) {
  constexpr unsigned globalAddressSpace = 1;
  llvm::SmallVector<llvm::StoreInst *> stores;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store && store->isSimple() && store->getPointerAddressSpace() == globalAddressSpace) {
      stores.push_back(store);
    }
  }
  for (llvm::StoreInst *store : stores) {
    llvm::IRBuilder<> builder(store);
    llvm::Value *counter = builder.CreateIntToPtr(
        builder.getInt64(HOOKS_REGISTERS + offsetof(hooks_registers, stores)),
        builder.getPtrTy(globalAddressSpace));
    builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, counter, builder.getInt64(1), llvm::Align(8),
                            llvm::AtomicOrdering::Monotonic);
  }
  return stores.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace hooks
