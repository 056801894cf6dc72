#include "vecz/memory/window_emission.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/lanes/permutation.h"
#include "vecz/memory/window_offsets.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

class WindowEmission {
 public:
  WindowEmission(const WindowGroup &group, LaneValues &values, MemoryEmitter &emitter,
                 AccessGroups &strided, const TargetTransformInfo &target)
      : emitter_(emitter),
        strided_(strided),
        values_(values),
        builder_(values.builder()),
        group_(group),
        width_(values.width()),
        patterns_(values, target),
        places_(group, values, patterns_) {}

  void run() {
    findParts();
    Value *holds = patterns_.condition();
    Value *isNear = builder_.CreateAnd(
        holds, group_.access.isLoad ? places_.isWithin() : places_.isWithinApart());
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
  using Part = SmallVector<size_t, 4>;

  Value *splat(Value *scalar) { return builder_.CreateVectorSplat(width_, scalar); }
  size_t count() const { return group_.members.size(); }
  Instruction *instruction(size_t member) const { return group_.members[member].instruction; }
  Value *stored(size_t member) {
    return values_.vector(cast<StoreInst>(instruction(member))->getValueOperand());
  }

  /// Members that differ by constants.
  void findParts() {
    for (size_t member = 0; member < count(); member++) {
      auto isOf = [&](const Part &part) {
        return group_.members[part.front()].address.differsByConstant(
            group_.members[member].address);
      };
      auto found = find_if(parts_, isOf);
      if (found == parts_.end()) {
        parts_.push_back({member});
      } else {
        found->push_back(member);
      }
    }
  }

  // Lanes that step evenly.

  AccessGroup stridedGroup(const Part &part) const {
    const LinearAddress &address = group_.members[part.front()].address;
    AccessGroup group{group_.access, address, *group_.step, values_.mask() != nullptr, {}, {}};
    for (size_t member : part) {
      group.members.push_back({instruction(member), group_.members[member].address.offset});
    }
    return group;
  }

  bool canStep() const {
    if (!group_.step || *group_.step < 0 || (*group_.step == 0 && !group_.access.isLoad) ||
        *group_.step % group_.size != 0 || isAtBoundary(*group_.members.front().instruction)) {
      return false;
    }
    if (*group_.step <= group_.size) {
      return true;
    }
    const DataLayout &layout = values_.function().getDataLayout();
    return all_of(parts_, [&](const Part &part) {
      AccessGroup group = stridedGroup(part);
      bool fits = group.lastOffset() - group.firstOffset() < *group_.step;
      auto elements = static_cast<unsigned>(*group_.step / group_.size) * width_;
      return fits && (group_.access.isLoad || group.isComplete(layout)) &&
             (!values_.mask() || emitter_.hasMaskedAccess(group_.access, elements));
    });
  }

  Value *isStepped() {
    Value *all = builder_.getTrue();
    for (const Part &part : parts_) {
      all = builder_.CreateAnd(all, places_.isStepped(part.front(), *group_.step));
    }
    return all;
  }

  Results stepped() {
    if (*group_.step > group_.size) {
      return steppedApart();
    }
    Results results;
    for (size_t member = 0; member < count(); member++) {
      Value *address = places_.address(member);
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

  Results steppedApart() {
    Results results(count());
    for (const Part &part : parts_) {
      AccessGroup group = stridedGroup(part);
      int64_t offset = group.firstOffset() - group_.members[part.front()].address.offset;
      Value *first =
          builder_.CreatePtrAdd(places_.address(part.front()), builder_.getInt64(offset));
      if (!group_.access.isLoad) {
        strided_.storeAt(group, first);
        continue;
      }
      for (auto [member, result] : zip(part, strided_.loadAt(group, first))) {
        results[member] = result;
      }
    }
    return group_.access.isLoad ? results : Results();
  }

  // Lanes in a window.

  IntegerType *numberType() { return builder_.getIntNTy(static_cast<unsigned>(8 * group_.size)); }

  Results loadWindow() {
    Value *bits = places_.touched(values_.mask());
    SmallVector<Value *> vectors;
    for (unsigned vector = 0; vector < group_.vectors; vector++) {
      vectors.push_back(emitter_.loadWide(group_.access, places_.windowAddress(vector), width_,
                                          places_.maskOf(bits, vector)));
    }
    Results results;
    Type *type = values_.widen(numberType());
    for (size_t member = 0; member < count(); member++) {
      Value *numbers = builder_.CreateIntCast(places_.numbers(member), type, false);
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

  /// For each element of one of the window's vectors the lane that accesses it.
  Value *sources(ArrayRef<Value *> lanesByBits, unsigned vector) {
    Type *type = values_.widen(numberType());
    Value *lanes = Constant::getNullValue(type);
    for (auto [bit, elements] : enumerate(lanesByBits)) {
      Value *set = builder_.CreateOr(lanes, ConstantInt::get(type, uint64_t{1} << bit));
      lanes = builder_.CreateSelect(places_.maskOf(elements, vector), set, lanes);
    }
    return lanes;
  }

  Results storeWindow() {
    Type *type = values_.widen(numberType());
    Value *active = values_.mask() ? builder_.CreateSExt(values_.mask(), type) : nullptr;
    SmallVector<Value *> byBits = places_.lanesByBits();
    for (unsigned vector = 0; vector < group_.vectors; vector++) {
      Value *from = sources(byBits, vector);
      Value *value = permute(builder_, stored(0), from);
      Value *mask = places_.maskOf(places_.touched(0, nullptr), vector);
      for (size_t member = 1; member < count(); member++) {
        Value *isOwn = places_.maskOf(places_.touched(member, nullptr), vector);
        value = builder_.CreateSelect(isOwn, permute(builder_, stored(member), from), value);
        mask = builder_.CreateOr(mask, isOwn);
      }
      if (active) {
        Value *isActive =
            builder_.CreateICmpSLT(permute(builder_, active, from), Constant::getNullValue(type));
        mask = builder_.CreateAnd(mask, isActive);
      }
      emitter_.storeWide(group_.access, value, places_.windowAddress(vector), mask);
    }
    return {};
  }

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

  /// Computed here, since the other forms need no vector of addresses.
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
  AccessGroups &strided_;
  LaneValues &values_;
  IRBuilder<> &builder_;
  const WindowGroup &group_;
  unsigned width_;
  LanePatterns patterns_;
  WindowOffsets places_;
  SmallVector<Part> parts_;
};

}  // namespace

void emitWindowGroup(const WindowGroup &group, LaneValues &values, MemoryEmitter &emitter,
                     AccessGroups &strided, const TargetTransformInfo &target) {
  WindowEmission(group, values, emitter, strided, target).run();
}

}  // namespace compiler::vecz
