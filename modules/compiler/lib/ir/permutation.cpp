#include "ir/permutation.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

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
static Value *chain(IRBuilder<> &builder, Value *vector, Value *numbers) {
  auto *type = cast<FixedVectorType>(vector->getType());
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); lane++) {
    Value *number = builder.CreateExtractElement(numbers, lane);
    result =
        builder.CreateInsertElement(result, builder.CreateExtractElement(vector, number), lane);
  }
  return result;
}

/// Permutes a vector in parts of the type `part`: for each part of the result, the same numbers
/// within each part of the source, and a choice by the rest of the numbers.
static Value *inParts(IRBuilder<> &builder, Value *vector, Value *numbers, FixedVectorType *part) {
  const unsigned lanes = cast<FixedVectorType>(vector->getType())->getNumElements();
  const unsigned size = part->getNumElements();
  const auto number = [&](unsigned value) { return ConstantInt::get(part, value); };
  Value *result = PoisonValue::get(vector->getType());
  for (unsigned to = 0; to < lanes; to += size) {
    Value *asked = builder.CreateExtractVector(part, numbers, uint64_t{to});
    Value *within = builder.CreateAnd(asked, number(size - 1));
    Value *found = nullptr;
    for (unsigned from = 0; from < lanes; from += size) {
      Value *source = builder.CreateExtractVector(part, vector, uint64_t{from});
      Value *permuted = chain(builder, source, within);
      found =
          found ? builder.CreateSelect(builder.CreateICmpUGE(asked, number(from)), permuted, found)
                : permuted;
    }
    result = builder.CreateInsertVector(vector->getType(), result, found, uint64_t{to});
  }
  return result;
}

static void lower(CallInst &call, const TargetTransformInfo &target) {
  IRBuilder<> builder(&call);
  Value *vector = call.getArgOperand(0), *numbers = call.getArgOperand(1);
  auto *type = cast<FixedVectorType>(call.getType());
  const auto bits = target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
  const uint64_t lanes = bits.getKnownMinValue() / type->getScalarSizeInBits();
  auto *part = FixedVectorType::get(type->getElementType(), std::max<uint64_t>(lanes, 1));
  const unsigned all = type->getNumElements();
  Value *result = nullptr;
  if (all <= lanes) {
    result = chain(builder, vector, numbers);
  } else if (lanes >= leastLanesOfPart && all % lanes == 0 && hasPermutation(part, target)) {
    result = inParts(builder, vector, numbers, part);
  } else {
    // Selection takes single elements then, and short numbers cost less than those as wide as
    // elements.
    Type *number = builder.getIntNTy(std::min(type->getScalarSizeInBits(), 32u));
    result = chain(builder, vector, builder.CreateTrunc(numbers, type->getWithNewType(number)));
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

PreservedAnalyses LowerPermutationsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!calledName(instruction).starts_with(permuteName)) {
      continue;
    }
    lower(cast<CallInst>(instruction), target);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
