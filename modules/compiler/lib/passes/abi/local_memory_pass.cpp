// A layout of local memory per kernel
// -----------------------------------
// Local variables of different kernels never live at the same time. Each kernel's layout therefore
// starts anew behind the shared part:
//
//   @k1.a = internal addrspace(3) global [64 x float]   ; used by k1 alone:  offset 128
//   @k2.b = internal addrspace(3) global i32            ; used by k2 alone:  offset 128
//   @f.t  = internal addrspace(3) global [32 x float]   ; used by f:         offset 0
//
// A function may be called by several kernels. Its variables need one offset for all of them, hence
// the shared part, which each kernel's size includes.
//
// Uses inside of constant expressions have to become instructions first, since the replacement is a
// call. The call stands at the function's entry and dominates all uses.

#include "passes/abi/local_memory_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The alignment of the arena and of local memory in it (mux/abi.h): larger ones cannot be kept.
constexpr uint64_t maxAlignment = 128;
// A cache line. Variables of at least this size are aligned to it, so that vectors of their
// elements do not cross lines.
constexpr uint64_t lineSize = 64;

// Allocates offsets upwards and never frees. `start` is the first free byte.
class LocalLayout {
 public:
  explicit LocalLayout(const DataLayout &layout, uint64_t start = 0)
      : layout_(layout), size_(start) {}

  // The offset of the variable, by its preferred alignment.
  uint64_t allocate(const GlobalVariable &variable) {
    uint64_t align = layout_.getPreferredAlign(&variable).value();
    uint64_t size = layout_.getTypeAllocSize(variable.getValueType());
    if (size >= lineSize) {
      align = std::max(align, lineSize);
    }
    size_ = alignTo(size_, std::min(align, maxAlignment));
    uint64_t offset = size_;
    size_ += size;
    return offset;
  }

  uint64_t size() const { return size_; }

 private:
  const DataLayout &layout_;
  uint64_t size_;
};

// All variables of the module in local memory.
SmallVector<GlobalVariable *> localVariables(Module &module) {
  SmallVector<GlobalVariable *> variables;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() == 3) {
      variables.push_back(&variable);
    }
  }
  return variables;
}

// Replaces all uses of the variable in one function by a call at its entry. Returns false if there
// are none; then nothing changes.
bool replaceIn(Function &function, GlobalVariable &variable, uint64_t offset) {
  SmallVector<Use *> uses;
  for (Use &use : variable.uses()) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (user && user->getFunction() == &function) {
      uses.push_back(&use);
    }
  }
  if (uses.empty()) {
    return false;
  }
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  Value *address = builder.CreateCall(declareLocalMemory(*function.getParent()),
                                      {builder.getInt64(offset)}, variable.getName());
  for (Use *use : uses) {
    use->set(address);
  }
  return true;
}

// Returns true if a function that is no kernel uses the variable, so that all kernels have to agree
// on its offset.
bool isUsedByFunction(const GlobalVariable &variable) {
  return any_of(variable.users(), [](const User *user) {
    auto *instruction = dyn_cast<Instruction>(user);
    return instruction && !isKernel(*instruction->getFunction());
  });
}

}  // namespace

// Allocates the shared part first, for all functions, then each kernel's own variables behind it. A
// variable counts for a kernel only if it has a use there.
PreservedAnalyses LocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<GlobalVariable *> variables = localVariables(module);
  if (variables.empty()) {
    return PreservedAnalyses::all();
  }
  SmallVector<Constant *> constants(variables.begin(), variables.end());
  convertUsersOfConstantsToInstructions(constants);

  LocalLayout shared(module.getDataLayout());
  for (GlobalVariable *variable : variables) {
    if (!isUsedByFunction(*variable)) {
      continue;
    }
    uint64_t offset = shared.allocate(*variable);
    for (Function &function : module) {
      replaceIn(function, *variable, offset);
    }
  }
  for (Function *kernel : kernelsOf(module)) {
    LocalLayout own(module.getDataLayout(), shared.size());
    for (GlobalVariable *variable : variables) {
      LocalLayout next = own;
      if (replaceIn(*kernel, *variable, next.allocate(*variable))) {
        own.allocate(*variable);
      }
    }
    setProperties(*kernel, localSizeProperties, {own.size()});
  }
  for (GlobalVariable *variable : variables) {
    if (variable->use_empty()) {
      variable->eraseFromParent();
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
