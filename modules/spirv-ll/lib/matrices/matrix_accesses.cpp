// Translates loads, stores and prefetches of cooperative matrices.
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
//   packed B                           a run for each 32 bits: 4 bytes or 2 words of a held column
//
// If the columns are no multiple of S, the last held column of some work-items does not exist.
// Accesses of it are guarded, and its components are zeros.
//
// Memory consists of lines: rows, columns of the column-major layout, or groups of rows of the
// packed one. The stride counts elements of the pointee type, which may differ from the component
// type.
//
// With SPV_INTEL_joint_matrix, an access may begin at line X and place Y. If it is checked, it is a
// sequence of single elements, each guarded: line X + i exists below the height, and element Y + j
// of it below the width. X and Y may be negative then.
#include "matrices/matrix_parts.h"
#include "memory/guarded_access.h"
#include "memory/memory_access.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Cooperative Matrix Layout.
enum class Layout : uint8_t { rowMajor, columnMajor, packed };

/// The layout of a constant; empty, and an error, for another operand.
std::optional<Layout> readLayout(Translator &translator, uint32_t id) {
  const bool hasPacked = translator.index().declares(PackedCooperativeMatrixINTEL);
  const auto layout = translator.integer(id);
  if (layout &&
      *layout <= static_cast<uint64_t>(hasPacked ? Layout::packed : Layout::columnMajor)) {
    return static_cast<Layout>(*layout);
  }
  translator.fail(hasPacked ? "the layout has to be RowMajorKHR, ColumnMajorKHR or PackedINTEL"
                            : "the layout has to be RowMajorKHR or ColumnMajorKHR");
  return std::nullopt;
}

/// Neighbours in memory that a work-item holds.
struct Run {
  Value *address;
  Value *exists;  ///< the condition of the access, or null for an access by all work-items
};

/// The type of the only number in a structure: classes of numbers, as SYCL's bfloat16, are the
/// pointees of compilers for it. The extension has scalars and vectors.
llvm::Type *numberIn(llvm::Type *pointee) {
  auto *structure = llvm::dyn_cast<llvm::StructType>(pointee);
  while (structure && structure->getNumElements() == 1) {
    pointee = structure->getElementType(0);
    structure = llvm::dyn_cast<llvm::StructType>(pointee);
  }
  return pointee;
}

/// The pointer's memory. Lines begin at multiples of the stride, counted in pointees.
struct Memory {
  Value *base = nullptr, *stride = nullptr;
  llvm::Type *pointee = nullptr;
};

/// The numbers of an instruction's operands. The memory operands come behind the stride.
struct Operands {
  size_t pointer, layout, stride;
  size_t offsets = 0, bounds = 0;  ///< X and Y, height and width, or 0
};

/// An access of all elements that a work-item holds: its addresses, in the order of memory.
class MatrixAccess {
 public:
  MatrixAccess(Translator &translator, const Instruction &instruction, const MatrixType &type,
               const Operands &operands)
      : translator_(translator), type_(type) {
    const uint32_t pointer = instruction.operand(operands.pointer);
    memory_.base = translator.value(pointer);
    memory_.pointee = translator.type(translator.index().pointeeIdOf(pointer));
    component_ = translator.type(type.component);
    isVolatile_ = translator.annotations().has(pointer, spv::Decoration::Volatile);
    if (!chooseLayout(instruction.operand(operands.layout)) ||
        !readStride(instruction, operands.stride)) {
      return;
    }
    isChecked_ = operands.bounds != 0;
    if (operands.offsets != 0) {
      region_ = Region::read(translator, instruction, operands.offsets, operands.bounds);
    }
    access_ = readAccess(translator, instruction, operands.stride + 1);
    isVolatile_ |= access_.isVolatile;
    if (!translator.failed()) {
      findRuns();
    }
    if (isVolatile_ && llvm::any_of(runs_, [](const Run &run) { return run.exists; })) {
      translator.fail(isChecked_
                          ? "volatile checked accesses are not supported"
                          : "volatile accesses of matrices whose columns are no multiple of the "
                            "sub-group's size are not supported");
    }
  }

  /// The part that the work-item holds: the runs in the order of memory, then in the part's order.
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
    llvm::SmallVector<int> places(order_.size());
    for (size_t i = 0; i < order_.size(); ++i) {
      places[order_[i]] = static_cast<int>(i);
    }
    return permuted(builder, joinRuns(builder, loaded), places);
  }

  /// Writes the part that the work-item holds.
  void store(Value *part) {
    llvm::IRBuilder<> &builder = translator_.builder();
    part = permuted(builder, part, order_);
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
  /// Components of 32 bits or more are packed one by one, as in row-major order. The extension does
  /// not say how matrices A are packed: along rows, as products need it, or along columns.
  bool chooseLayout(uint32_t id) {
    constexpr unsigned bits = 32;
    const auto layout = readLayout(translator_, id);
    if (!layout) {
      return false;
    }
    if (layout == Layout::packed && type_.use != MatrixUse::b) {
      translator_.fail("the layout PackedINTEL is supported for matrices B only");
      return false;
    }
    layout_ = *layout;
    packed_ = std::max(bits / static_cast<unsigned>(component_->getScalarSizeInBits()), 1u);
    if (layout_ == Layout::packed && packed_ == 1) {
      layout_ = Layout::rowMajor;
    }
    return true;
  }

  /// All layouts need a stride. It is not negative, so a narrower one is extended by zeros.
  bool readStride(const Instruction &instruction, size_t operand) {
    if (operand >= instruction.operands.size()) {
      translator_.fail("the layout needs a stride", Error::Kind::invalid);
      return false;
    }
    Value *stride = translator_.value(instruction.operand(operand));
    memory_.pointee = numberIn(memory_.pointee);
    auto *pointeeVector = llvm::dyn_cast<llvm::FixedVectorType>(memory_.pointee);
    llvm::Type *scalar = pointeeVector ? pointeeVector->getElementType() : memory_.pointee;
    if (!memory_.base->getType()->isPointerTy() || !stride->getType()->isIntegerTy() ||
        (!scalar->isIntegerTy() && !scalar->isFloatingPointTy()) || scalar->isIntegerTy(1) ||
        isOddInteger(memory_.pointee)) {
      translator_.fail("not a pointer to numbers and a stride", Error::Kind::invalid);
      return false;
    }
    memory_.stride = translator_.builder().CreateZExtOrTrunc(stride, translator_.sizeType());
    return true;
  }

  /// The bytes to which all runs are aligned: those of the pointer, of the pointee's size and of
  /// the component's size.
  llvm::Align alignment() const {
    const llvm::DataLayout &layout = translator_.module().getDataLayout();
    const llvm::Align ofPointer =
        access_.alignment.value_or(layout.getABITypeAlign(memory_.pointee));
    return llvm::commonAlignment(
        llvm::commonAlignment(ofPointer, layout.getTypeAllocSize(memory_.pointee).getFixedValue()),
        layout.getTypeAllocSize(component_).getFixedValue());
  }

  /// The address of a line; made once for each number.
  Value *line(Value *number) {
    Value *&made = lines_[number];
    if (!made) {
      llvm::IRBuilder<> &builder = translator_.builder();
      Value *offset = region_.x ? builder.CreateAdd(region_.x, number) : number;
      made = builder.CreateGEP(memory_.pointee, memory_.base,
                               builder.CreateMul(memory_.stride, offset));
    }
    return made;
  }
  /// The address of an element of a line. Elements are as wide as the component type, also in lines
  /// of wider or narrower pointees.
  Value *element(Value *line, Value *number) {
    return translator_.builder().CreateGEP(component_, line, number);
  }
  /// A number as an index.
  Value *number(uint64_t value) { return llvm::ConstantInt::get(translator_.sizeType(), value); }

  /// Collects the addresses in the order of memory: load() and store() put the components into that
  /// order, too.
  void findRuns() {
    columns_ = HeldColumns::find(translator_, type_);
    switch (layout_) {
      case Layout::rowMajor:
        for (uint32_t row = 0; row < type_.rows; ++row) {
          findRow(row);
        }
        return;
      case Layout::columnMajor:
        for (uint32_t i = 0; i < type_.heldColumns; ++i) {
          llvm::SmallVector<int> components;
          for (uint32_t row = 0; row < type_.rows; ++row) {
            components.push_back(component(row, i));
          }
          add(columns_.numbers[i], number(0), columns_.exists[i], components);
        }
        return;
      case Layout::packed:
        for (uint32_t row = 0; row < type_.rows; row += packed_) {
          findGroup(row);
        }
    }
  }

  /// The number of a component in the part, which is in the order of rows for every layout.
  int component(uint32_t row, uint32_t heldColumn) const {
    return static_cast<int>(row * type_.heldColumns + heldColumn);
  }

  /// A row is one run if the work-item holds all of it.
  void findRow(uint32_t row) {
    llvm::SmallVector<int> components;
    for (uint32_t i = 0; i < type_.heldColumns; ++i) {
      components.push_back(component(row, i));
    }
    if (columns_.areAll) {
      return add(number(row), number(0), nullptr, components);
    }
    for (uint32_t i = 0; i < type_.heldColumns; ++i) {
      add(number(row), columns_.numbers[i], columns_.exists[i], components[i]);
    }
  }

  /// Rows packed into one line: `packed_` elements of each column are neighbours. If some group
  /// lacks rows, all runs are single elements, since runs have one length.
  void findGroup(uint32_t first) {
    llvm::IRBuilder<> &builder = translator_.builder();
    const uint32_t count = std::min(packed_, type_.rows - first);
    for (uint32_t i = 0; i < type_.heldColumns; ++i) {
      Value *start = builder.CreateMul(columns_.numbers[i], number(packed_));
      llvm::SmallVector<int> components;
      for (uint32_t row = first; row < first + count; ++row) {
        components.push_back(component(row, i));
      }
      if (type_.rows % packed_ == 0) {
        add(number(first / packed_), start, columns_.exists[i], components);
        continue;
      }
      for (uint32_t j = 0; j < count; ++j) {
        add(number(first / packed_), builder.CreateAdd(start, number(j)), columns_.exists[i],
            components[j]);
      }
    }
  }

  /// Adds a run: the line, the position of its first element in there, and the components. A
  /// checked access takes it apart.
  void add(Value *inLine, Value *position, Value *exists, llvm::ArrayRef<int> components) {
    order_.append(components.begin(), components.end());
    llvm::IRBuilder<> &builder = translator_.builder();
    if (!isChecked_) {
      Value *start = line(inLine);
      runLength_ = static_cast<uint32_t>(components.size());
      position = region_.y ? builder.CreateAdd(region_.y, position) : position;
      runs_.push_back({position == number(0) ? start : element(start, position), exists});
      return;
    }
    for (size_t i = 0; i < components.size(); ++i) {
      Value *place = builder.CreateAdd(position, number(i));
      Value *isInside =
          builder.CreateAnd(region_.hasLine(builder, inLine), region_.hasPlace(builder, place));
      runs_.push_back({element(line(inLine), builder.CreateAdd(region_.y, place)),
                       exists ? builder.CreateAnd(exists, isInside) : isInside});
    }
  }

  /// The access of a run in a column without an owner in some sub-groups.
  GuardedAccess guarded() {
    return GuardedAccess(translator_, runType(component_, runLength_),
                         memory_.base->getType()->getPointerAddressSpace(), alignment().value());
  }

  Translator &translator_;
  const MatrixType type_;
  Memory memory_;
  llvm::Type *component_;
  Access access_;
  bool isVolatile_ = false, isChecked_ = false;
  Region region_;  ///< of an access with offsets
  Layout layout_ = Layout::rowMajor;
  uint32_t packed_ = 1;  ///< rows of one line of the packed layout
  HeldColumns columns_;
  uint32_t runLength_ = 1;  ///< components of a run
  llvm::SmallVector<Run> runs_;
  llvm::SmallVector<int> order_;  ///< for each element of the runs, its component in the part
  llvm::DenseMap<Value *, Value *> lines_;
};

// The places of the operands in the instructions.
constexpr Operands ofLoad = {.pointer = 0, .layout = 1, .stride = 2};
constexpr Operands ofStore = {.pointer = 0, .layout = 2, .stride = 3};
constexpr Operands ofLoadAtOffset = {.pointer = 0, .layout = 3, .stride = 4, .offsets = 1};
constexpr Operands ofStoreAtOffset = {.pointer = 0, .layout = 4, .stride = 5, .offsets = 1};
constexpr Operands ofCheckedLoad = {
    .pointer = 0, .layout = 3, .stride = 6, .offsets = 1, .bounds = 4};
constexpr Operands ofCheckedStore = {
    .pointer = 0, .layout = 4, .stride = 7, .offsets = 1, .bounds = 5};

/// The address is the same in all work-items of a sub-group; a program that breaks the rule gets
/// columns of several matrices.
template <Operands operands>
void translateLoad(Translator &translator, const Instruction &instruction) {
  const MatrixType *type = translator.matrices().find(instruction.type);
  if (!type) {
    return translator.fail("the result is not a cooperative matrix", Error::Kind::invalid);
  }
  MatrixAccess access(translator, instruction, *type, operands);
  if (!translator.failed()) {
    translator.setValue(instruction, access.load());
  }
}

/// The validator does not see instructions without a result, and so not their places.
bool isInBlock(Translator &translator) {
  const llvm::BasicBlock *block = translator.builder().GetInsertBlock();
  if (block && !block->getTerminator()) {
    return true;
  }
  translator.fail("the instruction has to be in a block", Error::Kind::invalid);
  return false;
}

/// All work-items write the same elements of a matrix A. Nothing is written outside of the matrix,
/// so lines may have a rest behind them. The matrix is in front of the layout.
template <Operands operands>
void translateStore(Translator &translator, const Instruction &instruction) {
  if (!isInBlock(translator)) {
    return;
  }
  const uint32_t stored = instruction.operand(operands.layout - 1);
  const MatrixType *type = matrixOf(translator, stored);
  if (!type) {
    return;
  }
  translator.matrices().addUser(translator.body().function());
  Value *matrix = translator.value(stored);
  MatrixAccess access(translator, instruction, *type, operands);
  if (!translator.failed() && isMatrix(translator, *matrix, *type)) {
    access.store(matrix);
  }
}

/// OpCooperativeMatrixPrefetchINTEL does not change the behaviour of a program: the caches of
/// processors fetch lines by themselves. Operands: pointer, X, Y, rows, columns, the literal level
/// of the cache, layout, stride. Compilers leave X and Y out, as the extension's first revisions
/// do.
void translatePrefetch(Translator &translator, const Instruction &instruction) {
  constexpr size_t longestWithoutOffsets = 6;
  const size_t rows = instruction.operands.size() > longestWithoutOffsets ? 3 : 1;
  if (!isInBlock(translator) || !readLayout(translator, instruction.operand(rows + 3))) {
    return;
  }
  const auto isInteger = [&](size_t operand) {
    return operand >= instruction.operands.size() ||
           translator.value(instruction.operand(operand))->getType()->isIntegerTy();
  };
  if (!translator.value(instruction.operand(0))->getType()->isPointerTy() || !isInteger(1) ||
      !isInteger(2) || !isInteger(rows + 4) || !translator.integer(instruction.operand(rows)) ||
      !translator.integer(instruction.operand(rows + 1))) {
    translator.fail("not a pointer, offsets, a constant size and a stride", Error::Kind::invalid);
  }
}

constexpr HandlerRow rows[] = {
    {OpCooperativeMatrixLoadKHR, translateLoad<ofLoad>},
    {OpCooperativeMatrixStoreKHR, translateStore<ofStore>},
    {OpCooperativeMatrixLoadOffsetINTEL, translateLoad<ofLoadAtOffset>},
    {OpCooperativeMatrixStoreOffsetINTEL, translateStore<ofStoreAtOffset>},
    {OpCooperativeMatrixLoadCheckedINTEL, translateLoad<ofCheckedLoad>},
    {OpCooperativeMatrixStoreCheckedINTEL, translateStore<ofCheckedStore>},
    {OpCooperativeMatrixPrefetchINTEL, translatePrefetch},
};

}  // namespace

HandlerTable matrixAccessHandlers() {
  return rows;
}

}  // namespace spirv_ll
