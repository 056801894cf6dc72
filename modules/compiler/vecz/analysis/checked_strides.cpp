// Accesses that are strided except at boundaries
// ----------------------------------------------
//
// With uint i = get_global_id(0) + n, some lane's i may start again at 0. So the 64-bit index of
// a[i] varies between lanes, and a[i] is a gather. But i hardly ever wraps. In the same way
// a[min(i, n)], a[i % n] and a[i / n] are strided in all SIMD groups but those at a boundary. Lane
// 0's values alone decide on which side a SIMD group is (affine_lanes.h).
//
// So in each block the range of instructions from the first to the last access of this kind is
// versioned behind one check:
//
//   before                                       after
//   %i = add i32 %id, %n                         %fits = icmp ule i32 %i0, …      ; %i0 is lane 0's
//   %w = zext i32 %i to i64                      br i1 %fits, label %strided, label %boundary
//   %p = getelementptr float, ptr %a, i64 %w     strided: load of %a + 4 * zext(%i0) + 4 * lane
//   %x = load float, ptr %p                      boundary: the code as it was
//                                                checked: phi of both loads
//
// In `strided` addresses are made anew: lane 0's index (kiln.base) is extended, and lane * stride
// is added behind the extension, where nothing wraps. Indices with constant differences (a[i - 1],
// a[i], a[i + 1]) keep these differences in the new addresses, so their accesses are still known to
// be neighbours.
//
// `boundary` keeps the original code. Accesses there whose indices may wrap, without other
// boundaries, get a second check of their own: boundaries are met more often than the ends of a
// type.
//
// Invariants:
//
//   * The check is uniform, so the function stays linearised. Each new block repeats the mask of
//     its old block, because a mask (kiln.mask) covers the code behind it in its own block only.
//   * Leaves of the check are defined in front of the range; computeIndicesEarly() helps with
//     that.
//   * Nothing with effects of its own (calls, convergent operations) is in a range, since it
//     would be duplicated.
//
// This is loop versioning on run-time predicates, as LLVM's LoopVersioning does it, for blocks and
// lanes.

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
#include "registry/step_gate.h"
#include "vecz/analysis/affine_conditions.h"
#include "vecz/analysis/duplication.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/piecewise_lanes.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/analysis/strided_addresses.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::checkedStrides;

namespace {

using Extension = LinearAddress::Extension;
using Trust = AffineExpressions::Trust;

/// Marks the branch to an instruction range's two versions; the second successor is the failed
/// check.
constexpr char versionsMetadata[] = "kiln.versions";

/// Marks an access checked with this trust: it is the general version, behind the failed check.
const char *metadataOf(Trust trust) {
  return trust == Trust::boundaries ? "kiln.boundaries" : "kiln.ranges";
}

/// A range of a block's instructions, from its first to its last access; and the conjunction of the
/// accesses' conditions.
struct InstructionRange {
  SmallVector<CheckedAccess, 4> accesses;
  LaneConditions conditions;
};

/// Finds the instruction ranges of a function's blocks. Changes nothing.
class Search {
 public:
  Search(Function &function, const SimdGroup &simdGroup, Trust trust)
      : shapes_(function, simdGroup),
        layout_(function.getDataLayout()),
        trust_(trust),
        expressions_(shapes_, trust) {}

  const ShapeAnalysis &shapes() const { return shapes_; }

  /// Walks over a block with one open instruction range. The range closes when it is too long, and
  /// at an instruction not to be copied. It also closes if the next access depends on a value
  /// defined inside the range: its check would come too early.
  std::vector<InstructionRange> run(BasicBlock &block) {
    std::vector<InstructionRange> found;
    InstructionRange open;
    SmallPtrSet<const Value *, 32> defined;
    auto close = [&] {
      if (!open.accesses.empty()) {
        found.push_back(std::move(open));
      }
      open = {};
      defined.clear();
    };
    for (Instruction &instruction : block) {
      if (defined.size() > maxRange || isBoundary(instruction)) {
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
  /// Returns true if an instruction must not be duplicated: it ends a range.
  static bool isBoundary(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return !mayBeDuplicated(instruction) ||
           (call && call->mayHaveSideEffects() && !isa<IntrinsicInst>(call));
  }

  /// Returns true if this trust's check was not tried on the access yet. The weaker trust is tried
  /// only on accesses behind a failed check of the stronger one.
  bool isOpen(const Instruction &instruction) const {
    return !instruction.hasMetadata(metadataOf(trust_)) &&
           instruction.hasMetadata(metadataOf(Trust::boundaries)) == (trust_ == Trust::ranges);
  }

  /// The access with the parts of its address, or nothing: if its address is strided already, if no
  /// expression is found, or if the lanes would be too far apart.
  std::optional<CheckedAccess> checkedAccess(Instruction &instruction) {
    if (!isa<LoadInst, StoreInst>(instruction) || instruction.isAtomic() || !isOpen(instruction)) {
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
        std::abs(*stride) > thresholds::interleave::maxTriedStride * size ||
        (instruction.isVolatile() && *stride != size)) {
      return std::nullopt;
    }
    return access;
  }

  /// Moves the varying terms of the address into `indices`, with affine expressions. Returns the
  /// lanes' distance in bytes under the conditions, or nothing without a constant one.
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
          expression = expressions_.extended(*term.value, *expression, term.extension, type);
        }
        if (!expression) {
          return std::nullopt;
        }
        step = expression->stride;
        access.indices.push_back({term, *expression});
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

/// Versions instruction ranges behind their checks.
class Versioning {
 public:
  Versioning(Function &function, const ShapeAnalysis &shapes, Trust trust)
      : function_(function), shapes_(shapes), trust_(trust), addresses_(function) {}

  /// Splits the block into four: the code before with the check, the strided copy, the general
  /// version and the rest. Order matters. Shared values are hoisted first, so both versions use
  /// them; lane 0's addends are emitted in front of the branch; and code with users in the general
  /// version alone sinks there at the end.
  void run(InstructionRange &range) {
    Instruction *first = range.accesses.front().instruction;
    Instruction *last = range.accesses.back().instruction;
    BasicBlock *block = first->getParent();
    CallInst *mask = maskOf(*block);
    hoistShared(*first, *last);
    IRBuilder<> builder(first);
    AffineConditionEmitter emitter(builder, shapes_, firstLanes_);
    Value *holds = emitter.emit(range.conditions);
    SmallVector<StridedParts> parts;
    for (const CheckedAccess &access : range.accesses) {
      parts.push_back(partsOf(emitter, access));
    }
    BasicBlock *join = block->splitBasicBlock(std::next(last->getIterator()), "checked");
    BasicBlock *slow = block->splitBasicBlock(first->getIterator(), "boundary");
    BasicBlock *fast = BasicBlock::Create(function_.getContext(), "strided", &function_, slow);
    ValueToValueMapTy copies;
    copyInto(*fast, *slow, copies);
    builder.SetInsertPoint(fast);
    builder.CreateBr(join);
    branch(*block, holds, range.conditions, *fast, *slow);
    auto inCopy = [&](const Value *value) {
      Value *mapped = copies.lookup(value);
      return mapped ? mapped : const_cast<Value *>(value);
    };
    for (auto [access, made] : zip(range.accesses, parts)) {
      addresses_.set(*cast<Instruction>(copies[access.instruction]), access, made, inCopy);
      mark(*access.instruction, range.conditions);
    }
    joinValues(*slow, *fast, *join, copies);
    removeDead(*fast);
    sinkInto(*slow, *block);
    if (hasPieces(range)) {
      builder.SetInsertPoint(slow, slow->begin());
      Value *isFew = emitter.emitHasFewPieces(range.conditions);
      if (BranchInst *branch =
              accessInPieces(*slow, *join, range.accesses, mask, isFew, shapes_, addresses_)) {
        markVersions(*branch);
        weigh(*branch, range.conditions);
      }
    }
    if (mask) {
      for (BasicBlock *version : {fast, slow, join}) {
        mask->clone()->insertBefore(version->getFirstNonPHIIt());
      }
    }
  }

 private:
  /// Returns true if SIMD groups meet these boundaries often enough for a loop over pieces. Ends of
  /// types are hardly ever met, but no target gathers narrow elements well.
  ///
  /// The piece behind the end of a period has lanes in front of its start. Where that is the start
  /// of a buffer, there may be no memory, and processors take hundreds of cycles to leave these
  /// lanes out.
  bool hasPieces(const InstructionRange &range) const {
    auto startsBuffer = [](const CheckedAccess &access) {
      return access.address.terms.empty() &&
             any_of(access.indices, [](const auto &index) { return hasPeriod(index.expression); });
    };
    auto isNarrow = [](const CheckedAccess &access) {
      return getLoadStoreType(access.instruction)->getPrimitiveSizeInBits() < 32;
    };
    return !function_.hasFnAttribute(plainBoundariesAttribute) &&
           (!hasRangesAlone(range.conditions) || any_of(range.accesses, isNarrow)) &&
           none_of(range.accesses, startsBuffer) && runsStep("piecewise-boundaries", function_);
  }

  static bool hasRangesAlone(const LaneConditions &conditions) {
    return all_of(conditions, [](const AffineCondition &condition) {
      return condition.kind == AffineCondition::Kind::inRange;
    });
  }

  /// Marks the general version of an access. If its check tested ranges alone, the second check
  /// would repeat it and is marked as done too.
  void mark(Instruction &access, const LaneConditions &conditions) {
    MDNode *empty = MDNode::get(function_.getContext(), {});
    access.setMetadata(metadataOf(trust_), empty);
    if (hasRangesAlone(conditions)) {
      access.setMetadata(metadataOf(Trust::ranges), empty);
    }
  }

  /// Short periods end in each SIMD group, and ends of long ones are rare. So where there are
  /// periods, the branch to the pieces favours the other side. Lanes beyond a bound are mostly few.
  void weigh(BranchInst &branch, const LaneConditions &conditions) {
    MDBuilder metadata(function_.getContext());
    branch.setMetadata(LLVMContext::MD_prof, hasPeriods(conditions)
                                                 ? metadata.createUnlikelyBranchWeights()
                                                 : metadata.createLikelyBranchWeights());
  }

  static bool hasPeriods(ArrayRef<AffineCondition> conditions) {
    return any_of(conditions, [](const AffineCondition &condition) {
      return condition.kind == AffineCondition::Kind::inPeriod;
    });
  }

  /// Branches with weights. A period may be shorter than a SIMD group as long as a loop runs. So a
  /// check of periods gets mild weights: the general version is not laid out as code hardly ever
  /// run.
  void branch(BasicBlock &block, Value *holds, ArrayRef<AffineCondition> conditions,
              BasicBlock &fast, BasicBlock &slow) {
    block.getTerminator()->eraseFromParent();
    LLVMContext &context = function_.getContext();
    MDBuilder metadata(context);
    BranchInst *branch = IRBuilder<>(&block).CreateCondBr(
        holds, &fast, &slow,
        hasPeriods(conditions) ? metadata.createBranchWeights(4, 1)
                               : metadata.createLikelyBranchWeights());
    markVersions(*branch);
  }

  void markVersions(BranchInst &branch) {
    branch.setMetadata(versionsMetadata, MDNode::get(function_.getContext(), {}));
  }

  /// Copies all but the terminator into the strided block, with operands mapped to copies.
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

  /// Joins values with uses behind the versions by phis.
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

  /// Returns true if an instruction is pure arithmetic, free to move.
  static bool isComputed(const Instruction &instruction) {
    return !isa<PHINode, AllocaInst>(instruction) &&
           (!isa<CallBase>(instruction) || isa<MinMaxIntrinsic>(instruction)) &&
           !instruction.mayReadOrWriteMemory();
  }

  /// Moves computations of the instruction range with users outside of it to its front. Both
  /// versions compute them alike, so one value serves all users, and later blocks see its
  /// definition instead of a phi.
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

  /// Drops indices of the copy with no user but the old addresses.
  static void removeDead(BasicBlock &block) {
    for (Instruction &instruction : make_early_inc_range(reverse(block))) {
      if (isInstructionTriviallyDead(&instruction)) {
        instruction.eraseFromParent();
      }
    }
  }

  /// Moves computations from before the check into the general version, if only it uses them.
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

  /// Emits the bases of an access's expressions, one addend per term.
  static StridedParts partsOf(AffineConditionEmitter &emitter, const CheckedAccess &access) {
    StridedParts parts;
    for (const auto &[term, expression] : access.indices) {
      const auto scale = static_cast<uint64_t>(term.scale);
      for (auto [base, factor] : expression.terms) {
        parts.summands.push_back(
            {emitter.emit(*base), static_cast<int64_t>(scale * static_cast<uint64_t>(factor))});
      }
      parts.offset += static_cast<uint64_t>(expression.offset) * scale;
      parts.stride += static_cast<uint64_t>(expression.stride) * scale;
    }
    return parts;
  }

  Function &function_;
  const ShapeAnalysis &shapes_;
  Trust trust_;
  StridedAddresses addresses_;
  AffineConditionEmitter::FirstLanes firstLanes_;
};

/// Returns true if a value may be computed earlier in its block: an integer without effects,
/// uniform or strided. Checks and addresses are made of these.
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

/// Moves such values up to the first instruction with a fixed place. Successive accesses each
/// compute their index just before themselves; afterwards one check in front can cover all of them.
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

/// One round over the function with one trust. Returns true if anything changed.
bool checkStrides(Function &function, const SimdGroup &simdGroup, Trust trust) {
  std::vector<InstructionRange> ranges;
  Search search(function, simdGroup, trust);
  // Dominating blocks come first. Versioning in reverse then leaves every value where the search
  // has found it.
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
    std::vector<InstructionRange> found = search.run(*block);
    if (found.size() > 1) {
      computeIndicesEarly(*block, search.shapes());
      found = search.run(*block);
    }
    llvm::append_range(ranges, found);
  }
  Versioning versioning(function, search.shapes(), trust);
  for (InstructionRange &range : reverse(ranges)) {
    versioning.run(range);
  }
  return !ranges.empty();
}

}  // namespace

void checkStrides(Function &function, const SimdGroup &simdGroup) {
  // The second round looks at the general versions of the first one only.
  if (runsStep("check-strides", function) && checkStrides(function, simdGroup, Trust::boundaries)) {
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

/// Predecessors that come later in this order are the ends of loops.
BoundaryBlocks boundaryBlocks(const Function &function) {
  BoundaryBlocks blocks;
  SmallPtrSet<const BasicBlock *, 32> seen;
  for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&function)) {
    auto isThere = [&](const BasicBlock *before) {
      return blocks.contains(before) || !seen.contains(before);
    };
    if (isBehindFailedCheck(*block) ||
        (!pred_empty(block) && all_of(predecessors(block), isThere))) {
      blocks.insert(block);
    }
    seen.insert(block);
  }
  return blocks;
}

}  // namespace compiler::vecz
