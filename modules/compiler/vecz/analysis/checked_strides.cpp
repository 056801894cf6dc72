// Accesses that are strided but at edges.
//
// Of uint i = get_global_id(0) + n, nobody knows in which lane i starts again at 0, so the 64-bit
// index of a[i] varies between lanes, and a[i] is a gather. But it hardly ever does wrap. In the
// same way a[min(i, n)], a[i % n] and a[i / n] are strided in all SIMD groups but those at an edge.
// What has to hold for that is known from lane 0 alone (affine_lane_access.h).
//
// So in each block the stretch from the first to the last access of that kind is put behind one
// check of all of them and stands there twice. Where the check holds, addresses are made anew: what
// is extended is lane 0's index (kiln.base), and lane * s is added behind the extension, where
// nothing wraps. Where it fails, everything is as it was; only that indices which may wrap but have
// no other edges get a check of their own there, for edges are met more often. The checks are the
// same for all lanes, so the function stays linearised; what follows (groups of accesses, shapes)
// needs to know nothing of it.
//
// Indices that differ by constants (a[i - 1], a[i], a[i + 1]) have forms that do, so their
// addresses are still known to be neighbours.
#include "vecz/analysis/checked_strides.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "vecz/analysis/affine_conditions.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

using Extension = LinearAddress::Extension;
using Trust = AffineExpressions::Trust;

/// A stretch is copied, so it has a bound; so has its check.
constexpr unsigned maxStretch = 512;
constexpr size_t maxConditions = 24;
/// Beyond, lanes would be gathered anyway (interleave.cpp).
constexpr int64_t maxElementsApart = 16;

/// On the branch to a stretch's two versions.
constexpr char versionsMetadata[] = "kiln.versions";

/// On an access that has been checked with that trust: it stands where the check failed.
const char *metadataOf(Trust trust) {
  return trust == Trust::boundaries ? "kiln.boundaries" : "kiln.ranges";
}

struct CheckedAccess {
  Instruction *instruction;
  LinearAddress address;  ///< without the indices that have forms
  SmallVector<std::pair<AffineExpression, int64_t>, 2> checked;  ///< with their scales
};

struct Stretch {
  SmallVector<CheckedAccess, 4> accesses;
  LaneConditions conditions;
};

/// Finds the stretches of a function's blocks.
class Search {
 public:
  Search(Function &function, const SimdGroup &simdGroup, Trust trust)
      : shapes_(function, simdGroup),
        layout_(function.getDataLayout()),
        trust_(trust),
        expressions_(shapes_, trust) {}

  const ShapeAnalysis &shapes() const { return shapes_; }

  std::vector<Stretch> run(BasicBlock &block) {
    std::vector<Stretch> found;
    Stretch open;
    SmallPtrSet<const Value *, 32> defined;
    auto close = [&] {
      if (!open.accesses.empty()) {
        found.push_back(std::move(open));
      }
      open = {};
      defined.clear();
    };
    for (Instruction &instruction : block) {
      if (defined.size() > maxStretch || isBoundary(instruction)) {
        close();
      }
      if (auto access = checkedAccess(instruction)) {
        if (any_of(expressions_.leaves(),
                   [&](const Value *leaf) { return defined.contains(leaf); }) ||
            open.conditions.size() + expressions_.conditions().size() > maxConditions) {
          close();
        }
        addConditions(open.conditions, expressions_.conditions());
        open.accesses.push_back(std::move(*access));
      }
      if (!open.accesses.empty()) {
        defined.insert(&instruction);
      }
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

  /// Whether no check was tried, or one that asks for more.
  bool isOpen(const Instruction &instruction) const {
    return !instruction.hasMetadata(metadataOf(trust_)) &&
           instruction.hasMetadata(metadataOf(Trust::boundaries)) == (trust_ == Trust::ranges);
  }

  std::optional<CheckedAccess> checkedAccess(Instruction &instruction) {
    if (!isSimpleAccess(instruction) || !isOpen(instruction)) {
      return std::nullopt;
    }
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    Type *type = getLoadStoreType(&instruction);
    if (!shapes_[pointer].isVarying() || !isVectorElement(type, layout_)) {
      return std::nullopt;
    }
    expressions_.reset();
    CheckedAccess access{&instruction, linearAddress(pointer, layout_), {}};
    std::optional<int64_t> stride = separate(access);
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(type));
    if (!stride || expressions_.conditions().empty() || *stride % size != 0 ||
        std::abs(*stride) > maxElementsApart * size) {
      return std::nullopt;
    }
    return access;
  }

  /// Takes what varies out of the address. Returns how far apart the lanes then are, or nothing if
  /// that is not constant.
  std::optional<int64_t> separate(CheckedAccess &access) {
    Shape root = shapes_[access.address.root];
    if (root.isVarying()) {
      return std::nullopt;
    }
    auto *type = cast<IntegerType>(layout_.getIndexType(access.address.root->getType()));
    auto stride = static_cast<uint64_t>(root.stride());
    SmallVector<LinearAddress::Term, 2> others;
    for (const LinearAddress::Term &term : access.address.terms) {
      Shape shape = shapes_[term.value];
      int64_t step = shape.stride();
      if (shape.isUniform() || (shape.isStrided() && term.extension == Extension::none)) {
        others.push_back(term);
      } else {
        std::optional<AffineExpression> expression = expressions_.of(term.value);
        if (expression && term.extension != Extension::none) {
          expression = expressions_.extended(*expression, term.extension, type);
        }
        if (!expression) {
          return std::nullopt;
        }
        step = expression->stride;
        access.checked.emplace_back(*expression, term.scale);
      }
      stride += static_cast<uint64_t>(step) * static_cast<uint64_t>(term.scale);
    }
    access.address.terms = std::move(others);
    return static_cast<int64_t>(stride);
  }

  ShapeAnalysis shapes_;
  const DataLayout &layout_;
  Trust trust_;
  AffineExpressions expressions_;
};

/// Puts stretches behind their checks.
class Versioning {
 public:
  Versioning(Function &function, const ShapeAnalysis &shapes, Trust trust)
      : function_(function), shapes_(shapes), trust_(trust), layout_(function.getDataLayout()) {}

  void run(Stretch &stretch) {
    Instruction *first = stretch.accesses.front().instruction;
    Instruction *last = stretch.accesses.back().instruction;
    BasicBlock *block = first->getParent();
    CallInst *mask = maskOf(*block);
    hoistShared(*first, *last);
    IRBuilder<> builder(first);
    AffineConditionEmitter emitter(builder, shapes_, firstLanes_);
    Value *holds = emitter.emit(stretch.conditions);
    SmallVector<Summands> summands;
    for (const CheckedAccess &access : stretch.accesses) {
      summands.push_back(summandsOf(emitter, access));
    }
    BasicBlock *join = block->splitBasicBlock(std::next(last->getIterator()), "checked");
    BasicBlock *slow = block->splitBasicBlock(first->getIterator(), "boundary");
    BasicBlock *fast = BasicBlock::Create(function_.getContext(), "strided", &function_, slow);
    ValueToValueMapTy copies;
    copyInto(*fast, *slow, copies);
    builder.SetInsertPoint(fast);
    builder.CreateBr(join);
    branch(*block, holds, stretch.conditions, *fast, *slow);
    for (auto [access, made] : zip(stretch.accesses, summands)) {
      readdress(*cast<Instruction>(copies[access.instruction]), access, made, copies);
      mark(*access.instruction, stretch.conditions);
    }
    joinValues(*slow, *fast, *join, copies);
    removeDead(*fast);
    sinkInto(*slow, *block);
    if (mask) {
      for (BasicBlock *version : {fast, slow, join}) {
        mask->clone()->insertBefore(version->getFirstNonPHIIt());
      }
    }
  }

 private:
  /// Of an address, the same for all lanes.
  struct Summand {
    Value *value;
    int64_t scale;
  };
  using Summands = SmallVector<Summand, 2>;

  /// A check of ranges alone need not be made again.
  void mark(Instruction &access, const LaneConditions &conditions) {
    MDNode *empty = MDNode::get(function_.getContext(), {});
    access.setMetadata(metadataOf(trust_), empty);
    if (all_of(conditions, [](const AffineCondition &condition) {
          return condition.kind == AffineCondition::Kind::inRange;
        })) {
      access.setMetadata(metadataOf(Trust::ranges), empty);
    }
  }

  /// A period may be shorter than a SIMD group for as long as a loop runs, so the slow version is
  /// not to be taken for code that hardly runs then.
  void branch(BasicBlock &block, Value *holds, ArrayRef<AffineCondition> conditions,
              BasicBlock &fast, BasicBlock &slow) {
    block.getTerminator()->eraseFromParent();
    LLVMContext &context = function_.getContext();
    bool hasPeriods = any_of(conditions, [](const AffineCondition &condition) {
      return condition.kind == AffineCondition::Kind::inPeriod;
    });
    MDBuilder metadata(context);
    BranchInst *branch = IRBuilder<>(&block).CreateCondBr(
        holds, &fast, &slow,
        hasPeriods ? metadata.createBranchWeights(4, 1) : metadata.createLikelyBranchWeights());
    branch->setMetadata(versionsMetadata, MDNode::get(context, {}));
  }

  static void copyInto(BasicBlock &fast, BasicBlock &slow, ValueToValueMapTy &copies) {
    for (Instruction &instruction : slow) {
      if (instruction.isTerminator()) {
        return;
      }
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
      if (!instruction.isUsedOutsideOfBlock(&slow)) {
        continue;
      }
      auto *phi = PHINode::Create(instruction.getType(), 2, instruction.getName());
      phi->insertBefore(join.begin());
      instruction.replaceUsesOutsideBlock(phi, &slow);
      phi->addIncoming(&instruction, &slow);
      phi->addIncoming(copies[&instruction], &fast);
    }
  }

  static bool isComputed(const Instruction &instruction) {
    return !isa<PHINode, AllocaInst>(instruction) &&
           (!isa<CallBase>(instruction) || isa<MinMaxIntrinsic>(instruction)) &&
           !instruction.mayReadOrWriteMemory();
  }

  /// What both versions compute alike, and others use: it stays one value, of which later blocks
  /// see how it was made.
  static void hoistShared(Instruction &first, Instruction &last) {
    SmallVector<Instruction *> movable;
    SmallPtrSet<const Value *, 16> stays;
    for (Instruction &instruction : make_range(first.getIterator(), last.getIterator())) {
      bool canMove = &instruction != &first && isComputed(instruction) &&
                     isSafeToSpeculativelyExecute(&instruction) &&
                     none_of(instruction.operands(),
                             [&](const Use &use) { return stays.contains(use.get()); });
      if (canMove) {
        movable.push_back(&instruction);
      } else {
        stays.insert(&instruction);
      }
    }
    SmallPtrSet<const Value *, 16> wanted;
    for (Instruction *instruction : reverse(movable)) {
      bool isShared = any_of(instruction->users(), [&](const User *user) {
        auto *other = cast<Instruction>(user);
        return wanted.contains(other) || other->getParent() != first.getParent() ||
               (other != &last && last.comesBefore(other));
      });
      if (isShared) {
        wanted.insert(instruction);
      }
    }
    for (Instruction *instruction : movable) {
      if (wanted.contains(instruction)) {
        instruction->moveBefore(first.getIterator());
      }
    }
  }

  /// Indices that only addresses were made of.
  static void removeDead(BasicBlock &block) {
    for (Instruction &instruction : make_early_inc_range(reverse(block))) {
      if (isInstructionTriviallyDead(&instruction)) {
        instruction.eraseFromParent();
      }
    }
  }

  /// What was computed before for the slow version alone.
  static void sinkInto(BasicBlock &slow, BasicBlock &block) {
    auto isThere = [&](const User *user) {
      return cast<Instruction>(user)->getParent() == &slow && !isa<PHINode>(user);
    };
    for (Instruction &instruction : make_early_inc_range(drop_begin(reverse(block)))) {
      if (isComputed(instruction) && !instruction.use_empty() &&
          all_of(instruction.users(), isThere)) {
        instruction.moveBefore(slow, slow.begin());
      }
    }
  }

  static Summands summandsOf(AffineConditionEmitter &emitter, const CheckedAccess &access) {
    Summands summands;
    for (const auto &[expression, scale] : access.checked) {
      for (auto [base, factor] : expression.terms) {
        summands.push_back(
            {emitter.emit(*base),
             static_cast<int64_t>(static_cast<uint64_t>(scale) * static_cast<uint64_t>(factor))});
      }
    }
    return summands;
  }

  /// Gives an access in the fast copy its strided address, of what was emitted before.
  void readdress(Instruction &copy, const CheckedAccess &access, ArrayRef<Summand> summands,
                 ValueToValueMapTy &copies) {
    IRBuilder<> builder(&copy);
    unsigned pointerOperand = isa<LoadInst>(copy) ? LoadInst::getPointerOperandIndex()
                                                  : StoreInst::getPointerOperandIndex();
    auto inCopy = [&](const Value *value) {
      Value *mapped = copies.lookup(value);
      return mapped ? mapped : const_cast<Value *>(value);
    };
    Value *address = inCopy(access.address.root);
    auto offset = static_cast<uint64_t>(access.address.offset);
    uint64_t stride = 0;
    for (const LinearAddress::Term &term : access.address.terms) {
      address = advance(builder, address, inCopy(term.value), term.extension, term.scale);
    }
    for (const Summand &summand : summands) {
      address = advance(builder, address, summand.value, Extension::none, summand.scale);
    }
    for (const auto &[expression, scale] : access.checked) {
      offset += static_cast<uint64_t>(expression.offset) * static_cast<uint64_t>(scale);
      stride += static_cast<uint64_t>(expression.stride) * static_cast<uint64_t>(scale);
    }
    if (stride != 0) {
      address =
          advance(builder, address, laneNumber(), Extension::none, static_cast<int64_t>(stride));
    }
    if (offset != 0) {
      address = builder.CreatePtrAdd(
          address, ConstantInt::getSigned(layout_.getIndexType(address->getType()),
                                          static_cast<int64_t>(offset)));
    }
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

  Value *laneNumber() {
    if (!lane_) {
      BasicBlock &entry = function_.getEntryBlock();
      IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
      lane_ = builder.CreateCall(declareLane(*function_.getParent()));
    }
    return lane_;
  }

  Function &function_;
  const ShapeAnalysis &shapes_;
  Trust trust_;
  const DataLayout &layout_;
  AffineConditionEmitter::FirstLanes firstLanes_;
  Value *lane_ = nullptr;
};

/// Whether it may be computed earlier in its block: integers that do not vary, of which checks and
/// addresses are made.
bool canComeEarly(const Instruction &instruction, const ShapeAnalysis &shapes) {
  if (!instruction.getType()->isIntegerTy() || isa<PHINode>(instruction) ||
      shapes[&instruction].isVarying()) {
    return false;
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    return !call->isConvergent() && !call->mayHaveSideEffects() && !call->mayReadFromMemory();
  }
  return isSafeToSpeculativelyExecute(&instruction) && !instruction.mayReadOrWriteMemory();
}

/// Accesses that stand one behind the other each compute their index just before. Moves that to
/// where one check can be made for all of them.
void computeIndicesEarly(BasicBlock &block, const ShapeAnalysis &shapes) {
  SmallPtrSet<const Value *, 32> late;
  Instruction *firstLate = nullptr;
  auto isLate = [&](const Value *operand) { return late.contains(operand); };
  for (Instruction &instruction : make_early_inc_range(block)) {
    if (isa<PHINode>(instruction) || passes::calledName(instruction) == maskName) {
      continue;
    }
    if (!canComeEarly(instruction, shapes) || any_of(instruction.operand_values(), isLate)) {
      late.insert(&instruction);
      firstLate = firstLate ? firstLate : &instruction;
    } else if (firstLate) {
      instruction.moveBefore(firstLate->getIterator());
    }
  }
}

bool checkStrides(Function &function, const SimdGroup &simdGroup, Trust trust) {
  std::vector<Stretch> stretches;
  Search search(function, simdGroup, trust);
  // Each after what dominates it, so that in reverse all values still are where they were found.
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
    std::vector<Stretch> found = search.run(*block);
    if (found.size() > 1) {
      computeIndicesEarly(*block, search.shapes());
      found = search.run(*block);
    }
    llvm::append_range(stretches, found);
  }
  Versioning versioning(function, search.shapes(), trust);
  for (Stretch &stretch : reverse(stretches)) {
    versioning.run(stretch);
  }
  return !stretches.empty();
}

}  // namespace

void checkStrides(Function &function, const SimdGroup &simdGroup) {
  if (checkStrides(function, simdGroup, Trust::boundaries)) {
    checkStrides(function, simdGroup, Trust::ranges);
  }
}

bool isAtBoundary(const Instruction &access) {
  return access.hasMetadata(metadataOf(Trust::boundaries));
}

bool isBehindFailedCheck(const BasicBlock &block) {
  const BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  return branch && branch->isConditional() && branch->hasMetadata(versionsMetadata) &&
         branch->getSuccessor(1) == &block;
}

BoundaryBlocks boundaryBlocks(const Function &function) {
  BoundaryBlocks blocks;
  for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&function)) {
    auto isThere = [&](const BasicBlock *before) { return blocks.contains(before); };
    if (isBehindFailedCheck(*block) ||
        (!pred_empty(block) && all_of(predecessors(block), isThere))) {
      blocks.insert(block);
    }
  }
  return blocks;
}

}  // namespace compiler::vecz
