// Layout of private variables
// ---------------------------
//
// There are two layouts. For float x[2] and 4 lanes:
//
//   interleaved:    x[0] of lanes 0 1 2 3, x[1] of lanes 0 1 2 3         type [2 x <4 x float>]
//   whole copies:   x[0] x[1] of lane 0, x[0] x[1] of lane 1, …          type [4 x [2 x float]]
//
// Interleaved variables need elements of one size in every use. An index common to all lanes is
// then one vector access, and SROA can turn the variable into values. An index that differs between
// lanes is a gather. Offsets of pointers are multiplied by the width, and neighbouring lanes'
// pointers differ by one element.
//
// All other variables, also those with an address passed to a call, become whole copies. Offsets
// stay as they are there, and the callee sees the layout it expects.
//
// A phi or select may mix pointers of several variables, and its result must be scaled in one way.
// So the choice is made for classes of variables connected by such uses (EquivalenceClasses), not
// for each variable alone.

#include "vecz/analysis/private_layout.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "registry/step_gate.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::privateLayout;

namespace {

/// Metadata of a variable with room for all lanes: !{i64 laneStride}.
constexpr char strideName[] = "kiln.lane_stride";
/// Bytes; the largest vector of any target wants no more.
constexpr uint64_t maxVectorAlignment = 64;

/// Pointers into variables, in classes with one layout each.
using Pointers = EquivalenceClasses<const Value *>;

/// Null and undefined pointers point nowhere and fit any layout.
bool isNoObject(const Value &value) {
  return isa<ConstantPointerNull>(value) || isa<UndefValue>(value);
}

/// Returns true if the user's result points to where `pointer` may.
bool derives(const User &user, const Value &pointer) {
  if (auto *select = dyn_cast<SelectInst>(&user)) {
    return select->getCondition() != &pointer;
  }
  if (auto *address = dyn_cast<GetElementPtrInst>(&user)) {
    return address->getPointerOperand() == &pointer;
  }
  return isa<PHINode>(user) || isa<BitCastInst>(user) || isa<AddrSpaceCastInst>(user);
}

/// The pointers derived from the variables, in classes. Copies from one variable to another also
/// join classes: source and destination elements must match.
Pointers classesOf(ArrayRef<AllocaInst *> variables) {
  Pointers classes;
  SmallVector<const Value *> worklist(variables.begin(), variables.end());
  SmallPtrSet<const Value *, 32> seen;
  while (!worklist.empty()) {
    const Value *pointer = worklist.pop_back_val();
    classes.insert(pointer);
    if (!seen.insert(pointer).second) {
      continue;
    }
    for (const User *user : pointer->users()) {
      if (derives(*user, *pointer)) {
        classes.unionSets(pointer, user);
        worklist.push_back(user);
      }
    }
  }
  for (const Value *pointer : seen) {
    for (const User *user : pointer->users()) {
      auto *copy = dyn_cast<MemTransferInst>(user);
      if (copy && seen.contains(copy->getRawDest()) && seen.contains(copy->getRawSource())) {
        classes.unionSets(copy->getRawDest(), copy->getRawSource());
      }
    }
  }
  return classes;
}

/// The choice for one class.
class ClassLayout {
 public:
  explicit ClassLayout(const DataLayout &layout) : layout_(layout) {}

  /// Returns true if elements of all lanes can lie side by side: every pointer of the class is
  /// known, and every use is an access of one size, a comparison, or a copy that can be expanded.
  /// Then elementType() is the element.
  bool interleaves(const Pointers &classes, const Value &leader) {
    for (const Value *pointer : classes.members(&leader)) {
      if (!isPlain(*pointer, classes)) {
        return false;
      }
      for (Use &use : const_cast<Value *>(pointer)->uses()) {
        if (!allows(use, classes)) {
          return false;
        }
      }
    }
    return element_ && all_of(copies_, [&](MemIntrinsic *copy) { return canExpand(*copy); });
  }
  Type *elementType() const { return element_; }
  /// The memcpy and memset calls on the class, to be expanded by element.
  ArrayRef<MemIntrinsic *> copies() const { return copies_.getArrayRef(); }

 private:
  /// Returns true if all sources of a phi or select are of the class too.
  bool isPlain(const Value &pointer, const Pointers &classes) const {
    if (!pointer.getType()->isPointerTy()) {
      return false;
    }
    auto joins = [&](const Value *value) {
      return isNoObject(*value) || classes.isEquivalent(value, &pointer);
    };
    if (auto *phi = dyn_cast<PHINode>(&pointer)) {
      return all_of(phi->incoming_values(), [&](const Use &use) { return joins(use.get()); });
    }
    if (auto *select = dyn_cast<SelectInst>(&pointer)) {
      return joins(select->getTrueValue()) && joins(select->getFalseValue());
    }
    return true;
  }

  /// Returns true if one use of a pointer is compatible with interleaving. A pointer stored to
  /// memory is not.
  bool allows(Use &use, const Pointers &classes) {
    User *user = use.getUser();
    if (derives(*user, *use.get())) {
      return true;
    }
    if (auto *load = dyn_cast<LoadInst>(user)) {
      return accesses(load->getType(), load->getAlign());
    }
    if (auto *store = dyn_cast<StoreInst>(user)) {
      return use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             accesses(store->getValueOperand()->getType(), store->getAlign());
    }
    if (isa<MemIntrinsic>(user)) {
      copies_.insert(cast<MemIntrinsic>(use.getUser()));
      return true;
    }
    if (auto *comparison = dyn_cast<ICmpInst>(user)) {
      const Value *other = comparison->getOperand(1 - use.getOperandNo());
      return isNoObject(*other) || classes.isEquivalent(other, use.get());
    }
    return false;
  }

  /// Records an access of `type`. An access with less than its own alignment could straddle two
  /// elements, and forbids interleaving.
  bool accesses(Type *type, Align alignment) {
    if (!isVectorElement(type, layout_) || alignment.value() < layout_.getTypeStoreSize(type)) {
      return false;
    }
    if (!element_) {
      element_ = type;
    }
    return layout_.getTypeStoreSize(element_) == layout_.getTypeStoreSize(type);
  }

  /// Returns true if a copy or setting consists of a few whole, aligned elements of constant
  /// number.
  bool canExpand(const MemIntrinsic &copy) const {
    auto *length = dyn_cast<ConstantInt>(copy.getLength());
    uint64_t size = layout_.getTypeStoreSize(element_);
    if (!length || copy.isVolatile() || size > sizeof(uint64_t) ||
        length->getValue().ugt(maxCopied * size) || length->getZExtValue() % size != 0 ||
        copy.getDestAlign().valueOrOne().value() < size) {
      return false;
    }
    auto *transfer = dyn_cast<MemCpyInst>(&copy);
    return isa<MemSetInst>(copy) ||
           (transfer && transfer->getSourceAlign().valueOrOne().value() >= size);
  }

  const DataLayout &layout_;
  Type *element_ = nullptr;
  SmallSetVector<MemIntrinsic *, 4> copies_;
};

/// Applies the layouts to a function.
class Layouter {
 public:
  Layouter(Function &function, const SimdGroup &simdGroup)
      : function_(function),
        layout_(function.getDataLayout()),
        width_(simdGroup.width),
        interleaves_(runsStep("interleave-private-variables", function)) {}

  void run() {
    SmallVector<AllocaInst *> variables;
    for (Instruction &instruction : make_early_inc_range(instructions(function_))) {
      if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
        if (variable->getAllocationSize(layout_)) {
          variables.push_back(variable);
        }
      } else if (isa<LifetimeIntrinsic>(instruction)) {
        instruction.eraseFromParent();
      }
    }
    Pointers classes = classesOf(variables);
    SmallVector<const Value *> leaders;
    for (const auto *value : classes) {
      if (value->isLeader()) {
        leaders.push_back(value->getData());
      }
    }
    DenseMap<AllocaInst *, Type *> elements;
    for (const Value *leader : leaders) {
      choose(classes, *leader, elements);
    }
    for (AllocaInst *variable : variables) {
      layOut(*variable, elements.lookup(variable));
    }
  }

 private:
  /// Decides one class. For an interleaved one it records the element, raises alignments, expands
  /// copies and rescales the address computations.
  void choose(const Pointers &classes, const Value &leader,
              DenseMap<AllocaInst *, Type *> &elements) {
    ClassLayout choice(layout_);
    if (!interleaves_ || !choice.interleaves(classes, leader)) {
      return;
    }
    Type *element = choice.elementType();
    uint64_t size = layout_.getTypeStoreSize(element);
    SmallPtrSet<Value *, 32> members;
    SmallVector<GetElementPtrInst *> addresses;
    for (const Value *member : classes.members(&leader)) {
      auto *pointer = const_cast<Value *>(member);
      members.insert(pointer);
      if (auto *variable = dyn_cast<AllocaInst>(pointer)) {
        elements[variable] = element;
      } else if (auto *address = dyn_cast<GetElementPtrInst>(pointer)) {
        addresses.push_back(address);
      }
      for (User *user : pointer->users()) {
        if (auto *load = dyn_cast<LoadInst>(user)) {
          load->setAlignment(Align(size));
        } else if (auto *store = dyn_cast<StoreInst>(user)) {
          store->setAlignment(Align(size));
        }
      }
    }
    for (MemIntrinsic *copy : choice.copies()) {
      expand(*copy, size, members, addresses);
    }
    for (GetElementPtrInst *address : addresses) {
      scale(*address, size);
    }
  }

  /// Replaces a memcpy or memset by loads and stores of elements. New addresses are collected for
  /// rescaling.
  void expand(MemIntrinsic &copy, uint64_t size, const SmallPtrSetImpl<Value *> &members,
              SmallVectorImpl<GetElementPtrInst *> &addresses) {
    IRBuilder<> builder(&copy);
    auto *type = builder.getIntNTy(static_cast<unsigned>(8 * size));
    auto place = [&](Value *start, uint64_t number) {
      if (number == 0) {
        return start;
      }
      Value *address = builder.CreateConstGEP1_64(type, start, number);
      if (members.contains(start)) {
        addresses.push_back(cast<GetElementPtrInst>(address));
      }
      return address;
    };
    Value *pattern = nullptr;
    if (auto *setting = dyn_cast<MemSetInst>(&copy)) {
      uint64_t ones = ~uint64_t(0) / 255 & maxUIntN(8 * size);
      pattern = builder.CreateMul(builder.CreateZExt(setting->getValue(), type),
                                  ConstantInt::get(type, ones));
    }
    uint64_t count = cast<ConstantInt>(copy.getLength())->getZExtValue() / size;
    for (uint64_t number = 0; number < count; number++) {
      Value *value = pattern;
      if (!value) {
        Value *source = place(cast<MemCpyInst>(copy).getRawSource(), number);
        value = builder.CreateAlignedLoad(type, source, Align(size));
      }
      builder.CreateAlignedStore(value, place(copy.getRawDest(), number), Align(size));
    }
    copy.eraseFromParent();
  }

  /// Multiplies the offset of an address by the width. Indices count elements where they can: the
  /// lanes' different indices are then added to a uniform base.
  void scale(GetElementPtrInst &address, uint64_t elementSize) {
    unsigned bits = layout_.getIndexTypeSizeInBits(address.getType());
    SmallMapVector<Value *, APInt, 4> terms;
    APInt constant(bits, 0);
    [[maybe_unused]] bool known = address.collectOffset(layout_, bits, terms, constant);
    assert(known && "a private variable has no scalable type");
    IRBuilder<> builder(&address);
    Type *byte = builder.getInt8Ty();
    bool isOneTerm = terms.size() + (constant.isZero() ? 0 : 1) == 1;
    GEPNoWrapFlags flags = isOneTerm ? address.getNoWrapFlags() : GEPNoWrapFlags::none();
    Value *scaled = address.getPointerOperand();
    for (const auto &[index, size] : terms) {
      uint64_t distance = size.getZExtValue() * width_;
      uint64_t unit = distance % elementSize == 0 ? elementSize : 1;
      Value *wide = builder.CreateSExtOrTrunc(index, builder.getIntNTy(bits));
      Value *count = builder.CreateMul(wide, builder.getIntN(bits, distance / unit));
      scaled = builder.CreateGEP(ArrayType::get(byte, unit), scaled, count, "", flags);
    }
    if (!constant.isZero()) {
      scaled = builder.CreateGEP(byte, scaled, builder.getInt(constant * width_), address.getName(),
                                 flags);
    }
    if (scaled != address.getPointerOperand()) {
      scaled->takeName(&address);
    }
    address.replaceAllUsesWith(scaled);
    address.eraseFromParent();
  }

  /// Replaces a variable by the one for all lanes. `element` is null for whole copies.
  void layOut(AllocaInst &variable, Type *element) {
    uint64_t size = variable.getAllocationSize(layout_)->getFixedValue();
    Align alignment = variable.getAlign();
    Type *type = nullptr;
    uint64_t stride = 0;
    if (element) {
      stride = layout_.getTypeStoreSize(element);
      type = FixedVectorType::get(element, width_);
      uint64_t count = divideCeil(size, stride);
      if (count != 1) {
        type = ArrayType::get(type, count);
      }
      uint64_t elementsSize = std::min(PowerOf2Ceil(stride * width_), maxVectorAlignment);
      alignment = std::max(alignment, Align(elementsSize));
    } else {
      stride = alignTo(size, alignment);
      Type *copy = variable.getAllocatedType();
      if (stride != layout_.getTypeAllocSize(copy)) {
        copy = ArrayType::get(Type::getInt8Ty(function_.getContext()), stride);
      }
      type = ArrayType::get(copy, width_);
    }
    IRBuilder<> builder(&variable);
    AllocaInst *simdGroup = builder.CreateAlloca(type, variable.getAddressSpace());
    simdGroup->setAlignment(alignment);
    simdGroup->takeName(&variable);
    simdGroup->setMetadata(
        strideName,
        MDNode::get(function_.getContext(), ConstantAsMetadata::get(builder.getInt64(stride))));
    variable.replaceAllUsesWith(simdGroup);
    variable.eraseFromParent();
  }

  Function &function_;
  const DataLayout &layout_;
  unsigned width_;
  bool interleaves_;  ///< the step "interleave-private-variables"
};

}  // namespace

void layOutPrivateVariables(Function &function, const SimdGroup &simdGroup) {
  Layouter(function, simdGroup).run();
}

int64_t laneStride(const AllocaInst &variable) {
  if (const MDNode *node = variable.getMetadata(strideName)) {
    return mdconst::extract<ConstantInt>(node->getOperand(0))->getSExtValue();
  }
  auto size = variable.getAllocationSize(variable.getDataLayout());
  return size ? static_cast<int64_t>(size->getFixedValue()) : 0;
}

}  // namespace compiler::vecz
