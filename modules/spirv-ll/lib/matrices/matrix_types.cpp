// Translates OpTypeCooperativeMatrixKHR and OpCooperativeMatrixLengthKHR.
//
// The part that a work-item holds depends on the size of sub-groups, so the size has to be known
// here. It is that of the execution mode SubgroupSize, or else `defaultSize` for every device:
// translated modules do not depend on a device's vectors. The kernels get the size as a required
// one (matrix_users.cpp).
//
// For example, a matrix B of 16 rows and 32 columns of floats is <32 x float> in sub-groups of 16
// work-items, and <512 x float> in sub-groups of one.
#include <bit>

#include "matrices/matrix_parts.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// As many work-items as 512 bits have elements of 32 bits. Narrower vectors take several
/// registers.
constexpr uint32_t defaultSize = 16;
constexpr uint32_t largestSize = 64;
constexpr uint32_t mostComponents = 1024;

/// Finds the size of sub-groups. All kernels of a module share it, since they share the types.
/// 0 and an error for several sizes.
/// Execution modes stand in front of all types (SPIR-V 1.6 §2.4), so the first matrix type may ask.
uint32_t findSubGroupSize(Translator &translator) {
  uint32_t size = 0;
  for (const EntryPoint &entry : translator.entryPoints().all()) {
    for (const Instruction *mode : translator.entryPoints().modes(entry.function)) {
      if (static_cast<spv::ExecutionMode>(mode->operand(1)) != spv::ExecutionMode::SubgroupSize) {
        continue;
      }
      if (size != 0 && size != mode->operand(2)) {
        translator.fail("kernels with several sizes of sub-groups cannot share matrices");
        return 0;
      }
      size = mode->operand(2);
      if (!std::has_single_bit(size) || size > largestSize) {
        translator.fail("matrices in sub-groups of " + std::to_string(size) +
                        " work-items are not supported");
        return 0;
      }
    }
  }
  return size != 0 ? size : defaultSize;
}

/// A positive constant operand; 0 and an error for any other.
uint32_t readSize(Translator &translator, uint32_t id, const char *what) {
  const auto number = translator.integer(id);
  if (!number || *number == 0) {
    translator.fail(std::string("the number of ") + what + " is not a positive constant",
                    Error::Kind::invalid);
    return 0;
  }
  if (*number > mostComponents) {
    translator.fail("more than " + std::to_string(mostComponents) + " " + what +
                    " are not supported");
    return 0;
  }
  return static_cast<uint32_t>(*number);
}

/// OpenCL C's numbers. Bit widths beside them (SPV_INTEL_arbitrary_precision_integers) have other
/// forms in memory.
bool isComponent(const llvm::Type *type) {
  return type->isFloatingPointTy() ||
         (type->isIntegerTy() && !type->isIntegerTy(1) && !isOddInteger(type));
}

/// Operands: component type, scope, rows, columns, use.
/// Scope, sizes and use may be specialization constants, known here. Errors are reported in the
/// order of the operands' checks; the type is stored only without any.
void translateType(Translator &translator, const Instruction &instruction) {
  MatrixTypes &matrices = translator.matrices();
  const auto scope = translator.integer(instruction.operand(1));
  const auto use = translator.integer(instruction.operand(4));
  MatrixType matrix{.component = instruction.operand(0),
                    .rows = readSize(translator, instruction.operand(2), "rows"),
                    .columns = readSize(translator, instruction.operand(3), "columns")};
  llvm::Type *component = translator.type(matrix.component);
  if (!isComponent(component)) {
    return translator.fail("components of this type are not supported");
  }
  if (scope != static_cast<uint64_t>(spv::Scope::Subgroup)) {
    return translator.fail("the scope of a matrix has to be Subgroup");
  }
  if (!use || *use > static_cast<uint64_t>(MatrixUse::accumulator)) {
    return translator.fail("the use is not MatrixA, MatrixB or MatrixAccumulator",
                           Error::Kind::invalid);
  }
  matrix.use = static_cast<MatrixUse>(*use);
  if (matrices.subGroupSize() == 0) {
    matrices.setSubGroupSize(findSubGroupSize(translator));
  }
  if (translator.failed()) {
    return;
  }
  const uint32_t size = matrices.subGroupSize();
  matrix.heldColumns =
      matrix.use == MatrixUse::a ? matrix.columns : (matrix.columns + size - 1) / size;
  if (matrix.length() > mostComponents) {
    return translator.fail("a work-item would hold " + std::to_string(matrix.length()) +
                           " components; more than " + std::to_string(mostComponents) +
                           " are not supported");
  }
  matrices.set(instruction.id, matrix);
  translator.types().set(instruction.id, llvm::FixedVectorType::get(component, matrix.length()));
  if (translator.types().isBFloat16(matrix.component)) {
    translator.types().setBFloat16(instruction.id);
  }
}

/// Operand: a type. The length is the same in all work-items, also where their last column does
/// not exist: producers size arrays by it, as a specialization constant.
void translateLength(Translator &translator, const Instruction &instruction) {
  const MatrixType *matrix = translator.matrices().find(instruction.operand(0));
  if (!matrix) {
    return translator.fail("the operand is not a cooperative matrix type", Error::Kind::invalid);
  }
  translator.matrices().addUser(translator.body().function());
  translator.setValue(instruction, translator.builder().getInt32(matrix->length()));
}

constexpr HandlerRow rows[] = {
    {OpTypeCooperativeMatrixKHR, translateType},
    {OpCooperativeMatrixLengthKHR, translateLength},
};

}  // namespace

HandlerTable matrixTypeHandlers() {
  return rows;
}

}  // namespace spirv_ll
