// Translates the extended instruction set GLSL.std.450.
//
// Instructions call the OpenCL C builtin of the same meaning where its accuracy satisfies Vulkan
// (Vulkan 1.3, "Precision and Operation of SPIR-V Instructions"). FMin, FMax and FClamp are
// comparisons and selects, since GLSL leaves NaN undefined; NMin and NMax call fmin and fmax. Mix,
// Reflect, Refract and FaceForward are the formulas of the set's specification. Instructions that
// pack and unpack numbers are in glsl_packing.cpp, matrix functions in matrices.cpp.
//
// For example:
//
//   OpExtInst %float %glsl Sin %x            call float @_Z3sinf(float %x)
//   OpExtInst %float %glsl FMax %a %b        fcmp ogt %b, %a; select %b, %a
//
//   OpExtInst %float %glsl Modf %x %p        call modf into an alloca, store of its content to %p
//   OpExtInst %int %glsl FindUMsb %n         31 - llvm.ctlz(%n), so -1 for 0
//
// The pointer of Modf and Frexp may lead into a block with a layout of its own (shader_memory.h).
// So the builtin stores to a local variable first.
#include "shader/glsl_std_450.h"

#include <algorithm>

#include <spirv/unified1/GLSL.std.450.h>

#include "binary/grammar.h"
#include "shader/matrices.h"
#include "shader/shader_memory.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::CmpInst;
using llvm::Value;

/// Reads `count` operands of the result's type. Empty, and an error, if a type differs or `isKind`
/// rejects it.
/// Operands 0 and 1 are the set and the number, so arguments begin at 2. Most instructions of the
/// set have operands of the result's type.
llvm::SmallVector<Value *> readAlike(Translator &translator, const Instruction &instruction,
                                     bool (*isKind)(llvm::Type *), size_t count) {
  llvm::Type *type = translator.type(instruction.type);
  llvm::SmallVector<Value *> values;
  for (uint32_t id : instruction.operandsFrom(2)) {
    values.push_back(translator.value(id));
    if (values.back()->getType() != type || !isKind(type)) {
      break;
    }
  }
  if (values.size() != count || instruction.operands.size() != count + 2 ||
      values.back()->getType() != type || !isKind(type)) {
    translator.fail("the operands have the wrong number or types", Error::Kind::invalid);
    return {};
  }
  return values;
}

/// A floating-point constant, spread over vectors.
llvm::Constant *real(llvm::Type *type, double value) {
  return llvm::ConstantFP::get(type, value);
}

/// Calls the builtin of the row with `count` operands.
template <size_t count>
void callPlain(Translator &translator, const Instruction &instruction, const char *name) {
  const auto values = readAlike(translator, instruction, isFloat, count);
  if (!values.empty()) {
    translator.setValue(instruction, callFloat(translator, name, values));
  }
}

/// The most negative number stays as it is (the flag of llvm.abs is false), since poison would
/// spread.
void translateAbs(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isInteger, 1);
  if (!values.empty()) {
    llvm::IRBuilder<> &builder = translator.builder();
    translator.setValue(instruction, builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, values[0],
                                                                   builder.getFalse()));
  }
}

/// (x > 0) - (x < 0), as integers.
void translateSign(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isInteger, 1);
  if (!values.empty()) {
    llvm::IRBuilder<> &builder = translator.builder();
    llvm::Type *type = values[0]->getType();
    Value *zero = llvm::Constant::getNullValue(type);
    translator.setValue(
        instruction,
        builder.CreateSub(builder.CreateZExt(builder.CreateICmpSGT(values[0], zero), type),
                          builder.CreateZExt(builder.CreateICmpSLT(values[0], zero), type)));
  }
}

/// x - floor(x). OpenCL C's fract limits the result below 1 and stores the floor, so it differs.
void translateFract(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isFloat, 1);
  Value *whole = values.empty() ? nullptr : callFloat(translator, "floor", values);
  if (whole) {
    translator.setValue(instruction, translator.builder().CreateFSub(values[0], whole));
  }
}

/// Selects the left value, unless the comparison of the right value with it holds.
/// A NaN compares false, so the left value stays.
template <CmpInst::Predicate predicate>
Value *choose(Translator &translator, Value *left, Value *right) {
  llvm::IRBuilder<> &builder = translator.builder();
  Value *takeRight = builder.CreateCmp(predicate, right, left);
  return builder.CreateSelect(takeRight, right, left);
}

/// FMin, UMin, SMin, FMax, UMax, SMax, by the predicate.
template <CmpInst::Predicate predicate>
void translateChoice(Translator &translator, const Instruction &instruction, const char *) {
  const bool isInt = CmpInst::isIntPredicate(predicate);
  const auto values = readAlike(translator, instruction, isInt ? isInteger : isFloat, 2);
  if (!values.empty()) {
    translator.setValue(instruction, choose<predicate>(translator, values[0], values[1]));
  }
}

/// Clamps: the maximum with the lower bound, then the minimum with the upper.
template <CmpInst::Predicate greater, CmpInst::Predicate less>
void translateClamp(Translator &translator, const Instruction &instruction, const char *) {
  const bool isInt = CmpInst::isIntPredicate(greater);
  const auto values = readAlike(translator, instruction, isInt ? isInteger : isFloat, 3);
  if (!values.empty()) {
    Value *least = choose<greater>(translator, values[0], values[1]);
    translator.setValue(instruction, choose<less>(translator, least, values[2]));
  }
}

/// NClamp: fmax and fmin ignore a NaN beside a number.
void translateNumberClamp(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isFloat, 3);
  Value *least = values.empty() ? nullptr : callFloat(translator, "fmax", {values[0], values[1]});
  if (least) {
    translator.setValue(instruction, callFloat(translator, "fmin", {least, values[2]}));
  }
}

/// x (1 - a) + y a, without contraction.
void translateMix(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isFloat, 3);
  if (!values.empty()) {
    llvm::IRBuilder<> &builder = translator.builder();
    Value *rest = builder.CreateFSub(real(values[2]->getType(), 1), values[2]);
    translator.setValue(instruction, builder.CreateFAdd(builder.CreateFMul(values[0], rest),
                                                        builder.CreateFMul(values[1], values[2])));
  }
}

// Matrices.

/// Determinant and MatrixInverse, for square matrices only.
template <Value *(*compute)(Translator &, const Matrix &)>
void translateMatrix(Translator &translator, const Instruction &instruction, const char *) {
  const auto matrix = readMatrix(translator, instruction.operand(2));
  if (!matrix || matrix->columns != matrix->rows) {
    return translator.fail("the matrix is not square", Error::Kind::invalid);
  }
  translator.setValue(instruction, compute(translator, *matrix));
}

// Instructions with two results: a pointer for the second, or a structure of both.

/// The result of a builtin, and the value it stores through its pointer.
/// Null members after an error.
struct Both {
  Value *result = nullptr;
  Value *stored = nullptr;
};

/// Calls modf or frexp; `type` is the type it stores.
/// The builtin's pointer is private, so the symbol has no address space.
Both callStoring(Translator &translator, const char *name, Value *operand, llvm::Type *type) {
  llvm::BasicBlock &entry = translator.body().function()->getEntryBlock();
  llvm::IRBuilder<> atEntry(&entry, entry.getFirstInsertionPt());
  Value *memory = atEntry.CreateAlloca(type);
  const std::string mangled =
      mangle(name, {{operand->getType()}, {.type = type, .isSigned = true, .isPointer = true}});
  Value *result = callBuiltin(translator, mangled, operand->getType(), {operand, memory});
  return result ? Both{result, translator.builder().CreateLoad(type, memory)} : Both{};
}

/// The integral part has the operand's type.
Both callModf(Translator &translator, Value *operand) {
  return callStoring(translator, "modf", operand, operand->getType());
}

/// The exponent has 32 bits in OpenCL C, in each component.
Both callFrexp(Translator &translator, Value *operand) {
  return callStoring(translator, "frexp", operand,
                     operand->getType()->getWithNewType(translator.builder().getInt32Ty()));
}

using Call = Both (*)(Translator &, Value *);

/// Null, and an error, for another operand, or outside of a function.
Value *readFloat(Translator &translator, const Instruction &instruction) {
  Value *value = translator.value(instruction.operand(2));
  if (isFloat(value->getType()) && translator.body().function()) {
    return value;
  }
  translator.fail("the operand is no number", Error::Kind::invalid);
  return nullptr;
}

/// The second result goes through the pointer, operand 3 (Modf, Frexp).
template <Call call>
void translateStoring(Translator &translator, const Instruction &instruction, const char *) {
  Value *operand = readFloat(translator, instruction);
  const Both both = operand ? call(translator, operand) : Both{};
  if (both.result) {
    storeTo(translator, instruction.operand(3), both.stored);
    translator.setValue(instruction, both.result);
  }
}

/// Both results form a structure (ModfStruct, FrexpStruct).
template <Call call>
void translateStruct(Translator &translator, const Instruction &instruction, const char *) {
  Value *operand = readFloat(translator, instruction);
  auto *type = llvm::dyn_cast<llvm::StructType>(translator.type(instruction.type));
  const Both both = operand ? call(translator, operand) : Both{};
  if (!both.result) {
    return;
  }
  if (!type || type->getNumElements() != 2 || type->getElementType(0) != both.result->getType() ||
      type->getElementType(1) != both.stored->getType()) {
    return translator.fail("the result is not a structure of such values", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *first = builder.CreateInsertValue(llvm::PoisonValue::get(type), both.result, 0);
  translator.setValue(instruction, builder.CreateInsertValue(first, both.stored, 1));
}

/// Converts an exponent to 32 bits. A larger one is clamped, with the same effect.
/// INT32_MAX and INT32_MIN overflow or underflow every number, so larger exponents change nothing.
Value *narrowExponent(llvm::IRBuilder<> &builder, Value *exponent) {
  llvm::Type *wide = exponent->getType();
  llvm::Type *narrow = wide->getWithNewType(builder.getInt32Ty());
  if (wide->getScalarSizeInBits() > 32) {
    const auto limit = [&](int64_t value) { return llvm::ConstantInt::getSigned(wide, value); };
    exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, exponent, limit(INT32_MAX));
    exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, exponent, limit(INT32_MIN));
  }
  return builder.CreateSExtOrTrunc(exponent, narrow);
}

/// The exponent has as many components as the number; its width is free in SPIR-V.
void translateLdexp(Translator &translator, const Instruction &instruction, const char *) {
  Value *value = translator.value(instruction.operand(2));
  Value *exponent = translator.value(instruction.operand(3));
  llvm::Type *type = value->getType();
  if (!isFloat(type) || !exponent->getType()->isIntOrIntVectorTy() ||
      exponent->getType() != type->getWithNewType(exponent->getType()->getScalarType())) {
    return translator.fail("not a number and an exponent", Error::Kind::invalid);
  }
  exponent = narrowExponent(translator.builder(), exponent);
  translator.setValue(
      instruction,
      callBuiltin(translator,
                  mangle("ldexp", {{type}, {.type = exponent->getType(), .isSigned = true}}), type,
                  {value, exponent}));
}

// Geometry.

/// Translates Length and Distance: `count` vectors, or scalars, of the result's element type.
/// A scalar is a vector of one component: its length is the absolute value.
template <size_t count>
void translateLength(Translator &translator, const Instruction &instruction, const char *name) {
  llvm::SmallVector<Value *> values;
  llvm::Type *result = translator.type(instruction.type);
  for (uint32_t id : instruction.operandsFrom(2)) {
    values.push_back(translator.value(id));
    llvm::Type *type = values.back()->getType();
    if (!isFloat(type) || type->getScalarType() != result || type != values[0]->getType()) {
      return translator.fail("the operands are not vectors of the result", Error::Kind::invalid);
    }
  }
  if (values.size() != count) {
    return translator.fail("the number of operands is wrong", Error::Kind::invalid);
  }
  std::vector<Parameter> parameters(values.size(), Parameter{.type = values[0]->getType()});
  translator.setValue(instruction,
                      callBuiltin(translator, mangle(name, parameters), result, values));
}

/// OpenCL C has a cross product of four components too, unknown to this set.
void translateCross(Translator &translator, const Instruction &instruction, const char *name) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(translator.type(instruction.type));
  if (!type || type->getNumElements() != 3) {
    return translator.fail("not a vector of three parts", Error::Kind::invalid);
  }
  callPlain<2>(translator, instruction, name);
}

/// The dot product of two vectors or scalars.
/// In the order of the components, without contraction.
Value *dot(Translator &translator, Value *left, Value *right) {
  llvm::IRBuilder<> &builder = translator.builder();
  Value *products = builder.CreateFMul(left, right);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(products->getType());
  Value *sum = type ? builder.CreateExtractElement(products, uint64_t{0}) : products;
  for (unsigned i = 1; type && i < type->getNumElements(); ++i) {
    sum = builder.CreateFAdd(sum, builder.CreateExtractElement(products, i));
  }
  return sum;
}

/// Spreads a scalar to the type: a splat for vectors, the scalar itself otherwise.
Value *spread(Translator &translator, Value *scalar, llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? translator.builder().CreateVectorSplat(vector->getNumElements(), scalar) : scalar;
}

/// N if dot(Nref, I) < 0, else -N. Operands: N, I, Nref.
void translateFaceForward(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isFloat, 3);
  if (!values.empty()) {
    llvm::IRBuilder<> &builder = translator.builder();
    Value *product = dot(translator, values[2], values[1]);
    Value *isFacing = builder.CreateFCmpOLT(product, real(product->getType(), 0));
    translator.setValue(instruction,
                        builder.CreateSelect(isFacing, values[0], builder.CreateFNeg(values[0])));
  }
}

/// I - 2 dot(N, I) N. Operands: I, N.
void translateReflect(Translator &translator, const Instruction &instruction, const char *) {
  const auto values = readAlike(translator, instruction, isFloat, 2);
  if (!values.empty()) {
    llvm::IRBuilder<> &builder = translator.builder();
    Value *product = dot(translator, values[1], values[0]);
    Value *twice = builder.CreateFMul(product, real(product->getType(), 2));
    Value *along = builder.CreateFMul(spread(translator, twice, values[1]->getType()), values[1]);
    translator.setValue(instruction, builder.CreateFSub(values[0], along));
  }
}

/// With k = 1 - eta^2 (1 - dot(N, I)^2): 0 if k < 0 (total reflection), else eta I - (eta dot(N, I)
/// + sqrt(k)) N. The square root of a negative k is a NaN, dropped by the select.
void translateRefract(Translator &translator, const Instruction &instruction, const char *) {
  Value *in = translator.value(instruction.operand(2));
  Value *normal = translator.value(instruction.operand(3));
  Value *eta = translator.value(instruction.operand(4));
  llvm::Type *type = translator.type(instruction.type);
  if (!isFloat(type) || in->getType() != type || normal->getType() != type ||
      !eta->getType()->isFloatingPointTy()) {
    return translator.fail("the operands have the wrong number or types", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *scalar = type->getScalarType();
  eta = builder.CreateFPCast(eta, scalar);
  Value *one = real(scalar, 1);
  Value *cosine = dot(translator, normal, in);
  Value *sine = builder.CreateFSub(one, builder.CreateFMul(cosine, cosine));
  Value *k = builder.CreateFSub(one, builder.CreateFMul(builder.CreateFMul(eta, eta), sine));
  Value *root = callFloat(translator, "sqrt", {k});
  if (!root) {
    return;
  }
  Value *factor = builder.CreateFAdd(builder.CreateFMul(eta, cosine), root);
  Value *out = builder.CreateFSub(builder.CreateFMul(spread(translator, eta, type), in),
                                  builder.CreateFMul(spread(translator, factor, type), normal));
  Value *isTotal = builder.CreateFCmpOLT(k, real(scalar, 0));
  translator.setValue(instruction,
                      builder.CreateSelect(isTotal, llvm::Constant::getNullValue(type), out));
}

// Bits.

/// Reads an integer operand of the result's width. Signs may differ.
/// Vectors are allowed; each component is searched by itself.
Value *readBits(Translator &translator, const Instruction &instruction) {
  Value *value = translator.value(instruction.operand(2));
  if (isInteger(value->getType()) && value->getType() == translator.type(instruction.type)) {
    return value;
  }
  translator.fail("the operand is not an integer like the result", Error::Kind::invalid);
  return nullptr;
}

/// FindILsb: the position of the lowest one bit, or -1 for 0.
void translateLowestBit(Translator &translator, const Instruction &instruction, const char *) {
  if (Value *value = readBits(translator, instruction)) {
    llvm::IRBuilder<> &builder = translator.builder();
    llvm::Type *type = value->getType();
    Value *place = builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, value, builder.getFalse());
    Value *isZero = builder.CreateICmpEQ(value, llvm::Constant::getNullValue(type));
    translator.setValue(instruction,
                        builder.CreateSelect(isZero, llvm::Constant::getAllOnesValue(type), place));
  }
}

/// FindSMsb and FindUMsb. For a negative number, the position of the highest zero bit.
/// For 0, and for -1 if signed, the result is -1: ctlz gives the whole width. The exclusive or with
/// the sign turns the search for a zero into one for a one.
template <bool isSigned>
void translateHighestBit(Translator &translator, const Instruction &instruction, const char *) {
  Value *value = readBits(translator, instruction);
  if (!value) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = value->getType();
  const unsigned width = type->getScalarSizeInBits();
  if (isSigned) {
    value = builder.CreateXor(value, builder.CreateAShr(value, width - 1));
  }
  Value *above = builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, value, builder.getFalse());
  translator.setValue(instruction,
                      builder.CreateSub(llvm::ConstantInt::get(type, width - 1), above));
}

/// InterpolateAtCentroid and its relatives have a row, so the error has a reason.
void refuseInterpolation(Translator &translator, const Instruction &, const char *) {
  translator.fail("only fragments have interpolated inputs");
}

/// A number of the set, its handler, and the builtin for handlers with one.
struct Row {
  uint32_t number;
  GlslHandler translate;
  const char *builtin = nullptr;
};
/// In the order of the numbers. Round may go either way at halves, so it shares rint with
/// RoundEven.
constexpr Row rows[] = {
    {GLSLstd450Round, callPlain<1>, "rint"},
    {GLSLstd450RoundEven, callPlain<1>, "rint"},
    {GLSLstd450Trunc, callPlain<1>, "trunc"},
    {GLSLstd450FAbs, callPlain<1>, "fabs"},
    {GLSLstd450SAbs, translateAbs},
    {GLSLstd450FSign, callPlain<1>, "sign"},
    {GLSLstd450SSign, translateSign},
    {GLSLstd450Floor, callPlain<1>, "floor"},
    {GLSLstd450Ceil, callPlain<1>, "ceil"},
    {GLSLstd450Fract, translateFract},
    {GLSLstd450Radians, callPlain<1>, "radians"},
    {GLSLstd450Degrees, callPlain<1>, "degrees"},
    {GLSLstd450Sin, callPlain<1>, "sin"},
    {GLSLstd450Cos, callPlain<1>, "cos"},
    {GLSLstd450Tan, callPlain<1>, "tan"},
    {GLSLstd450Asin, callPlain<1>, "asin"},
    {GLSLstd450Acos, callPlain<1>, "acos"},
    {GLSLstd450Atan, callPlain<1>, "atan"},
    {GLSLstd450Sinh, callPlain<1>, "sinh"},
    {GLSLstd450Cosh, callPlain<1>, "cosh"},
    {GLSLstd450Tanh, callPlain<1>, "tanh"},
    {GLSLstd450Asinh, callPlain<1>, "asinh"},
    {GLSLstd450Acosh, callPlain<1>, "acosh"},
    {GLSLstd450Atanh, callPlain<1>, "atanh"},
    {GLSLstd450Atan2, callPlain<2>, "atan2"},
    {GLSLstd450Pow, callPlain<2>, "pow"},
    {GLSLstd450Exp, callPlain<1>, "exp"},
    {GLSLstd450Log, callPlain<1>, "log"},
    {GLSLstd450Exp2, callPlain<1>, "exp2"},
    {GLSLstd450Log2, callPlain<1>, "log2"},
    {GLSLstd450Sqrt, callPlain<1>, "sqrt"},
    {GLSLstd450InverseSqrt, callPlain<1>, "rsqrt"},
    {GLSLstd450Determinant, translateMatrix<determinant>},
    {GLSLstd450MatrixInverse, translateMatrix<inverse>},
    {GLSLstd450Modf, translateStoring<callModf>},
    {GLSLstd450ModfStruct, translateStruct<callModf>},
    {GLSLstd450FMin, translateChoice<CmpInst::FCMP_OLT>},
    {GLSLstd450UMin, translateChoice<CmpInst::ICMP_ULT>},
    {GLSLstd450SMin, translateChoice<CmpInst::ICMP_SLT>},
    {GLSLstd450FMax, translateChoice<CmpInst::FCMP_OGT>},
    {GLSLstd450UMax, translateChoice<CmpInst::ICMP_UGT>},
    {GLSLstd450SMax, translateChoice<CmpInst::ICMP_SGT>},
    {GLSLstd450FClamp, translateClamp<CmpInst::FCMP_OGT, CmpInst::FCMP_OLT>},
    {GLSLstd450UClamp, translateClamp<CmpInst::ICMP_UGT, CmpInst::ICMP_ULT>},
    {GLSLstd450SClamp, translateClamp<CmpInst::ICMP_SGT, CmpInst::ICMP_SLT>},
    {GLSLstd450FMix, translateMix},
    {GLSLstd450Step, callPlain<2>, "step"},
    {GLSLstd450SmoothStep, callPlain<3>, "smoothstep"},
    {GLSLstd450Fma, callPlain<3>, "fma"},
    {GLSLstd450Frexp, translateStoring<callFrexp>},
    {GLSLstd450FrexpStruct, translateStruct<callFrexp>},
    {GLSLstd450Ldexp, translateLdexp},
    {GLSLstd450Length, translateLength<1>, "length"},
    {GLSLstd450Distance, translateLength<2>, "distance"},
    {GLSLstd450Cross, translateCross, "cross"},
    {GLSLstd450Normalize, callPlain<1>, "normalize"},
    {GLSLstd450FaceForward, translateFaceForward},
    {GLSLstd450Reflect, translateReflect},
    {GLSLstd450Refract, translateRefract},
    {GLSLstd450FindILsb, translateLowestBit},
    {GLSLstd450FindSMsb, translateHighestBit<true>},
    {GLSLstd450FindUMsb, translateHighestBit<false>},
    {GLSLstd450InterpolateAtCentroid, refuseInterpolation},
    {GLSLstd450InterpolateAtSample, refuseInterpolation},
    {GLSLstd450InterpolateAtOffset, refuseInterpolation},
    {GLSLstd450NMin, callPlain<2>, "fmin"},
    {GLSLstd450NMax, callPlain<2>, "fmax"},
    {GLSLstd450NClamp, translateNumberClamp},
};

}  // namespace

Value *callFloat(Translator &translator, const char *name, llvm::ArrayRef<Value *> values) {
  const std::vector<Parameter> parameters(values.size(), Parameter{.type = values[0]->getType()});
  return callBuiltin(translator, mangle(name, parameters), values[0]->getType(), values);
}

/// Refused instructions count: their handler reports the reason.
bool hasGlslHandler(uint32_t number) {
  return std::ranges::find(rows, number, &Row::number) != std::end(rows) ||
         findPacking(number) != nullptr;
}

/// Looks the number up here, then among the packing instructions.
void translateGlslStd450(Translator &translator, const Instruction &instruction) {
  const uint32_t number = instruction.operand(1);
  const char *name = glslStd450Name(number);
  const auto *row = std::ranges::find(rows, number, &Row::number);
  if (row != std::end(rows)) {
    return row->translate(translator, instruction, row->builtin);
  }
  if (const GlslHandler packing = findPacking(number)) {
    return packing(translator, instruction, nullptr);
  }
  translator.fail("GLSL.std.450 has no instruction " + (name ? name : std::to_string(number)));
}

}  // namespace spirv_ll
