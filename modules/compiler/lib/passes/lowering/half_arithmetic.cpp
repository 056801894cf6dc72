// Why rounding twice is rounding once
// -----------------------------------
// An operation on halves is done in float (24 bits of precision) and rounded to half (11 bits).
// Double rounding is innocuous if the wide format has 2p + 2 bits for p bits in the narrow one.
// This holds for sums, products, quotients and square roots (Figueroa, When is double rounding
// innocuous?, ACM SIGNUM Newsletter 30 (3), 1995), and 24 >= 2 * 11 + 2.
//
//   %c = fadd half %a, %b     =>     %f = fadd float toFloat(bits(%a)), toFloat(bits(%b));
//                                    %c = fromBits(fromFloat(%f))
//
// fma needs double: the product is exact there. A sum with a rest beyond a double's precision is no
// tie between two halves. It is rounded to odd on the way to float (soft_half.h).
//
// Integers too large for float to be exact are beyond the largest half, and become infinity either
// way.
//
// Signs, classes and absolute values are integer operations on the bits, as IEEE 754 has them: no
// rounding and no change of NaNs.

#include "passes/lowering/half_arithmetic.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "passes/lowering/soft_half.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The values of one floating-point class as a range of bits, or of bits without the sign.
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

// Lowers one instruction; new code stands in front of it.
class Lowering {
 public:
  explicit Lowering(Instruction &instruction)
      : instruction_(instruction), builder_(&instruction), soft_(builder_) {}

  // The replacement; null if no equivalent exists.
  Value *lower();

 private:
  Type *withElement(const Value *value, Type *element) {
    return withoutHalf(value->getType(), element);
  }
  // The bits of a half, as i16.
  Value *bits(Value *half) {
    return builder_.CreateBitCast(half, withElement(half, builder_.getInt16Ty()));
  }
  // The half with these bits.
  Value *fromBits(Value *bits) {
    return builder_.CreateBitCast(bits, bits->getType()->getWithNewType(builder_.getHalfTy()));
  }
  // The value in float; a value of another type stays.
  Value *toFloat(Value *value) {
    return isHalf(value->getType()) ? soft_.toFloat(bits(value)) : value;
  }
  Value *toDouble(Value *half) {
    return builder_.CreateFPExt(toFloat(half), withElement(half, builder_.getDoubleTy()));
  }
  Value *fromFloat(Value *value) { return fromBits(soft_.fromFloat(value)); }
  // Rounds a float or double to half, once.
  Value *fromReal(Value *value) {
    return fromFloat(value->getType()->getScalarType()->isDoubleTy() ? soft_.roundToOdd(value)
                                                                     : value);
  }

  // The bits of a half under a mask.
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

// A binary operation in float, with the instruction's fast-math flags.
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

// Conversions from and to half; null for casts of another kind.
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

// fma in double. fmuladd may round twice by definition, and becomes a product and a sum.
Value *Lowering::fuse(IntrinsicInst &call) {
  if (call.getIntrinsicID() == Intrinsic::fmuladd) {
    Value *product = operate(Instruction::FMul, call.getArgOperand(0), call.getArgOperand(1));
    return operate(Instruction::FAdd, product, call.getArgOperand(2));
  }
  Value *product =
      builder_.CreateFMul(toDouble(call.getArgOperand(0)), toDouble(call.getArgOperand(1)));
  return fromReal(builder_.CreateFAdd(product, toDouble(call.getArgOperand(2))));
}

// llvm.is.fpclass by ranges of bits.
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

// An ordered reduction, element by element with rounding after each; null for scalable vectors.
Value *Lowering::reduceInOrder(IntrinsicInst &call, Instruction::BinaryOps opcode) {
  Value *vector = call.getArgOperand(1);
  const auto *type = dyn_cast<FixedVectorType>(vector->getType());
  Value *result = call.getArgOperand(0);
  for (unsigned i = 0; type && i < type->getNumElements(); ++i) {
    result = operate(opcode, result, builder_.CreateExtractElement(vector, i));
  }
  return type ? result : nullptr;
}

// Rounds results of a float function, also in structures such as those of llvm.frexp.
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

// Calls the same intrinsic of float. Null if it accesses memory or has no float overload.
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

// Intrinsics on bits, those with a rounding of their own, and others in float.
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

// Dispatches on the kind of instruction; moves() has excluded all that need no arithmetic.
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

// Returns true if the instruction is valid with i16 in place of half: loads, stores, phis, selects,
// bitcasts, exchanges.
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
