// A structure assignment of C is a memcpy of a few bytes. As a call it would run lane by lane; as
// loads and stores the memory widener sees strides, structures and private variables in it.
//
//      memcpy(p, q, 7), both aligned to 4     →     i32 at 0, i16 at 4, i8 at 6
//
// The pieces cover the bytes exactly once, so nothing beyond the copy is accessed.

#include "vecz/prepare/copy_expansion.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "registry/step_gate.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::copyExpansion;

namespace {

struct Piece {
  uint64_t offset;
  uint64_t size;
};

// Aligned pieces that cover the access; empty if the length is unknown or there would be too many.
SmallVector<Piece> piecesOf(const MemIntrinsic &access, Align alignment) {
  SmallVector<Piece> pieces;
  auto *length = dyn_cast<ConstantInt>(access.getLength());
  if (!length || length->getValue().ugt(maxPieces * maxPieceSize)) {
    return pieces;
  }
  uint64_t end = length->getZExtValue();
  uint64_t widest = std::min(alignment.value(), maxPieceSize);
  for (uint64_t offset = 0; offset < end;) {
    uint64_t size = std::min(widest, bit_floor(end - offset));
    pieces.push_back({offset, size});
    offset += size;
  }
  if (pieces.size() > maxPieces) {
    pieces.clear();
  }
  return pieces;
}

// The address of a piece.
Value *place(IRBuilder<> &builder, Value *start, uint64_t offset) {
  return offset == 0 ? start
                     : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, offset);
}

// Emits all loads in front of all stores: source and target may overlap (memmove). Returns false,
// with nothing emitted, if the copy has to stay.
bool expandCopy(MemTransferInst &copy) {
  Align from = copy.getSourceAlign().valueOrOne(), to = copy.getDestAlign().valueOrOne();
  SmallVector<Piece> pieces = piecesOf(copy, std::min(from, to));
  IRBuilder<> builder(&copy);
  SmallVector<Value *> values;
  for (Piece piece : pieces) {
    Value *source = place(builder, copy.getSource(), piece.offset);
    values.push_back(builder.CreateAlignedLoad(builder.getIntNTy(8 * piece.size), source,
                                               commonAlignment(from, piece.offset)));
  }
  for (auto [piece, value] : zip(pieces, values)) {
    Value *target = place(builder, copy.getDest(), piece.offset);
    builder.CreateAlignedStore(value, target, commonAlignment(to, piece.offset));
  }
  return !pieces.empty();
}

// Emits a store of the repeated byte for each piece. Returns false if the fill has to stay.
bool expandFill(MemSetInst &fill) {
  Align to = fill.getDestAlign().valueOrOne();
  SmallVector<Piece> pieces = piecesOf(fill, to);
  IRBuilder<> builder(&fill);
  for (Piece piece : pieces) {
    unsigned bits = 8 * piece.size;
    Value *byte = builder.CreateZExt(fill.getValue(), builder.getIntNTy(bits));
    Value *value = builder.CreateMul(byte, builder.getInt(APInt::getSplat(bits, APInt(8, 1))));
    Value *target = place(builder, fill.getDest(), piece.offset);
    builder.CreateAlignedStore(value, target, commonAlignment(to, piece.offset));
  }
  return !pieces.empty();
}

}  // namespace

void expandSmallCopies(Function &function) {
  if (!runsStep("expand-small-copies", function)) {
    return;
  }
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *access = dyn_cast<MemIntrinsic>(&instruction);
    if (!access || access->isVolatile()) {
      continue;
    }
    auto *copy = dyn_cast<MemTransferInst>(access);
    auto *fill = dyn_cast<MemSetInst>(access);
    if ((copy && expandCopy(*copy)) || (fill && expandFill(*fill))) {
      access->eraseFromParent();
    }
  }
}

}  // namespace compiler::vecz
