// Groups of accesses for one window
// ---------------------------------
//
// Loads of one block may be a group if nothing writes between them, stores if nothing accesses
// memory between them.
//
// Stores of one root are always grouped. Apart, each would leave out elements that the next one
// writes, as the two stores of a swap do. Processors do not forward data from partial stores to
// later loads.
//
// Loads are grouped if their addresses differ by constants, or if stores to the same two addresses
// are a group. In the second case the addresses are near each other anyway, or the stores fail the
// test for a window; and the computations for the window of the stores serve the loads, too.
//
//      x = a[i ^ j]; y = a[i];        loads of a group, because
//      a[i ^ j] = min(x, y);          the stores to both addresses are one:
//      a[i] = max(x, y);              the compare-and-exchange of a sorting network
//
// So the function is searched twice: first for groups of stores, then with their knowledge.

#include "vecz/memory/window_groups.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "vecz/lanes/lane_patterns.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::windowGroups;

namespace {

// Moves the instructions that compute `value` in front of `place`, if they are behind it in its
// block. Returns false if one of them cannot move, is a phi, or is too deep. Some operands may have
// moved then: the function stays correct.
bool moveUp(Value *value, Instruction &place, unsigned depth = 0) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != place.getParent() ||
      instruction->comesBefore(&place)) {
    return true;
  }
  if (depth == maxDepth || instruction->mayReadOrWriteMemory() || isa<PHINode>(instruction) ||
      !isSafeToSpeculativelyExecute(instruction)) {
    return false;
  }
  if (!all_of(instruction->operands(),
              [&](Value *operand) { return moveUp(operand, place, depth + 1); })) {
    return false;
  }
  instruction->moveBefore(place.getIterator());
  return true;
}

// Finds the groups of a function block by block; open groups may still get members.
class Search {
 public:
  using Groups = SmallVector<std::unique_ptr<WindowGroup>>;

  Search(Function &function, const LaneValues &values)
      : values_(values), layout_(function.getDataLayout()) {}

  // Visits the block's accesses in order. A write closes groups of loads. Any access closes groups
  // of stores, except for a store that joins.
  void run(BasicBlock &block) {
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if (!instruction.mayReadOrWriteMemory() ||
          (intrinsic && intrinsic->isAssumeLikeIntrinsic())) {
        continue;
      }
      std::unique_ptr<WindowGroup> found =
          isSimpleAccess(instruction) ? groupOf(instruction) : nullptr;
      // Loads move up to their first, stores down to their last.
      bool writes = instruction.mayWriteToMemory();
      bool joins = found && joinsAny(*found);
      closeIf([&](const WindowGroup &group) {
        return group.access.isLoad ? writes : !(joins && joins_ == &group);
      });
      if (joins) {
        join(*found);
      } else if (found) {
        open_.push_back(std::move(found));
      }
    }
    closeIf([](const WindowGroup &) { return true; });
  }

  // The groups found so far.
  Groups take() { return std::move(closed_); }

  // Lets loads of this group's addresses be grouped.
  void expect(const WindowGroup &group) { expected_.push_back(&group); }

 private:
  // A group of one access; null if it cannot have a window.
  std::unique_ptr<WindowGroup> groupOf(Instruction &access) const {
    const Value *pointer = getLoadStorePointerOperand(&access);
    if (!values_.shape(pointer).isVarying()) {
      return nullptr;
    }
    LinearAddress address = linearAddress(pointer, layout_);
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(getLoadStoreType(&access)));
    auto shapeOf = [this](const Value *value) { return values_.shape(value); };
    if (!hasPatterns(access, address, {shapeOf, values_.width()})) {
      return nullptr;
    }
    return std::make_unique<WindowGroup>(
        WindowGroup{accessOf(access), size, {{&access, std::move(address)}}, {}, 0});
  }

  // Returns true, with the group in joins_, if the access may join an open group.
  bool joinsAny(const WindowGroup &single) {
    auto fits = [&](const std::unique_ptr<WindowGroup> &group) {
      const LinearAddress &first = group->members.front().address;
      const LinearAddress &address = single.members.front().address;
      return group->members.size() < maxMembers && group->access.isLoad == single.access.isLoad &&
             group->access.element == single.access.element && first.root == address.root &&
             (address.offset - first.offset) % group->size == 0 &&
             (!group->access.isLoad ||
              ((first.differsByConstant(address) || areStoredTogether(first, address)) &&
               moveAddress(*group, single)));
    };
    auto found = find_if(open_, fits);
    joins_ = found == open_.end() ? nullptr : found->get();
    return joins_ != nullptr;
  }

  // Returns true if a group of stores has both addresses.
  bool areStoredTogether(const LinearAddress &one, const LinearAddress &other) const {
    auto stores = [](const WindowGroup *group, const LinearAddress &address) {
      return any_of(group->members, [&](const WindowGroup::Member &member) {
        return member.address.differsByConstant(address) && member.address.offset == address.offset;
      });
    };
    return any_of(expected_, [&](const WindowGroup *group) {
      return stores(group, one) && stores(group, other);
    });
  }

  // Makes the address available at the group's first member.
  static bool moveAddress(const WindowGroup &group, const WindowGroup &single) {
    Instruction *access = single.members.front().instruction;
    return moveUp(getLoadStorePointerOperand(access), *group.members.front().instruction);
  }

  // Adds the access to the group found by joinsAny().
  void join(WindowGroup &single) {
    joins_->members.push_back(std::move(single.members.front()));
    joins_->access.origins.push_back(joins_->members.back().instruction);
    joins_->access.alignment = std::min(joins_->access.alignment, single.access.alignment);
  }

  // Moves open groups that fulfil the condition to the found ones.
  void closeIf(function_ref<bool(const WindowGroup &)> condition) {
    for (auto &group : open_) {
      if (condition(*group)) {
        closed_.push_back(std::move(group));
      }
    }
    llvm::erase_if(open_, [](const std::unique_ptr<WindowGroup> &group) { return !group; });
  }

  const LaneValues &values_;
  const DataLayout &layout_;
  WindowGroup *joins_ = nullptr;
  Groups open_, closed_;
  SmallVector<const WindowGroup *> expected_;
};

}  // namespace

// Scales are multiples of the element's size, so all differences are whole elements. If only
// extensions make the lanes vary, the checks of their ranges suffice (checked_strides.h). The
// pattern of a store must be invariant: its source lanes are too expensive to compute in each SIMD
// group. A uniform term moves all lanes alike.
bool hasPatterns(const Instruction &access, const LinearAddress &address,
                 const LaneShapes &shapes) {
  Type *type = getLoadStoreType(&access);
  const DataLayout &layout = access.getDataLayout();
  if (!isVectorElement(type, layout) || type->isPointerTy()) {
    return false;
  }
  auto size = static_cast<int64_t>(layout.getTypeStoreSize(type));
  auto varies = [&](const LinearAddress::Term &term) { return shapes.of(term.value).isVarying(); };
  return shapes.of(address.root).isUniform() && any_of(address.terms, varies) &&
         all_of(address.terms, [&](const LinearAddress::Term &term) {
           return term.scale % size == 0 &&
                  (shapes.of(term.value).isUniform() ||
                   ((!varies(term) || LanePatterns::has(shapes, term.value)) &&
                    (isa<LoadInst>(access) || LanePatterns::isInvariant(shapes, term.value))));
         });
}

std::optional<uint64_t> reachOf(const LinearAddress &address, const LaneShapes &shapes) {
  uint64_t bytes = 0;
  for (const LinearAddress::Term &term : address.terms) {
    auto reach = LanePatterns::reach(shapes, term.value);
    if (!reach || std::abs(term.scale) > thresholds::windows::maxScale) {
      return std::nullopt;
    }
    bytes += *reach * static_cast<uint64_t>(std::abs(term.scale));
  }
  return bytes;
}

SmallVector<std::unique_ptr<WindowGroup>> findWindowGroups(Function &function,
                                                           const LaneValues &values) {
  Search stores(function, values), all(function, values);
  for (BasicBlock &block : function) {
    stores.run(block);
  }
  auto found = stores.take();
  for (const auto &group : found) {
    if (!group->access.isLoad && group->members.size() > 1) {
      all.expect(*group);
    }
  }
  for (BasicBlock &block : function) {
    all.run(block);
  }
  return all.take();
}

}  // namespace compiler::vecz
