// Loads from small tables
// -----------------------
//
//      t[x & 15] of floats, 32 lanes, 16 floats in a register:
//
//      part = load <16 x float> t;
//      passes::permute(part, lanes 0 … 15 of x & 15), passes::permute(part, lanes 16 … 31)
//
// A table of several parts takes a permutation of each, and selects by the upper bits. A gather of
// 16 floats takes 21 cycles on Zen 4, and the permutation one. LICM moves the table out of the loop
// over SIMD groups if nothing writes to memory there.

#include "vecz/memory/small_tables.h"

#include "ir/permutation.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"
#include "registry/step_gate.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::smallTables;

namespace {

/// Returns the greatest value of a term, without its scale; nothing if it may be negative.
std::optional<uint64_t> greatestOf(const LinearAddress::Term &term, const DataLayout &layout) {
  const KnownBits bits = computeKnownBits(term.value, layout);
  if (term.extension != LinearAddress::Extension::zero && !bits.isNonNegative()) {
    return std::nullopt;
  }
  return bits.getMaxValue().getLimitedValue(maxElements);
}

/// The elements up to the greatest index; nothing if they are too many.
std::optional<unsigned> entriesOf(const LinearAddress &address, int64_t size,
                                  function_ref<Shape(const Value *)> shapeOf,
                                  const DataLayout &layout) {
  uint64_t greatest = 0;
  for (const LinearAddress::Term &term : address.terms) {
    if (shapeOf(term.value).isUniform()) {
      continue;
    }
    const std::optional<uint64_t> most = greatestOf(term, layout);
    if (!most || term.scale <= 0 || term.scale % size != 0 ||
        term.scale >= size * static_cast<int64_t>(maxElements)) {
      return std::nullopt;
    }
    greatest += *most * static_cast<uint64_t>(term.scale / size);
  }
  if (greatest == 0 || greatest >= maxElements) {
    return std::nullopt;
  }
  return static_cast<unsigned>(PowerOf2Ceil(greatest + 1));
}

/// Returns true if the table may be read as a whole where it lies in one page. A variable has a
/// known end, and LLVM may take a load beyond it as one that never happens.
bool mayBeReadAsWhole(const LinearAddress &address, uint64_t bytes,
                      function_ref<Shape(const Value *)> shapeOf, const DataLayout &layout) {
  const Value *root = getUnderlyingObject(address.root);
  if (!isa<AllocaInst, GlobalVariable>(root)) {
    return true;
  }
  if (root != address.root || address.offset < 0 ||
      any_of(
          address.terms,
          [&](const LinearAddress::Term &term) { return shapeOf(term.value).isUniform(); })) {
    return false;
  }
  const uint64_t end = static_cast<uint64_t>(address.offset) + bytes;
  auto *type = ArrayType::get(Type::getInt8Ty(root->getContext()), end);
  return isDereferenceablePointer(root, type, layout);
}

}  // namespace

InstructionCost SmallTable::cost(unsigned width, const TargetTransformInfo &target) const {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  const InstructionCost permutation =
      target.getShuffleCost(TargetTransformInfo::SK_PermuteSingleSrc, part, part, {}, kind);
  const unsigned lanes = part->getNumElements();
  return parts + divideCeil(width, lanes) * (parts * permutation + 2 * (parts - 1));
}

std::optional<SmallTable> smallTableOf(const LoadInst &load, unsigned width,
                                       function_ref<Shape(const Value *)> shapeOf,
                                       const TargetTransformInfo &target) {
  const DataLayout &layout = load.getDataLayout();
  Type *type = load.getType();
  const Value *pointer = load.getPointerOperand();
  if (!isSimpleAccess(load) || !isVectorElement(type, layout) || type->isPointerTy() ||
      !shapeOf(pointer).isVarying()) {
    return std::nullopt;
  }
  const LinearAddress address = linearAddress(pointer, layout);
  const auto size = static_cast<int64_t>(layout.getTypeStoreSize(type));
  if (!shapeOf(address.root).isUniform()) {
    return std::nullopt;
  }
  const std::optional<unsigned> entries = entriesOf(address, size, shapeOf, layout);
  if (!entries ||
      !mayBeReadAsWhole(address, static_cast<uint64_t>(size) * *entries, shapeOf, layout)) {
    return std::nullopt;
  }
  const uint64_t registerBits =
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  const auto lanes = static_cast<unsigned>(
      std::min<uint64_t>(width, registerBits / (8 * static_cast<uint64_t>(size))));
  if (lanes < 2 || !isPowerOf2_32(lanes)) {
    return std::nullopt;
  }
  auto *part = FixedVectorType::get(type, lanes);
  const unsigned parts = std::max(1U, *entries / lanes);
  if (parts > maxParts || !passes::hasPermutation(part, target)) {
    return std::nullopt;
  }
  return SmallTable{address, part, *entries, parts};
}

SmallTables::SmallTables(MemoryEmitter &emitter)
    : values_(emitter.values()),
      emitter_(emitter),
      isOn_(runsStep("permute-small-tables", values_.function())) {}

std::optional<AccessPlan> SmallTables::plan(Instruction &instruction) {
  auto *loaded = dyn_cast<LoadInst>(&instruction);
  if (!isOn_ || !loaded) {
    return std::nullopt;
  }
  auto shapeOf = [&](const Value *value) { return values_.shape(value); };
  std::optional<SmallTable> table =
      smallTableOf(*loaded, values_.width(), shapeOf, emitter_.target());
  if (!table) {
    return std::nullopt;
  }
  const InstructionCost cost = table->cost(values_.width(), emitter_.target());
  return AccessPlan{cost, [this, loaded, table = *table] {
                      return load(accessOf(*loaded), loaded->getPointerOperand(), table);
                    }};
}

Value *SmallTables::load(const Access &access, const Value *pointer, const SmallTable &table) {
  Value *first = base(table);
  auto whole = [&] { return permuted(access, table, first); };
  if (isa<AllocaInst, GlobalVariable>(table.address.root)) {
    return whole();
  }
  const auto size =
      static_cast<uint64_t>(values_.function().getDataLayout().getTypeStoreSize(access.element));
  return emitter_.either(
      emitter_.isWithinPage(first, size * table.entries), whole,
      [&] { return emitter_.gather(access, pointer); }, /*isOtherRare=*/true);
}

Value *SmallTables::base(const SmallTable &table) {
  IRBuilder<> &builder = values_.builder();
  const LinearAddress &address = table.address;
  auto *index = values_.function().getDataLayout().getIndexType(address.root->getType());
  Value *bytes = ConstantInt::getSigned(index, address.offset);
  for (const LinearAddress::Term &term : address.terms) {
    if (values_.shape(term.value).isUniform()) {
      Value *number = builder.CreateIntCast(values_.scalar(term.value), index,
                                            term.extension != LinearAddress::Extension::zero);
      bytes = builder.CreateAdd(
          bytes, builder.CreateMul(number, ConstantInt::getSigned(index, term.scale)));
    }
  }
  return builder.CreatePtrAdd(values_.scalar(address.root), bytes);
}

/// The numbers of inactive lanes may be poison or anything else. Frozen and cut off they select
/// some element, so the result is never poison.
Value *SmallTables::numbers(const SmallTable &table) {
  IRBuilder<> &builder = values_.builder();
  const unsigned bytes = table.part->getScalarSizeInBits() / 8;
  Type *type = values_.widen(builder.getIntNTy(8 * bytes));
  Value *sum = Constant::getNullValue(type);
  for (const LinearAddress::Term &term : table.address.terms) {
    if (!values_.shape(term.value).isUniform()) {
      Value *number = builder.CreateIntCast(values_.vector(term.value), type, /*isSigned=*/false);
      Constant *scale = ConstantInt::get(type, static_cast<uint64_t>(term.scale) / bytes);
      sum = builder.CreateAdd(sum, builder.CreateMul(number, scale));
    }
  }
  if (values_.mask()) {
    sum = builder.CreateAnd(builder.CreateFreeze(sum), ConstantInt::get(type, table.entries - 1));
  }
  return sum;
}

Value *SmallTables::permuted(const Access &access, const SmallTable &table, Value *base) {
  IRBuilder<> &builder = values_.builder();
  const unsigned lanes = table.part->getNumElements();
  const unsigned loaded = std::min(lanes, table.entries);
  const auto size = static_cast<int64_t>(table.part->getScalarSizeInBits() / 8);
  Access part = access;
  part.origins.clear();  // their metadata describe the elements that lanes ask for
  SmallVector<Value *> parts;
  for (unsigned number = 0; number < table.parts; ++number) {
    Value *address = builder.CreatePtrAdd(base, builder.getInt64(number * lanes * size));
    Value *elements = emitter_.loadWide(part, address, loaded, nullptr);
    if (loaded < lanes) {
      SmallVector<int> repeated;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        repeated.push_back(static_cast<int>(lane % loaded));
      }
      elements = builder.CreateShuffleVector(elements, repeated);
    }
    parts.push_back(elements);
  }
  Value *indices = numbers(table);
  auto *piece = FixedVectorType::get(indices->getType()->getScalarType(), lanes);
  SmallVector<Value *> results;
  for (unsigned first = 0; first < values_.width(); first += lanes) {
    Value *here = builder.CreateExtractVector(piece, indices, uint64_t{first});
    results.push_back(passes::permuteAll(builder, parts, here));
  }
  return concatenateVectors(builder, results);
}

}  // namespace compiler::vecz
