// Parallel across work-items is not parallel within one
// -----------------------------------------------------
// The access group states that iterations of the loop over work-items are independent. LLVM's
// InterleavedAccessInfo takes more from it: when it joins neighbouring accesses, it may also move a
// load ahead of a store of the same iteration.
//
//   a[2 * i] = x;            // one work-item, i = 0
//   y = a[2 * i + j];        // j may be 0
//
// So accesses of an object are left unmarked if a work-item both stores to it and accesses it at
// several addresses. Objects are told apart by getUnderlyingObject(), frame slots and local
// variables by the offset in their call.

#include "passes/work_items/mark_parallel_accesses_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "passes/work_items/loop_metadata.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Address spaces 1 to 3: global, constant, local.
constexpr unsigned lastNamedSpace = 3;

// Returns true if accesses by the pointer may be independent between work-items.
bool isIndependent(const Value *pointer) {
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space >= 1 && space <= lastNamedSpace) {
    return true;
  }
  auto *origin = dyn_cast<Instruction>(getUnderlyingObject(pointer));
  return origin && calledName(*origin) == itemFrameName;
}

// Returns true if the access is volatile or atomic.
bool isVolatileOrAtomic(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return !load->isSimple();
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    return !store->isSimple();
  }
  return cast<MemIntrinsic>(instruction).isVolatile();
}

// One address that an instruction accesses.
struct Address {
  const Value *pointer;
  bool stores;
};

// The addresses of a load, store, copy or fill; none for other instructions.
SmallVector<Address, 2> addressesOf(const Instruction &instruction) {
  if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
    return {{pointer, isa<StoreInst>(instruction)}};
  }
  if (auto *copy = dyn_cast<MemTransferInst>(&instruction)) {
    return {{copy->getRawDest(), true}, {copy->getRawSource(), false}};
  }
  if (auto *fill = dyn_cast<MemSetInst>(&instruction)) {
    return {{fill->getRawDest(), true}};
  }
  return {};
}

// The identity of the accessed object. Calls with the same offset are the same slot or variable.
const Value *objectOf(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer);
  if (auto *call = dyn_cast<CallInst>(object)) {
    StringRef name = calledName(*call);
    if (name == itemFrameName || name == localMemoryName) {
      return call->getArgOperand(0);
    }
  }
  return object;
}

// Objects of a function with a store and accesses at several addresses.
class OrderedObjects {
 public:
  explicit OrderedObjects(Function &function) {
    for (Instruction &instruction : instructions(function)) {
      for (auto [pointer, stores] : addressesOf(instruction)) {
        add(pointer, stores);
      }
    }
  }

  bool contains(const Value *pointer) const {
    Accesses accesses = objects_.lookup(objectOf(pointer));
    return accesses.several && accesses.stores;
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

  DenseMap<const Value *, Accesses> objects_;
};

}  // namespace

// Marks an access only if all of its addresses are independent: a copy has two.
PreservedAnalyses MarkParallelAccessesPass::run(Module &module, ModuleAnalysisManager &) {
  MDNode *group = parallelAccessGroup(module);
  for (Function &function : module) {
    OrderedObjects ordered(function);
    for (Instruction &instruction : instructions(function)) {
      auto isParallel = [&](const Address &address) {
        return isIndependent(address.pointer) && !ordered.contains(address.pointer);
      };
      SmallVector<Address, 2> addresses = addressesOf(instruction);
      if (!addresses.empty() && !isVolatileOrAtomic(instruction) && all_of(addresses, isParallel)) {
        instruction.setMetadata(LLVMContext::MD_access_group, group);
      }
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
