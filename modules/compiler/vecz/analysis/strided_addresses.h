// Gives accesses strided addresses, where checks or masks have made sure that their lanes lie so.
//
// checked_strides.h takes addresses apart and finds the strides. Here the addresses are emitted.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/analysis/affine_lanes.h"

namespace compiler::vecz {

/// A load or store whose address varies, but is strided wherever its indices are. For a[min(i, n)]
/// of floats, the address is `a` without terms, and the one index min(i, n) has the scale 4 and the
/// stride 1.
struct CheckedAccess {
  /// An index of the address, and its affine expression.
  struct Index {
    LinearAddress::Term term;     ///< with its scale in bytes
    AffineExpression expression;  ///< of the term's value, extended
  };

  llvm::Instruction *instruction;  ///< a load or store of the function
  LinearAddress address;           ///< without the terms of `indices`
  llvm::SmallVector<Index, 2> indices;
};

/// What takes the place of an access's indices, in bytes: uniform addends, a constant, and the
/// distance of neighbouring lanes.
struct StridedParts {
  /// One addend: scale * value. Narrow values are extended with their sign.
  struct Summand {
    llvm::Value *value;
    int64_t scale;
  };

  llvm::SmallVector<Summand, 2> summands;
  /// Bytes, modulo 2^64: products of strides and scales wrap as addresses do.
  uint64_t offset = 0;
  /// From lane to lane.
  uint64_t stride = 0;
};

/// Emits strided addresses into one linearised function.
///
/// In front of an access of floats with the index min(i, 99), that is `a` + 4 * lane 0's i +
/// 4 * kiln.lane.
class StridedAddresses {
 public:
  /// Keeps a reference to the function. One object serves all accesses of it.
  explicit StridedAddresses(llvm::Function &function);

  /// Gives `instruction`, the access or a copy of it, its new address: root, terms without a check,
  /// summands, lane * stride, and the constant offset last, so neighbours differ in it alone.
  /// `here` maps values of the access to those at the instruction's place.
  void set(llvm::Instruction &instruction, const CheckedAccess &access, const StridedParts &parts,
           llvm::function_ref<llvm::Value *(const llvm::Value *)> here);
  /// kiln.lane, called once in the entry block: an i64.
  llvm::Value *lane();

 private:
  /// address + scale * index, the index extended to the width of an address first.
  llvm::Value *advance(llvm::IRBuilder<> &builder, llvm::Value *address, llvm::Value *index,
                       LinearAddress::Extension extension, int64_t scale) const;

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  /// Null before the first use.
  llvm::Value *lane_ = nullptr;
};

}  // namespace compiler::vecz
