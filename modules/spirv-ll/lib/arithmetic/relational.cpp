// Translates comparisons, tests and OpSelect (SPIR-V 1.5 §3.32.15) to icmp, fcmp and select.
//
// The predicate of each opcode is the template argument of its handler. FOrd comparisons are LLVM's
// ordered ones (false for a NaN), FUnord comparisons its unordered ones. OpIsNan and OpIsInf use
// the intrinsic is.fpclass.
//
// OpAny and OpAll accept integers too: LLVM's back end writes OpenCL C's any() and all() so, which
// test the most significant bit (OpenCL C 3.0 §6.15.6).
//
// For example:
//
//   OpFOrdLessThan %a %b      fcmp olt    false if an operand is a NaN
//   OpFUnordLessThan %a %b    fcmp ult    true if an operand is a NaN
//
//   OpSLessThan %a %b         icmp slt    on one bit pattern for both signs
//
// Both languages give one boolean for scalars and a vector of booleans for vectors. OpenCL C's
// comparisons give integers instead, so a producer adds a select or a conversion.
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::CmpInst;
using llvm::Value;

/// Compares integers or vectors of them, with the sign of the predicate.
template <CmpInst::Predicate predicate>
void translateInteger(Translator &translator, const Instruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    translator.setValue(
        instruction, translator.builder().CreateICmp(predicate, operands->left, operands->right));
  }
}

/// Compares floating-point numbers or vectors of them.
template <CmpInst::Predicate predicate>
void translateFloat(Translator &translator, const Instruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isFloat)) {
    translator.setValue(
        instruction, translator.builder().CreateFCmp(predicate, operands->left, operands->right));
  }
}

/// Tests bits of the number and never raises an exception, unlike a comparison with itself.
template <llvm::FPClassTest classes>
void translateClass(Translator &translator, const Instruction &instruction) {
  if (Value *operand = readOperand(translator, instruction, isFloat)) {
    translator.setValue(instruction, translator.builder().createIsFPClass(operand, classes));
  }
}

/// OpSignBitSet: also true for -0 and for a NaN with the sign bit (OpenCL C 3.0 §6.15.6, signbit).
void translateSignBit(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isFloat);
  if (!operand) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = operand->getType()->getWithNewType(
      builder.getIntNTy(operand->getType()->getScalarSizeInBits()));
  translator.setValue(instruction, builder.CreateICmpSLT(builder.CreateBitCast(operand, type),
                                                         llvm::Constant::getNullValue(type)));
}

/// OpAny and OpAll of booleans, or of the most significant bits of integers.
/// The components are extracted one by one; LLVM combines them to a reduction.
template <bool isAll>
void translateReduction(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isInteger);
  if (!operand) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  if (!operand->getType()->isIntOrIntVectorTy(1)) {
    operand = builder.CreateICmpSLT(operand, llvm::Constant::getNullValue(operand->getType()));
  }
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(operand->getType());
  Value *result = type ? builder.CreateExtractElement(operand, uint64_t{0}) : operand;
  for (unsigned i = 1; type && i < type->getNumElements(); ++i) {
    Value *element = builder.CreateExtractElement(operand, i);
    result = isAll ? builder.CreateAnd(result, element) : builder.CreateOr(result, element);
  }
  translator.setValue(instruction, result);
}

/// A scalar condition may choose between vectors (SPIR-V 1.4). A pointer with a matrix layout would
/// lose it here.
void translateSelect(Translator &translator, const Instruction &instruction) {
  Value *condition = readOperand(translator, instruction, isInteger);
  Value *ifTrue = translator.value(instruction.operand(1));
  Value *ifFalse = translator.value(instruction.operand(2));
  if (!condition) {
    return;
  }
  refusePlaced(translator, instruction.operand(1));
  refusePlaced(translator, instruction.operand(2));
  if (!condition->getType()->isIntOrIntVectorTy(1) ||
      llvm::SelectInst::areInvalidOperands(condition, ifTrue, ifFalse)) {
    return translator.fail("the operands do not fit each other", Error::Kind::invalid);
  }
  translator.setValue(instruction, translator.builder().CreateSelect(condition, ifTrue, ifFalse));
}

/// Comparisons of pointers are in memory/pointers.cpp.
constexpr HandlerRow rows[] = {
    {spv::Op::OpAny, translateReduction<false>},
    {spv::Op::OpAll, translateReduction<true>},
    {spv::Op::OpIsNan, translateClass<llvm::fcNan>},
    {spv::Op::OpIsInf, translateClass<llvm::fcInf>},
    {spv::Op::OpIsFinite, translateClass<llvm::fcFinite>},
    {spv::Op::OpIsNormal, translateClass<llvm::fcNormal>},
    {spv::Op::OpSignBitSet, translateSignBit},
    {spv::Op::OpLessOrGreater, translateFloat<CmpInst::FCMP_ONE>},
    {spv::Op::OpOrdered, translateFloat<CmpInst::FCMP_ORD>},
    {spv::Op::OpUnordered, translateFloat<CmpInst::FCMP_UNO>},
    {spv::Op::OpSelect, translateSelect},
    {spv::Op::OpIEqual, translateInteger<CmpInst::ICMP_EQ>},
    {spv::Op::OpINotEqual, translateInteger<CmpInst::ICMP_NE>},
    {spv::Op::OpUGreaterThan, translateInteger<CmpInst::ICMP_UGT>},
    {spv::Op::OpSGreaterThan, translateInteger<CmpInst::ICMP_SGT>},
    {spv::Op::OpUGreaterThanEqual, translateInteger<CmpInst::ICMP_UGE>},
    {spv::Op::OpSGreaterThanEqual, translateInteger<CmpInst::ICMP_SGE>},
    {spv::Op::OpULessThan, translateInteger<CmpInst::ICMP_ULT>},
    {spv::Op::OpSLessThan, translateInteger<CmpInst::ICMP_SLT>},
    {spv::Op::OpULessThanEqual, translateInteger<CmpInst::ICMP_ULE>},
    {spv::Op::OpSLessThanEqual, translateInteger<CmpInst::ICMP_SLE>},
    {spv::Op::OpFOrdEqual, translateFloat<CmpInst::FCMP_OEQ>},
    {spv::Op::OpFUnordEqual, translateFloat<CmpInst::FCMP_UEQ>},
    {spv::Op::OpFOrdNotEqual, translateFloat<CmpInst::FCMP_ONE>},
    {spv::Op::OpFUnordNotEqual, translateFloat<CmpInst::FCMP_UNE>},
    {spv::Op::OpFOrdLessThan, translateFloat<CmpInst::FCMP_OLT>},
    {spv::Op::OpFUnordLessThan, translateFloat<CmpInst::FCMP_ULT>},
    {spv::Op::OpFOrdGreaterThan, translateFloat<CmpInst::FCMP_OGT>},
    {spv::Op::OpFUnordGreaterThan, translateFloat<CmpInst::FCMP_UGT>},
    {spv::Op::OpFOrdLessThanEqual, translateFloat<CmpInst::FCMP_OLE>},
    {spv::Op::OpFUnordLessThanEqual, translateFloat<CmpInst::FCMP_ULE>},
    {spv::Op::OpFOrdGreaterThanEqual, translateFloat<CmpInst::FCMP_OGE>},
    {spv::Op::OpFUnordGreaterThanEqual, translateFloat<CmpInst::FCMP_UGE>},
};

}  // namespace

HandlerTable relationalHandlers() {
  return rows;
}

}  // namespace spirv_ll
