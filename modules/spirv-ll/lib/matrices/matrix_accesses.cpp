// Translates OpCooperativeMatrixLoadKHR and OpCooperativeMatrixStoreKHR.
//
// A work-item accesses the elements that it holds (translator/matrix_types.h), in runs of
// neighbours in memory. Of a matrix A all work-items read the same elements: the vectoriser finds
// uniform addresses and reads each element once. Of a row of B or of an accumulator, neighbouring
// work-items read neighbouring elements: one vector load for a SIMD group.
//
//   row-major A, column-major A        a run for each row, or for each column
//   row-major B and accumulators       single elements: (r, l), (r, l + S), …; in sub-groups of
//                                      one work-item a run for each row
//   column-major B and accumulators    a run for each held column
//
// If the columns are no multiple of S, the last held column of some work-items does not exist.
// Accesses of it are guarded, and its components are zeros.
//
// The stride counts elements of the pointee type, which may differ from the component type.
#include "matrices/matrix_parts.h"
#include "memory/guarded_access.h"
#include "memory/memory_access.h"
#include "shims/newer.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Neighbours in memory that a work-item holds.
struct Run {
  Value *address;
  Value *exists;  ///< the condition of the access, or null for an access by all work-items
};

/// An access of all elements that a work-item holds: its addresses, in the order of memory.
class MatrixAccess {
 public:
  /// Operands: the pointer, then at `layout` the layout, the stride and the memory operands.
  MatrixAccess(Translator &translator, const Instruction &instruction, const MatrixType &type,
               size_t pointer, size_t layout)
      : translator_(translator), type_(type) {
    base_ = translator.value(instruction.operand(pointer));
    pointee_ = translator.type(translator.index().pointeeIdOf(instruction.operand(pointer)));
    component_ = translator.type(type.component);
    isVolatile_ =
        translator.annotations().has(instruction.operand(pointer), spv::Decoration::Volatile);
    if (!readLayout(instruction.operand(layout)) || !readStride(instruction, layout + 1)) {
      return;
    }
    access_ = readAccess(translator, instruction, layout + 2);
    isVolatile_ |= access_.isVolatile;
    if (!translator.failed()) {
      findRuns();
    }
    if (isVolatile_ && llvm::any_of(runs_, [](const Run &run) { return run.exists; })) {
      translator.fail(
          "volatile accesses of matrices whose columns are no multiple of the sub-group's "
          "size are not supported");
    }
  }

  /// The part that the work-item holds.
  Value *load() {
    llvm::IRBuilder<> &builder = translator_.builder();
    llvm::Type *type = runType(component_, runLength_);
    llvm::SmallVector<Value *> loaded;
    for (const Run &run : runs_) {
      if (run.exists) {
        loaded.push_back(
            guarded().load(run.address, run.exists, llvm::Constant::getNullValue(type)));
        continue;
      }
      llvm::LoadInst *load = builder.CreateAlignedLoad(type, run.address, alignment(), isVolatile_);
      mark(translator_, load, access_);
      loaded.push_back(load);
    }
    Value *part = joinRuns(builder, loaded);
    return isColumnMajor_ ? transposed(builder, part, type_.heldColumns, type_.rows) : part;
  }

  /// Writes the part that the work-item holds.
  void store(Value *part) {
    llvm::IRBuilder<> &builder = translator_.builder();
    if (isColumnMajor_) {
      part = transposed(builder, part, type_.rows, type_.heldColumns);
    }
    uint32_t first = 0;
    for (const Run &run : runs_) {
      Value *value = takeRun(builder, part, first, runLength_);
      first += runLength_;
      if (run.exists) {
        guarded().store(run.address, run.exists, value);
      } else {
        mark(translator_, builder.CreateAlignedStore(value, run.address, alignment(), isVolatile_),
             access_);
      }
    }
  }

 private:
  /// The layout is a constant. Layouts of other extensions (packed, blocked) are unknown here.
  bool readLayout(uint32_t id) {
    constexpr uint64_t columnMajor = 1;
    const auto layout = translator_.integer(id);
    if (!layout || *layout > columnMajor) {
      translator_.fail("the layout has to be RowMajorKHR or ColumnMajorKHR");
      return false;
    }
    isColumnMajor_ = *layout == columnMajor;
    return true;
  }

  /// Both layouts need a stride. It is not negative, so a narrower one is extended by zeros.
  bool readStride(const Instruction &instruction, size_t operand) {
    if (operand >= instruction.operands.size()) {
      translator_.fail("the layout needs a stride", Error::Kind::invalid);
      return false;
    }
    Value *stride = translator_.value(instruction.operand(operand));
    auto *pointeeVector = llvm::dyn_cast<llvm::FixedVectorType>(pointee_);
    llvm::Type *scalar = pointeeVector ? pointeeVector->getElementType() : pointee_;
    if (!base_->getType()->isPointerTy() || !stride->getType()->isIntegerTy() ||
        (!scalar->isIntegerTy() && !scalar->isFloatingPointTy()) || scalar->isIntegerTy(1) ||
        isOddInteger(pointee_)) {
      translator_.fail("not a pointer to numbers and a stride", Error::Kind::invalid);
      return false;
    }
    stride_ = translator_.builder().CreateZExtOrTrunc(stride, translator_.sizeType());
    return true;
  }

  /// The bytes to which all runs are aligned: those of the pointer, of the pointee's size and of
  /// the component's size.
  llvm::Align alignment() const {
    const llvm::DataLayout &layout = translator_.module().getDataLayout();
    const llvm::Align ofPointer = access_.alignment.value_or(layout.getABITypeAlign(pointee_));
    return llvm::commonAlignment(
        llvm::commonAlignment(ofPointer, layout.getTypeAllocSize(pointee_).getFixedValue()),
        layout.getTypeAllocSize(component_).getFixedValue());
  }

  /// The address of a row or, in the other layout, of a column.
  Value *line(Value *number) {
    llvm::IRBuilder<> &builder = translator_.builder();
    return builder.CreateGEP(pointee_, base_, builder.CreateMul(stride_, number));
  }
  /// The address of an element of a line, and a number as an index.
  Value *element(Value *line, Value *number) {
    return translator_.builder().CreateGEP(component_, line, number);
  }
  Value *number(uint64_t value) { return llvm::ConstantInt::get(translator_.sizeType(), value); }

  /// The matrix' columns that the work-item holds. All of a matrix A, and in sub-groups of one
  /// work-item all of any matrix.
  void findColumns() {
    llvm::IRBuilder<> &builder = translator_.builder();
    const uint32_t size = translator_.matrices().subGroupSize();
    const bool isWhole = type_.use == MatrixUse::a || size == 1;
    Value *lane = nullptr;
    if (!isWhole) {
      lane = callBuiltin(translator_, "_Z22get_sub_group_local_idv", builder.getInt32Ty(), {});
      lane = lane ? builder.CreateZExt(lane, translator_.sizeType()) : number(0);
    }
    for (uint32_t i = 0; i < type_.heldColumns; ++i) {
      columns_.push_back(isWhole ? number(i)
                                 : builder.CreateAdd(lane, number(uint64_t{i} * size), "",
                                                     /*HasNUW=*/true, /*HasNSW=*/true));
      const bool isPartial = !isWhole && (i + 1) * size > type_.columns;  // the last one at most
      exists_.push_back(isPartial ? builder.CreateICmpULT(columns_.back(), number(type_.columns))
                                  : nullptr);
    }
    holdsRows_ = isWhole;
  }

  /// Collects the addresses in the order of memory: load() and store() put the components into that
  /// order, too.
  void findRuns() {
    findColumns();
    if (isColumnMajor_) {
      runLength_ = type_.rows;
      for (uint32_t i = 0; i < type_.heldColumns; ++i) {
        runs_.push_back({line(columns_[i]), exists_[i]});
      }
      return;
    }
    runLength_ = holdsRows_ ? type_.columns : 1;
    for (uint32_t row = 0; row < type_.rows; ++row) {
      Value *start = line(number(row));
      for (uint32_t i = 0; i < (holdsRows_ ? 1 : type_.heldColumns); ++i) {
        runs_.push_back({holdsRows_ ? start : element(start, columns_[i]), exists_[i]});
      }
    }
  }

  /// The access of a run in a column without an owner in some sub-groups.
  GuardedAccess guarded() {
    return GuardedAccess(translator_, runType(component_, runLength_),
                         base_->getType()->getPointerAddressSpace(), alignment().value());
  }

  Translator &translator_;
  const MatrixType type_;
  Value *base_, *stride_ = nullptr;
  llvm::Type *pointee_, *component_;
  Access access_;
  bool isVolatile_ = false, isColumnMajor_ = false;
  bool holdsRows_ = false;              ///< the work-item holds whole rows
  llvm::SmallVector<Value *> columns_;  ///< the numbers of the held columns
  llvm::SmallVector<Value *> exists_;   ///< conditions of the held columns, or null
  uint32_t runLength_ = 1;              ///< components of a run
  llvm::SmallVector<Run> runs_;
};

/// Operands: pointer, layout, stride, memory operands. The address is the same in all work-items of
/// a sub-group; a program that breaks the rule gets columns of several matrices.
void translateLoad(Translator &translator, const Instruction &instruction) {
  const MatrixType *type = translator.matrices().find(instruction.type);
  if (!type) {
    return translator.fail("the result is not a cooperative matrix", Error::Kind::invalid);
  }
  MatrixAccess access(translator, instruction, *type, 0, 1);
  if (!translator.failed()) {
    translator.setValue(instruction, access.load());
  }
}

/// Operands: pointer, matrix, layout, stride, memory operands. All work-items write the same
/// elements of a matrix A. Nothing is written outside of the matrix, so lines may have a rest
/// behind them.
void translateStore(Translator &translator, const Instruction &instruction) {
  // The validator does not see stores, and so not their places.
  const llvm::BasicBlock *block = translator.builder().GetInsertBlock();
  if (!block || block->getTerminator()) {
    return translator.fail("the instruction has to be in a block", Error::Kind::invalid);
  }
  const MatrixType *type = matrixOf(translator, instruction.operand(1));
  if (!type) {
    return;
  }
  translator.matrices().addUser(translator.body().function());
  Value *matrix = translator.value(instruction.operand(1));
  MatrixAccess access(translator, instruction, *type, 0, 2);
  if (!translator.failed() && isMatrix(translator, *matrix, *type)) {
    access.store(matrix);
  }
}

constexpr HandlerRow rows[] = {
    {OpCooperativeMatrixLoadKHR, translateLoad},
    {OpCooperativeMatrixStoreKHR, translateStore},
};

}  // namespace

HandlerTable matrixAccessHandlers() {
  return rows;
}

}  // namespace spirv_ll
