// Indices in pieces
// -----------------
//
// In a SIMD group at a boundary, a clamped, divided or wrapped index still steps from lane to lane,
// but for one or two places. With 8 lanes, x from 96 on and w = 100:
//
//   (x + 1) % w        97 98 99  0 |  1  2  3 …     pieces of 3 and 5 lanes.
//   min(x + 1, w - 1)  97 98 99 99 | …              pieces of 3, 1, 1 … lanes.
//
// In place of a gather, the accesses run once for each piece, under its mask. The first lane of the
// ones left decides: lanes go with it if all their indices are its own, stepped.
//
//   few:        the indices; %index varies; br lanes.
//   lanes:      %left = phi i1 [true], [%rest]; kiln.mask(%left);
//               %start = first(%index) - stride * first(lane);
//               %piece = %left & %index == %start + stride * lane; br piece.
//   piece:      kiln.mask(%piece); load of %a + 4 * %start + 4 * lane, strided;
//               %rest = %left & !%piece; br i1 kiln.any(%rest), lanes, join.
//
// A clamped index has a piece for each lane beyond the bound. These may be many, and a period may
// be shorter than a SIMD group. So `isFew` decides at run time, and otherwise lanes access memory
// apart. Ends of long periods are rare, and short periods end in each SIMD group: the branch's
// weights favour the latter.
//
// Work-items have no order among each other, so a piece may load and store before the next one
// begins. A loop ends after as many rounds as there are lanes: the first one is always in the
// piece, even with an undefined index.
//
// Narrow indices are compared in their own type, modulo 2^bits. If the indices of all lanes, as
// stepped from the first, do not fit the type, the first lane is alone.

#include "vecz/analysis/piecewise_lanes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::piecewiseLanes;

namespace {

using Extension = LinearAddress::Extension;

/// Marks the branch at the end of a loop over pieces, and the one to it.
constexpr char piecesMetadata[] = "kiln.pieces";
constexpr char fewMetadata[] = "kiln.few_pieces";

/// An index of one or several accesses.
struct SteppedIndex {
  Value *value;
  Extension extension;
  int64_t stride;          ///< from lane to lane, in a piece
  Type *wide;              ///< the type of an index of addresses, or of the value if that is wider
  Value *start = nullptr;  ///< lane 0's value in the piece, in the width of addresses

  bool isOf(const CheckedAccess::Index &index) const {
    return value == index.term.value && extension == index.term.extension &&
           stride == index.expression.stride;
  }
};

class Pieces {
 public:
  Pieces(BasicBlock &boundary, BasicBlock &join, ArrayRef<CheckedAccess> accesses,
         const ShapeAnalysis &shapes, StridedAddresses &addresses)
      : boundary_(boundary),
        join_(join),
        accesses_(accesses),
        shapes_(shapes),
        addresses_(addresses),
        function_(*boundary.getParent()) {}

  BranchInst *run(CallInst *mask, Value *isFew) {
    findIndices();
    SmallVector<Value *> values;
    for (const SteppedIndex &index : indices_) {
      values.push_back(index.value);
    }
    const Closure operands = closureOf(values);
    if (indices_.size() > maxIndices || any_of(operands, [](const Instruction *instruction) {
          return instruction->mayReadOrWriteMemory();
        })) {
      return nullptr;
    }
    lane_ = addresses_.lane();
    BasicBlock *few = splitBehind(boundary_, closureOf(isFew), "few");
    BasicBlock *apart = isa<ConstantInt>(isFew) ? nullptr : copyOf(*few);
    BasicBlock *piece = splitBehind(*few, operands, "piece");
    BasicBlock *lanes = BasicBlock::Create(function_.getContext(), "lanes", &function_, piece);
    few->getTerminator()->setSuccessor(0, lanes);
    few->getTerminator()->setMetadata(fewMetadata, MDNode::get(function_.getContext(), {}));
    IRBuilder<> builder(lanes);
    BranchInst *branch = nullptr;
    if (apart) {
      boundary_.getTerminator()->eraseFromParent();
      branch = IRBuilder<>(&boundary_).CreateCondBr(isFew, few, apart);
    }
    builder.SetInsertPoint(lanes);
    PHINode *left = builder.CreatePHI(builder.getInt1Ty(), 2, "left");
    left->addIncoming(mask ? mask->getArgOperand(0) : builder.getTrue(), few);
    builder.CreateCall(declareMask(*function_.getParent()), {left});
    Value *isIn = emitPiece(builder, *left);
    builder.CreateBr(piece);
    for (const CheckedAccess &access : accesses_) {
      addresses_.set(*access.instruction, access, partsOf(access),
                     [](const Value *value) { return const_cast<Value *>(value); });
    }
    builder.SetInsertPoint(piece, piece->begin());
    builder.CreateCall(declareMask(*function_.getParent()), {isIn});
    closeLoop(*lanes, *piece, *left, isIn);
    collectResults(*few, *lanes, *piece, isIn);
    for (BasicBlock *block : {few, apart}) {
      if (mask && block) {
        mask->clone()->insertBefore(block->getFirstNonPHIIt());
      }
    }
    return branch;
  }

 private:
  using Closure = SmallPtrSet<const Instruction *, 16>;

  void findIndices() {
    const DataLayout &layout = function_.getDataLayout();
    for (const CheckedAccess &access : accesses_) {
      for (const CheckedAccess::Index &index : access.indices) {
        if (none_of(indices_, [&](const SteppedIndex &known) { return known.isOf(index); })) {
          auto *value = const_cast<Value *>(index.term.value);
          indices_.push_back({value, index.term.extension, index.expression.stride,
                              index.term.extension == Extension::none
                                  ? value->getType()
                                  : layout.getIndexType(access.address.root->getType())});
        }
      }
    }
  }

  /// The instructions of the block from which the values are computed.
  Closure closureOf(ArrayRef<Value *> values) const {
    SmallVector<Value *> open(values);
    Closure found;
    while (!open.empty()) {
      auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
      if (instruction && instruction->getParent() == &boundary_ &&
          found.insert(instruction).second) {
        llvm::append_range(open, instruction->operands());
      }
    }
    return found;
  }

  /// Moves the instructions of a closure to the front of the block, and splits the block behind.
  static BasicBlock *splitBehind(BasicBlock &block, const Closure &closure, const Twine &name) {
    auto rest = find_if(
        block, [&](const Instruction &instruction) { return !closure.contains(&instruction); });
    for (Instruction &instruction : make_early_inc_range(make_range(rest, block.end()))) {
      if (closure.contains(&instruction)) {
        instruction.moveBefore(rest);
      }
    }
    return block.splitBasicBlock(rest, name);
  }

  /// Copies the accesses as they are, for SIMD groups of many pieces.
  BasicBlock *copyOf(BasicBlock &piece) {
    ValueToValueMapTy copies;
    BasicBlock *copy = CloneBasicBlock(&piece, copies, "", &function_);
    copy->setName("apart");
    remapInstructionsInBlocks(copy, copies);
    for (PHINode &phi : join_.phis()) {
      Value *value = phi.getIncomingValueForBlock(&piece);
      Value *copied = copies.lookup(value);
      phi.addIncoming(copied ? copied : value, copy);
    }
    return copy;
  }

  /// Emits the choice of the lanes that go with the first one of `left`: an i1. Indices of inactive
  /// lanes may be poison.
  Value *emitPiece(IRBuilder<> &builder, Value &left) {
    Value *firstLane = emitFirst(builder, lane_);
    Value *isFirst = builder.CreateICmpEQ(lane_, firstLane);
    Value *steps = builder.getTrue(), *allFit = builder.getTrue();
    for (SteppedIndex &index : indices_) {
      Type *narrow = index.value->getType();
      auto asIndex = [&](Value *value) {
        return index.extension == Extension::zero ? builder.CreateZExt(value, index.wide)
                                                  : builder.CreateSExt(value, index.wide);
      };
      auto stepped = [&](Value *lane) {
        return builder.CreateMul(builder.CreateZExtOrTrunc(lane, index.wide),
                                 ConstantInt::getSigned(index.wide, index.stride));
      };
      index.start = builder.CreateSub(asIndex(emitFirst(builder, index.value)), stepped(firstLane));
      Value *start = builder.CreateTrunc(index.start, narrow);
      Value *expected = builder.CreateAdd(start, builder.CreateTrunc(stepped(lane_), narrow));
      steps = builder.CreateAnd(steps, builder.CreateICmpEQ(index.value, expected));
      if (narrow == index.wide) {
        continue;
      }
      Value *lastLane = builder.CreateCall(declareLastLane(*function_.getParent()));
      for (Value *end : {index.start, builder.CreateAdd(index.start, stepped(lastLane))}) {
        Value *fits = builder.CreateICmpEQ(asIndex(builder.CreateTrunc(end, narrow)), end);
        allFit = builder.CreateAnd(allFit, fits);
      }
    }
    Value *goesAlong = builder.CreateOr(builder.CreateAnd(steps, allFit), isFirst);
    return builder.CreateLogicalAnd(&left, goesAlong);
  }

  Value *emitFirst(IRBuilder<> &builder, Value *value) {
    return builder.CreateCall(declareFirst(*function_.getParent(), value->getType()), {value});
  }

  StridedParts partsOf(const CheckedAccess &access) const {
    StridedParts parts;
    for (const CheckedAccess::Index &index : access.indices) {
      const auto *stepped =
          find_if(indices_, [&](const SteppedIndex &known) { return known.isOf(index); });
      parts.summands.push_back({stepped->start, index.term.scale});
      parts.stride +=
          static_cast<uint64_t>(stepped->stride) * static_cast<uint64_t>(index.term.scale);
    }
    return parts;
  }

  /// Goes on while lanes are left.
  void closeLoop(BasicBlock &lanes, BasicBlock &piece, PHINode &left, Value *isIn) {
    piece.getTerminator()->eraseFromParent();
    IRBuilder<> builder(&piece);
    Value *rest = builder.CreateAnd(&left, builder.CreateNot(isIn), "rest");
    left.addIncoming(rest, &piece);
    Value *any = builder.CreateCall(declareAny(*function_.getParent()), {rest});
    BranchInst *branch = builder.CreateCondBr(any, &lanes, &join_);
    branch->setMetadata(piecesMetadata, MDNode::get(function_.getContext(), {}));
  }

  /// Each lane's result is that of its piece. Values that do not vary are the same in all of them.
  void collectResults(BasicBlock &few, BasicBlock &lanes, BasicBlock &piece, Value *isIn) {
    for (PHINode &result : join_.phis()) {
      auto *value = dyn_cast<Instruction>(result.getIncomingValueForBlock(&piece));
      if (!value || value->getParent() != &piece || !shapes_[value].isVarying()) {
        continue;
      }
      IRBuilder<> builder(&lanes, lanes.begin());
      PHINode *before = builder.CreatePHI(value->getType(), 2);
      builder.SetInsertPoint(piece.getTerminator());
      Value *collected = builder.CreateSelect(isIn, value, before);
      before->addIncoming(Constant::getNullValue(value->getType()), &few);
      before->addIncoming(collected, &piece);
      result.setIncomingValueForBlock(&piece, collected);
    }
  }

  BasicBlock &boundary_;
  BasicBlock &join_;
  ArrayRef<CheckedAccess> accesses_;
  const ShapeAnalysis &shapes_;
  StridedAddresses &addresses_;
  Function &function_;
  Value *lane_ = nullptr;
  SmallVector<SteppedIndex, 4> indices_;
};

}  // namespace

BranchInst *accessInPieces(BasicBlock &boundary, BasicBlock &join, ArrayRef<CheckedAccess> accesses,
                           CallInst *mask, Value *isFew, const ShapeAnalysis &shapes,
                           StridedAddresses &addresses) {
  return Pieces(boundary, join, accesses, shapes, addresses).run(mask, isFew);
}

bool isInFrontOfPieces(const BasicBlock &block) {
  return block.getTerminator()->hasMetadata(fewMetadata);
}

bool goesOnWithPieces(const Instruction &branch) {
  return branch.hasMetadata(piecesMetadata);
}

}  // namespace compiler::vecz
