// A program built with -cl-finite-math-only carries the promise at each call: flags nnan and ninf
// if the result is a floating-point number, nofpclass at the arguments if it is not.
//
// Functions of the library use infinities and NaNs inside, for finite results too: intermediate
// values later dropped by a select. So the flags of a call must not spread to all instructions of
// its callee. A finite variant uses the promise in two ways instead:
//
// * The constant true of __mux_finite_math removes its branches for other numbers.
// * A parameter is known to be finite, and so is a value picked or made from parameters without
//   arithmetic. Instructions with no other operands carry the flags:
//
//   define float @_Z4fmaxff.finite(float %a, float %b)
//     %c = fcmp nnan ninf ogt float %a, %b
//     %r = select nnan ninf i1 %c, float %a, float %b
//
// Calls between functions of the library promise nothing. Results of arithmetic may overflow, and
// so count as unknown.

#include "passes/linking/fast_math.h"

#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr FPClassTest notFinite = fcNan | fcInf;

// Returns true if the call promises finite floating-point operands and results. A call without any
// of them promises nothing.
bool promisesFinite(const CallInst &call) {
  if (const auto *operation = dyn_cast<FPMathOperator>(&call)) {
    return operation->hasNoNaNs() && operation->hasNoInfs();
  }
  bool any = false;
  for (unsigned number = 0; number < call.arg_size(); ++number) {
    if (!call.getArgOperand(number)->getType()->isFPOrFPVectorTy()) {
      continue;
    }
    if ((call.getParamNoFPClass(number) & notFinite) != notFinite) {
      return false;
    }
    any = true;
  }
  return any;
}

// Returns true if the result is finite if the operands are.
bool preservesFinite(const Instruction &instruction) {
  if (isa<SelectInst, PHINode>(instruction) || instruction.getOpcode() == Instruction::FNeg) {
    return true;
  }
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call) {
    return false;
  }
  switch (call->getIntrinsicID()) {
    case Intrinsic::fabs:
    case Intrinsic::copysign:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::rint:
    case Intrinsic::round:
    case Intrinsic::roundeven:
      return true;
    default:
      return false;
  }
}

// Returns true if the value is a finite number, or a vector with one in all lanes.
bool isFiniteConstant(const Value &value) {
  const auto *constant = dyn_cast<Constant>(&value);
  const Constant *lane =
      constant && constant->getType()->isVectorTy() ? constant->getSplatValue() : constant;
  const auto *number = dyn_cast_or_null<ConstantFP>(lane);
  return number && number->getValueAPF().isFinite();
}

// Adds the flags to instructions with finite operands only. In reverse post-order operands come
// first, except around loops; those count as unknown.
void flagFiniteValues(Function &function) {
  SmallPtrSet<const Value *, 16> finite;
  for (const Argument &argument : function.args()) {
    if (argument.getType()->isFPOrFPVectorTy()) {
      finite.insert(&argument);
    }
  }
  ReversePostOrderTraversal<Function *> blocks(&function);
  for (BasicBlock *block : blocks) {
    for (Instruction &instruction : *block) {
      const bool compares = isa<FCmpInst>(instruction);
      if (!isa<FPMathOperator>(instruction) || !(compares || preservesFinite(instruction))) {
        continue;
      }
      const bool known = all_of(instruction.operands(), [&](const Use &operand) {
        return !operand->getType()->isFPOrFPVectorTy() || finite.contains(operand) ||
               isFiniteConstant(*operand);
      });
      if (!known) {
        continue;
      }
      instruction.setHasNoNaNs(true);
      instruction.setHasNoInfs(true);
      if (!compares) {
        finite.insert(&instruction);
      }
    }
  }
}

// The variant of a library function for these calls: the function itself if it has no others, or a
// clone.
Function &variantFor(Function &function, ArrayRef<CallInst *> calls) {
  if (function.hasNUses(calls.size())) {
    return function;
  }
  ValueToValueMapTy values;
  Function *variant = CloneFunction(&function, values);
  variant->setName(function.getName() + ".finite");
  variant->setLinkage(GlobalValue::InternalLinkage);
  for (CallInst *call : calls) {
    call->setCalledFunction(variant);
  }
  return *variant;
}

// Replaces all calls of one question by the constant that `of` returns for the calling function.
void answer(Module &module, StringRef name, function_ref<bool(const Function &)> of) {
  Function *question = module.getFunction(name);
  if (!question) {
    return;
  }
  for (CallInst *call : directCalls(*question)) {
    call->replaceAllUsesWith(ConstantInt::get(call->getType(), of(*call->getFunction())));
    call->eraseFromParent();
  }
  if (question->use_empty()) {
    question->eraseFromParent();
  }
}

}  // namespace

void answerFastMath(Module &module, function_ref<bool(const Function &)> isProgram) {
  SmallVector<Function *> library;
  for (Function &function : module) {
    if (!function.isDeclaration() && !isProgram(function)) {
      library.push_back(&function);
    }
  }
  SmallPtrSet<const Function *, 16> finite;
  for (Function *function : library) {
    SmallVector<CallInst *> calls = directCalls(*function);
    erase_if(calls, [&](const CallInst *call) {
      return !isProgram(*call->getFunction()) || !promisesFinite(*call);
    });
    if (calls.empty()) {
      continue;
    }
    Function &variant = variantFor(*function, calls);
    flagFiniteValues(variant);
    finite.insert(&variant);
  }
  answer(module, muxFiniteMath,
         [&](const Function &function) { return finite.contains(&function); });
  const SmallVector<Function *> kernels = kernelsOf(module);
  const bool flushes = !kernels.empty() && all_of(kernels, [](const Function *kernel) {
    return kernel->hasFnAttribute("kiln-flush-denorms");
  });
  answer(module, muxFlushesDenorms, [&](const Function &) { return flushes; });
}

}  // namespace compiler::passes
