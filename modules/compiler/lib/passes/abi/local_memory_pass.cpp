// A layout of local memory for all kernels of a module
// ----------------------------------------------------
// A variable belongs to the kernels that reach a use of it through calls. It has one offset in all
// of them, behind the variables of each. Kernels that do not reach it do not pay for it:
//
//   @f.t  = internal addrspace(3) global [32 x float]   ; used by f, which k1 and k2 call: offset 0
//   @k1.a = internal addrspace(3) global [64 x float]   ; used by k1 alone:  offset 128
//   @k2.b = internal addrspace(3) global i32            ; used by k2 alone:  offset 128
//   @k3.c = internal addrspace(3) global i32            ; used by k3 alone:  offset 0
//
// Variables of many kernels come first: later, they would have to start behind the largest layout.
//
// Uses inside of constant expressions have to become instructions first, since the replacement is a
// call. The call stands at the function's entry and dominates all uses.

#include "passes/abi/local_memory_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/DenseMap.h"
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

// The alignment of a variable in local memory, in bytes.
uint64_t alignmentOf(const GlobalVariable &variable, const DataLayout &layout) {
  const uint64_t align = layout.getPreferredAlign(&variable).value();
  const bool isLarge = layout.getTypeAllocSize(variable.getValueType()) >= lineSize;
  return std::min(isLarge ? std::max(align, lineSize) : align, maxAlignment);
}

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

// Replaces all uses of the variable in one function by a call at its entry.
void replaceIn(Function &function, GlobalVariable &variable, uint64_t offset) {
  SmallVector<Use *> uses;
  for (Use &use : variable.uses()) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (user && user->getFunction() == &function) {
      uses.push_back(&use);
    }
  }
  if (uses.empty()) {
    return;
  }
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  Value *address = builder.CreateCall(declareLocalMemory(*function.getParent()),
                                      {builder.getInt64(offset)}, variable.getName());
  for (Use *use : uses) {
    use->set(address);
  }
}

// Numbers of kernels, in the order of kernelsOf().
using Kernels = SmallSetVector<size_t, 4>;

// The kernels that reach each function by calls, a kernel's own function included.
DenseMap<const Function *, Kernels> kernelsByFunction(ArrayRef<Function *> kernels) {
  DenseMap<const Function *, Kernels> reaching;
  for (size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    SmallVector<const Function *> pending = {kernels[kernel]};
    while (!pending.empty()) {
      const Function *function = pending.pop_back_val();
      if (!reaching[function].insert(kernel)) {
        continue;
      }
      for (const Instruction &instruction : instructions(*function)) {
        for (const Value *operand : instruction.operands()) {
          const auto *callee = dyn_cast<Function>(operand);
          if (callee && !callee->isDeclaration()) {
            pending.push_back(callee);
          }
        }
      }
    }
  }
  return reaching;
}

// The kernels that reach a use of the variable.
Kernels kernelsOf(const GlobalVariable &variable,
                  const DenseMap<const Function *, Kernels> &reaching) {
  Kernels kernels;
  for (const User *user : variable.users()) {
    if (const auto *instruction = dyn_cast<Instruction>(user)) {
      const auto found = reaching.find(instruction->getFunction());
      if (found != reaching.end()) {
        kernels.insert(found->second.begin(), found->second.end());
      }
    }
  }
  return kernels;
}

// A variable with its kernels, and its place in the module.
struct Owned {
  GlobalVariable *variable;
  Kernels kernels;
  size_t number;
};

}  // namespace

PreservedAnalyses LocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<GlobalVariable *> variables = localVariables(module);
  if (variables.empty()) {
    return PreservedAnalyses::all();
  }
  SmallVector<Constant *> constants(variables.begin(), variables.end());
  convertUsersOfConstantsToInstructions(constants);

  const SmallVector<Function *> kernels = kernelsOf(module);
  const auto reaching = kernelsByFunction(kernels);
  SmallVector<Owned> owned;
  for (GlobalVariable *variable : variables) {
    owned.push_back({variable, kernelsOf(*variable, reaching), owned.size()});
  }
  sort(owned, [](const Owned &left, const Owned &right) {
    return std::pair(right.kernels.size(), left.number) <
           std::pair(left.kernels.size(), right.number);
  });

  const DataLayout &layout = module.getDataLayout();
  SmallVector<uint64_t> sizes(kernels.size(), 0);
  SmallVector<SmallVector<uint64_t>> zeroed(kernels.size());
  for (const auto &[variable, owners, number] : owned) {
    uint64_t offset = 0;
    for (size_t kernel : owners) {
      offset = std::max(offset, sizes[kernel]);
    }
    offset = alignTo(offset, alignmentOf(*variable, layout));
    const uint64_t bytes = layout.getTypeAllocSize(variable->getValueType());
    for (size_t kernel : owners) {
      sizes[kernel] = offset + bytes;
      if (variable->hasInitializer() && variable->getInitializer()->isNullValue()) {
        zeroed[kernel].append({offset, bytes});
      }
    }
    for (Function &function : module) {
      replaceIn(function, *variable, offset);
    }
  }
  for (const auto &[kernel, size, ranges] : zip(kernels, sizes, zeroed)) {
    setProperties(*kernel, localSizeProperties, {size});
    if (!ranges.empty()) {
      setProperties(*kernel, zeroedLocalProperties, ranges);
    }
  }
  for (GlobalVariable *variable : variables) {
    if (variable->use_empty()) {
      variable->eraseFromParent();
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
