// Translates OpCooperativeMatrixMulAddKHR.
//
// A work-item has all of A and the same columns of B, C and the result, so it computes its columns
// alone: for each k, it adds the products of column k of A and its part of row k of B to its parts
// of all rows. Vectorised, its part of a row is one or a few registers, an element of A is a
// broadcast, and the rows of the result stay in registers:
//
//   for each k, for each row r of A:
//     result[r][…] = fma(splat(A[r][k]), B[k][…], result[r][…])
//
// Floating-point products are sums in the order of k, fused where the device has an instruction for
// it, in the widest of the component types and at least in float. bfloat16 numbers are floats here,
// and a result of these is rounded once.
#include "llvm/IR/Intrinsics.h"
#include "matrices/matrix_parts.h"
#include "shims/newer.h"
#include "translator/bfloat16.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Bits of Cooperative Matrix Operands.
constexpr uint32_t signedA = 1, signedB = 2, signedC = 4, signedResult = 8, saturating = 16;
/// Those of SPV_INTEL_joint_matrix: floats stand for TF32, integers of 16 bits for bfloat16.
constexpr uint32_t tensorFloatsAB = 0x20, bfloatsAB = 0x40, bfloatsC = 0x80, bfloatsResult = 0x100;

/// Checks and computes one product, its operands converted to the type of the computation. Each
/// check reports the first error and later ones end at once, so that compute() meets operands of
/// fitting shapes and kinds.
class Product {
 public:
  /// Reads and checks all operands; compute() needs a translation without an error.
  Product(Translator &translator, const Instruction &instruction) : translator_(translator) {
    const MatrixType *result = translator.matrices().find(instruction.type);
    for (size_t i = 0; i < 3; ++i) {
      types_[i] = matrixOf(translator, instruction.operand(i));
      values_[i] = translator.value(instruction.operand(i));
      if (!types_[i] || !isMatrix(translator, *values_[i], *types_[i])) {
        return;
      }
    }
    if (!result) {
      fail("the result is not a cooperative matrix");
      return;
    }
    result_ = *result;
    types_[3] = &result_;
    flags_ = instruction.operands.size() > 3 ? instruction.operand(3) : 0;
    checkShapes();
    readInterpretations();
    checkFlags();
    chooseType();
  }

  /// The result; only without an error.
  Value *compute() {
    Value *a = converted(0, signedA), *b = converted(1, signedB), *c = converted(2, signedC);
    const bool isSaturating = flags_ & saturating;
    Value *start = isSaturating ? llvm::Constant::getNullValue(c->getType()) : c;
    Value *sum = multiply(a, b, start);
    llvm::IRBuilder<> &builder = translator_.builder();
    if (isSaturating) {
      return builder.CreateBinaryIntrinsic(
          flags_ & signedResult ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum, c);
    }
    if (type_->isIntegerTy()) {
      return sum;
    }
    sum = builder.CreateFPCast(sum, sum->getType()->getWithNewType(componentOf(3)));
    return areBFloats_[3] ? toBFloat16(builder, sum) : sum;
  }

 private:
  /// The component type of A, B, C or the result; float for bfloat16 numbers.
  llvm::Type *componentOf(size_t matrix) const {
    return areBFloats_[matrix] ? translator_.builder().getFloatTy()
                               : translator_.type(types_[matrix]->component);
  }
  void fail(const char *message) { translator_.fail(message, Error::Kind::invalid); }

  /// A has M rows and K columns, B has K rows and N columns, the others have M rows and N columns.
  void checkShapes() {
    const MatrixType &a = *types_[0], &b = *types_[1], &c = *types_[2];
    if (a.use != MatrixUse::a || b.use != MatrixUse::b || c.use != MatrixUse::accumulator ||
        result_.use != MatrixUse::accumulator) {
      return fail("the uses of the matrices are not A, B, Accumulator and Accumulator");
    }
    if (a.columns != b.rows || a.rows != c.rows || a.rows != result_.rows ||
        b.columns != c.columns || b.columns != result_.columns) {
      return fail("the sizes of the matrices do not fit each other");
    }
    // A multiply-add is an instruction, or several: the time to build grows with their number.
    constexpr uint64_t most = 8192;
    if (const uint64_t count = uint64_t{a.length()} * result_.heldColumns; count > most) {
      translator_.fail("a product of " + std::to_string(count) +
                       " multiply-adds in a work-item; more than " + std::to_string(most) +
                       " are not supported");
    }
  }

  /// Finds the matrices of bfloat16 numbers: by their type, or by a flag for a type of integers. A
  /// flag of A and B is for both, so integers and bfloat16 numbers do not mix.
  void readInterpretations() {
    if (flags_ & ~knownFlags()) {
      return translator_.fail("the operands " + std::to_string(flags_) + " are not supported");
    }
    const uint32_t flags[] = {bfloatsAB, bfloatsAB, bfloatsC, bfloatsResult};
    for (size_t i = 0; i < 4; ++i) {
      const uint32_t component = types_[i]->component;
      areBFloats_[i] = translator_.types().isBFloat16(component);
      if (!(flags_ & flags[i])) {
        continue;
      }
      if (areBFloats_[i] || !translator_.type(component)->isIntegerTy(16)) {
        return fail("components called BFloat16 are not integers of 16 bits");
      }
      areBFloats_[i] = true;
    }
    const auto isFloat = [&](size_t matrix) { return componentOf(matrix)->isFloatTy(); };
    if ((flags_ & tensorFloatsAB) &&
        (!isFloat(0) || !isFloat(1) || areBFloats_[0] || areBFloats_[1])) {
      fail("components called TF32 are not floats");
    }
  }

  /// The flags that the module may use: those of capabilities need a declaration. A flag of another
  /// extension would change the meaning of components, so an unknown one is an error.
  uint32_t knownFlags() const {
    const ModuleIndex &index = translator_.index();
    uint32_t known = signedA | signedB | signedC | signedResult | saturating;
    known |= index.declares(CooperativeMatrixTF32ComponentTypeINTEL) ? tensorFloatsAB : 0;
    known |= index.declares(CooperativeMatrixBFloat16ComponentTypeINTEL)
                 ? bfloatsAB | bfloatsC | bfloatsResult
                 : 0;
    return known;
  }

  /// A flag of a sign is for a matrix of integers alone.
  void checkFlags() {
    if (translator_.failed()) {
      return;
    }
    const uint32_t signs[] = {signedA, signedB, signedC, signedResult};
    for (size_t i = 0; i < 4; ++i) {
      if ((flags_ & signs[i]) && !componentOf(i)->isIntegerTy()) {
        return fail("a matrix of floating-point numbers is called signed");
      }
    }
    if (!(flags_ & saturating)) {
      return;
    }
    if (!componentOf(3)->isIntegerTy()) {
      return fail("a sum of floating-point numbers cannot saturate");
    }
    if (((flags_ & signedC) != 0) != ((flags_ & signedResult) != 0)) {
      translator_.fail("a saturating sum with a result of another sign than C is not supported");
    }
  }

  /// Chooses the type of the computation: the result's for integers, the widest for floating-point
  /// numbers.
  void chooseType() {
    if (translator_.failed()) {
      return;
    }
    type_ = componentOf(3);
    for (size_t i = 0; i < 3; ++i) {
      llvm::Type *type = componentOf(i);
      if (type->isIntegerTy() != type_->isIntegerTy()) {
        return translator_.fail(
            "products of integers and floating-point numbers are not supported");
      }
      if (type_->isFloatingPointTy() &&
          type->getScalarSizeInBits() > type_->getScalarSizeInBits()) {
        type_ = type;
      }
    }
    if (type_->isHalfTy()) {
      type_ = translator_.builder().getFloatTy();
    }
  }

  /// An operand in the type of the computation. Integers that are wider than the result lose bits
  /// that do not change its low bits.
  Value *converted(size_t operand, uint32_t signFlag) {
    llvm::IRBuilder<> &builder = translator_.builder();
    Value *value = values_[operand];
    llvm::Type *type = value->getType()->getWithNewType(type_);
    if (type_->isIntegerTy()) {
      return builder.CreateIntCast(value, type, (flags_ & signFlag) != 0);
    }
    if (areBFloats_[operand]) {
      value = fromBFloat16(builder, value);
    } else if (operand < 2 && (flags_ & tensorFloatsAB)) {
      value = asTensorFloat(builder, value);
    }
    return builder.CreateFPCast(value, type);
  }

  /// One step of a sum. llvm.fmuladd is fused where that is as fast as a multiplication.
  Value *multiplyAdd(Value *left, Value *right, Value *sum) {
    llvm::IRBuilder<> &builder = translator_.builder();
    return type_->isIntegerTy() ? builder.CreateAdd(sum, builder.CreateMul(left, right))
                                : builder.CreateIntrinsic(llvm::Intrinsic::fmuladd,
                                                          {sum->getType()}, {left, right, sum});
  }

  /// Adds a product to `start`, column by column of A. Rows of the result are independent sums, so
  /// their latencies overlap.
  Value *multiply(Value *a, Value *b, Value *start) {
    llvm::IRBuilder<> &builder = translator_.builder();
    const uint32_t held = result_.heldColumns, depth = types_[0]->columns;
    llvm::SmallVector<Value *> rows;
    for (uint32_t row = 0; row < result_.rows; ++row) {
      rows.push_back(takeRun(builder, start, row * held, held));
    }
    for (uint32_t k = 0; k < depth; ++k) {
      Value *right = takeRun(builder, b, k * held, held);
      for (uint32_t row = 0; row < result_.rows; ++row) {
        Value *left = builder.CreateExtractElement(a, row * depth + k);
        left = held == 1 ? left : builder.CreateVectorSplat(held, left);
        rows[row] = multiplyAdd(left, right, rows[row]);
      }
    }
    return joinRuns(builder, rows);
  }

  Translator &translator_;
  const MatrixType *types_[4] = {};  ///< of A, B, C and the result
  bool areBFloats_[4] = {};
  Value *values_[3] = {};
  MatrixType result_;
  uint32_t flags_ = 0;
  llvm::Type *type_ = nullptr;  ///< of the computation
};

/// Operands: A, B, C, and the optional flags.
void translateMulAdd(Translator &translator, const Instruction &instruction) {
  Product product(translator, instruction);
  if (!translator.failed()) {
    translator.setValue(instruction, product.compute());
  }
}

/// OpMatrixTimesScalar of kernels. The core specification has it for matrices of shaders, which
/// kernels lack.
/// Floating-point products have no fast-math flags here, and integers wrap.
void translateTimesScalar(Translator &translator, const Instruction &instruction) {
  const MatrixType *type = matrixOf(translator, instruction.operand(0));
  Value *matrix = translator.value(instruction.operand(0));
  Value *scalar = translator.value(instruction.operand(1));
  if (!type || !isMatrix(translator, *matrix, *type)) {
    return;
  }
  const MatrixType *result = translator.matrices().find(instruction.type);
  if (!result || *result != *type || scalar->getType() != translator.type(type->component)) {
    return translator.fail("not a matrix and a scalar of its component type", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *splat = builder.CreateVectorSplat(type->length(), scalar);
  translator.setValue(instruction, scalar->getType()->isIntegerTy()
                                       ? builder.CreateMul(matrix, splat)
                                       : builder.CreateFMul(matrix, splat));
}

constexpr HandlerRow rows[] = {
    {OpCooperativeMatrixMulAddKHR, translateMulAdd},
    {spv::Op::OpMatrixTimesScalar, translateTimesScalar},
};

}  // namespace

HandlerTable matrixProductHandlers() {
  return rows;
}

}  // namespace spirv_ll
