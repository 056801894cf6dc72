// Private memory is zeroed per variable, in finalize; local memory per work-group, in the kernel
// pipeline: its size is a launch's property, since arguments have local blocks as well. Variables
// of SPIR-V with an initialiser are zeroed one by one, in all builds.
//
//   %x = alloca [4 x i32]        =>    %x = alloca [4 x i32]
//   …                                  memset(%x, 0, 16)
//   lifetime.start(%x)                 …
//                                      lifetime.start(%x)
//                                      memset(%x, 0, 16)
//
// The first memset covers variables without lifetime markers. Later passes remove one overwritten
// before its first read.

#include "passes/finalize/zero_memory_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned localSpace = 3;

// Writes zeros to the whole variable in front of an instruction; one store for a single value.
void zero(AllocaInst &variable, Instruction &before) {
  IRBuilder<> builder(&before);
  Type *type = variable.getAllocatedType();
  if (type->isSingleValueType() && !variable.isArrayAllocation()) {
    builder.CreateAlignedStore(Constant::getNullValue(type), &variable, variable.getAlign());
    return;
  }
  Value *size =
      builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty()),
                        builder.getInt64(variable.getDataLayout().getTypeAllocSize(type)));
  builder.CreateMemSet(&variable, builder.getInt8(0), size, variable.getAlign());
}

// Returns true if the variable holds images, samplers or events. No program reads their bytes.
bool isOpaque(const AllocaInst &variable) {
  Type *type = variable.getAllocatedType();
  while (auto *array = dyn_cast<ArrayType>(type)) {
    type = array->getElementType();
  }
  return isa<TargetExtType>(type->getScalarType());
}

// Zeroes each variable of one function at the start of each lifetime.
void zeroVariables(Function &function) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function)) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (variable && !isOpaque(*variable)) {
      variables.push_back(variable);
    }
  }
  for (AllocaInst *variable : variables) {
    SmallVector<IntrinsicInst *> starts;
    for (User *user : variable->users()) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(user);
      if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start) {
        starts.push_back(intrinsic);
      }
    }
    zero(*variable, *variable->getNextNode());
    for (IntrinsicInst *start : starts) {
      zero(*variable, *start->getNextNode());
    }
  }
}

// Returns true if a parameter is a pointer to local memory.
bool hasLocalArguments(const Function &kernel) {
  const SmallVector<uint64_t> words = properties(kernel, parameterProperties);
  for (size_t i = 0; i < words.size(); i += 4) {
    if (words[i] == mux_parameter_local) {
      return true;
    }
  }
  return false;
}

// Zeroes the ranges of kiln.zeroed_local.
bool zeroRanges(const Function &kernel, IRBuilder<> &builder) {
  const SmallVector<uint64_t> ranges = properties(kernel, zeroedLocalProperties);
  for (size_t i = 0; i < ranges.size(); i += 2) {
    Value *start = builder.CreateCall(declareLocalMemory(*builder.GetInsertBlock()->getModule()),
                                      {builder.getInt64(ranges[i])});
    builder.CreateMemSet(start, builder.getInt8(0), ranges[i + 1], MaybeAlign());
  }
  return !ranges.empty();
}

// Zeroes all local memory, arguments' included.
void zeroAll(Module &module, IRBuilder<> &builder) {
  Type *word = module.getDataLayout().getIntPtrType(module.getContext());
  const auto ask = [&](StringRef what) {
    return builder.CreateCall(
        declareHelper(module, (Twine(memoryRangePrefix) + what).str(), word, {}));
  };
  Value *start = builder.CreateIntToPtr(ask("local_start"), builder.getPtrTy());
  builder.CreateMemSet(start, builder.getInt8(0), ask("local_size"), MaybeAlign(16));
}

// Returns true if the kernel has local memory of its own.
bool hasLocalVariables(const Function &kernel) {
  const SmallVector<uint64_t> size = properties(kernel, localSizeProperties);
  return !size.empty() && size.front() != 0;
}

}  // namespace

PreservedAnalyses ZeroMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  if (!options_.local && !options_.privateMemory) {
    return PreservedAnalyses::all();
  }
  for (GlobalVariable &variable : module.globals()) {
    if (options_.local && variable.getAddressSpace() == localSpace && variable.hasInitializer()) {
      variable.setInitializer(Constant::getNullValue(variable.getValueType()));
    }
  }
  for (Function &function : module) {
    if (options_.privateMemory && !function.isDeclaration()) {
      zeroVariables(function);
    }
  }
  for (Function *kernel : kernelsOf(module)) {
    if (options_.local) {
      kernel->addFnAttr(zeroLocalAttribute);
    }
    if (options_.privateMemory) {
      kernel->addFnAttr(zeroPrivateAttribute);
    }
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses ZeroLocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    IRBuilder<> builder(&kernel->getEntryBlock(),
                        kernel->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (!kernel->hasFnAttribute(zeroLocalAttribute)) {
      changed |= zeroRanges(*kernel, builder);
    } else if (hasLocalVariables(*kernel) || hasLocalArguments(*kernel)) {
      zeroAll(module, builder);
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
