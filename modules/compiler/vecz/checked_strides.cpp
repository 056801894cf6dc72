// Accesses that are strided unless an index wraps.
//
// Of uint i = get_global_id(0) + n, nobody knows in which lane i starts again at 0, so the 64-bit
// index of a[i] varies between lanes, and a[i] is a gather. But it hardly ever does wrap. What is
// needed for that is one comparison for the whole packet: with lane 0's i and the stride s, the
// lanes' values are i + lane * s if the last of them is still in range.
//
// So in each block the stretch from the first to the last access of that kind is put behind such a
// check and stands there twice. Where the check holds, addresses are made anew: what is extended
// is lane 0's index (kiln.base), and lane * s is added behind the extension, where nothing wraps.
// Where it fails, everything is as it was. The check is the same for all lanes, so the function
// stays linearised; what follows (groups of accesses, shapes) needs to know nothing of it.
//
// Indices that differ by constants (a[i - 1], a[i], a[i + 1]) share a check, of the range from the
// least to the greatest, and an extension, so that they are still known to be neighbours.
#include "vecz/checked_strides.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "passes/kernel_conventions.h"
#include "vecz/linear_address.h"
#include "vecz/memory_forms.h"
#include "vecz/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

using Extension = LinearAddress::Extension;

/// A stretch is copied, so it has a bound.
constexpr unsigned maxStretch = 256;
/// Beyond, lanes would be gathered anyway (interleave.cpp).
constexpr int64_t maxElementsApart = 16;

/// An index that may wrap: base + offset, where the base is shared.
struct NarrowIndex {
  Value *base;
  Extension extension;
  int64_t offset;
  int64_t stride;  ///< of the base, as of the index
};

struct CheckedAccess {
  Instruction *instruction;
  LinearAddress address;                                   ///< without the narrow indices
  SmallVector<std::pair<NarrowIndex, int64_t>, 2> narrow;  ///< with their scales
};

/// Offsets that are added to a base.
struct Range {
  int64_t least = 0;
  int64_t greatest = 0;
  int64_t stride = 0;
};

using Checks = MapVector<std::pair<Value *, Extension>, Range>;

struct Stretch {
  SmallVector<CheckedAccess, 4> accesses;
  Checks checks;
};

int64_t leastOf(Extension extension, unsigned bits) {
  return extension == Extension::sign ? minIntN(bits) : 0;
}

int64_t greatestOf(Extension extension, unsigned bits) {
  return extension == Extension::sign ? maxIntN(bits) : static_cast<int64_t>(maxUIntN(bits));
}

/// Finds the stretches of a function's blocks.
class Search {
 public:
  Search(Function &function, const Packet &packet)
      : shapes_(function, packet), layout_(function.getDataLayout()), width_(packet.width) {}

  std::vector<Stretch> run(BasicBlock &block) {
    std::vector<Stretch> found;
    Stretch open;
    SmallPtrSet<const Value *, 32> defined;
    auto close = [&] {
      if (!open.accesses.empty())
        found.push_back(std::move(open));
      open = {};
      defined.clear();
    };
    for (Instruction &instruction : block) {
      if (defined.size() > maxStretch || isBoundary(instruction))
        close();
      if (auto access = checkedAccess(instruction)) {
        if (any_of(access->narrow,
                   [&](const auto &index) { return defined.contains(index.first.base); }))
          close();
        add(open, std::move(*access));
      }
      if (!open.accesses.empty())
        defined.insert(&instruction);
    }
    close();
    return found;
  }

 private:
  /// What is not to be copied.
  static bool isBoundary(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return isa<AllocaInst>(instruction) ||
           (call && (call->isConvergent() || call->cannotDuplicate() ||
                     (call->mayHaveSideEffects() && !isa<IntrinsicInst>(call))));
  }

  void add(Stretch &stretch, CheckedAccess access) {
    for (const auto &[index, scale] : access.narrow) {
      auto check = stretch.checks.try_emplace({index.base, index.extension},
                                              Range{index.offset, index.offset, index.stride});
      check.first->second.least = std::min(check.first->second.least, index.offset);
      check.first->second.greatest = std::max(check.first->second.greatest, index.offset);
    }
    stretch.accesses.push_back(std::move(access));
  }

  std::optional<CheckedAccess> checkedAccess(Instruction &instruction) const {
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!(load && load->isSimple()) && !(store && store->isSimple()))
      return std::nullopt;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    Type *type = getLoadStoreType(&instruction);
    if (!shapes_[pointer].isVarying() || !isVectorElement(type, layout_))
      return std::nullopt;
    CheckedAccess access{&instruction, linearAddress(pointer, layout_), {}};
    std::optional<int64_t> stride = separate(access);
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(type));
    if (!stride || access.narrow.empty() || *stride % size != 0 ||
        std::abs(*stride) > maxElementsApart * size)
      return std::nullopt;
    return access;
  }

  /// Takes the narrow indices out of the address. Returns how far apart the lanes then are, or
  /// nothing if that is not constant.
  std::optional<int64_t> separate(CheckedAccess &access) const {
    Shape root = shapes_[access.address.root];
    if (root.isVarying())
      return std::nullopt;
    int64_t stride = root.stride();
    SmallVector<LinearAddress::Term, 2> wide;
    for (const LinearAddress::Term &term : access.address.terms) {
      Shape shape = shapes_[term.value];
      if (shape.isVarying())
        return std::nullopt;
      if (shape.isUniform() || term.extension == Extension::none) {
        wide.push_back(term);
      } else {
        std::optional<NarrowIndex> index = narrowIndex(term, shape);
        if (!index)
          return std::nullopt;
        access.narrow.push_back({*index, term.scale});
      }
      stride = static_cast<int64_t>(static_cast<uint64_t>(stride) +
                                    static_cast<uint64_t>(shape.stride()) *
                                        static_cast<uint64_t>(term.scale));
    }
    access.address.terms = std::move(wide);
    return stride;
  }

  /// If the lanes' values fit in its type at all.
  std::optional<NarrowIndex> narrowIndex(const LinearAddress::Term &term, Shape shape) const {
    Value *base = const_cast<Value *>(term.value);
    unsigned bits = base->getType()->getIntegerBitWidth();
    int64_t reach = maxIntN(bits) / 4;
    if (bits > 32 || std::abs(shape.stride()) > reach / width_)
      return std::nullopt;
    int64_t offset = 0;
    Value *inner = nullptr;
    const APInt *constant = nullptr;
    while ((match(base, m_Add(m_Value(inner), m_APInt(constant))) ||
            match(base, m_DisjointOr(m_Value(inner), m_APInt(constant)))) &&
           std::abs(offset + constant->getSExtValue()) <= reach) {
      offset += constant->getSExtValue();
      base = inner;
    }
    return NarrowIndex{base, term.extension, offset, shape.stride()};
  }

  ShapeAnalysis shapes_;
  const DataLayout &layout_;
  unsigned width_;
};

/// Puts stretches behind their checks.
class Versioning {
 public:
  Versioning(Function &function, const Packet &packet)
      : function_(function), layout_(function.getDataLayout()), width_(packet.width) {}

  void run(Stretch &stretch) {
    Instruction *first = stretch.accesses.front().instruction;
    Instruction *last = stretch.accesses.back().instruction;
    BasicBlock *block = first->getParent();
    auto *mask = dyn_cast<CallInst>(block->getFirstNonPHIIt());
    if (mask && passes::calledName(*mask) != maskName)
      mask = nullptr;
    IRBuilder<> builder(first);
    Value *fits = condition(builder, stretch.checks);
    BasicBlock *join = block->splitBasicBlock(std::next(last->getIterator()), "checked");
    BasicBlock *slow = block->splitBasicBlock(first->getIterator(), "wraps");
    BasicBlock *fast = BasicBlock::Create(function_.getContext(), "strided", &function_, slow);
    ValueToValueMapTy copies;
    copyInto(*fast, *slow, copies);
    builder.SetInsertPoint(fast);
    builder.CreateBr(join);
    block->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(block);
    builder.CreateCondBr(fits, fast, slow);
    for (const CheckedAccess &access : stretch.accesses)
      readdress(*cast<Instruction>(copies[access.instruction]), access, copies);
    joinValues(*slow, *fast, *join, copies);
    if (mask) {
      for (BasicBlock *part : {fast, slow, join})
        mask->clone()->insertBefore(part->getFirstNonPHIIt());
    }
  }

 private:
  static void copyInto(BasicBlock &fast, BasicBlock &slow, ValueToValueMapTy &copies) {
    for (Instruction &instruction : slow) {
      if (instruction.isTerminator())
        return;
      Instruction *copy = instruction.clone();
      copy->insertInto(&fast, fast.end());
      copy->setName(instruction.getName());
      copies[&instruction] = copy;
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
  }

  static void joinValues(BasicBlock &slow, BasicBlock &fast, BasicBlock &join,
                         ValueToValueMapTy &copies) {
    for (Instruction &instruction : slow) {
      if (!instruction.isUsedOutsideOfBlock(&slow))
        continue;
      auto *phi = PHINode::Create(instruction.getType(), 2, instruction.getName());
      phi->insertBefore(join.begin());
      instruction.replaceUsesOutsideBlock(phi, &slow);
      phi->addIncoming(&instruction, &slow);
      phi->addIncoming(copies[&instruction], &fast);
    }
  }

  /// Whether no lane's value of any base, with any of the offsets, leaves its type.
  Value *condition(IRBuilder<> &builder, const Checks &checks) {
    Value *all = nullptr;
    for (const auto &[key, range] : checks) {
      auto [base, extension] = key;
      unsigned bits = base->getType()->getIntegerBitWidth();
      int64_t reach = range.stride * static_cast<int64_t>(width_ - 1);
      int64_t below = std::max<int64_t>(0, -(range.least + std::min<int64_t>(0, reach)));
      int64_t above = std::max<int64_t>(0, range.greatest + std::max<int64_t>(0, reach));
      int64_t least = leastOf(extension, bits) + below;
      int64_t greatest = greatestOf(extension, bits) - above;
      auto constant = [&](int64_t number) {
        return ConstantInt::get(base->getType(), static_cast<uint64_t>(number), false,
                                /*ImplicitTrunc=*/true);
      };
      Value *distance = builder.CreateSub(firstLanes(base), constant(least));
      Value *fits = builder.CreateICmpULE(distance, constant(greatest - least), "fits");
      all = all ? builder.CreateAnd(all, fits) : fits;
    }
    return all;
  }

  void placeBehind(IRBuilder<> &builder, Value *value) {
    if (auto *instruction = dyn_cast<Instruction>(value))
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    else
      builder.SetInsertPoint(&function_.getEntryBlock(),
                             function_.getEntryBlock().getFirstInsertionPt());
  }

  /// Lane 0's value, made once behind the definition.
  Value *firstLanes(Value *value) {
    Value *&made = bases_[value];
    if (!made) {
      IRBuilder<> builder(function_.getContext());
      placeBehind(builder, value);
      made = builder.CreateCall(declareBase(*function_.getParent(), value->getType()), {value});
    }
    return made;
  }

  Value *laneNumber() {
    if (!lane_) {
      BasicBlock &entry = function_.getEntryBlock();
      IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
      lane_ = builder.CreateCall(declareLane(*function_.getParent()));
    }
    return lane_;
  }

  /// Gives an access in the fast copy its strided address.
  void readdress(Instruction &copy, const CheckedAccess &access, ValueToValueMapTy &copies) {
    IRBuilder<> builder(&copy);
    unsigned pointerOperand = isa<LoadInst>(copy) ? LoadInst::getPointerOperandIndex()
                                                  : StoreInst::getPointerOperandIndex();
    auto inCopy = [&](const Value *value) {
      Value *mapped = copies.lookup(value);
      return mapped ? mapped : const_cast<Value *>(value);
    };
    Value *address = inCopy(access.address.root);
    int64_t offset = access.address.offset;
    int64_t laneStride = 0;
    for (const LinearAddress::Term &term : access.address.terms)
      address = advance(builder, address, inCopy(term.value), term.extension, term.scale);
    for (const auto &[index, scale] : access.narrow) {
      address = advance(builder, address, firstLanes(index.base), index.extension, scale);
      offset += index.offset * scale;
      laneStride += index.stride * scale;
    }
    if (laneStride != 0)
      address = advance(builder, address, laneNumber(), Extension::none, laneStride);
    if (offset != 0)
      address = builder.CreatePtrAdd(
          address, ConstantInt::getSigned(layout_.getIndexType(address->getType()), offset));
    copy.setOperand(pointerOperand, address);
  }

  Value *advance(IRBuilder<> &builder, Value *address, Value *index, Extension extension,
                 int64_t scale) {
    Type *type = layout_.getIndexType(address->getType());
    Value *wide = extension == Extension::zero ? builder.CreateZExtOrTrunc(index, type)
                                               : builder.CreateSExtOrTrunc(index, type);
    Value *bytes = builder.CreateMul(wide, ConstantInt::getSigned(type, scale));
    return builder.CreatePtrAdd(address, bytes);
  }

  Function &function_;
  const DataLayout &layout_;
  unsigned width_;
  DenseMap<Value *, Value *> bases_;
  Value *lane_ = nullptr;
};

}  // namespace

void checkStrides(Function &function, const Packet &packet) {
  std::vector<Stretch> stretches;
  Search search(function, packet);
  // Each after what dominates it, so that in reverse all values still are where they were found.
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    llvm::append_range(stretches, search.run(*block));
  Versioning versioning(function, packet);
  for (Stretch &stretch : reverse(stretches))
    versioning.run(stretch);
}

}  // namespace compiler::vecz
