// A probe of the cost model tells if the target needs the pass: it converts a vector of 8 halves in
// both directions. A cost of 8 or more means one operation per element. Targets with vector
// instructions for these conversions stay below.
//
//   define half @f(half %x)      =>   define i16 @f(i16 %x)
//     %y = fmul half %x, %x             %v = <toFloat %x>;
//     ret half %y                       %w = fmul float %v, %v;
//                                       ret i16 <fromFloat %w>
//
// Three steps: lower arithmetic instruction by instruction, which leaves bitcasts between half and
// i16; replace the type in the whole module; remove the bitcasts, now from i16 to i16.

#include "passes/lowering/lower_half_pass.h"

#include "ir/diagnostics.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "passes/lowering/half_arithmetic.h"
#include "passes/lowering/soft_half.h"
#include "passes/lowering/type_replacement.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Elements of the vectors whose conversion is probed.
constexpr unsigned probeLanes = 8;

// Returns true if the conversion of a vector costs at least one operation per element.
bool isByElement(const TargetTransformInfo &costs, Type *real, unsigned opcode) {
  Type *halves = FixedVectorType::get(Type::getHalfTy(real->getContext()), probeLanes);
  Type *reals = FixedVectorType::get(real, probeLanes);
  const bool isTruncation = opcode == Instruction::FPTrunc;
  const InstructionCost cost = costs.getCastInstrCost(
      opcode, isTruncation ? halves : reals, isTruncation ? reals : halves,
      TargetTransformInfo::CastContextHint::None, TargetTransformInfo::TCK_RecipThroughput);
  return !cost.isValid() || cost >= probeLanes;
}

// Returns true if the target needs the pass. A target without vectors may still have instructions
// for one half, and is left alone then.
bool lacksHalf(const TargetTransformInfo &costs, LLVMContext &context) {
  Type *real = Type::getFloatTy(context);
  if (!isByElement(costs, real, Instruction::FPExt) &&
      !isByElement(costs, real, Instruction::FPTrunc)) {
    return false;
  }
  const bool hasVectors =
      costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).isNonZero();
  return hasVectors || !costs.isTypeLegal(Type::getHalfTy(context));
}

// Replaces half by i16, in types and in constants.
class HalfToBits : public TypeReplacement, public ValueMaterializer {
 public:
  Value *materialize(Value *value) override;

 private:
  Type *replace(Type *type) override {
    return isHalf(type) ? type->getWithNewType(Type::getInt16Ty(type->getContext())) : type;
  }
};

// Constants with half in their type: numbers, alone and in vectors, arrays and structures. LLVM
// maps all other constants itself (null).
Value *HalfToBits::materialize(Value *value) {
  auto *constant = dyn_cast<Constant>(value);
  Type *type = constant ? remapType(constant->getType()) : nullptr;
  if (!constant || type == constant->getType()) {
    return nullptr;
  }
  if (isa<PoisonValue>(constant)) {
    return PoisonValue::get(type);
  }
  if (isa<UndefValue>(constant)) {
    return UndefValue::get(type);
  }
  if (constant->isNullValue()) {
    return Constant::getNullValue(type);
  }
  if (const auto *number = dyn_cast<ConstantFP>(constant)) {
    return ConstantInt::get(type, number->getValueAPF().bitcastToAPInt());
  }
  const auto *vector = dyn_cast<VectorType>(constant->getType());
  if (vector && vector->getElementCount().isScalable()) {
    auto *splat = cast<Constant>(materialize(constant->getSplatValue()));
    return ConstantVector::getSplat(vector->getElementCount(), splat);
  }
  SmallVector<Constant *> elements;
  for (unsigned i = 0; Constant *element = constant->getAggregateElement(i); ++i) {
    Value *made = materialize(element);
    elements.push_back(made ? cast<Constant>(made) : element);
  }
  if (vector) {
    return ConstantVector::get(elements);
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    return ConstantArray::get(array, elements);
  }
  return ConstantStruct::get(cast<StructType>(type), elements);
}

// Returns true if the type contains half.
bool hasHalf(const Type *type) {
  return isHalf(type) || (!type->isSingleValueType() && any_of(type->subtypes(), hasHalf));
}

// Returns true if any function has half in its signature, an operand, a result or a variable.
bool usesHalf(const Module &module) {
  for (const Function &function : module) {
    if (hasHalf(function.getFunctionType())) {
      return true;
    }
    for (const Instruction &instruction : instructions(function)) {
      const auto *slot = dyn_cast<AllocaInst>(&instruction);
      if (hasHalf(instruction.getType()) || (slot && hasHalf(slot->getAllocatedType())) ||
          any_of(instruction.operand_values(),
                 [](const Value *value) { return hasHalf(value->getType()); })) {
        return true;
      }
    }
  }
  return false;
}

// Lowers one function. Returns false, with an error reported, at the first unknown operation.
bool lowerArithmetic(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (lowerHalfArithmetic(instruction) == HalfLowering::unknown) {
      reportError(instruction, "no half-precision form of this operation for the device: " +
                                   Twine(instruction.getOpcodeName()));
      return false;
    }
  }
  return true;
}

// Removes bitcasts without effect, and fast-math flags at instructions of i16 now.
void clean(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (isa<PHINode, SelectInst, CallInst, LoadInst>(instruction) &&
        !isa<FPMathOperator>(instruction)) {
      instruction.clearSubclassOptionalData();
    }
    auto *cast = dyn_cast<BitCastInst>(&instruction);
    if (!cast || cast->getSrcTy() != cast->getDestTy()) {
      continue;
    }
    cast->replaceAllUsesWith(cast->getOperand(0));
    cast->eraseFromParent();
  }
}

// Returns true if the instruction converts double to half.
bool truncatesDouble(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::FPTrunc && isHalf(instruction.getType()) &&
         instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
}

// Makes conversions of double to half round to odd in float first. Returns true if there were any.
bool lowerTruncations(Module &module) {
  bool changed = false;
  for (Function &function : module) {
    for (Instruction &instruction : instructions(function)) {
      if (!truncatesDouble(instruction)) {
        continue;
      }
      IRBuilder<> builder(&instruction);
      instruction.setOperand(0, SoftHalf(builder).roundToOdd(instruction.getOperand(0)));
      changed = true;
    }
  }
  return changed;
}

}  // namespace

// The first defined function stands for all others in questions to the cost model.
PreservedAnalyses LowerHalfPass::run(Module &module, ModuleAnalysisManager &analyses) {
  const auto defined = find_if(module, [](Function &each) { return !each.isDeclaration(); });
  if (defined == module.end() || !usesHalf(module)) {
    return PreservedAnalyses::all();
  }
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const auto &costs = functions.getResult<TargetIRAnalysis>(*defined);
  LLVMContext &context = module.getContext();
  if (!lacksHalf(costs, context)) {
    const bool changed = isByElement(costs, Type::getDoubleTy(context), Instruction::FPTrunc) &&
                         lowerTruncations(module);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  for (Function &function : module) {
    if (!lowerArithmetic(function)) {
      abandonModule(module);
      return PreservedAnalyses::none();
    }
  }
  HalfToBits types;
  replaceTypes(module, types, &types);
  for (Function &function : module) {
    clean(function);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
