// Versions of a window group
// --------------------------
//
// The three versions of window_accesses.cpp, as nested diamonds:
//
//    if (pattern holds && lanes step evenly)    stepped();
//    else if (pattern holds && in a window)     loadWindow() or storeWindow();
//    else                                       apart()
//
// A load of a window of n vectors is n masked loads. Each member then needs a permutation per
// vector, by the lanes' element numbers, and selects between the vectors.
//
// A store goes the other way. For each element of the window the number of its source lane is
// computed. The members' values are permuted by it, and the mask names the elements with an active
// source lane.
//
// The permutations' numbers have the elements' width, as passes::permute() needs it.

#include "vecz/memory/window_emission.h"

#include "ir/permutation.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/memory/interleave.h"
#include "vecz/memory/window_offsets.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// The emission of one group. A *chain* is a list of members whose addresses differ by constants.
class WindowEmission {
 public:
  WindowEmission(const WindowGroup &group, MemoryEmitter &emitter)
      : emitter_(emitter),
        strided_(emitter),
        values_(emitter.values()),
        builder_(values_.builder()),
        group_(group),
        width_(values_.width()),
        patterns_(values_, emitter.target()),
        offsets_(group, values_, patterns_) {}

  // Emits the conditions first: they are needed in front of all versions.
  void run() {
    findChains();
    Value *holds = patterns_.condition();
    Value *isNear = builder_.CreateAnd(
        holds, group_.access.isLoad ? offsets_.isWithin() : offsets_.isWithinApart());
    auto near = [&] { return group_.access.isLoad ? loadWindow() : storeWindow(); };
    auto nearOrApart = [&] { return emitter_.choose(isNear, near, [&] { return apart(); }, true); };
    Results results;
    if (canStep()) {
      results = emitter_.choose(
          builder_.CreateAnd(holds, isStepped()), [&] { return stepped(); }, nearOrApart);
    } else {
      results = nearOrApart();
    }
    for (auto [member, result] : zip(group_.members, results)) {
      values_.setVector(member.instruction, result);
    }
  }

 private:
  using Results = MemoryEmitter::Values;
  using Chain = SmallVector<size_t, 4>;

  Value *splat(Value *scalar) { return builder_.CreateVectorSplat(width_, scalar); }
  size_t count() const { return group_.members.size(); }
  Instruction *instruction(size_t member) const { return group_.members[member].instruction; }
  Value *stored(size_t member) {
    return values_.vector(cast<StoreInst>(instruction(member))->getValueOperand());
  }

  // Divides the members into chains. Only a chain can be one interleaved access.
  void findChains() {
    for (size_t member = 0; member < count(); member++) {
      auto isOf = [&](const Chain &chain) {
        return group_.members[chain.front()].address.differsByConstant(
            group_.members[member].address);
      };
      auto found = find_if(chains_, isOf);
      if (found == chains_.end()) {
        chains_.push_back({member});
      } else {
        found->push_back(member);
      }
    }
  }

  // The version for lanes that step evenly.

  // A chain as an interleaved access with the group's step.
  InterleavedGroup stridedGroup(const Chain &chain) const {
    const LinearAddress &address = group_.members[chain.front()].address;
    InterleavedGroup group{group_.access, address, *group_.step, values_.mask() != nullptr, {}, {}};
    for (size_t member : chain) {
      group.members.push_back({instruction(member), group_.members[member].address.offset});
    }
    return group;
  }

  // Returns true if the first version exists: with a step that is a multiple of the element, not
  // known beforehand to be wrong, and with masked accesses of the needed width.
  bool canStep() const {
    if (!group_.step || *group_.step < 0 || (*group_.step == 0 && !group_.access.isLoad) ||
        *group_.step % group_.size != 0 || isAtBoundary(*group_.members.front().instruction)) {
      return false;
    }
    if (*group_.step <= group_.size) {
      return true;
    }
    const DataLayout &layout = values_.function().getDataLayout();
    return all_of(chains_, [&](const Chain &chain) {
      InterleavedGroup group = stridedGroup(chain);
      bool fits = group.lastOffset() - group.firstOffset() < *group_.step;
      auto elements = static_cast<unsigned>(*group_.step / group_.size) * width_;
      return fits && (group_.access.isLoad || group.isComplete(layout)) &&
             (!values_.mask() || emitter_.hasMaskedAccess(group_.access, elements));
    });
  }

  // The test of all chains, an i1.
  Value *isStepped() {
    Value *all = builder_.getTrue();
    for (const Chain &chain : chains_) {
      all = builder_.CreateAnd(all, offsets_.isStepped(chain.front(), *group_.step));
    }
    return all;
  }

  // Steps of at most one element: each member is a broadcast or a vector access of its own.
  Results stepped() {
    if (*group_.step > group_.size) {
      return steppedApart();
    }
    Results results;
    for (size_t member = 0; member < count(); member++) {
      Value *address = offsets_.address(member);
      if (!group_.access.isLoad) {
        emitter_.storeWide(group_.access, stored(member), address, values_.mask());
      } else if (*group_.step == 0) {
        Value *element = emitter_.loadWide(group_.access, address, 1, nullptr);
        results.push_back(splat(builder_.CreateExtractElement(element, uint64_t{0})));
      } else {
        results.push_back(emitter_.loadWide(group_.access, address, width_, values_.mask()));
      }
    }
    return results;
  }

  // Greater steps: each chain is an interleaved access.
  Results steppedApart() {
    Results results(count());
    for (const Chain &chain : chains_) {
      InterleavedGroup group = stridedGroup(chain);
      int64_t offset = group.firstOffset() - group_.members[chain.front()].address.offset;
      Value *first =
          builder_.CreatePtrAdd(offsets_.address(chain.front()), builder_.getInt64(offset));
      if (!group_.access.isLoad) {
        strided_.storeAt(group, first);
        continue;
      }
      for (auto [member, result] : zip(chain, strided_.loadAt(group, first))) {
        results[member] = result;
      }
    }
    return group_.access.isLoad ? results : Results();
  }

  // The version for lanes in a window.

  // The integer of an element's width: permutations take their numbers in it.
  IntegerType *numberType() { return builder_.getIntNTy(static_cast<unsigned>(8 * group_.size)); }

  Results loadWindow() {
    Value *bits = offsets_.touched(values_.mask());
    SmallVector<Value *> vectors;
    for (unsigned vector = 0; vector < group_.vectors; vector++) {
      vectors.push_back(emitter_.loadWide(group_.access, offsets_.windowAddress(vector), width_,
                                          offsets_.maskOf(bits, vector)));
    }
    Results results;
    Type *type = values_.widen(numberType());
    for (size_t member = 0; member < count(); member++) {
      Value *numbers = builder_.CreateIntCast(offsets_.numbers(member), type, false);
      results.push_back(passes::permuteAll(builder_, vectors, numbers));
    }
    return results;
  }

  // For each element of one of the window's vectors, the number of the lane that accesses it. Put
  // together bit by bit: `lanesByBits` has the elements of the lanes with this bit set.
  Value *sources(ArrayRef<Value *> lanesByBits, unsigned vector) {
    Type *type = values_.widen(numberType());
    Value *lanes = Constant::getNullValue(type);
    for (auto [bit, elements] : enumerate(lanesByBits)) {
      Value *set = builder_.CreateOr(lanes, ConstantInt::get(type, uint64_t{1} << bit));
      lanes = builder_.CreateSelect(offsets_.maskOf(elements, vector), set, lanes);
    }
    return lanes;
  }

  // Members are merged by their elements, which are disjoint (isWithinApart).
  Results storeWindow() {
    Type *type = values_.widen(numberType());
    Value *active = values_.mask() ? builder_.CreateSExt(values_.mask(), type) : nullptr;
    SmallVector<Value *> byBits = offsets_.lanesByBits();
    for (unsigned vector = 0; vector < group_.vectors; vector++) {
      Value *from = sources(byBits, vector);
      Value *value = passes::permute(builder_, stored(0), from);
      Value *mask = offsets_.maskOf(offsets_.touched(0, nullptr), vector);
      for (size_t member = 1; member < count(); member++) {
        Value *isOwn = offsets_.maskOf(offsets_.touched(member, nullptr), vector);
        value =
            builder_.CreateSelect(isOwn, passes::permute(builder_, stored(member), from), value);
        mask = builder_.CreateOr(mask, isOwn);
      }
      if (active) {
        Value *isActive = builder_.CreateICmpSLT(passes::permute(builder_, active, from),
                                                 Constant::getNullValue(type));
        mask = builder_.CreateAnd(mask, isActive);
      }
      emitter_.storeWide(group_.access, value, offsets_.windowAddress(vector), mask);
    }
    return {};
  }

  // Gathers and scatters with each member's own alignment and metadata.
  Results apart() {
    Results results;
    for (size_t member = 0; member < count(); member++) {
      Access access = accessOf(*instruction(member));
      Value *addresses = addressesOf(group_.members[member].address);
      if (group_.access.isLoad) {
        results.push_back(emitter_.gatherAt(access, addresses));
      } else {
        emitter_.scatterAt(access, stored(member), addresses);
      }
    }
    return results;
  }

  // The lanes' addresses. Computed here, since the other versions need no vector of addresses.
  Value *addressesOf(const LinearAddress &address) {
    Value *root = values_.scalar(address.root);
    auto *index = values_.function().getDataLayout().getIndexType(root->getType());
    Type *type = values_.widen(index);
    Value *bytes = splat(ConstantInt::getSigned(index, address.offset));
    for (const LinearAddress::Term &term : address.terms) {
      Value *number = builder_.CreateIntCast(values_.vector(term.value), type,
                                             term.extension != LinearAddress::Extension::zero);
      Value *scale = splat(ConstantInt::getSigned(index, term.scale));
      bytes = builder_.CreateAdd(bytes, builder_.CreateMul(number, scale));
    }
    return builder_.CreatePtrAdd(root, bytes);
  }

  MemoryEmitter &emitter_;
  InterleaveEmitter strided_;
  LaneValues &values_;
  IRBuilder<> &builder_;
  const WindowGroup &group_;
  unsigned width_;
  LanePatterns patterns_;
  WindowOffsets offsets_;
  SmallVector<Chain> chains_;
};

}  // namespace

void emitWindowGroup(const WindowGroup &group, MemoryEmitter &emitter) {
  WindowEmission(group, emitter).run();
}

}  // namespace compiler::vecz
