// Time to build a large kernel
// ----------------------------
// A math function has a hundred instructions, reading a pixel of an image three hundred. A kernel
// with a hundred calls of them would have as many copies, and each for SIMD groups and for single
// work-items. Nearly all of its build time would go there. A call costs little beside the
// function's own work, for vectors are passed in registers. So functions that write nothing and
// that a large kernel calls often stay functions (decision 011):
//
//   %a = call float @pow(…), 12 times    =>    %a = call float @pow.shared(…), noinline
//
// Sizes and numbers of copies are estimated before inlining and simplification:
//
// 1. sizeOf(f): instructions of f with all callees inlined, callees first.
// 2. Work-item functions of a kernel above largeKernel get one copy each.
// 3. Callers first, each function passes its copies on to its callees, per call. With leastCopies
//    or more, it is shared and counts as one.
//
// Functions reachable from smaller kernels are not changed; their calls still inline.

#include "passes/linking/share_functions_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::shareFunctions;

namespace {

// Saturation limit of sizes and copies, against overflow in deep call graphs.
constexpr uint64_t maxCount = uint64_t{1} << 32;

// Returns true if a value of the type is passed in registers: numbers and vectors of up to 4.
bool isPlainType(const Type *type) {
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    return vector->getNumElements() <= 4 && isPlainType(vector->getElementType());
  }
  return type->isFloatTy() || type->isDoubleTy() || type->isHalfTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

// Returns true if the function and its callees consist of computations and plain loads. Volatile
// and atomic accesses, variables, and queries of ids are excluded: a shared function knows its
// arguments alone.
bool onlyComputes(const Function &function) {
  return all_of(instructions(function), [](const Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      return load->isSimple();
    }
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call) {
      return !isa<AllocaInst>(instruction);
    }
    const Function *callee = call->getCalledFunction();
    if (isa<IntrinsicInst>(call)) {
      return !call->isConvergent();
    }
    return callee && !callee->isDeclaration() && callee->onlyReadsMemory() && onlyComputes(*callee);
  });
}

// Returns true if calls of the function may stay, in scalar and in vector code.
bool canShare(const Function &function) {
  auto isPlainParameter = [](const Argument &argument) {
    return argument.getType()->isPointerTy() ? !argument.hasPointeeInMemoryValueAttr()
                                             : isPlainType(argument.getType());
  };
  return function.hasLocalLinkage() && !function.hasFnAttribute(Attribute::NoInline) &&
         function.onlyReadsMemory() && function.doesNotThrow() && function.willReturn() &&
         function.getInstructionCount() >= leastSize && isPlainType(function.getReturnType()) &&
         all_of(function.args(), isPlainParameter) && onlyComputes(function);
}

// Replaces parameters with the same constant at all calls, a sampler for example.
void fixConstants(Function &function, ArrayRef<CallInst *> calls) {
  for (Argument &argument : function.args()) {
    auto *first = dyn_cast<Constant>(calls.front()->getArgOperand(argument.getArgNo()));
    if (first && all_of(calls, [&](const CallInst *call) {
          return call->getArgOperand(argument.getArgNo()) == first;
        })) {
      argument.replaceAllUsesWith(first);
    }
  }
}

// The decision for one module; run() returns true if it has shared a function.
class Sharing {
 public:
  explicit Sharing(Module &module) : module_(module), order_(calleesFirst(module)) {}

  // Follows the three steps at the top of the file. Callers come first in the last loop, so that
  // all copies of a function are counted before its own callees are.
  bool run() {
    for (Function *function : order_) {
      sizes_[function] = sizeOf(*function);
    }
    for (Function *kernel : kernelsOf(module_)) {
      enter(*kernel);
    }
    bool changed = false;
    for (Function *function : reverse(order_)) {
      uint64_t copies = std::min(copies_.lookup(function), maxCount);
      if (copies == 0) {
        continue;
      }
      bool mayShare = function->doesNotAccessMemory() || largest_ > veryLargeKernel;
      if (copies >= leastCopies && mayShare && canShare(*function)) {
        share(*function);
        changed = true;
        copies = 1;
      }
      if (!inSmaller_.contains(function)) {
        countCalls(*function, copies);
      }
    }
    return changed;
  }

 private:
  // Instructions of the function with its callees inlined; callees have to be known.
  uint64_t sizeOf(Function &function) {
    uint64_t size = function.getInstructionCount();
    forEachCall(function, [&](CallInst &call) { size += sizes_.lookup(call.getCalledFunction()); });
    return std::min(size, maxCount);
  }

  // Enters a kernel's work-item functions: as large ones with a copy each, or as functions of a
  // smaller kernel.
  void enter(Function &kernel) {
    SmallVector<Function *> functions;
    uint64_t size = 0;
    for (Function *workGroupFunction : calledWorkGroupFunctions(kernel)) {
      functions.push_back(workItemFunctionCall(*workGroupFunction).getCalledFunction());
      size += sizes_.lookup(functions.back());
    }
    largest_ = std::max(largest_, size);
    for (Function *function : functions) {
      if (size > largeKernel) {
        copies_[function] = 1;
      } else {
        enterSmaller(*function);
      }
    }
  }

  // Notes all functions reachable from a smaller kernel.
  void enterSmaller(Function &function) {
    if (function.isDeclaration() || !inSmaller_.insert(&function).second) {
      return;
    }
    forEachCall(function, [&](CallInst &call) {
      if (Function *callee = call.getCalledFunction()) {
        enterSmaller(*callee);
      }
    });
  }

  // Passes the function's copies on to its callees, and notes calls made by large kernels only.
  void countCalls(Function &function, uint64_t copies) {
    forEachCall(function, [&](CallInst &call) {
      Function *callee = call.getCalledFunction();
      if (!callee || callee->isDeclaration()) {
        return;
      }
      copies_[callee] += copies;
      calls_[callee].push_back(&call);
    });
  }

  // Makes the function a shared one, or a clone of it if smaller kernels use it.
  void share(Function &function) {
    Function *shared = &function;
    if (inSmaller_.contains(&function)) {
      ValueToValueMapTy map;
      shared = CloneFunction(&function, map);
      shared->setName(function.getName() + ".shared");
    }
    shared->removeFnAttr(Attribute::AlwaysInline);
    shared->removeFnAttr(Attribute::InlineHint);
    shared->removeFnAttr(Attribute::Convergent);
    shared->addFnAttr(Attribute::NoInline);
    shared->addFnAttr(sharedAttribute);
    for (CallInst *call : calls_[&function]) {
      call->setCalledFunction(shared);
      call->removeFnAttr(Attribute::Convergent);
      call->removeFnAttr(Attribute::AlwaysInline);
    }
    fixConstants(*shared, calls_[&function]);
  }

  Module &module_;
  uint64_t largest_ = 0;  ///< size of the largest kernel
  SmallVector<Function *> order_;
  DenseMap<const Function *, uint64_t> sizes_;
  // Number of copies that large kernels would have.
  DenseMap<const Function *, uint64_t> copies_;
  // Calls from large kernels alone.
  DenseMap<const Function *, SmallVector<CallInst *>> calls_;
  SmallPtrSet<const Function *, 16> inSmaller_;
};

}  // namespace

PreservedAnalyses ShareFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  return Sharing(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
