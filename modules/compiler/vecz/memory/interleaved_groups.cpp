// Groups of interleaved accesses
// ------------------------------
//
// A group is found by its address: root and terms (linear_address.h) are the same for all members,
// the offsets differ by constants, and the stride is the same. Within a block the loads of a group
// move up to its first, and the stores down to its last. So no access between may touch the same
// memory. Only accesses of one lane count, since nothing orders plain accesses of different
// work-items. Two addresses of one group that are at least a size apart do not overlap. So a
// structure whose fields are read, changed and written back in turn makes two groups.

#include "vecz/memory/interleaved_groups.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
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

// Finds the groups block by block. It keeps the groups to which accesses may still be added
// ("open"), and closes them once something forbids to move further accesses to them.
class Search {
 public:
  using Groups = SmallVector<std::unique_ptr<InterleavedGroup>>;

  Search(const LaneValues &values, const DataLayout &layout) : values_(values), layout_(layout) {}

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
    closeIf([](const InterleavedGroup &) { return true; });
  }

  // The groups found so far.
  Groups take() { return std::move(closed_); }

 private:
  // Adds a simple access to its group or opens one, and closes groups of stores that it may touch.
  void visitAccess(Instruction &access) {
    const Value *pointer = getLoadStorePointerOperand(&access);
    LinearAddress &address = addresses_[&access] = linearAddress(pointer, layout_);
    bool isLoad = isa<LoadInst>(access);
    InterleavedGroup *joined = findGroup(access, address);
    closeIf([&](const InterleavedGroup &group) {
      return &group != joined && !group.access.isLoad && touches(group, access);
    });
    if (!isLoad) {
      closeIf([&](InterleavedGroup &group) {
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
    closeIf([&](const InterleavedGroup &group) { return writes || !group.access.isLoad; });
  }

  // Closes the groups that fulfil the condition.
  void closeIf(function_ref<bool(InterleavedGroup &)> condition) {
    for (auto &group : open_) {
      if (condition(*group)) {
        closed_.push_back(std::move(group));
      }
    }
    llvm::erase_if(open_, [](const std::unique_ptr<InterleavedGroup> &group) { return !group; });
  }

  // Returns true for a stride of several elements, in either direction.
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
    int64_t factor = std::abs(stride / size);
    return factor >= 2 && factor <= maxTriedStride;
  }

  // Opens a group with one member. The oldest group is closed if there are too many.
  void open(Instruction &access, const LinearAddress &address) {
    if (!isCandidate(access)) {
      return;
    }
    if (open_.size() == maxOpenGroups) {
      closed_.push_back(std::move(open_.front()));
      open_.erase(open_.begin());
    }
    int64_t stride = values_.shape(getLoadStorePointerOperand(&access)).stride();
    open_.push_back(std::make_unique<InterleavedGroup>(InterleavedGroup{
        accessOf(access), address, stride, isMasked_, {{&access, address.offset}}, {}}));
  }

  // The open group for an access, or null.
  InterleavedGroup *findGroup(const Instruction &access, const LinearAddress &address) const {
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
  bool fits(const InterleavedGroup &group, const Instruction &access,
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
      return none_of(group.members, [&](const InterleavedGroup::Member &member) {
        return member.offset == address.offset;
      });
    }
    return none_of(group.crossed, [&](Instruction *write) { return mayAlias(*write, access); });
  }

  // Returns true if the access may touch the same bytes as a member.
  bool touches(const InterleavedGroup &group, const Instruction &access) const {
    return any_of(group.members, [&](const InterleavedGroup::Member &member) {
      return mayAlias(*member.instruction, access);
    });
  }

  // Returns true if two accesses of one lane may touch the same bytes.
  bool mayAlias(const Instruction &left, const Instruction &right) const {
    return mayTouchSameBytes(left, addresses_.find(&left)->second, right,
                             addresses_.find(&right)->second);
  }

  const LaneValues &values_;
  const DataLayout &layout_;
  bool isMasked_ = false;
  DenseMap<const Instruction *, LinearAddress> addresses_;
  Groups open_, closed_;
};

// Sets the properties that all members have in common. Members of several types (of one size) are
// accessed as integers, and cast.
void settle(InterleavedGroup &group, const DataLayout &layout) {
  Access &access = group.access;
  access.origins.clear();
  for (const InterleavedGroup::Member &member : group.members) {
    access.origins.push_back(member.instruction);
    access.alignment = std::min(access.alignment, getLoadStoreAlignment(member.instruction));
  }
  auto isOther = [&](const InterleavedGroup::Member &member) {
    return accessedType(*member.instruction) != access.element;
  };
  if (any_of(group.members, isOther)) {
    auto bits = static_cast<unsigned>(8 * group.elementSize(layout));
    access.element = IntegerType::get(access.element->getContext(), bits);
  }
}

}  // namespace

int64_t InterleavedGroup::elementSize(const DataLayout &layout) const {
  return sizeOf(access.element, layout);
}

int64_t InterleavedGroup::firstOffset() const {
  return min_element(members, [](const Member &left,
                                 const Member &right) { return left.offset < right.offset; })
      ->offset;
}

int64_t InterleavedGroup::lastOffset() const {
  return max_element(members, [](const Member &left,
                                 const Member &right) { return left.offset < right.offset; })
      ->offset;
}

unsigned InterleavedGroup::factor(const DataLayout &layout) const {
  return static_cast<unsigned>(std::abs(stride) / elementSize(layout));
}

unsigned InterleavedGroup::position(const Member &member, const DataLayout &layout) const {
  return static_cast<unsigned>((member.offset - firstOffset()) / elementSize(layout));
}

SmallVector<unsigned> InterleavedGroup::positions(const DataLayout &layout) const {
  SmallVector<unsigned> all;
  for (const Member &member : members) {
    all.push_back(position(member, layout));
  }
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

bool InterleavedGroup::isComplete(const DataLayout &layout) const {
  return positions(layout).size() == factor(layout);
}

SmallVector<std::unique_ptr<InterleavedGroup>> findInterleavedGroups(Function &function,
                                                                     const LaneValues &values) {
  const DataLayout &layout = function.getDataLayout();
  Search search(values, layout);
  for (BasicBlock &block : function) {
    search.run(block);
  }
  auto groups = search.take();
  for (const auto &group : groups) {
    settle(*group, layout);
  }
  return groups;
}

}  // namespace compiler::vecz
