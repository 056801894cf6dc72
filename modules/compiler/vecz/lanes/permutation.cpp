#include "vecz/lanes/permutation.h"

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::permutation;

/// Asks only for fixed-length vectors. There, selection recognises the chain if the vector fits a
/// register and any order costs a few instructions, whether the numbers are constants or not.
/// Otherwise each element costs.
bool hasPermutation(FixedVectorType *type, const TargetTransformInfo &target) {
  auto size = target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
  return !target.supportsScalableVectors() &&
         type->getPrimitiveSizeInBits().getFixedValue() <= size.getFixedValue() &&
         target.getShuffleCost(TargetTransformInfo::SK_PermuteSingleSrc, type, type, {},
                               TargetTransformInfo::TCK_RecipThroughput) <= few;
}

/// kiln.permute.v<lanes>i<bits>.
static std::string nameOf(FixedVectorType *type) {
  std::string name = permuteName;
  raw_string_ostream(name) << 'v' << type->getNumElements() << 'i' << type->getScalarSizeInBits();
  return name;
}

/// Permutes integers, so there is one function for each size of elements.
Value *permute(IRBuilderBase &builder, Value *vector, Value *numbers) {
  auto *type = cast<FixedVectorType>(numbers->getType());
  Value *bits = builder.CreateBitCast(vector, type);
  if (auto *constant = dyn_cast<Constant>(numbers)) {
    SmallVector<int> mask;
    for (unsigned lane = 0; lane < type->getNumElements(); lane++) {
      auto *number = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
      mask.push_back(number ? static_cast<int>(number->getZExtValue()) : PoisonMaskElem);
    }
    return builder.CreateBitCast(builder.CreateShuffleVector(bits, mask), vector->getType());
  }
  Module *module = builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module->getOrInsertFunction(nameOf(type), type, type, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->addFnAttr(Attribute::Speculatable);
  return builder.CreateBitCast(builder.CreateCall(callee, {bits, numbers}), vector->getType());
}

/// The chain: extract element numbers[lane], insert it as element `lane`.
static void lower(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *vector = call.getArgOperand(0), *numbers = call.getArgOperand(1);
  auto *type = cast<FixedVectorType>(call.getType());
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); lane++) {
    Value *number = builder.CreateExtractElement(numbers, lane);
    result =
        builder.CreateInsertElement(result, builder.CreateExtractElement(vector, number), lane);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

PreservedAnalyses LowerPermutationsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!passes::calledName(instruction).starts_with(permuteName)) {
      continue;
    }
    lower(cast<CallInst>(instruction));
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::vecz
