// Accesses in a window
// --------------------
// In a bitonic network or a butterfly lanes read a[i ^ 2] or a[2 * i - (i & 3)]: not neighbours in
// order, but all within a few vectors of elements, a window. Loading the window and permuting its
// elements is much cheaper than a gather, and so is a store that puts the lanes' values in order
// beside a scatter.
//
// The order is the packets' pattern (packet_patterns.h), which depends on uniform values alone. So
// all that follows from it is computed once in front of a loop over packets: whether the elements
// lie in one window and where it begins, which of its elements lanes access, and for stores which
// lane each element comes from. A packet needs its pattern's conditions, a few scalar comparisons.
// There are three forms, one behind the other:
//
//   the lanes step evenly   vectors side by side, or the forms of structures (interleave.h), as
//                           where that is known beforehand: distances beyond the packet's width
//   they are in a window    masked vector accesses and permutations
//   else                    gathers and scatters
//
// A window is never accessed beyond what lanes access: its masks name exactly the elements of
// active lanes. So nothing is read that might not be there, or be written by others meanwhile.
// Of stores no two may go to one element; then their order means nothing, and stores of one block
// to one root (the two of a swap) fill a window together. Apart, each would leave out elements
// that the next one writes, and processors forward no data from such pieces to loads.
#include "vecz/window_accesses.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "vecz/lanes.h"
#include "vecz/likely_steps.h"
#include "vecz/packet_patterns.h"
#include "vecz/permutation.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr unsigned minWidth = 4;
constexpr unsigned maxVectors = 4;
constexpr size_t maxMembers = 4;
/// The elements of a window are bits of an integer.
constexpr unsigned maxElements = 64;
/// Each has three forms, so there is a bound to how many a function may have.
constexpr unsigned maxGroups = 16;
constexpr int64_t maxScale = 1 << 16;
constexpr uint64_t smallBytes = uint64_t{1} << 28;

/// Moves what computes `value` up in front of `place`, in whose block it is; false if it cannot.
bool moveUp(Value *value, Instruction &place, unsigned depth = 0) {
  constexpr unsigned maxDepth = 6;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != place.getParent() ||
      instruction->comesBefore(&place))
    return true;
  if (depth == maxDepth || instruction->mayReadOrWriteMemory() || isa<PHINode>(instruction) ||
      !isSafeToSpeculativelyExecute(instruction))
    return false;
  if (!all_of(instruction->operands(),
              [&](Value *operand) { return moveUp(operand, place, depth + 1); }))
    return false;
  instruction->moveBefore(place.getIterator());
  return true;
}

/// Finds the groups of one block.
class Search {
 public:
  using Take = function_ref<void(std::unique_ptr<WindowGroup>)>;

  Search(PacketValues &values, const DataLayout &layout, Take take)
      : values_(values), layout_(layout), take_(take) {}

  void run(BasicBlock &block) {
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if (!instruction.mayReadOrWriteMemory() || (intrinsic && intrinsic->isAssumeLikeIntrinsic()))
        continue;
      std::unique_ptr<WindowGroup> found =
          isSimpleAccess(instruction) ? groupOf(instruction) : nullptr;
      // Loads move up to their first, stores down to their last.
      bool writes = instruction.mayWriteToMemory();
      bool joins = found && joinsAny(*found);
      closeIf([&](const WindowGroup &group) {
        return group.access.isLoad ? writes : !(joins && joins_ == &group);
      });
      if (joins)
        join(*found);
      else if (found)
        open_.push_back(std::move(found));
    }
    closeIf([](const WindowGroup &) { return true; });
  }

 private:
  /// Of an access alone; null if it cannot have a window.
  std::unique_ptr<WindowGroup> groupOf(Instruction &access) const {
    const Value *pointer = getLoadStorePointerOperand(&access);
    Type *type = getLoadStoreType(&access);
    if (!values_.shape(pointer).isVarying() || !isVectorElement(type, layout_) ||
        type->isPointerTy())
      return nullptr;
    LinearAddress address = linearAddress(pointer, layout_);
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(type));
    // If only extensions make the lanes vary, checks of their ranges say all (checked_strides.h).
    auto varies = [&](const LinearAddress::Term &term) {
      return values_.shape(term.value).isVarying();
    };
    if (!values_.shape(address.root).isUniform() || none_of(address.terms, varies) ||
        !all_of(address.terms, [&](const LinearAddress::Term &term) {
          return term.scale % size == 0 && PacketPatterns::has(values_, term.value) &&
                 (isa<LoadInst>(access) || PacketPatterns::isInvariant(values_, term.value));
        }))
      return nullptr;
    return std::make_unique<WindowGroup>(
        WindowGroup{accessOf(access), size, {{&access, std::move(address)}}, {}, 0});
  }

  bool joinsAny(const WindowGroup &single) {
    auto fits = [&](const std::unique_ptr<WindowGroup> &group) {
      const LinearAddress &first = group->members.front().address;
      const LinearAddress &address = single.members.front().address;
      return group->members.size() < maxMembers && group->access.isLoad == single.access.isLoad &&
             group->access.element == single.access.element && first.root == address.root &&
             (address.offset - first.offset) % group->size == 0 &&
             (!group->access.isLoad || (first.hasFormOf(address) && moveAddress(*group, single)));
    };
    auto found = find_if(open_, fits);
    joins_ = found == open_.end() ? nullptr : found->get();
    return joins_ != nullptr;
  }

  static bool moveAddress(const WindowGroup &group, const WindowGroup &single) {
    Instruction *access = single.members.front().instruction;
    return moveUp(getLoadStorePointerOperand(access), *group.members.front().instruction);
  }

  void join(WindowGroup &single) {
    joins_->members.push_back(std::move(single.members.front()));
    joins_->access.origins.push_back(joins_->members.back().instruction);
    joins_->access.alignment = std::min(joins_->access.alignment, single.access.alignment);
  }

  void closeIf(function_ref<bool(const WindowGroup &)> condition) {
    for (auto &group : open_) {
      if (condition(*group))
        take_(std::move(group));
    }
    llvm::erase_if(open_, [](const std::unique_ptr<WindowGroup> &group) { return !group; });
  }

  PacketValues &values_;
  const DataLayout &layout_;
  Take take_;
  WindowGroup *joins_ = nullptr;
  SmallVector<std::unique_ptr<WindowGroup>> open_;
};

}  // namespace

WindowAccesses::WindowAccesses(Function &function, PacketValues &values, MemoryForms &forms,
                               AccessGroups &groups, const TargetTransformInfo &target)
    : values_(values), forms_(forms), strided_(groups), target_(target) {
  if (values.width() < minWidth)
    return;
  auto take = [&](std::unique_ptr<WindowGroup> group) { add(std::move(group)); };
  Search search(values, function.getDataLayout(), take);
  for (BasicBlock &block : function)
    search.run(block);
}

/// At most how many bytes apart two members' addresses are, of one lane or of two.
std::optional<uint64_t> WindowAccesses::reachOf(const WindowGroup &group) const {
  const LinearAddress &first = group.members.front().address;
  uint64_t bytes = 0;
  for (const LinearAddress::Term &term : first.terms) {
    auto reach = PacketPatterns::reach(values_, term.value);
    if (!reach || std::abs(term.scale) > maxScale)
      return std::nullopt;
    bytes += *reach * static_cast<uint64_t>(std::abs(term.scale));
  }
  int64_t least = first.offset, greatest = first.offset;
  for (const WindowGroup::Member &member : group.members) {
    if (!member.address.hasFormOf(first))
      return std::nullopt;
    least = std::min(least, member.address.offset);
    greatest = std::max(greatest, member.address.offset);
  }
  return bytes + static_cast<uint64_t>(greatest - least);
}

void WindowAccesses::add(std::unique_ptr<WindowGroup> group) {
  auto *vector = FixedVectorType::get(group->access.element, values_.width());
  if (owned_.size() == maxGroups || !hasPermutation(vector, target_) ||
      !forms_.hasMaskedForm(group->access, values_.width()))
    return;
  const Value *pointer = getLoadStorePointerOperand(group->members.front().instruction);
  group->step = likelyStep(pointer, [&](const Value *value) { return values_.shape(value); });
  int64_t apart = group->step.value_or(0) / group->size;
  auto sideBySide =
      static_cast<int64_t>(count_if(group->members, [&](const WindowGroup::Member &member) {
        return member.address.hasFormOf(group->members.front().address);
      }));
  int64_t each = std::max({apart, sideBySide, int64_t{1}});
  if (each > maxVectors / 2)
    return;
  group->vectors = 2 * static_cast<unsigned>(each);
  if (auto bytes = reachOf(*group)) {
    uint64_t needed = divideCeil(*bytes + static_cast<uint64_t>(group->size),
                                 static_cast<uint64_t>(group->size) * values_.width());
    group->vectors =
        static_cast<unsigned>(std::min<uint64_t>(group->vectors, PowerOf2Ceil(needed)));
  }
  if (group->vectors * values_.width() > maxElements || !pays(*group))
    return;
  for (const WindowGroup::Member &member : group->members)
    groups_[member.instruction] = group.get();
  owned_.push_back(std::move(group));
}

bool WindowAccesses::pays(const WindowGroup &group) const {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  /// The conditions, and jumping by them.
  constexpr int overhead = 4;
  auto *vector = FixedVectorType::get(group.access.element, values_.width());
  auto id = group.access.isLoad ? Intrinsic::masked_load : Intrinsic::masked_store;
  InstructionCost access = target_.getMemIntrinsicInstrCost(
      MemIntrinsicCostAttributes(id, vector, group.access.alignment, group.access.addressSpace),
      kind);
  InstructionCost permutation =
      target_.getShuffleCost(TargetTransformInfo::SK_PermuteSingleSrc, vector, vector, {}, kind);
  auto members = static_cast<unsigned>(group.members.size());
  InstructionCost apart = members * forms_.costOfGather(group.access, true);
  return overhead + group.vectors * (access + 2 * members * permutation) < apart;
}

/// Emits one group.
class WindowAccesses::Emission {
 public:
  Emission(WindowAccesses &accesses, const WindowGroup &group)
      : forms_(accesses.forms_),
        strided_(accesses.strided_),
        values_(accesses.values_),
        builder_(accesses.values_.builder()),
        group_(group),
        width_(values_.width()),
        patterns_(values_, accesses.target_) {
    const Value *root = group.members.front().address.root;
    root_ = values_.scalar(root);
    const DataLayout &layout = values_.function().getDataLayout();
    index_ = builder_.getIntNTy(layout.getIndexTypeSizeInBits(root->getType()));
  }

  void run() {
    for (const WindowGroup::Member &member : group_.members) {
      places_.push_back(placeOf(member.address));
      measure(places_.back());
    }
    for (size_t member = 1; member < places_.size(); member++) {
      if (!group_.members[member].address.hasFormOf(group_.members.front().address))
        patterns_.require(builder_.CreateICmpEQ(origin(member), origin(0)));
    }
    findParts();
    describeWindow();
    Value *holds = patterns_.condition();
    Value *isNear = builder_.CreateAnd(holds, isInWindow());
    auto near = [&] { return group_.access.isLoad ? loadWindow() : storeWindow(); };
    auto nearOrApart = [&] { return forms_.choose(isNear, near, [&] { return apart(); }); };
    Results results;
    if (canStep())
      results = forms_.choose(
          builder_.CreateAnd(holds, isStepped()), [&] { return stepped(); }, nearOrApart);
    else
      results = nearOrApart();
    for (auto [member, result] : zip(group_.members, results))
      values_.setVector(member.instruction, result);
  }

 private:
  using Results = MemoryForms::Values;
  using Part = SmallVector<size_t, 4>;
  struct Spread {
    Value *bytes;    ///< from the first lane's place, if they are small; i32
    Value *isSmall;  ///< an i1
  };

  Value *splat(Value *scalar) { return builder_.CreateVectorSplat(width_, scalar); }
  Value *start(Pattern pattern) {
    return builder_.CreateExtractElement(pattern.lanes, uint64_t{0});
  }
  /// Where the elements would begin if the pattern's 0 were here: the same for all members.
  Value *origin(size_t member) {
    return builder_.CreateSub(places_[member].first, start(places_[member]));
  }
  Value *pointerAt(Value *bytes) { return builder_.CreatePtrAdd(root_, bytes); }
  Instruction *instruction(size_t member) const { return group_.members[member].instruction; }
  Value *stored(size_t member) {
    return values_.vector(cast<StoreInst>(instruction(member))->getValueOperand());
  }

  /// In bytes behind the root.
  Pattern placeOf(const LinearAddress &address) {
    auto constant = [&](int64_t value) { return ConstantInt::getSigned(index_, value); };
    Pattern place{constant(address.offset), splat(constant(address.offset))};
    for (const LinearAddress::Term &term : address.terms) {
      Pattern index = patterns_.extended(term.value, term.extension, index_->getBitWidth());
      Value *scale = constant(term.scale);
      place.first = builder_.CreateAdd(place.first, builder_.CreateMul(index.first, scale));
      place.lanes = builder_.CreateAdd(place.lanes, builder_.CreateMul(index.lanes, splat(scale)));
    }
    return place;
  }

  /// Members that differ by constants.
  void findParts() {
    for (size_t member = 0; member < group_.members.size(); member++) {
      auto isOf = [&](const Part &part) {
        return group_.members[part.front()].address.hasFormOf(group_.members[member].address);
      };
      auto found = find_if(parts_, isOf);
      if (found == parts_.end())
        parts_.push_back({member});
      else
        found->push_back(member);
    }
  }

  // Lanes that step evenly.

  AccessGroup stridedGroup(const Part &part) const {
    const LinearAddress &form = group_.members[part.front()].address;
    AccessGroup group{group_.access, form, *group_.step, values_.mask() != nullptr, {}, {}};
    for (size_t member : part)
      group.members.push_back({instruction(member), group_.members[member].address.offset});
    return group;
  }

  bool canStep() const {
    if (!group_.step || *group_.step < 0 || (*group_.step == 0 && !group_.access.isLoad) ||
        *group_.step % group_.size != 0)
      return false;
    if (*group_.step <= group_.size)
      return true;
    const DataLayout &layout = values_.function().getDataLayout();
    return all_of(parts_, [&](const Part &part) {
      AccessGroup group = stridedGroup(part);
      bool fits = group.lastOffset() - group.firstOffset() < *group_.step;
      auto count = static_cast<unsigned>(*group_.step / group_.size) * width_;
      return fits && (group_.access.isLoad || group.isComplete(layout)) &&
             (!values_.mask() || forms_.hasMaskedForm(group_.access, count));
    });
  }

  Value *isStepped() {
    Value *all = builder_.getTrue();
    for (const Part &part : parts_) {
      const Spread &spread = spreads_[part.front()];
      Value *steps =
          builder_.CreateMul(laneNumbers(builder_.getInt32Ty(), width_),
                             splat(builder_.getInt32(static_cast<uint32_t>(*group_.step))));
      Value *isEven = builder_.CreateAndReduce(builder_.CreateICmpEQ(spread.bytes, steps));
      all = builder_.CreateAnd(all, builder_.CreateAnd(spread.isSmall, isEven));
    }
    return all;
  }

  Results stepped() {
    if (*group_.step > group_.size)
      return steppedApart();
    Results results;
    for (size_t member = 0; member < places_.size(); member++) {
      Value *address = pointerAt(places_[member].first);
      if (!group_.access.isLoad) {
        forms_.storeWide(group_.access, stored(member), address, values_.mask());
      } else if (*group_.step == 0) {
        Value *element = forms_.loadWide(group_.access, address, 1, nullptr);
        results.push_back(splat(builder_.CreateExtractElement(element, uint64_t{0})));
      } else {
        results.push_back(forms_.loadWide(group_.access, address, width_, values_.mask()));
      }
    }
    return results;
  }

  Results steppedApart() {
    Results results;
    for (const Part &part : parts_) {
      AccessGroup group = stridedGroup(part);
      const Pattern &place = places_[part.front()];
      int64_t offset = group.firstOffset() - group_.members[part.front()].address.offset;
      Value *first = builder_.CreateAdd(place.first, ConstantInt::getSigned(index_, offset));
      if (group_.access.isLoad)
        results = strided_.loadAt(group, pointerAt(first));
      else
        strided_.storeAt(group, pointerAt(first));
    }
    return results;
  }

  // Lanes in a window. Its elements are numbered from 0.

  unsigned count() const { return group_.vectors * width_; }
  IntegerType *numberType() { return builder_.getIntNTy(static_cast<unsigned>(8 * group_.size)); }

  /// How far a member's lanes are from its first. Small numbers are all that the forms need, and
  /// vectors of them are short.
  void measure(const Pattern &place) {
    Value *far = builder_.CreateSub(place.lanes, splat(start(place)));
    Value *isSmall = builder_.CreateAndReduce(isBelow(far, smallBytes));
    spreads_.push_back({builder_.CreateTrunc(far, values_.widen(builder_.getInt32Ty())), isSmall});
  }

  /// Of signed numbers, whether their magnitude is.
  Value *isBelow(Value *numbers, uint64_t bound) {
    Type *type = numbers->getType();
    return builder_.CreateICmpULT(builder_.CreateAdd(numbers, ConstantInt::get(type, bound)),
                                  ConstantInt::get(type, 2 * bound));
  }

  void describeWindow() {
    isSmall_ = builder_.getTrue();
    SmallVector<Value *> bytes;
    for (auto [place, spread] : zip(places_, spreads_)) {
      Value *apart = builder_.CreateSub(start(place), start(places_.front()));
      isSmall_ = builder_.CreateAnd(isSmall_, spread.isSmall);
      isSmall_ = builder_.CreateAnd(isSmall_, isBelow(apart, smallBytes));
      Value *offset = builder_.CreateTrunc(apart, builder_.getInt32Ty());
      bytes.push_back(builder_.CreateAdd(spread.bytes, splat(offset)));
    }
    Value *least = bytes.front();
    for (Value *lanes : drop_begin(bytes))
      least = builder_.CreateBinaryIntrinsic(Intrinsic::smin, least, lanes);
    least = builder_.CreateIntMinReduce(least, /*IsSigned=*/true);
    base_ = builder_.CreateAdd(places_.front().first, builder_.CreateSExtOrTrunc(least, index_));
    for (Value *lanes : bytes)
      numbers_.push_back(builder_.CreateLShr(builder_.CreateSub(lanes, splat(least)),
                                             Log2_64(static_cast<uint64_t>(group_.size))));
  }

  /// Also that no two lanes store to one element.
  Value *isInWindow() {
    Value *greatest = numbers_.front();
    for (Value *numbers : drop_begin(numbers_))
      greatest = builder_.CreateBinaryIntrinsic(Intrinsic::umax, greatest, numbers);
    Value *fits =
        builder_.CreateICmpULT(builder_.CreateIntMaxReduce(greatest), builder_.getInt32(count()));
    fits = builder_.CreateAnd(fits, isSmall_);
    if (group_.access.isLoad)
      return fits;
    Value *all = touchedBits(nullptr);
    Value *touched = builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, all);
    uint64_t lanes = places_.size() * width_;
    return builder_.CreateAnd(
        fits, builder_.CreateICmpEQ(touched, ConstantInt::get(touched->getType(), lanes)));
  }

  IntegerType *bitsType() { return builder_.getIntNTy(std::max(count(), 32u)); }

  /// For each lane the bit of its element; anything where not all are in the window.
  Value *bitsOfLanes(size_t member) {
    Type *type = values_.widen(bitsType());
    Value *number = builder_.CreateIntCast(numbers_[member], type, false);
    number = builder_.CreateAnd(number, bitsType()->getIntegerBitWidth() - 1);
    return builder_.CreateShl(ConstantInt::get(type, 1), number);
  }

  /// A bit for each element that a lane of the mask accesses, as an integer.
  Value *touchedBits(size_t member, Value *mask) {
    Value *bits = bitsOfLanes(member);
    if (mask)
      bits = builder_.CreateSelect(mask, bits, Constant::getNullValue(bits->getType()));
    return builder_.CreateOrReduce(bits);
  }

  Value *touchedBits(Value *mask) {
    Value *all = Constant::getNullValue(bitsType());
    for (size_t member = 0; member < places_.size(); member++)
      all = builder_.CreateOr(all, touchedBits(member, mask));
    return all;
  }

  /// The bits of one vector of the window as a mask.
  Value *maskOf(Value *bits, unsigned vector) {
    Value *part = builder_.CreateLShr(bits, uint64_t{vector} * width_);
    Value *cut = builder_.CreateTrunc(part, builder_.getIntNTy(width_));
    return builder_.CreateBitCast(cut, FixedVectorType::get(builder_.getInt1Ty(), width_));
  }

  Value *addressOf(unsigned vector) {
    int64_t offset = group_.size * static_cast<int64_t>(vector * width_);
    return pointerAt(builder_.CreateAdd(base_, ConstantInt::getSigned(index_, offset)));
  }

  Results loadWindow() {
    Value *bits = touchedBits(values_.mask());
    SmallVector<Value *> vectors;
    for (unsigned vector = 0; vector < group_.vectors; vector++)
      vectors.push_back(
          forms_.loadWide(group_.access, addressOf(vector), width_, maskOf(bits, vector)));
    Results results;
    Type *type = values_.widen(numberType());
    for (Value *elements : numbers_) {
      Value *numbers = builder_.CreateIntCast(elements, type, false);
      Value *within = builder_.CreateAnd(numbers, ConstantInt::get(type, width_ - 1));
      Value *result = permute(builder_, vectors.front(), within);
      for (unsigned vector = 1; vector < group_.vectors; vector++) {
        Value *isHere =
            builder_.CreateICmpUGE(numbers, ConstantInt::get(type, uint64_t{vector} * width_));
        result = builder_.CreateSelect(isHere, permute(builder_, vectors[vector], within), result);
      }
      results.push_back(result);
    }
    return results;
  }

  /// Bit by bit of the lanes' numbers: the elements that lanes access in whose number it is set.
  SmallVector<Value *> lanesByBits() {
    Value *bits = bitsOfLanes(0);
    for (size_t member = 1; member < places_.size(); member++)
      bits = builder_.CreateOr(bits, bitsOfLanes(member));
    SmallVector<Value *> result;
    for (unsigned bit = 1; bit < width_; bit *= 2) {
      SmallVector<Constant *> isSet;
      for (unsigned lane = 0; lane < width_; lane++)
        isSet.push_back(builder_.getInt1(lane & bit));
      result.push_back(builder_.CreateOrReduce(builder_.CreateSelect(
          ConstantVector::get(isSet), bits, Constant::getNullValue(bits->getType()))));
    }
    return result;
  }

  /// For each element of one of the window's vectors the lane that accesses it.
  Value *sources(ArrayRef<Value *> lanesByBits, unsigned vector) {
    Type *type = values_.widen(numberType());
    Value *lanes = Constant::getNullValue(type);
    for (auto [bit, elements] : enumerate(lanesByBits)) {
      Value *set = builder_.CreateOr(lanes, ConstantInt::get(type, uint64_t{1} << bit));
      lanes = builder_.CreateSelect(maskOf(elements, vector), set, lanes);
    }
    return lanes;
  }

  Results storeWindow() {
    Type *type = values_.widen(numberType());
    Value *active = values_.mask() ? builder_.CreateSExt(values_.mask(), type) : nullptr;
    SmallVector<Value *> touched;
    for (size_t member = 0; member < places_.size(); member++)
      touched.push_back(touchedBits(member, nullptr));
    SmallVector<Value *> byBits = lanesByBits();
    for (unsigned vector = 0; vector < group_.vectors; vector++) {
      Value *from = sources(byBits, vector);
      Value *value = permute(builder_, stored(0), from);
      Value *mask = maskOf(touched.front(), vector);
      for (size_t member = 1; member < places_.size(); member++) {
        Value *isOwn = maskOf(touched[member], vector);
        value = builder_.CreateSelect(isOwn, permute(builder_, stored(member), from), value);
        mask = builder_.CreateOr(mask, isOwn);
      }
      if (active) {
        Value *isActive =
            builder_.CreateICmpSLT(permute(builder_, active, from), Constant::getNullValue(type));
        mask = builder_.CreateAnd(mask, isActive);
      }
      forms_.storeWide(group_.access, value, addressOf(vector), mask);
    }
    return {};
  }

  Results apart() {
    Results results;
    for (size_t member = 0; member < places_.size(); member++) {
      Access access = accessOf(*instruction(member));
      Value *addresses = addressesOf(group_.members[member].address);
      if (group_.access.isLoad)
        results.push_back(forms_.gatherAt(access, addresses));
      else
        forms_.scatterAt(access, stored(member), addresses);
    }
    return results;
  }

  /// Computed here, since the other forms need no vector of addresses.
  Value *addressesOf(const LinearAddress &address) {
    Type *type = values_.widen(index_);
    Value *bytes = splat(ConstantInt::getSigned(index_, address.offset));
    for (const LinearAddress::Term &term : address.terms) {
      Value *index = builder_.CreateIntCast(values_.vector(term.value), type,
                                            term.extension != LinearAddress::Extension::zero);
      Value *scale = splat(ConstantInt::getSigned(index_, term.scale));
      bytes = builder_.CreateAdd(bytes, builder_.CreateMul(index, scale));
    }
    return builder_.CreatePtrAdd(root_, bytes);
  }

  MemoryForms &forms_;
  AccessGroups &strided_;
  PacketValues &values_;
  IRBuilder<> &builder_;
  const WindowGroup &group_;
  unsigned width_;
  PacketPatterns patterns_;
  Value *root_ = nullptr;
  IntegerType *index_ = nullptr;
  SmallVector<Pattern> places_;  ///< of the members
  SmallVector<Spread> spreads_;
  SmallVector<Part> parts_;
  Value *isSmall_ = nullptr;      ///< of all members together
  Value *base_ = nullptr;         ///< where the window begins behind the root
  SmallVector<Value *> numbers_;  ///< of the members' elements in the window
};

void WindowAccesses::widen(const WindowGroup &group) {
  Emission(*this, group).run();
}

}  // namespace compiler::vecz
