// Accesses that are one access of neighbouring elements together.
//
// A group is found by its form: root and terms of the address (linear_address.h) are the same, and
// all lanes are the same number of elements apart; the members differ by constants. Within a block
// a group's loads move up to its first and its stores down to its last, so nothing between may
// touch the same memory. Only what one lane does counts: between lanes nothing orders plain
// accesses. So two addresses of one form that are a size apart are different, and a structure
// whose fields are read, changed and written back in turn still makes a group of loads and one of
// stores.
//
// A group of loads is loaded as whole vectors and taken apart by shuffles. Without a mask no byte
// beyond the last lane's last member is read: of an incomplete group the last vector is moved back
// so that it ends there. With a mask, the lanes' bits are spread over their elements. Stores need
// a member for each element, since nothing else may be written. The target's costs decide whether
// that beats gathers.
#include "vecz/memory/interleave.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr int64_t maxFactor = 16;
/// In one block at a time, and what a group moves across: keeps the search linear.
constexpr size_t maxOpenGroups = 32;
constexpr size_t maxCrossed = 64;

int64_t sizeOf(Type *type, const DataLayout &layout) {
  return static_cast<int64_t>(layout.getTypeStoreSize(type).getFixedValue());
}

Type *accessedType(const Instruction &access) {
  return getLoadStoreType(&access);
}

/// Finds the groups of one block.
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

  void visitUnknown(const Instruction &instruction) {
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      if (intrinsic->isAssumeLikeIntrinsic()) {
        return;
      }
    }
    bool writes = instruction.mayWriteToMemory();
    closeIf([&](const AccessGroup &group) { return writes || !group.access.isLoad; });
  }

  void closeIf(function_ref<bool(AccessGroup &)> condition) {
    for (auto &group : open_) {
      if (condition(*group)) {
        take_(std::move(group));
      }
    }
    llvm::erase_if(open_, [](const std::unique_ptr<AccessGroup> &group) { return !group; });
  }

  /// A stride of several elements.
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
    return (factor >= 2 && factor <= maxFactor) || (factor <= -2 && factor >= -maxFactor);
  }

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

  bool touches(const AccessGroup &group, const Instruction &access) const {
    return any_of(group.members, [&](const AccessGroup::Member &member) {
      return mayAlias(*member.instruction, access);
    });
  }

  /// Whether two accesses of one lane may touch the same bytes.
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
  auto take = [&](std::unique_ptr<AccessGroup> group) { add(std::move(group)); };
  Search search(values, layout_, take);
  for (BasicBlock &block : function) {
    search.run(block);
  }
}

/// Members of several types are integers together.
static void settleType(AccessGroup &group, const DataLayout &layout) {
  for (const AccessGroup::Member &member : group.members) {
    if (accessedType(*member.instruction) != group.access.element) {
      auto bits = static_cast<unsigned>(8 * group.elementSize(layout));
      group.access.element = IntegerType::get(group.access.element->getContext(), bits);
      return;
    }
  }
}

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

/// As the vectors of a group are put together from permutations of two at a time.
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

/// Of a lane's element in what the group spans.
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

/// The lanes' bits for their members' elements.
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

/// What a group of loads spans, by the numbers of the elements.
class AccessGroups::Span {
 public:
  Span(AccessGroups &groups, const AccessGroup &group, Value *address) : groups_(groups) {
    unsigned width = groups.values_.width();
    unsigned factor = group.factor(groups.layout_);
    Value *mask = groups.wideMask(group);
    unsigned last = group.positions(groups.layout_).back();
    count_ = mask ? width * factor : (width - 1) * factor + last + 1;
    if (count_ == width * factor) {
      parts_.push_back({0, count_, groups.emitter_.loadWide(group.access, address, count_, mask)});
      return;
    }
    for (unsigned start = 0; start < count_; start += width) {
      addRemainder(group, address, start);
    }
  }

  /// The elements of the given numbers.
  Value *take(ArrayRef<unsigned> elements) {
    Value *result = nullptr;
    for (size_t part = 0; part < parts_.size(); part += 2) {
      result = blend(result, part, elements);
    }
    return result;
  }

 private:
  struct Part {
    unsigned start;
    unsigned count;
    Value *vector;
  };

  /// The part from `start` on, or one that ends where the span does.
  void addRemainder(const AccessGroup &group, Value *address, unsigned start) {
    IRBuilder<> &builder = groups_.values_.builder();
    unsigned width = groups_.values_.width();
    start = std::min(start, count_ - width);
    Value *place =
        start == 0 ? address : builder.CreateConstGEP1_64(group.access.element, address, start);
    parts_.push_back(
        {start, width, groups_.emitter_.loadWide(group.access, place, width, nullptr)});
  }

  Value *blend(Value *result, size_t first, ArrayRef<unsigned> elements) {
    IRBuilder<> &builder = groups_.values_.builder();
    SmallVector<int> choice(elements.size(), PoisonMaskElem);
    SmallVector<int> merge(elements.size());
    bool any = false;
    for (auto [lane, element] : enumerate(elements)) {
      merge[lane] = static_cast<int>(lane);
      for (size_t part = first; part < std::min(first + 2, parts_.size()); part++) {
        const Part &from = parts_[part];
        if (partOf(element) != part) {
          continue;
        }
        choice[lane] =
            static_cast<int>(element - from.start + (part == first ? 0 : parts_[first].count));
        merge[lane] += static_cast<int>(elements.size());
        any = true;
      }
    }
    if (!any) {
      return result;
    }
    Value *left = parts_[first].vector;
    Value *right =
        first + 1 < parts_.size() ? parts_[first + 1].vector : PoisonValue::get(left->getType());
    Value *piece = builder.CreateShuffleVector(left, right, choice);
    return result ? builder.CreateShuffleVector(result, piece, merge) : piece;
  }

  size_t partOf(unsigned element) const {
    size_t part = 0;
    while (element >= parts_[part].start + parts_[part].count) {
      part++;
    }
    return part;
  }

  AccessGroups &groups_;
  unsigned count_ = 0;
  SmallVector<Part> parts_;
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
