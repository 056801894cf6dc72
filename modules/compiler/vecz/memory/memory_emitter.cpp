// Emission of single vector accesses, without a choice between variants except for the last one: a
// gather or scatter is an instruction, or one access per lane.
//
// An inactive lane must not touch memory. Masked instructions see to it. Loads lane by lane read
// the first active lane's address again, which costs less than a branch per lane. Stores need the
// branch.
//
// Versions at run time (choose(), either(), whereAllActive()) are always diamonds:
//
//      before: br i1 %condition, label %all, label %some     (!kiln.unlikely if `some` is
//      unlikely); all:    one();   br label %joined; some:   other(); br label %joined; joined:
//      phis of the results; the builder continues here

#include "vecz/memory/memory_emitter.h"

#include "ir/unlikely_branches.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/memory/lane_addresses.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Bytes of the smallest page of a system with protected memory.
constexpr uint64_t leastPage = 4096;

/// The smallest elements that x86 gathers have 32 bits.
constexpr uint64_t wordBytes = 4;

}  // namespace

Access accessOf(Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load ? Access(*load) : Access(cast<StoreInst>(instruction));
}

Access::Access(LoadInst &load)
    : element(load.getType()),
      alignment(load.getAlign()),
      addressSpace(load.getPointerAddressSpace()),
      isLoad(true),
      origins{&load} {}

Access::Access(StoreInst &store)
    : element(store.getValueOperand()->getType()),
      alignment(store.getAlign()),
      addressSpace(store.getPointerAddressSpace()),
      isLoad(false),
      origins{&store} {}

FixedVectorType *MemoryEmitter::vectorOf(const Access &access) const {
  return FixedVectorType::get(access.element, values_.width());
}

void MemoryEmitter::describe(Instruction *instruction, const Access &access) const {
  propagateMetadata(instruction, access.origins);
}

bool hasMaskedAccess(const Instruction &access, Type *vector, const TargetTransformInfo &target) {
  const Align align = getLoadStoreAlignment(&access);
  const unsigned space = getLoadStoreAddressSpace(&access);
  return isa<LoadInst>(access) ? target.isLegalMaskedLoad(vector, align, space)
                               : target.isLegalMaskedStore(vector, align, space);
}

bool MemoryEmitter::hasMaskedAccess(const Access &access, unsigned count) const {
  auto *type = FixedVectorType::get(access.element, count);
  return access.isLoad ? target_.isLegalMaskedLoad(type, access.alignment, access.addressSpace)
                       : target_.isLegalMaskedStore(type, access.alignment, access.addressSpace);
}

// The alignment of a wide access that begins anywhere among the elements. The source promises more
// than an element's alignment for active lanes' addresses only, and a wide access may begin at the
// element of an inactive lane.
Align MemoryEmitter::alignmentAt(const Access &access, Value *address) const {
  const DataLayout &layout = values_.function().getDataLayout();
  Align element(layout.getTypeStoreSize(access.element).getFixedValue());
  return std::max(std::min(access.alignment, element), getKnownAlignment(address, layout));
}

Value *MemoryEmitter::loadWide(const Access &access, Value *address, unsigned count, Value *mask) {
  IRBuilder<> &builder = values_.builder();
  auto *type = FixedVectorType::get(access.element, count);
  Align alignment = alignmentAt(access, address);
  Instruction *load = nullptr;
  if (mask) {
    load = builder.CreateMaskedLoad(type, address, alignment, mask, Constant::getNullValue(type));
  } else {
    load = builder.CreateAlignedLoad(type, address, alignment);
  }
  describe(load, access);
  return load;
}

Instruction *MemoryEmitter::storeWide(const Access &access, Value *vector, Value *address,
                                      Value *mask) {
  IRBuilder<> &builder = values_.builder();
  Align alignment = alignmentAt(access, address);
  Instruction *store = nullptr;
  if (mask) {
    store = builder.CreateMaskedStore(vector, address, alignment, mask);
  } else {
    store = builder.CreateAlignedStore(vector, address, alignment);
  }
  describe(store, access);
  return store;
}

InstructionCost costOfWordGather(const Access &access, unsigned width,
                                 const TargetTransformInfo &target) {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  auto *origin = cast<Instruction>(access.origins.front());
  const auto bits = access.element->getScalarSizeInBits();
  LLVMContext &context = access.element->getContext();
  auto *words = FixedVectorType::get(Type::getInt32Ty(context), width);
  if (!access.isLoad || access.element->isVectorTy() || (bits != 8 && bits != 16) ||
      access.alignment.value() * 8 < bits ||
      target.isLegalMaskedGather(FixedVectorType::get(access.element, width), access.alignment) ||
      !target.isLegalMaskedGather(words, Align(wordBytes)) ||
      target.forceScalarizeMaskedGather(words, Align(wordBytes)) ||
      !runsStep("gather-words", *origin->getFunction())) {
    return InstructionCost::getInvalid();
  }
  auto *addresses = FixedVectorType::get(Type::getInt64Ty(context), width);
  auto *elements = FixedVectorType::get(IntegerType::get(context, bits), width);
  const MemIntrinsicCostAttributes gather(Intrinsic::masked_gather, words,
                                          getLoadStorePointerOperand(origin),
                                          /*VariableMask=*/false, Align(wordBytes));
  auto cast = [&](FixedVectorType *from, FixedVectorType *to) {
    return target.getCastInstrCost(Instruction::Trunc, to, from,
                                   TargetTransformInfo::CastContextHint::None, kind);
  };
  return target.getMemIntrinsicInstrCost(gather, kind) +
         target.getArithmeticInstrCost(Instruction::And, addresses, kind) + cast(addresses, words) +
         2 * target.getArithmeticInstrCost(Instruction::And, words, kind) +
         target.getArithmeticInstrCost(Instruction::LShr, words, kind) + cast(words, elements);
}

InstructionCost costOfGatherInstruction(const Access &access, bool isMasked, unsigned width,
                                        const TargetTransformInfo &target) {
  const InstructionCost words = costOfWordGather(access, width, target);
  if (words.isValid()) {
    return words;
  }
  auto *type = FixedVectorType::get(access.element, width);
  const bool isLegal = access.isLoad
                           ? target.isLegalMaskedGather(type, access.alignment) &&
                                 !target.forceScalarizeMaskedGather(type, access.alignment)
                           : target.isLegalMaskedScatter(type, access.alignment) &&
                                 !target.forceScalarizeMaskedScatter(type, access.alignment);
  if (!isLegal) {
    return InstructionCost::getInvalid();
  }
  auto id = access.isLoad ? Intrinsic::masked_gather : Intrinsic::masked_scatter;
  const Value *pointer = getLoadStorePointerOperand(access.origins.front());
  return target.getMemIntrinsicInstrCost(
      MemIntrinsicCostAttributes(id, type, pointer, isMasked, access.alignment),
      TargetTransformInfo::TCK_RecipThroughput);
}

// The cost of single accesses: addresses are extracted, elements inserted or extracted, and masked
// stores branch.
InstructionCost MemoryEmitter::costOfLanes(const Access &access, bool isMasked) const {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  unsigned width = values_.width();
  APInt all = APInt::getAllOnes(width);
  LLVMContext &context = access.element->getContext();
  unsigned opcode = access.isLoad ? Instruction::Load : Instruction::Store;
  InstructionCost cost = width * target_.getMemoryOpCost(opcode, access.element, access.alignment,
                                                         access.addressSpace, kind);
  cost +=
      target_.getScalarizationOverhead(vectorOf(access), all, access.isLoad, !access.isLoad, kind);
  auto *pointers = FixedVectorType::get(PointerType::get(context, access.addressSpace), width);
  cost += target_.getScalarizationOverhead(pointers, all, false, true, kind);
  if (isMasked && !access.isLoad) {
    cost += width * target_.getCFInstrCost(Instruction::Br, kind);
  }
  return cost;
}

bool MemoryEmitter::isNativeGather(const Access &access, bool isMasked) const {
  const auto cost = costOfGatherInstruction(access, isMasked, values_.width(), target_);
  return cost.isValid() && cost <= costOfLanes(access, isMasked);
}

InstructionCost MemoryEmitter::costOfGather(const Access &access, bool isMasked) const {
  return isNativeGather(access, isMasked)
             ? costOfGatherInstruction(access, isMasked, values_.width(), target_)
             : costOfLanes(access, isMasked);
}

// Most SIMD groups have all lanes active. Code for a few SIMD groups gets no second version.
bool MemoryEmitter::isWorthVersions(const Access &access) const {
  return !values_.simdGroup().remaindersOnly && none_of(access.origins, [](const Value *origin) {
    return isAtBoundary(*cast<Instruction>(origin));
  });
}

bool MemoryEmitter::mayVersionLanes(const Access &access) const {
  return runsStep("lane-addresses", values_.function()) && isWorthVersions(access);
}

bool MemoryEmitter::hasScalarAddresses(const Value *pointer) const {
  return !values_.shape(pointer).isVarying() ||
         (runsStep("lane-addresses", values_.function()) && isShortSum(values_, pointer));
}

// A gather of x86 takes longer than a load for each lane whose address is no element of a vector:
// 21 cycles and 8 for 16 lanes of Zen 4, and 24 and 16 to scatter them. Instructions for strided
// accesses have no such cost. Code for a few SIMD groups stays small.
bool MemoryEmitter::hasSlowGathers(const Access &access) const {
  return mayVersionLanes(access) &&
         !target_.isLegalStridedLoadStore(vectorOf(access), access.alignment);
}

bool MemoryEmitter::needsGather(const Access &access, const Value *pointer) const {
  return isNativeGather(access, values_.mask()) &&
         !(hasScalarAddresses(pointer) && hasSlowGathers(access));
}

// Lane by lane, no vector of addresses is needed where scalars do. An inactive lane's address may
// not be read, so they do only where all lanes are active.
Value *MemoryEmitter::gather(const Access &access, const Value *pointer) {
  auto each = [&] { return gatherAt(access, values_.vector(pointer)); };
  const bool isMasked = values_.mask();
  if (needsGather(access, pointer) || !hasScalarAddresses(pointer) ||
      (isMasked && !mayVersionLanes(access))) {
    return each();
  }
  auto whole = [&] {
    return gatherByLanes(access, [&](Value *lane) { return sumOfLane(values_, pointer, lane); })
        .front();
  };
  return isMasked ? whereAllActive(whole, each, /*isOtherRare=*/true) : whole();
}

Value *MemoryEmitter::gatherAt(const Access &access, Value *addresses) {
  IRBuilder<> &builder = values_.builder();
  Value *mask = values_.mask();
  if (!isNativeGather(access, mask)) {
    if (mask) {
      addresses = safeAddresses(addresses);
    }
    return gatherByLanes(access,
                         [&](Value *lane) { return builder.CreateExtractElement(addresses, lane); })
        .front();
  }
  if (costOfWordGather(access, values_.width(), target_).isValid()) {
    return gatherWords(access, addresses);
  }
  FixedVectorType *type = vectorOf(access);
  CallInst *gather = builder.CreateMaskedGather(type, addresses, access.alignment, mask,
                                                Constant::getNullValue(type));
  describe(gather, access);
  return gather;
}

// Bytes have any place in their word, and pairs of bytes one of two.
Value *MemoryEmitter::gatherWords(const Access &access, Value *addresses) {
  constexpr unsigned log2OfByte = 3;
  IRBuilder<> &builder = values_.builder();
  const DataLayout &layout = values_.function().getDataLayout();
  auto *words = FixedVectorType::get(builder.getInt32Ty(), values_.width());
  Value *numbers = builder.CreatePtrToInt(addresses, layout.getIntPtrType(addresses->getType()));
  const uint64_t within = wordBytes - 1;
  Value *starts =
      builder.CreateIntrinsic(Intrinsic::ptrmask, {addresses->getType(), numbers->getType()},
                              {addresses, ConstantInt::get(numbers->getType(), ~within)});
  CallInst *gather = builder.CreateMaskedGather(words, starts, Align(wordBytes), values_.mask(),
                                                Constant::getNullValue(words));
  describe(gather, access);
  Value *bytes = builder.CreateAnd(builder.CreateZExtOrTrunc(numbers, words), within);
  if (layout.isBigEndian()) {
    const uint64_t size = layout.getTypeStoreSize(access.element);
    bytes = builder.CreateSub(ConstantInt::get(words, wordBytes - size), bytes);
  }
  Value *shifted = builder.CreateLShr(gather, builder.CreateShl(bytes, log2OfByte));
  const auto bits = static_cast<unsigned>(access.element->getPrimitiveSizeInBits());
  Value *elements =
      builder.CreateTrunc(shifted, FixedVectorType::get(builder.getIntNTy(bits), values_.width()));
  return builder.CreateBitCast(elements, vectorOf(access));
}

// Stores in a row need no branches and no loop.
void MemoryEmitter::scatter(const Access &access, Value *vector, const Value *pointer) {
  Value *mask = values_.mask();
  auto each = [&]() -> Value * {
    if (isNativeGather(access, mask)) {
      scatterAt(access, vector, values_.vector(pointer));
    } else {
      scatterActive(access, vector, pointer);
    }
    return nullptr;
  };
  if (needsGather(access, pointer)) {
    each();
    return;
  }
  const bool isScalar = hasScalarAddresses(pointer);
  auto whole = [&]() -> Value * {
    values_.setMask(nullptr);
    scatterByLanes(access, vector, [&](Value *lane) {
      return isScalar ? sumOfLane(values_, pointer, lane) : values_.lane(pointer, lane);
    });
    values_.setMask(mask);
    return nullptr;
  };
  if (!mask) {
    whole();
  } else if (values_.width() <= thresholds::lanes::maxStoresInRow && mayVersionLanes(access)) {
    whereAllActive(whole, each, /*isOtherRare=*/true);
  } else {
    each();
  }
}

Value *MemoryEmitter::behind(Value *address, int64_t bytes) {
  const DataLayout &layout = values_.function().getDataLayout();
  return bytes == 0
             ? address
             : values_.builder().CreatePtrAdd(
                   address, ConstantInt::getSigned(layout.getIndexType(address->getType()), bytes));
}

MemoryEmitter::Values MemoryEmitter::gatherActive(const Access &access, const Value *pointer,
                                                  ArrayRef<int64_t> offsets) {
  Value *addresses = safeAddresses(values_.vector(pointer));
  return gatherByLanes(
      access, [&](Value *lane) { return values_.builder().CreateExtractElement(addresses, lane); },
      offsets);
}

void MemoryEmitter::scatterActive(const Access &access, ArrayRef<Value *> vectors,
                                  const Value *pointer, ArrayRef<int64_t> offsets) {
  scatterByLanes(
      access, vectors, [&](Value *lane) { return values_.lane(pointer, lane); }, offsets);
}

void MemoryEmitter::scatterAt(const Access &access, Value *vector, Value *addresses) {
  IRBuilder<> &builder = values_.builder();
  Value *mask = values_.mask();
  if (!isNativeGather(access, mask)) {
    scatterByLanes(access, vector, [&](Value *lane) {
      return values_.builder().CreateExtractElement(addresses, lane);
    });
    return;
  }
  describe(builder.CreateMaskedScatter(vector, addresses, access.alignment, mask), access);
}

// An inactive lane reads the element of an active one. Its result is used by nobody.
Value *MemoryEmitter::safeAddresses(Value *addresses) {
  IRBuilder<> &builder = values_.builder();
  Value *safe = builder.CreateExtractElement(addresses, values_.firstActiveLane());
  Value *splat = builder.CreateVectorSplat(values_.width(), safe);
  return builder.CreateSelect(values_.mask(), addresses, splat);
}

MemoryEmitter::Values MemoryEmitter::gatherByLanes(const Access &access, AddressOfLane addressOf,
                                                   ArrayRef<int64_t> offsets) {
  IRBuilder<> &builder = values_.builder();
  Values results(offsets.size(), PoisonValue::get(vectorOf(access)));
  for (unsigned lane = 0; lane < values_.width(); lane++) {
    Value *start = addressOf(builder.getInt32(lane));
    for (auto [result, offset] : zip(results, offsets)) {
      LoadInst *load =
          builder.CreateAlignedLoad(access.element, behind(start, offset), access.alignment);
      describe(load, access);
      result = builder.CreateInsertElement(result, load, lane);
    }
  }
  return results;
}

void MemoryEmitter::scatterByLanes(const Access &access, ArrayRef<Value *> vectors,
                                   AddressOfLane addressOf, ArrayRef<int64_t> offsets) {
  values_.forEachActiveLane("store", nullptr, false, [&](Value *lane) -> Value * {
    IRBuilder<> &builder = values_.builder();
    Value *start = addressOf(lane);
    for (auto [vector, offset] : zip(vectors, offsets)) {
      Value *element = builder.CreateExtractElement(vector, lane);
      describe(builder.CreateAlignedStore(element, behind(start, offset), access.alignment),
               access);
    }
    return nullptr;
  });
}

Value *MemoryEmitter::isWithinPage(Value *address, uint64_t bytes) {
  IRBuilder<> &builder = values_.builder();
  Type *type = values_.function().getDataLayout().getIntPtrType(address->getType());
  Value *offset = builder.CreateAnd(builder.CreatePtrToInt(address, type),
                                    ConstantInt::get(type, leastPage - 1));
  return builder.CreateICmpULE(offset, ConstantInt::get(type, leastPage - bytes));
}

// Compares address - i * step of all active lanes with that of the first active lane.
Value *MemoryEmitter::isSteppedBy(Value *addresses, int64_t step) {
  IRBuilder<> &builder = values_.builder();
  const DataLayout &layout = values_.function().getDataLayout();
  Type *type = layout.getIntPtrType(addresses->getType());
  Value *numbers = builder.CreatePtrToInt(addresses, type);
  Value *offsets = laneOffsets(type->getScalarType(), step);
  Value *starts = builder.CreateSub(numbers, offsets);
  Value *mask = values_.mask();
  Value *lane = values_.firstActiveLane();
  Value *start = builder.CreateExtractElement(starts, lane);
  Value *same = builder.CreateICmpEQ(starts, builder.CreateVectorSplat(values_.width(), start));
  if (mask) {
    same = builder.CreateSelect(mask, same, ConstantInt::getTrue(same->getType()));
  }
  return builder.CreateAndReduce(same);
}

Value *MemoryEmitter::laneOffsets(Type *type, int64_t step) const {
  SmallVector<Constant *> offsets;
  for (unsigned lane = 0; lane < values_.width(); lane++) {
    offsets.push_back(ConstantInt::getSigned(type, step * lane));
  }
  return ConstantVector::get(offsets);
}

// With a mask, lane 0 may be inactive and its address poison, so it is computed from the first
// active lane's address.
Value *MemoryEmitter::addressOfLane0(Value *addresses, int64_t step) {
  IRBuilder<> &builder = values_.builder();
  if (!values_.mask()) {
    return builder.CreateExtractElement(addresses, uint64_t{0});
  }
  Value *lane = values_.firstActiveLane();
  Value *address = builder.CreateExtractElement(addresses, lane);
  Value *number = builder.CreateZExt(lane, builder.getInt64Ty());
  return builder.CreateGEP(
      builder.getInt8Ty(), address,
      builder.CreateMul(number, ConstantInt::getSigned(number->getType(), -step)));
}

Value *MemoryEmitter::whereAllActive(function_ref<Value *()> whole, function_ref<Value *()> each,
                                     bool isOtherRare) {
  return either(values_.builder().CreateAndReduce(values_.mask()), whole, each, isOtherRare);
}

MemoryEmitter::Values MemoryEmitter::choose(Value *condition, function_ref<Values()> one,
                                            function_ref<Values()> other, bool isOtherRare) {
  IRBuilder<> &builder = values_.builder();
  LLVMContext &context = builder.getContext();
  auto *oneBlock = BasicBlock::Create(context, "all", &values_.function());
  auto *otherBlock = BasicBlock::Create(context, "some", &values_.function());
  auto *end = BasicBlock::Create(context, "joined", &values_.function());
  BranchInst *branch = builder.CreateCondBr(condition, oneBlock, otherBlock);
  if (isOtherRare) {
    markUnlikely(*branch);
  }
  auto fill = [&](BasicBlock *block, function_ref<Values()> body) {
    builder.SetInsertPoint(block);
    Values results = body();
    BasicBlock *last = builder.GetInsertBlock();
    builder.CreateBr(end);
    return std::pair(std::move(results), last);
  };
  auto [left, leftEnd] = fill(oneBlock, one);
  auto [right, rightEnd] = fill(otherBlock, other);
  builder.SetInsertPoint(end);
  Values results;
  for (auto [here, there] : zip(left, right)) {
    PHINode *phi = builder.CreatePHI(here->getType(), 2);
    phi->addIncoming(here, leftEnd);
    phi->addIncoming(there, rightEnd);
    results.push_back(phi);
  }
  return results;
}

Value *MemoryEmitter::either(Value *condition, function_ref<Value *()> one,
                             function_ref<Value *()> other, bool isOtherRare) {
  auto listed = [](function_ref<Value *()> body) {
    return [body] {
      Value *value = body();
      return value ? Values{value} : Values();
    };
  };
  Values results = choose(condition, listed(one), listed(other), isOtherRare);
  return results.empty() ? nullptr : results.front();
}

}  // namespace compiler::vecz
