// Time to build a large kernel
// ----------------------------
// A function of mathematics is a hundred instructions. A kernel with a hundred calls of such would
// have them as often, and each time for vectors and for single work-items; nearly all time to build
// it would go there; reading a pixel of an image takes three hundred. A call costs such a kernel
// little beside what the function does: vectors are passed in registers. So in kernels that would
// grow large, what they call often and what writes nothing stays a function. It has vector variants
// of its own (vecz/widen/shared_calls.h).
//
// How large a kernel would be is counted before it is inlined and simplified. A function that
// smaller kernels call as well is copied, so that they can inline it.

#include "passes/linking/share_functions_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Instructions of a kernel with all that it calls, as they are before they are simplified. Smaller
/// ones are built in a fraction of a second.
constexpr uint64_t largeKernel = 2500;
/// From here on what reads memory is shared as well. Inlined, what it finds out about an image is
/// found out once for several pixels: eight reads run up to twice as fast, and take a second to
/// build.
constexpr uint64_t veryLargeKernel = 4000;
constexpr uint64_t maxCount = uint64_t{1} << 32;
/// Instructions of a function. Below, a call is no less than what it does.
constexpr unsigned leastSize = 20;
constexpr uint64_t leastCopies = 4;

bool isPlainType(const Type *type) {
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    return vector->getNumElements() <= 4 && isPlainType(vector->getElementType());
  }
  return type->isFloatTy() || type->isDoubleTy() || type->isHalfTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

/// Nothing in it, or in what it calls, directly or not, is anything but a computation or a plain
/// access that reads.
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

/// What all calls give as a constant, a sampler say, is none of the function's concern.
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

class Sharing {
 public:
  explicit Sharing(Module &module) : module_(module), order_(calleesFirst(module)) {}

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
  uint64_t sizeOf(Function &function) {
    uint64_t size = function.getInstructionCount();
    forEachCall(function, [&](CallInst &call) { size += sizes_.lookup(call.getCalledFunction()); });
    return std::min(size, maxCount);
  }

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
  uint64_t largest_ = 0;  ///< kernel
  SmallVector<Function *> order_;
  DenseMap<const Function *, uint64_t> sizes_;
  /// How often large kernels would have it.
  DenseMap<const Function *, uint64_t> copies_;
  /// Its calls that only large kernels make.
  DenseMap<const Function *, SmallVector<CallInst *>> calls_;
  SmallPtrSet<const Function *, 16> inSmaller_;
};

}  // namespace

PreservedAnalyses ShareFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  return Sharing(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
