// A float has more than twice the bits of a half and two more, so that rounding a sum, a product, a
// quotient or a square root of halves twice is rounding it once. The same is true of a double and
// the sum of a product: the product is exact, and a sum with a rest that a double does not hold is
// no tie between halves. Integers that float rounds are beyond the largest half.

#include "passes/lowering/half_arithmetic.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "passes/lowering/soft_half.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Values of these classes, as ranges of bits, or of bits without the sign.
struct ClassRange {
  FPClassTest test;
  uint16_t first, last;
  bool hasSign;
};
constexpr ClassRange classRanges[] = {
    {fcPosZero, 0, 0, true},
    {fcPosSubnormal, 1, 0x3ff, true},
    {fcPosNormal, 0x400, 0x7bff, true},
    {fcPosInf, 0x7c00, 0x7c00, true},
    {fcNegZero, 0x8000, 0x8000, true},
    {fcNegSubnormal, 0x8001, 0x83ff, true},
    {fcNegNormal, 0x8400, 0xfbff, true},
    {fcNegInf, 0xfc00, 0xfc00, true},
    {fcSNan, 0x7c01, 0x7dff, false},
    {fcQNan, 0x7e00, 0x7fff, false},
};

class Lowering {
 public:
  explicit Lowering(Instruction &instruction)
      : instruction_(instruction), builder_(&instruction), soft_(builder_) {}

  /// What takes the instruction's place; null if it moves values, or if nothing can.
  Value *lower();

 private:
  Type *withElement(const Value *value, Type *element) {
    return withoutHalf(value->getType(), element);
  }
  Value *bits(Value *half) {
    return builder_.CreateBitCast(half, withElement(half, builder_.getInt16Ty()));
  }
  Value *fromBits(Value *bits) {
    return builder_.CreateBitCast(bits, bits->getType()->getWithNewType(builder_.getHalfTy()));
  }
  Value *toFloat(Value *value) {
    return isHalf(value->getType()) ? soft_.toFloat(bits(value)) : value;
  }
  Value *toDouble(Value *half) {
    return builder_.CreateFPExt(toFloat(half), withElement(half, builder_.getDoubleTy()));
  }
  Value *fromFloat(Value *value) { return fromBits(soft_.fromFloat(value)); }
  Value *fromReal(Value *value) {
    return fromFloat(value->getType()->getScalarType()->isDoubleTy() ? soft_.roundToOdd(value)
                                                                     : value);
  }

  Value *masked(Value *half, uint16_t mask) {
    Value *value = bits(half);
    return builder_.CreateAnd(value, ConstantInt::get(value->getType(), mask));
  }
  Value *operate(Instruction::BinaryOps opcode, Value *a, Value *b);
  Value *compare(FCmpInst &comparison);
  Value *convert(CastInst &cast);
  Value *negate(Value *half);
  Value *fuse(IntrinsicInst &call);
  Value *classify(Value *half, unsigned tests);
  Value *reduceInOrder(IntrinsicInst &call, Instruction::BinaryOps opcode);
  Value *toHalves(Value *results, Type *type);
  Value *callInFloat(IntrinsicInst &call);
  Value *lowerIntrinsic(IntrinsicInst &call);

  Instruction &instruction_;
  IRBuilder<> builder_;
  SoftHalf soft_;
};

Value *Lowering::operate(Instruction::BinaryOps opcode, Value *a, Value *b) {
  Value *result = builder_.CreateBinOp(opcode, toFloat(a), toFloat(b));
  if (auto *operation = dyn_cast<Instruction>(result)) {
    operation->copyIRFlags(&instruction_);
  }
  return fromFloat(result);
}

Value *Lowering::compare(FCmpInst &comparison) {
  return builder_.CreateFCmp(comparison.getPredicate(), toFloat(comparison.getOperand(0)),
                             toFloat(comparison.getOperand(1)));
}

Value *Lowering::convert(CastInst &cast) {
  Value *from = cast.getOperand(0);
  switch (cast.getOpcode()) {
    case Instruction::FPExt: {
      Value *value = toFloat(from);
      return value->getType() == cast.getType() ? value
                                                : builder_.CreateFPExt(value, cast.getType());
    }
    case Instruction::FPTrunc:
      return fromReal(from);
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      return builder_.CreateCast(cast.getOpcode(), toFloat(from), cast.getType());
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return fromFloat(
          builder_.CreateCast(cast.getOpcode(), from, withElement(&cast, builder_.getFloatTy())));
    default:
      return nullptr;
  }
}

Value *Lowering::negate(Value *half) {
  Value *value = bits(half);
  return fromBits(builder_.CreateXor(value, ConstantInt::get(value->getType(), 0x8000)));
}

Value *Lowering::fuse(IntrinsicInst &call) {
  if (call.getIntrinsicID() == Intrinsic::fmuladd) {
    Value *product = operate(Instruction::FMul, call.getArgOperand(0), call.getArgOperand(1));
    return operate(Instruction::FAdd, product, call.getArgOperand(2));
  }
  Value *product =
      builder_.CreateFMul(toDouble(call.getArgOperand(0)), toDouble(call.getArgOperand(1)));
  return fromReal(builder_.CreateFAdd(product, toDouble(call.getArgOperand(2))));
}

Value *Lowering::classify(Value *half, unsigned tests) {
  Value *value = bits(half), *magnitude = masked(half, 0x7fff);
  Type *type = value->getType();
  Value *result = ConstantInt::getFalse(CmpInst::makeCmpResultType(type));
  for (const ClassRange &range : classRanges) {
    if (!(tests & range.test)) {
      continue;
    }
    Value *offset =
        builder_.CreateSub(range.hasSign ? value : magnitude, ConstantInt::get(type, range.first));
    Value *isInside =
        builder_.CreateICmpULE(offset, ConstantInt::get(type, range.last - range.first));
    result = builder_.CreateOr(result, isInside);
  }
  return result;
}

/// Null for vectors whose size is not known.
Value *Lowering::reduceInOrder(IntrinsicInst &call, Instruction::BinaryOps opcode) {
  Value *vector = call.getArgOperand(1);
  const auto *type = dyn_cast<FixedVectorType>(vector->getType());
  Value *result = call.getArgOperand(0);
  for (unsigned i = 0; type && i < type->getNumElements(); ++i) {
    result = operate(opcode, result, builder_.CreateExtractElement(vector, i));
  }
  return type ? result : nullptr;
}

/// Results of a function of float as those of the function of half.
Value *Lowering::toHalves(Value *results, Type *type) {
  if (isHalf(type)) {
    return fromFloat(results);
  }
  auto *structure = dyn_cast<StructType>(type);
  if (!structure) {
    return results;
  }
  Value *made = PoisonValue::get(type);
  for (unsigned i = 0; i < structure->getNumElements(); ++i) {
    Value *element = builder_.CreateExtractValue(results, i);
    made = builder_.CreateInsertValue(made, toHalves(element, structure->getElementType(i)), i);
  }
  return made;
}

/// Null if there is no such function of float.
Value *Lowering::callInFloat(IntrinsicInst &call) {
  if (call.mayReadOrWriteMemory()) {
    return nullptr;
  }
  SmallVector<Value *> arguments;
  SmallVector<Type *> parameters, overloads;
  for (Value *argument : call.args()) {
    parameters.push_back(withElement(argument, builder_.getFloatTy()));
  }
  Type *result = withElement(&call, builder_.getFloatTy());
  auto *type = FunctionType::get(result, parameters, false);
  const Intrinsic::ID id = call.getIntrinsicID();
  if (!Intrinsic::getIntrinsicSignature(id, type, overloads)) {
    return nullptr;
  }
  for (Value *argument : call.args()) {
    arguments.push_back(toFloat(argument));
  }
  Function *callee = Intrinsic::getOrInsertDeclaration(call.getModule(), id, overloads);
  CallInst *made = builder_.CreateCall(callee, arguments);
  if (isa<FPMathOperator>(call) && isa<FPMathOperator>(made)) {
    made->copyFastMathFlags(&call);
  }
  return toHalves(made, call.getType());
}

Value *Lowering::lowerIntrinsic(IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::fabs:
      return fromBits(masked(call.getArgOperand(0), 0x7fff));
    case Intrinsic::copysign:
      return fromBits(builder_.CreateOr(masked(call.getArgOperand(0), 0x7fff),
                                        masked(call.getArgOperand(1), 0x8000)));
    case Intrinsic::is_fpclass:
      return classify(call.getArgOperand(0),
                      cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return fuse(call);
    case Intrinsic::vector_reduce_fadd:
    case Intrinsic::vector_reduce_fmul:
      if (!call.hasAllowReassoc()) {
        return reduceInOrder(call, call.getIntrinsicID() == Intrinsic::vector_reduce_fadd
                                       ? Instruction::FAdd
                                       : Instruction::FMul);
      }
      return callInFloat(call);
    default:
      return callInFloat(call);
  }
}

Value *Lowering::lower() {
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction_)) {
    return operate(operation->getOpcode(), operation->getOperand(0), operation->getOperand(1));
  }
  if (auto *comparison = dyn_cast<FCmpInst>(&instruction_)) {
    return compare(*comparison);
  }
  if (auto *cast = dyn_cast<CastInst>(&instruction_)) {
    return convert(*cast);
  }
  if (instruction_.getOpcode() == Instruction::FNeg) {
    return negate(instruction_.getOperand(0));
  }
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction_)) {
    return lowerIntrinsic(*call);
  }
  return nullptr;
}

/// Whether it means the same of i16, if it is of half.
bool moves(const Instruction &instruction) {
  if (const auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
    return atomic->getOperation() == AtomicRMWInst::Xchg;
  }
  return !isa<BinaryOperator, FCmpInst, IntrinsicInst>(instruction) &&
         (!isa<CastInst>(instruction) || isa<BitCastInst>(instruction)) &&
         instruction.getOpcode() != Instruction::FNeg;
}

}  // namespace

bool isHalf(const Type *type) {
  return type->getScalarType()->isHalfTy();
}

Type *withoutHalf(Type *type, Type *element) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *> elements;
    for (Type *each : structure->elements()) {
      elements.push_back(withoutHalf(each, element));
    }
    return ArrayRef<Type *>(elements) == structure->elements()
               ? type
               : StructType::get(type->getContext(), elements, structure->isPacked());
  }
  return isHalf(type) ? type->getWithNewType(element) : type;
}

HalfLowering lowerHalfArithmetic(Instruction &instruction) {
  const auto isOfHalf = [](const Type *type) {
    return isHalf(type) || (type->isStructTy() && any_of(type->subtypes(), isHalf));
  };
  if (moves(instruction) ||
      !(isOfHalf(instruction.getType()) || any_of(instruction.operand_values(), [&](Value *value) {
          return isOfHalf(value->getType());
        }))) {
    return HalfLowering::none;
  }
  Value *result = Lowering(instruction).lower();
  if (!result) {
    return HalfLowering::unknown;
  }
  result->takeName(&instruction);
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
  return HalfLowering::done;
}

}  // namespace compiler::passes
