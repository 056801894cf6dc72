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
// A group is found by its address: root and terms (linear_address.h) are the same for all members,
// the offsets differ by constants, and the stride is the same. Within a block the loads of a group
// move up to its first, and the stores down to its last. So no access between may touch the same
// memory. Only accesses of one lane count, since nothing orders plain accesses of different
// work-items. Two addresses of one group that are at least a size apart do not overlap. So a
// structure whose fields are read, changed and written back in turn makes two groups.
//
// Loads are whole vectors. Without a mask no byte behind the last lane's last member is read: the
// last vector of an incomplete group is moved back, to end there. Gaps between members are read;
// they are shorter than the stride. With a mask, the lanes' bits are spread over their members'
// elements, so gaps are not read. Stores need a member for each element, since nothing else may be
// written.
//
//      factor 3, members 0 and 1, 4 lanes      elements 0 … 10 are read, 11 is not;
//      vectors [0, 4), [4, 8), [7, 11)         the last one is moved back by one
//
// The target's costs decide whether this beats gathers and scatters.

#include "vecz/memory/interleave.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "registry/step_gate.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::interleave;

namespace {

int64_t sizeOf(Type *type, const DataLayout &layout) {
  return static_cast<int64_t>(layout.getTypeStoreSize(type).getFixedValue());
}

Type *accessedType(const Instruction &access) {
  return getLoadStoreType(&access);
}

// Finds the groups of one block. It keeps the groups to which accesses may still be added ("open"),
// and gives them to `take` once something forbids to move further accesses to them.
class Search {
 public:
  using Take = function_ref<void(std::unique_ptr<AccessGroup>)>;

  Search(LaneValues &values, const DataLayout &layout, Take take)
      : values_(values), layout_(layout), take_(take) {}

  void run(BasicBlock &block) {
    isMasked_ = maskOf(block);
    addresses_.clear();
    for (Instruction &instruction : block) {
      if (isSimpleAccess(instruction)) {
        visitAccess(instruction);
      } else if (instruction.mayReadOrWriteMemory()) {
        visitUnknown(instruction);
      }
    }
    closeIf([](const AccessGroup &) { return true; });
  }

 private:
  // Adds a simple access to its group or opens one, and closes groups of stores that it may touch.
  void visitAccess(Instruction &access) {
    const Value *pointer = getLoadStorePointerOperand(&access);
    LinearAddress &address = addresses_[&access] = linearAddress(pointer, layout_);
    bool isLoad = isa<LoadInst>(access);
    AccessGroup *joined = findGroup(access, address);
    closeIf([&](const AccessGroup &group) {
      return &group != joined && !group.access.isLoad && touches(group, access);
    });
    if (!isLoad) {
      closeIf([&](AccessGroup &group) {
        if (group.access.isLoad) {
          group.crossed.push_back(&access);
        }
        return group.crossed.size() > maxCrossed;
      });
    }
    if (joined) {
      joined->members.push_back({&access, address.offset});
    } else {
      open(access, address);
    }
  }

  // Calls, atomics and the like: groups of stores never cross them, groups of loads do if they only
  // read.
  void visitUnknown(const Instruction &instruction) {
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      if (intrinsic->isAssumeLikeIntrinsic()) {
        return;
      }
    }
    bool writes = instruction.mayWriteToMemory();
    closeIf([&](const AccessGroup &group) { return writes || !group.access.isLoad; });
  }

  // Gives the groups that fulfil the condition to `take`.
  void closeIf(function_ref<bool(AccessGroup &)> condition) {
    for (auto &group : open_) {
      if (condition(*group)) {
        take_(std::move(group));
      }
    }
    llvm::erase_if(open_, [](const std::unique_ptr<AccessGroup> &group) { return !group; });
  }

  // Returns true for a stride of several elements, up to maxTriedStride.
  bool isCandidate(const Instruction &access) const {
    Type *type = accessedType(access);
    Shape shape = values_.shape(getLoadStorePointerOperand(&access));
    if (!shape.isStrided() || !isVectorElement(type, layout_)) {
      return false;
    }
    int64_t size = sizeOf(type, layout_);
    int64_t stride = shape.stride();
    if (stride % size != 0) {
      return false;
    }
    int64_t factor = stride / size;
    return (factor >= 2 && factor <= maxTriedStride) || (factor <= -2 && factor >= -maxTriedStride);
  }

  // Opens a group with one member. The oldest group is closed if there are too many.
  void open(Instruction &access, const LinearAddress &address) {
    if (!isCandidate(access)) {
      return;
    }
    if (open_.size() == maxOpenGroups) {
      take_(std::move(open_.front()));
      open_.erase(open_.begin());
    }
    int64_t stride = values_.shape(getLoadStorePointerOperand(&access)).stride();
    open_.push_back(std::make_unique<AccessGroup>(AccessGroup{
        accessOf(access), address, stride, isMasked_, {{&access, address.offset}}, {}}));
  }

  // The open group for an access, or null.
  AccessGroup *findGroup(const Instruction &access, const LinearAddress &address) const {
    if (!isCandidate(access)) {
      return nullptr;
    }
    for (const auto &group : open_) {
      if (fits(*group, access, address)) {
        return group.get();
      }
    }
    return nullptr;
  }

  // Returns true if the access may join the group: same address but for a multiple of the size, all
  // elements within one stride, and no store in between that it may touch.
  bool fits(const AccessGroup &group, const Instruction &access,
            const LinearAddress &address) const {
    Type *type = accessedType(access);
    if (group.access.isLoad != isa<LoadInst>(access) || !group.address.differsByConstant(address) ||
        group.stride != values_.shape(getLoadStorePointerOperand(&access)).stride() ||
        group.access.element->isPointerTy() != type->isPointerTy()) {
      return false;
    }
    int64_t size = sizeOf(type, layout_);
    int64_t first = std::min(group.firstOffset(), address.offset);
    int64_t last = std::max(group.lastOffset(), address.offset);
    if (size != group.elementSize(layout_) || (address.offset - group.firstOffset()) % size != 0 ||
        last - first + size > std::abs(group.stride)) {
      return false;
    }
    if (!group.access.isLoad) {
      return none_of(group.members, [&](const AccessGroup::Member &member) {
        return member.offset == address.offset;
      });
    }
    return none_of(group.crossed, [&](Instruction *write) { return mayAlias(*write, access); });
  }

  // Returns true if the access may touch the same bytes as a member.
  bool touches(const AccessGroup &group, const Instruction &access) const {
    return any_of(group.members, [&](const AccessGroup::Member &member) {
      return mayAlias(*member.instruction, access);
    });
  }

  // Returns true if two accesses of one lane may touch the same bytes.
  bool mayAlias(const Instruction &left, const Instruction &right) const {
    return mayTouchSameBytes(left, addresses_.find(&left)->second, right,
                             addresses_.find(&right)->second);
  }

  LaneValues &values_;
  const DataLayout &layout_;
  Take take_;
  bool isMasked_ = false;
  DenseMap<const Instruction *, LinearAddress> addresses_;
  SmallVector<std::unique_ptr<AccessGroup>> open_;
};

}  // namespace

int64_t AccessGroup::elementSize(const DataLayout &layout) const {
  return sizeOf(access.element, layout);
}

int64_t AccessGroup::firstOffset() const {
  return min_element(members, [](const Member &left,
                                 const Member &right) { return left.offset < right.offset; })
      ->offset;
}

int64_t AccessGroup::lastOffset() const {
  return max_element(members, [](const Member &left,
                                 const Member &right) { return left.offset < right.offset; })
      ->offset;
}

unsigned AccessGroup::factor(const DataLayout &layout) const {
  return static_cast<unsigned>(std::abs(stride) / elementSize(layout));
}

unsigned AccessGroup::position(const Member &member, const DataLayout &layout) const {
  return static_cast<unsigned>((member.offset - firstOffset()) / elementSize(layout));
}

SmallVector<unsigned> AccessGroup::positions(const DataLayout &layout) const {
  SmallVector<unsigned> all;
  for (const Member &member : members) {
    all.push_back(position(member, layout));
  }
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

bool AccessGroup::isComplete(const DataLayout &layout) const {
  return positions(layout).size() == factor(layout);
}

AccessGroups::AccessGroups(Function &function, LaneValues &values, MemoryEmitter &emitter,
                           const TargetTransformInfo &target)
    : values_(values), emitter_(emitter), target_(target), layout_(function.getDataLayout()) {
  if (!runsStep("interleave-accesses", function)) {
    return;
  }
  auto take = [&](std::unique_ptr<AccessGroup> group) { add(std::move(group)); };
  Search search(values, layout_, take);
  for (BasicBlock &block : function) {
    search.run(block);
  }
}

// Members of several types (of one size) are accessed as integers, and cast.
static void settleType(AccessGroup &group, const DataLayout &layout) {
  for (const AccessGroup::Member &member : group.members) {
    if (accessedType(*member.instruction) != group.access.element) {
      auto bits = static_cast<unsigned>(8 * group.elementSize(layout));
      group.access.element = IntegerType::get(group.access.element->getContext(), bits);
      return;
    }
  }
}

// Completes a group and keeps it if it can be emitted and pays.
void AccessGroups::add(std::unique_ptr<AccessGroup> group) {
  settleType(*group, layout_);
  group->access.origins.clear();
  for (const AccessGroup::Member &member : group->members) {
    group->access.origins.push_back(member.instruction);
    group->access.alignment =
        std::min(group->access.alignment, getLoadStoreAlignment(member.instruction));
  }
  if (!group->access.isLoad && !group->isComplete(layout_)) {
    return;
  }
  if (!pays(*group)) {
    return;
  }
  for (const AccessGroup::Member &member : group->members) {
    groups_[member.instruction] = group.get();
  }
  owned_.push_back(std::move(group));
}

// Targets know interleaved accesses better (getInterleavedMemoryOpCost), or not at all; the lower
// estimate counts.
bool AccessGroups::pays(const AccessGroup &group) const {
  unsigned count = group.factor(layout_) * values_.width();
  if (group.isMasked && !emitter_.hasMaskedAccess(group.access, count)) {
    return false;
  }
  unsigned members = group.members.size();
  SmallVector<unsigned> positions = group.positions(layout_);
  unsigned opcode = group.access.isLoad ? Instruction::Load : Instruction::Store;
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  auto *wide = FixedVectorType::get(group.access.element, count);
  InstructionCost together = target_.getInterleavedMemoryOpCost(
      opcode, wide, group.factor(layout_), positions, group.access.alignment,
      group.access.addressSpace, kind, group.isMasked, false);
  InstructionCost apart = members * emitter_.costOfGather(group.access, group.isMasked);
  return std::min(together, costByShuffles(group)) < apart;
}

// Each result is put together from `factor` vectors by shuffles of two at a time.
InstructionCost AccessGroups::costByShuffles(const AccessGroup &group) const {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  unsigned factor = group.factor(layout_);
  unsigned opcode = group.access.isLoad ? Instruction::Load : Instruction::Store;
  auto *vector = FixedVectorType::get(group.access.element, values_.width());
  InstructionCost access = 0;
  if (group.isMasked) {
    auto id = group.access.isLoad ? Intrinsic::masked_load : Intrinsic::masked_store;
    access = target_.getMemIntrinsicInstrCost(
        MemIntrinsicCostAttributes(id, vector, group.access.alignment, group.access.addressSpace),
        kind);
    access +=
        target_.getShuffleCost(TargetTransformInfo::SK_PermuteSingleSrc, vector, vector, {}, kind);
  } else {
    access = target_.getMemoryOpCost(opcode, vector, group.access.alignment,
                                     group.access.addressSpace, kind);
  }
  InstructionCost shuffle =
      target_.getShuffleCost(TargetTransformInfo::SK_PermuteTwoSrc, vector, vector, {}, kind);
  auto results = static_cast<unsigned>(group.positions(layout_).size());
  return factor * access + results * (factor - 1) * shuffle;
}

void AccessGroups::widen(const AccessGroup &group) {
  if (!group.access.isLoad) {
    storeAt(group, address(group));
    return;
  }
  SmallVector<Value *> results = loadAt(group, address(group));
  for (auto [member, result] : zip(group.members, results)) {
    values_.setVector(member.instruction, result);
  }
}

// A negative stride puts lane 0 last.
unsigned AccessGroups::element(const AccessGroup &group, unsigned lane, unsigned position) const {
  unsigned place = group.stride < 0 ? values_.width() - 1 - lane : lane;
  return place * group.factor(layout_) + position;
}

/// Of the first element that the group spans.
Value *AccessGroups::address(const AccessGroup &group) {
  const AccessGroup::Member &place = group.place();
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
Value *AccessGroups::wideMask(const AccessGroup &group) {
  Value *mask = values_.mask();
  if (!mask) {
    return nullptr;
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
class AccessGroups::Span {
 public:
  Span(AccessGroups &groups, const AccessGroup &group, Value *address) : groups_(groups) {
    unsigned width = groups.values_.width();
    unsigned factor = group.factor(groups.layout_);
    Value *mask = groups.wideMask(group);
    unsigned last = group.positions(groups.layout_).back();
    count_ = mask ? width * factor : (width - 1) * factor + last + 1;
    if (count_ == width * factor) {
      loads_.push_back({0, count_, groups.emitter_.loadWide(group.access, address, count_, mask)});
      return;
    }
    for (unsigned start = 0; start < count_; start += width) {
      addLoad(group, address, start);
    }
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
  void addLoad(const AccessGroup &group, Value *address, unsigned start) {
    IRBuilder<> &builder = groups_.values_.builder();
    unsigned width = groups_.values_.width();
    start = std::min(start, count_ - width);
    Value *place =
        start == 0 ? address : builder.CreateConstGEP1_64(group.access.element, address, start);
    loads_.push_back(
        {start, width, groups_.emitter_.loadWide(group.access, place, width, nullptr)});
  }

  // Adds the elements that two neighbouring loads have to `result`, by one shuffle of both loads
  // and one with the result so far.
  Value *blend(Value *result, size_t first, ArrayRef<unsigned> elements) {
    IRBuilder<> &builder = groups_.values_.builder();
    SmallVector<int> choice(elements.size(), PoisonMaskElem);
    SmallVector<int> merge(elements.size());
    bool any = false;
    for (auto [lane, element] : enumerate(elements)) {
      merge[lane] = static_cast<int>(lane);
      for (size_t load = first; load < std::min(first + 2, loads_.size()); load++) {
        const Load &from = loads_[load];
        if (loadOf(element) != load) {
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

  AccessGroups &groups_;
  unsigned count_ = 0;
  SmallVector<Load> loads_;
};

SmallVector<Value *> AccessGroups::loadAt(const AccessGroup &group, Value *address) {
  IRBuilder<> &builder = values_.builder();
  Span span(*this, group, address);
  DenseMap<unsigned, Value *> taken;
  SmallVector<Value *> results;
  for (const AccessGroup::Member &member : group.members) {
    unsigned position = group.position(member, layout_);
    Value *&vector = taken[position];
    if (!vector) {
      SmallVector<unsigned> elements;
      for (unsigned lane = 0; lane < values_.width(); lane++) {
        elements.push_back(element(group, lane, position));
      }
      vector = span.take(elements);
    }
    Type *type = values_.widen(member.instruction->getType());
    results.push_back(builder.CreateBitCast(vector, type, member.instruction->getName()));
  }
  return results;
}

void AccessGroups::storeAt(const AccessGroup &group, Value *address) {
  IRBuilder<> &builder = values_.builder();
  unsigned width = values_.width();
  unsigned factor = group.factor(layout_);
  SmallVector<Value *> vectors(factor);
  Type *type = FixedVectorType::get(group.access.element, width);
  for (const AccessGroup::Member &member : group.members) {
    Value *value = values_.vector(cast<StoreInst>(member.instruction)->getValueOperand());
    vectors[group.position(member, layout_)] = builder.CreateBitCast(value, type);
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
