// Decomposes addresses into a base and a linear combination of values.
//
// Accesses with equal bases and terms differ by constants: they may be neighbours in memory
// (interleave.h), may be shown disjoint, and can share one check (checked_strides.h).
#pragma once

#include <cstdint>

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class DataLayout;
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// An address as root + the sum of scale * value + offset, in bytes, modulo 2^(bits of an index). A
/// value narrower than an index is extended first, by its term's `extension`; a wider one counts by
/// its low bits.
struct LinearAddress {
  /// How a narrow value becomes an index. `none` for values at least as wide as an index.
  enum class Extension : uint8_t { none, sign, zero };
  /// One summand, `scale` bytes per unit of `value`. Scales of a complete address are not 0.
  struct Term {
    const llvm::Value *value;
    Extension extension;
    int64_t scale;
    bool operator==(const Term &) const = default;
  };

  /// The pointer under all address computations; never null in a result of linearAddress().
  const llvm::Value *root = nullptr;
  /// No two of one value and extension. The order is the one of the computation, so builds are
  /// reproducible; comparisons must not depend on it.
  llvm::SmallVector<Term, 2> terms;
  /// Bytes, sign-extended from the width of an index.
  int64_t offset = 0;

  /// Returns true if the two addresses differ by their offsets alone. The order of terms does not
  /// matter.
  bool differsByConstant(const LinearAddress &other) const;
};

/// Products of offsets and scales wrap modulo 2^64, as addresses do; a plain product would be
/// undefined.
int64_t times(int64_t left, int64_t right);

/// Returns true if values of the type fill their bytes, so that an array of them in memory is a
/// vector of them. Sizes must be a power of 2 of at least a byte, so i1, i24 and x86_fp80 do not.
bool isVectorElement(llvm::Type *type, const llvm::DataLayout &layout);
/// Returns true if it is a load or store and neither volatile nor atomic. No others may be merged
/// or moved.
bool isSimpleAccess(const llvm::Instruction &instruction);

/// Decomposes `pointer`, looking through address computations and through index arithmetic proven
/// not to wrap. Whatever it cannot look through becomes a term or the root, so there is always a
/// result. It follows only flags of the instructions (nsw, nuw, nneg, disjoint), and emits nothing.
LinearAddress linearAddress(const llvm::Value *pointer, const llvm::DataLayout &layout);

/// Returns true if two loads or stores of one work-item, with these addresses, may touch the same
/// bytes. True if in doubt. It allows one access to move across the other; it says nothing about
/// different lanes.
bool mayTouchSameBytes(const llvm::Instruction &left, const LinearAddress &leftAddress,
                       const llvm::Instruction &right, const LinearAddress &rightAddress);

}  // namespace compiler::vecz
