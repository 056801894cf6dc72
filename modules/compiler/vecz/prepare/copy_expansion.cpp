#include "vecz/prepare/copy_expansion.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr uint64_t maxPieces = 32;
constexpr uint64_t maxPieceSize = 8;

struct Piece {
  uint64_t offset;
  uint64_t size;
};

/// Aligned pieces of a place; none if they were too many.
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

Value *place(IRBuilder<> &builder, Value *start, uint64_t offset) {
  return offset == 0 ? start
                     : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, offset);
}

/// All is read before anything is written: the places may overlap.
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
