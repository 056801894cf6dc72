// Interleaved accesses
// --------------------
//
// Several strided accesses of neighbouring elements become one access of all elements, and shuffles
// (LLVM's InterleavedAccessInfo does this for loops):
//
//      struct { float x, y; } a[];   load a[i].x, load a[i].y       4 lanes;
//      wide load:   x0 y0 x1 y1 x2 y2 x3 y3                         8 elements;
//      shuffles:    x0 x1 x2 x3  and  y0 y1 y2 y3
//
// Loads are whole vectors. Without a mask no byte behind the last lane's last member is read: the
// last vector of an incomplete group is moved back, to end there. Gaps between members are read;
// they are shorter than the stride. With a mask, the lanes' bits are spread over their members'
// elements, so gaps are not read. Gaps between stored members are never written: such a group has a
// mask of its own, and needs masked accesses of the target.
//
//      factor 3, members 0 and 1, 4 lanes      elements 0 … 10 are read, 11 is not;
//      vectors [0, 4), [4, 8), [7, 11)         the last one is moved back by one
//
// Where the target has no masked accesses (8- and 16-bit elements on AVX2, all on SSE), a masked
// group has two versions: wide accesses for SIMD groups with all lanes active, and single ones.
//
// Two loads give one vector of even and one of odd elements. Two stages of such shuffles take
// float4 apart; one shuffle for each member would read four vectors.
//
// The target's costs decide whether this beats gathers and scatters.

#include "vecz/memory/interleave.h"

#include "ir/masked_stores.h"

#include <numeric>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"

namespace compiler::vecz {

using namespace llvm;

// The cost as InterleaveEmitter emits a group: each result is put together from `factor` vectors by
// shuffles of two at a time.
static InstructionCost costByShuffles(const InterleavedGroup &group, const MemoryEmitter &emitter,
                                      bool isMasked) {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  const DataLayout &layout = emitter.values().function().getDataLayout();
  const TargetTransformInfo &target = emitter.target();
  unsigned factor = group.factor(layout);
  unsigned opcode = group.access.isLoad ? Instruction::Load : Instruction::Store;
  auto *vector = FixedVectorType::get(group.access.element, emitter.values().width());
  InstructionCost access = 0;
  if (isMasked) {
    auto id = group.access.isLoad ? Intrinsic::masked_load : Intrinsic::masked_store;
    access = target.getMemIntrinsicInstrCost(
        MemIntrinsicCostAttributes(id, vector, group.access.alignment, group.access.addressSpace),
        kind);
    access +=
        target.getShuffleCost(TargetTransformInfo::SK_PermuteSingleSrc, vector, vector, {}, kind);
  } else {
    access = target.getMemoryOpCost(opcode, vector, group.access.alignment,
                                    group.access.addressSpace, kind);
  }
  InstructionCost shuffle =
      target.getShuffleCost(TargetTransformInfo::SK_PermuteTwoSrc, vector, vector, {}, kind);
  auto results = static_cast<unsigned>(group.positions(layout).size());
  return factor * access + results * (factor - 1) * shuffle;
}

// Targets know interleaved accesses better (getInterleavedMemoryOpCost), or not at all; the lower
// estimate counts.
static InstructionCost costOf(const InterleavedGroup &group, const MemoryEmitter &emitter,
                              bool isMasked) {
  const DataLayout &layout = emitter.values().function().getDataLayout();
  const unsigned factor = group.factor(layout);
  unsigned opcode = group.access.isLoad ? Instruction::Load : Instruction::Store;
  auto *wide = FixedVectorType::get(group.access.element, factor * emitter.values().width());
  InstructionCost known = emitter.target().getInterleavedMemoryOpCost(
      opcode, wide, factor, group.positions(layout), group.access.alignment,
      group.access.addressSpace, TargetTransformInfo::TCK_RecipThroughput, isMasked, false);
  return std::min(known, costByShuffles(group, emitter, isMasked));
}

void planInterleavedAccesses(Function &function, MemoryEmitter &emitter, PlannedGroups &groups) {
  if (!runsStep("interleave-accesses", function)) {
    return;
  }
  const DataLayout &layout = function.getDataLayout();
  for (auto &group : findInterleavedGroups(function, emitter.values())) {
    unsigned count = group->factor(layout) * emitter.values().width();
    const bool hasGaps = !group->access.isLoad && !group->isComplete(layout);
    const bool isMasked =
        (group->isMasked || hasGaps) && emitter.hasMaskedAccess(group->access, count);
    const bool hasVersions = group->isMasked && !isMasked;
    const bool mayHaveGaps =
        !hasGaps || passes::areMaskedStoresCheap(
                        emitter.target(), FixedVectorType::get(group->access.element, count),
                        group->access.alignment, group->access.addressSpace);
    if (!mayHaveGaps || (hasVersions && !emitter.isWorthVersions(group->access))) {
      continue;
    }
    GroupPlan plan = {group->access,
                      group->place().instruction,
                      group->isMasked,
                      costOf(*group, emitter, isMasked),
                      {}};
    plan.emit = [&emitter, group = std::move(group)] { InterleaveEmitter(emitter).widen(*group); };
    groups.offer(std::move(plan));
  }
}

InterleaveEmitter::InterleaveEmitter(MemoryEmitter &emitter)
    : values_(emitter.values()),
      emitter_(emitter),
      layout_(emitter.values().function().getDataLayout()) {}

bool InterleaveEmitter::needsVersions(const InterleavedGroup &group) const {
  return values_.mask() &&
         !emitter_.hasMaskedAccess(group.access, group.factor(layout_) * values_.width());
}

void InterleaveEmitter::widen(const InterleavedGroup &group) {
  auto wide = [&] {
    if (group.access.isLoad) {
      return loadAt(group, address(group));
    }
    storeAt(group, address(group));
    return MemoryEmitter::Values();
  };
  auto lanes = [&] {
    if (group.access.isLoad) {
      return loadLanes(group);
    }
    storeLanes(group);
    return MemoryEmitter::Values();
  };
  auto wideWithoutMask = [&] {
    Value *mask = values_.mask();
    values_.setMask(nullptr);
    MemoryEmitter::Values results = wide();
    values_.setMask(mask);
    return results;
  };
  MemoryEmitter::Values results;
  if (needsVersions(group)) {
    results = emitter_.choose(values_.builder().CreateAndReduce(values_.mask()), wideWithoutMask,
                              lanes, /*isOtherRare=*/true);
  } else {
    results = wide();
  }
  for (auto [member, result] : zip(group.members, results)) {
    values_.setVector(member.instruction, result);
  }
}

Value *InterleaveEmitter::resultOf(const InterleavedGroup::Member &member, Value *vector) {
  Type *type = values_.widen(member.instruction->getType());
  return values_.builder().CreateBitCast(vector, type, member.instruction->getName());
}

SmallVector<Value *> InterleaveEmitter::storedVectors(const InterleavedGroup &group) {
  SmallVector<Value *> vectors;
  Type *type = FixedVectorType::get(group.access.element, values_.width());
  for (const InterleavedGroup::Member &member : group.members) {
    Value *value = values_.vector(cast<StoreInst>(member.instruction)->getValueOperand());
    vectors.push_back(values_.builder().CreateBitCast(value, type));
  }
  return vectors;
}

// The members' distances from the place.
static SmallVector<int64_t> offsetsOf(const InterleavedGroup &group) {
  SmallVector<int64_t> offsets;
  for (const InterleavedGroup::Member &member : group.members) {
    offsets.push_back(member.offset - group.place().offset);
  }
  return offsets;
}

SmallVector<Value *> InterleaveEmitter::loadLanes(const InterleavedGroup &group) {
  const Value *pointer = getLoadStorePointerOperand(group.place().instruction);
  SmallVector<Value *> results = emitter_.gatherActive(group.access, pointer, offsetsOf(group));
  for (auto [member, result] : zip(group.members, results)) {
    result = resultOf(member, result);
  }
  return results;
}

void InterleaveEmitter::storeLanes(const InterleavedGroup &group) {
  const Value *pointer = getLoadStorePointerOperand(group.place().instruction);
  emitter_.scatterActive(group.access, storedVectors(group), pointer, offsetsOf(group));
}

// A negative stride puts lane 0 last.
unsigned InterleaveEmitter::element(const InterleavedGroup &group, unsigned lane,
                                    unsigned position) const {
  unsigned place = group.stride < 0 ? values_.width() - 1 - lane : lane;
  return place * group.factor(layout_) + position;
}

// Of the first element in the span of the group.
Value *InterleaveEmitter::address(const InterleavedGroup &group) {
  const InterleavedGroup::Member &place = group.place();
  int64_t offset = group.firstOffset() - place.offset;
  if (group.stride < 0) {
    offset += group.stride * static_cast<int64_t>(values_.width() - 1);
  }
  Value *base = values_.scalar(getLoadStorePointerOperand(place.instruction));
  if (offset == 0) {
    return base;
  }
  IRBuilder<> &builder = values_.builder();
  IntegerType *type = builder.getIntNTy(layout_.getIndexTypeSizeInBits(base->getType()));
  return builder.CreatePtrAdd(base, ConstantInt::getSigned(type, offset));
}

// Lane i's bit at the elements of lane i's members; gaps have false.
Value *InterleaveEmitter::wideMask(const InterleavedGroup &group) {
  Value *mask = values_.mask();
  if (!mask && (group.access.isLoad || group.isComplete(layout_))) {
    return nullptr;
  }
  if (!mask) {
    auto *bits = FixedVectorType::get(values_.builder().getInt1Ty(), values_.width());
    mask = Constant::getAllOnesValue(bits);
  }
  unsigned factor = group.factor(layout_);
  unsigned width = values_.width();
  SmallVector<int> lanes(factor * width, static_cast<int>(width));
  for (unsigned position : group.positions(layout_)) {
    for (unsigned lane = 0; lane < width; lane++) {
      lanes[element(group, lane, position)] = static_cast<int>(lane);
    }
  }
  return values_.builder().CreateShuffleVector(mask, Constant::getNullValue(mask->getType()),
                                               lanes);
}

// The vectors that cover the elements of a group of loads. They are one wide vector if the group is
// masked or ends with its last element, and vectors of the SIMD group's width otherwise.
class InterleaveEmitter::Span {
 public:
  Span(InterleaveEmitter &emitter, const InterleavedGroup &group, Value *address)
      : values_(emitter.values_), emitter_(emitter.emitter_) {
    unsigned width = values_.width();
    unsigned factor = group.factor(emitter.layout_);
    Value *mask = emitter.wideMask(group);
    unsigned last = group.positions(emitter.layout_).back();
    count_ = mask ? width * factor : (width - 1) * factor + last + 1;
    if (count_ == width * factor) {
      loads_.push_back({0, count_, emitter_.loadWide(group.access, address, count_, mask)});
      return;
    }
    for (unsigned start = 0; start < count_; start += width) {
      addLoad(group, address, start);
    }
  }

  // All elements in vectors of the SIMD group's width. Those behind the span are poison.
  SmallVector<Value *> parts() {
    const unsigned width = values_.width();
    SmallVector<Value *> parts;
    for (unsigned first = 0; first < count_; first += width) {
      SmallVector<unsigned> elements(width);
      std::iota(elements.begin(), elements.end(), first);
      parts.push_back(take(elements));
    }
    return parts;
  }

  // The vector of the given elements, each a number within the span.
  Value *take(ArrayRef<unsigned> elements) {
    Value *result = nullptr;
    for (size_t load = 0; load < loads_.size(); load += 2) {
      result = blend(result, load, elements);
    }
    return result;
  }

 private:
  // Loaded elements [start, start + count).
  struct Load {
    unsigned start;
    unsigned count;
    Value *vector;
  };

  // Loads the vector from `start` on, or the one that ends where the span does.
  void addLoad(const InterleavedGroup &group, Value *address, unsigned start) {
    IRBuilder<> &builder = values_.builder();
    unsigned width = values_.width();
    start = std::min(start, count_ - width);
    Value *place =
        start == 0 ? address : builder.CreateConstGEP1_64(group.access.element, address, start);
    loads_.push_back({start, width, emitter_.loadWide(group.access, place, width, nullptr)});
  }

  // Adds the elements that two neighbouring loads have to `result`, by one shuffle of both loads
  // and one with the result so far.
  Value *blend(Value *result, size_t first, ArrayRef<unsigned> elements) {
    IRBuilder<> &builder = values_.builder();
    SmallVector<int> choice(elements.size(), PoisonMaskElem);
    SmallVector<int> merge(elements.size());
    bool any = false;
    for (auto [lane, element] : enumerate(elements)) {
      merge[lane] = static_cast<int>(lane);
      for (size_t load = first; load < std::min(first + 2, loads_.size()); load++) {
        const Load &from = loads_[load];
        if (element >= count_ || loadOf(element) != load) {
          continue;
        }
        choice[lane] =
            static_cast<int>(element - from.start + (load == first ? 0 : loads_[first].count));
        merge[lane] += static_cast<int>(elements.size());
        any = true;
      }
    }
    if (!any) {
      return result;
    }
    Value *left = loads_[first].vector;
    Value *right =
        first + 1 < loads_.size() ? loads_[first + 1].vector : PoisonValue::get(left->getType());
    Value *piece = builder.CreateShuffleVector(left, right, choice);
    return result ? builder.CreateShuffleVector(result, piece, merge) : piece;
  }

  // The first load with the element.
  size_t loadOf(unsigned element) const {
    size_t load = 0;
    while (element >= loads_[load].start + loads_[load].count) {
      load++;
    }
    return load;
  }

  LaneValues &values_;
  MemoryEmitter &emitter_;
  unsigned count_ = 0;
  SmallVector<Load> loads_;
};

// Returns true if lane 0 comes first in memory and more than half of the positions are in use. Such
// a group is taken apart in log2(factor) stages of shuffles. Bytes and elements of 64 bits are left
// to LLVM, which has instruction patterns for them (X86InterleavedAccess).
bool InterleaveEmitter::hasStages(const InterleavedGroup &group) const {
  const unsigned factor = group.factor(layout_);
  const uint64_t bits = layout_.getTypeSizeInBits(group.access.element).getFixedValue();
  return (bits == 16 || bits == 32) && factor > 2 && isPowerOf2_32(factor) &&
         factor <= values_.width() && group.stride > 0 &&
         group.positions(layout_).size() > factor / 2;
}

// Two vectors at a time give one of their even and one of their odd elements.
//
//      xyzw xyzw xyzw xyzw    loaded
//      xzxz xzxz ywyw ywyw    stage 1
//      xxxx yyyy zzzz wwww    stage 2
static SmallVector<Value *> unzip(IRBuilder<> &builder, SmallVector<Value *> vectors) {
  const unsigned width = cast<FixedVectorType>(vectors[0]->getType())->getNumElements();
  const SmallVector<int> even = createStrideMask(0, 2, width);
  const SmallVector<int> odd = createStrideMask(1, 2, width);
  for (size_t stage = 1; stage < vectors.size(); stage *= 2) {
    SmallVector<Value *> evens, odds;
    for (size_t pair = 0; pair < vectors.size(); pair += 2) {
      evens.push_back(builder.CreateShuffleVector(vectors[pair], vectors[pair + 1], even));
      odds.push_back(builder.CreateShuffleVector(vectors[pair], vectors[pair + 1], odd));
    }
    vectors = std::move(evens);
    vectors.append(odds);
  }
  return vectors;
}

// The reverse of unzip().
static SmallVector<Value *> zip(IRBuilder<> &builder, SmallVector<Value *> vectors) {
  const unsigned width = cast<FixedVectorType>(vectors[0]->getType())->getNumElements();
  const SmallVector<int> both = createInterleaveMask(width, 2);
  const ArrayRef<int> low = ArrayRef(both).take_front(width);
  const ArrayRef<int> high = ArrayRef(both).take_back(width);
  for (size_t stage = 1; stage < vectors.size(); stage *= 2) {
    SmallVector<Value *> pairs;
    for (size_t i = 0, half = vectors.size() / 2; i < half; i++) {
      pairs.push_back(builder.CreateShuffleVector(vectors[i], vectors[i + half], low));
      pairs.push_back(builder.CreateShuffleVector(vectors[i], vectors[i + half], high));
    }
    vectors = std::move(pairs);
  }
  return vectors;
}

SmallVector<Value *> InterleaveEmitter::loadAt(const InterleavedGroup &group, Value *address) {
  Span span(*this, group, address);
  DenseMap<unsigned, Value *> taken;
  SmallVector<Value *> results;
  if (hasStages(group)) {
    for (auto [position, vector] : enumerate(unzip(values_.builder(), span.parts()))) {
      taken[position] = vector;
    }
  }
  for (const InterleavedGroup::Member &member : group.members) {
    unsigned position = group.position(member, layout_);
    Value *&vector = taken[position];
    if (!vector) {
      SmallVector<unsigned> elements;
      for (unsigned lane = 0; lane < values_.width(); lane++) {
        elements.push_back(element(group, lane, position));
      }
      vector = span.take(elements);
    }
    results.push_back(resultOf(member, vector));
  }
  if (isInOrder(group)) {
    SmallVector<Value *> members;
    for (unsigned position = 0; position < group.factor(layout_); position++) {
      members.push_back(taken[position]);
    }
    emitter_.memoryOrder().add(members, span.parts());
  }
  return results;
}

// Returns true if the group is a whole structure, lane 0's first in memory.
bool InterleaveEmitter::isInOrder(const InterleavedGroup &group) const {
  return group.stride > 0 && group.factor(layout_) > 1 && group.isComplete(layout_) &&
         runsStep("keep-structures", values_.function());
}

void InterleaveEmitter::storeAt(const InterleavedGroup &group, Value *address) {
  IRBuilder<> &builder = values_.builder();
  unsigned width = values_.width();
  unsigned factor = group.factor(layout_);
  Type *type = FixedVectorType::get(group.access.element, width);
  SmallVector<Value *> vectors(factor, PoisonValue::get(type));
  for (auto [member, vector] : zip(group.members, storedVectors(group))) {
    vectors[group.position(member, layout_)] = vector;
  }
  if (isInOrder(group)) {
    SmallVector<Value *> parts = emitter_.memoryOrder().partsOf(builder, vectors);
    if (!parts.empty()) {
      emitter_.storeWide(group.access, concatenateVectors(builder, parts), address,
                         wideMask(group));
      return;
    }
  }
  if (hasStages(group)) {
    emitter_.storeWide(group.access, concatenateVectors(builder, zip(builder, vectors)), address,
                       wideMask(group));
    return;
  }
  SmallVector<int> order(factor * width);
  for (unsigned position = 0; position < factor; position++) {
    for (unsigned lane = 0; lane < width; lane++) {
      order[element(group, lane, position)] = static_cast<int>(position * width + lane);
    }
  }
  Value *all = builder.CreateShuffleVector(concatenateVectors(builder, vectors), order);
  emitter_.storeWide(group.access, all, address, wideMask(group));
}

}  // namespace compiler::vecz
