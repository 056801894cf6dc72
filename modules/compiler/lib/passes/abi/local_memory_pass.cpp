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

/// Local memory is at least this much aligned: the arena is, and so is what follows.
constexpr uint64_t maxAlignment = 128;
/// Vectors of a larger variable's elements cross no line of a cache if they begin at multiples.
constexpr uint64_t lineSize = 64;

/// A bump allocator whose blocks are variables.
class LocalLayout {
 public:
  explicit LocalLayout(const DataLayout &layout, uint64_t start = 0)
      : layout_(layout), size_(start) {}

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

SmallVector<GlobalVariable *> localVariables(Module &module) {
  SmallVector<GlobalVariable *> variables;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() == 3) {
      variables.push_back(&variable);
    }
  }
  return variables;
}

/// Replaces the uses in one function; true if there were any.
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

bool isUsedByFunction(const GlobalVariable &variable) {
  return any_of(variable.users(), [](const User *user) {
    auto *instruction = dyn_cast<Instruction>(user);
    return instruction && !isKernel(*instruction->getFunction());
  });
}

}  // namespace

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
    setIntegerMetadata(*kernel, localSizeMetadata, {own.size()});
  }
  for (GlobalVariable *variable : variables) {
    if (variable->use_empty()) {
      variable->eraseFromParent();
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
