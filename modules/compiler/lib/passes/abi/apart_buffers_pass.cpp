// Which kernels gain
// ------------------
// A variant costs a compilation, so it is worth it for loops alone: those with a value in global
// memory, at the same place in all rounds. A store by another parameter may change it, so it cannot
// stay in a register. In called functions parameters are those of the function.
//
// The mark is right for the work-item function and for all that it is inlined into: a pointer made
// of the parameter reaches memory that no other parameter reaches. Work-items may still share it.

#include "passes/abi/apart_buffers_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned globalSpace = 1, constantSpace = 2;
// Operations between an address and values from before the loop.
constexpr unsigned maxDepth = 8;

// Pointers to buffers that the source does not promise to be apart.
SmallVector<Argument *> buffersOf(Function &kernel) {
  SmallVector<Argument *> buffers;
  for (Argument &parameter : kernel.args()) {
    auto *type = dyn_cast<PointerType>(parameter.getType());
    const bool isBuffer = type && (type->getAddressSpace() == globalSpace ||
                                   type->getAddressSpace() == constantSpace);
    if (isBuffer && !parameter.hasNoAliasAttr() && !parameter.hasByValAttr()) {
      buffers.push_back(&parameter);
    }
  }
  return buffers;
}

bool hasPointers(const Type &type) {
  return type.isPtrOrPtrVectorTy() ||
         any_of(type.subtypes(), [](const Type *inner) { return hasPointers(*inner); });
}

// Returns true if a function of the module may have pointers that come from no parameter, but from
// memory, private memory included, from numbers or from structures.
bool findsPointers(const Module &module) {
  for (const Function &function : module) {
    const bool takesStructures = any_of(function.args(), [](const Argument &parameter) {
      return parameter.getType()->isAggregateType() && hasPointers(*parameter.getType());
    });
    const bool finds = any_of(instructions(function), [](const Instruction &instruction) {
      const bool isLoaded = isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) &&
                            hasPointers(*instruction.getType());
      return isLoaded || isa<IntToPtrInst>(instruction);
    });
    if (takesStructures || finds) {
      return true;
    }
  }
  return false;
}

// Returns true for an address that is the same in all rounds, though it may be computed in each.
bool isSameInAllRounds(const Loop &loop, const Value *value, unsigned depth = 0) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) {
    return true;
  }
  return depth < maxDepth && !isa<PHINode>(instruction) && !instruction->mayReadOrWriteMemory() &&
         all_of(
             instruction->operands(),
             [&](const Value *operand) { return isSameInAllRounds(loop, operand, depth + 1); });
}

// Returns true if the loop keeps a value in memory over rounds, and accesses another buffer: it
// loads and stores by one parameter, or loads from one place.
bool keepsInMemory(const Loop &loop) {
  SmallPtrSet<const Value *, 4> stored, loaded, kept;
  for (const BasicBlock *block : loop.blocks()) {
    for (const Instruction &instruction : *block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || pointer->getType()->getPointerAddressSpace() != globalSpace) {
        continue;
      }
      const Value *buffer = getUnderlyingObject(pointer);
      (isa<StoreInst>(instruction) ? stored : loaded).insert(buffer);
      if (isSameInAllRounds(loop, pointer)) {
        kept.insert(buffer);
      }
    }
  }
  return any_of(kept, [&](const Value *one) {
    const bool isUpdated = stored.contains(one) && loaded.contains(one);
    return isUpdated ? stored.size() + loaded.size() > 2
                     : any_of(stored, [&](const Value *other) { return other != one; });
  });
}

bool gains(Module &module, FunctionAnalysisManager &analyses) {
  return any_of(module, [&](Function &function) {
    return !function.isDeclaration() &&
           any_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(),
                  [](const Loop *loop) { return keepsInMemory(*loop); });
  });
}

}  // namespace

PreservedAnalyses ApartBuffersPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const bool isRight = !findsPointers(module);
  for (Function *kernel : kernelsOf(module)) {
    const SmallVector<Argument *> buffers = buffersOf(*kernel);
    if (!isRight || kernel->arg_size() < 2 || buffers.empty()) {
      continue;
    }
    if (!areApart_) {
      if (gains(module, functions)) {
        addFlags(*kernel, mux_kernel_gains_by_apart_buffers);
      }
      continue;
    }
    for (Argument *buffer : buffers) {
      buffer->addAttr(Attribute::NoAlias);
    }
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
