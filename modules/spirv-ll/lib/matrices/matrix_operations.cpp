// Checks instructions on cooperative matrices, and translates those that differ from instructions
// on vectors.
//
// The part of a matrix that a work-item holds is a vector, so the handlers of vectors translate
// most instructions: phis, loads and stores of variables, arithmetic, conversions. The validator
// sees structures instead of matrices and does not check arithmetic (cooperative_matrix_rule.cpp),
// so the operands are checked here. Composites of one scalar spread it over all components.
//
//   %s = OpFAdd %matrix %x %y                 fadd <16 x float> %x, %y
//   %c = OpConstantComposite %matrix %one     splat (float 1.0)
//   %r = OpFRem %matrix %x %y                 an error: the extension does not name it
#include "matrices/matrix_parts.h"
#include "shims/matrix_instructions.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using spv::Op;

/// The treatment of an instruction whose result is a matrix.
enum class Treatment : uint8_t {
  refused,     ///< it takes no matrices
  handled,     ///< by its handler alone; the validator has checked the operands
  spread,      ///< a scalar becomes all components
  arithmetic,  ///< by the handler of vectors; operands have the type of the result
  conversion,  ///< likewise; the component types of operand and result differ
};

/// Beside arithmetic and conversions these are the instructions on composites
/// (SPV_KHR_cooperative_matrix).
Treatment treatmentOf(Op op) {
  switch (op) {
    case OpCooperativeMatrixLoadKHR:
    case OpCooperativeMatrixMulAddKHR:
    case OpCooperativeMatrixLoadOffsetINTEL:
    case OpCooperativeMatrixLoadCheckedINTEL:
    case OpCooperativeMatrixConstructCheckedINTEL:
    case Op::OpMatrixTimesScalar:
    case Op::OpUndef:
    case Op::OpConstantNull:
    case Op::OpFunction:
    case Op::OpFunctionParameter:
    case Op::OpFunctionCall:
    case Op::OpLoad:
    case Op::OpPhi:
    case Op::OpSelect:
    case Op::OpCopyObject:
    case Op::OpCompositeExtract:
    case Op::OpCompositeInsert:
      return Treatment::handled;
    case Op::OpConstantComposite:
    case Op::OpSpecConstantComposite:
    case Op::OpCompositeConstruct:
      return Treatment::spread;
    case OpConvertFToBF16INTEL:
    case OpConvertBF16ToFINTEL:
    case OpRoundFToTF32INTEL:
      return Treatment::conversion;
    default:
      return isMatrixArithmetic(op)   ? Treatment::arithmetic
             : isMatrixConversion(op) ? Treatment::conversion
                                      : Treatment::refused;
  }
}

/// The one operand is a scalar of the component type (SPV_KHR_cooperative_matrix, "3.42.12
/// Composite Instructions"). LLVM's builder folds constants.
void spread(Translator &translator, const Instruction &instruction, const MatrixType &type) {
  llvm::Value *scalar = translator.value(instruction.operand(0));
  if (instruction.operands.size() != 1 || scalar->getType() != translator.type(type.component)) {
    return translator.fail("a matrix is made of one scalar of its component type",
                           Error::Kind::invalid);
  }
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(scalar)) {
    return translator.setValue(
        instruction,
        llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(type.length()), constant));
  }
  translator.setValue(instruction, translator.builder().CreateVectorSplat(type.length(), scalar));
}

/// All operands are matrices of the result's type.
bool checkArithmetic(Translator &translator, const Instruction &instruction,
                     const MatrixType &type) {
  for (uint32_t operand : instruction.operands) {
    const MatrixType *other = matrixOf(translator, operand);
    if (!other || *other != type) {
      translator.fail("the operands are not of the result's type", Error::Kind::invalid);
      return false;
    }
  }
  return true;
}

/// True for a conversion to bfloat16 numbers without a builtin: from halves and floats.
bool roundsItself(Translator &translator, const MatrixType &from, const MatrixType &to) {
  llvm::Type *source = translator.type(from.component);
  return translator.types().isBFloat16(to.component) && (source->isHalfTy() || source->isFloatTy());
}

/// Conversions of SPV_INTEL_bfloat16_conversion and SPV_INTEL_tensor_float32_conversion take
/// matrices in modules with the capabilities of SPV_INTEL_joint_matrix for these components.
bool declaresConversion(Translator &translator, Op op) {
  switch (op) {
    case OpConvertFToBF16INTEL:
    case OpConvertBF16ToFINTEL:
      return translator.index().declares(CooperativeMatrixBFloat16ComponentTypeINTEL);
    case OpRoundFToTF32INTEL:
      return translator.index().declares(CooperativeMatrixTF32ComponentTypeINTEL);
    default:
      return true;
  }
}

/// The operand has the result's size and use. A matrix of integers is cast to one of the same
/// width. Saturation and most rounding modes would be calls of builtins for such a vector.
bool checkConversion(Translator &translator, const Instruction &instruction,
                     const MatrixType &type) {
  const MatrixType *from = matrixOf(translator, instruction.operand(0));
  MatrixType sameComponents = from ? *from : MatrixType();
  sameComponents.component = type.component;
  if (!from || sameComponents != type) {
    translator.fail("the matrices differ in size or use", Error::Kind::invalid);
    return false;
  }
  if (!declaresConversion(translator, instruction.op)) {
    translator.fail("the instruction does not take cooperative matrices", Error::Kind::invalid);
    return false;
  }
  llvm::Type *source = translator.type(from->component);
  if (instruction.op == Op::OpBitcast &&
      (!source->isIntegerTy() || source != translator.type(type.component))) {
    translator.fail("only matrices of integers of one width are cast", Error::Kind::invalid);
    return false;
  }
  const Annotations &annotations = translator.annotations();
  if (annotations.has(instruction.id, spv::Decoration::SaturatedConversion) ||
      (annotations.has(instruction.id, spv::Decoration::FPRoundingMode) &&
       !roundsItself(translator, *from, type))) {
    translator.fail("saturating or rounding conversions of matrices are not supported");
    return false;
  }
  return true;
}

/// Matrices have no form outside of a work-item: they are in variables of functions only. Pointers
/// in Generic may point to these. Returns true after an error.
bool isMisplaced(Translator &translator, const Instruction &instruction) {
  const bool isType = instruction.op == Op::OpTypePointer;
  const auto storage = static_cast<spv::StorageClass>(instruction.operand(0));
  const uint32_t pointee =
      isType ? instruction.operand(1) : translator.index().pointeeId(instruction.type);
  if (storage == spv::StorageClass::Function ||
      (isType &&
       (storage == spv::StorageClass::Private || storage == spv::StorageClass::Generic)) ||
      !holdsMatrix(translator, pointee)) {
    return false;
  }
  translator.fail("cooperative matrices have to be in the storage class Function",
                  Error::Kind::invalid);
  return true;
}

/// Notes the instruction's function. An OpFunction is in front of its body, so it notes the
/// function of its own id.
void noteUser(Translator &translator, const Instruction &instruction) {
  translator.matrices().addUser(
      instruction.op == Op::OpFunction
          ? llvm::dyn_cast<llvm::Function>(translator.value(instruction.id))
          : translator.body().function());
}

}  // namespace

/// Types and variables are checked for matrices in memory of several work-items. For all other
/// instructions, the type of the result decides; operands alone have handlers of their own.
bool translateMatrix(Translator &translator, const Instruction &instruction) {
  if (translator.matrices().empty()) {
    return false;
  }
  if (instruction.op == Op::OpTypePointer || instruction.op == Op::OpVariable) {
    return isMisplaced(translator, instruction);
  }
  const MatrixType *type = translator.matrices().find(instruction.type);
  if (!type) {
    return false;
  }
  noteUser(translator, instruction);
  switch (treatmentOf(instruction.op)) {
    case Treatment::handled:
      return false;
    case Treatment::spread:
      spread(translator, instruction, *type);
      return true;
    case Treatment::arithmetic:
      return !checkArithmetic(translator, instruction, *type);
    case Treatment::conversion:
      return !checkConversion(translator, instruction, *type);
    case Treatment::refused:
      break;
  }
  translator.fail("the instruction does not take cooperative matrices", Error::Kind::invalid);
  return true;
}

}  // namespace spirv_ll
