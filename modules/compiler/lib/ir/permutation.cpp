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

/// The permutation by constant numbers.
static Value *shuffle(IRBuilderBase &builder, Value *vector, const Constant &numbers) {
  SmallVector<int> mask;
  for (unsigned lane = 0; lane < cast<FixedVectorType>(vector->getType())->getNumElements();
       lane++) {
    auto *number = dyn_cast_or_null<ConstantInt>(numbers.getAggregateElement(lane));
    mask.push_back(number ? static_cast<int>(number->getZExtValue()) : PoisonMaskElem);
  }
  return builder.CreateShuffleVector(vector, mask);
}

/// Permutes integers, so there is one function for each size of elements.
Value *permute(IRBuilderBase &builder, Value *vector, Value *numbers) {
  auto *type = cast<FixedVectorType>(numbers->getType());
  Value *bits = builder.CreateBitCast(vector, type);
  if (auto *constant = dyn_cast<Constant>(numbers)) {
    return builder.CreateBitCast(shuffle(builder, bits, *constant), vector->getType());
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

/// The numbers modulo the width select within a vector, and their upper bits the vector.
Value *permuteAll(IRBuilderBase &builder, ArrayRef<Value *> vectors, Value *numbers) {
  auto *type = cast<FixedVectorType>(numbers->getType());
  const uint64_t width = type->getNumElements();
  Value *within = builder.CreateAnd(numbers, ConstantInt::get(type, width - 1));
  Value *result = permute(builder, vectors.front(), within);
  for (size_t vector = 1; vector < vectors.size(); vector++) {
    Value *isHere = builder.CreateICmpUGE(numbers, ConstantInt::get(type, vector * width));
    result = builder.CreateSelect(isHere, permute(builder, vectors[vector], within), result);
  }
  return result;
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

/// Stores the vector on the stack, and loads each element of the result from there. Selection
/// would store it again for each element of a chain.
static Value *throughStack(IRBuilder<> &builder, Value *vector, Value *numbers) {
  auto *type = cast<FixedVectorType>(vector->getType());
  BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> atEntry(&entry, entry.begin());
  Value *memory = atEntry.CreateAlloca(type);
  builder.CreateStore(vector, memory);
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); lane++) {
    Value *number = builder.CreateZExtOrTrunc(builder.CreateExtractElement(numbers, lane),
                                              builder.getInt64Ty());
    Value *address = builder.CreateInBoundsGEP(type->getElementType(), memory, number);
    Value *element = builder.CreateLoad(type->getElementType(), address);
    result = builder.CreateInsertElement(result, element, lane);
  }
  return result;
}

/// Permutes a vector in parts of the type `part`. Each part of the result takes the same numbers in
/// each part of the source; the number's higher bits choose among the parts, pair by pair.
static Value *inParts(IRBuilder<> &builder, Value *vector, Value *numbers, FixedVectorType *part) {
  const unsigned lanes = cast<FixedVectorType>(vector->getType())->getNumElements();
  const unsigned size = part->getNumElements();
  const auto bits = [&](Value *asked, unsigned mask) {
    return builder.CreateAnd(asked, ConstantInt::get(part, mask));
  };
  Value *result = PoisonValue::get(vector->getType());
  for (unsigned to = 0; to < lanes; to += size) {
    Value *asked = builder.CreateExtractVector(part, numbers, uint64_t{to});
    Value *within = bits(asked, size - 1);
    SmallVector<Value *> found;
    for (unsigned from = 0; from < lanes; from += size) {
      Value *source = builder.CreateExtractVector(part, vector, uint64_t{from});
      found.push_back(chain(builder, source, within));
    }
    for (unsigned bit = size; found.size() > 1; bit *= 2) {
      Value *isUpper = builder.CreateIsNotNull(bits(asked, bit));
      for (unsigned pair = 0; pair < found.size() / 2; pair++) {
        found[pair] = builder.CreateSelect(isUpper, found[2 * pair + 1], found[2 * pair]);
      }
      found.truncate(found.size() / 2);
    }
    result = builder.CreateInsertVector(vector->getType(), result, found[0], uint64_t{to});
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
  if (auto *constant = dyn_cast<Constant>(numbers)) {
    result = shuffle(builder, vector, *constant);
  } else if (all <= lanes) {
    result = chain(builder, vector, numbers);
  } else if (lanes >= leastLanesOfPart && isPowerOf2_64(lanes) && isPowerOf2_32(all) &&
             hasPermutation(part, target)) {
    result = inParts(builder, vector, numbers, part);
  } else {
    // Short numbers cost less than those as wide as elements.
    Type *number = builder.getIntNTy(std::min(type->getScalarSizeInBits(), 32u));
    numbers = builder.CreateTrunc(numbers, type->getWithNewType(number));
    result = throughStack(builder, vector, numbers);
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
