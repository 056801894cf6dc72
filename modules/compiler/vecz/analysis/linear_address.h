// Decomposes addresses into a base and a linear combination of values.
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

/// root + the sum of scale * value + offset, in bytes, modulo 2^(bits of an index). A value that
/// is narrower is extended.
struct LinearAddress {
  enum class Extension : uint8_t { none, sign, zero };
  struct Term {
    const llvm::Value *value;
    Extension extension;
    int64_t scale;
    bool operator==(const Term &) const = default;
  };

  const llvm::Value *root = nullptr;
  /// No two of one value and extension; in the order in which the computation has them, which is
  /// the same in each build.
  llvm::SmallVector<Term, 2> terms;
  int64_t offset = 0;

  /// Whether the two differ by their offsets alone.
  bool differsByConstant(const LinearAddress &other) const;
};

/// Of offsets and scales: modulo 2^64.
int64_t times(int64_t left, int64_t right);

/// Whether values of the type fill their bytes, so that an array of them is a vector of them.
bool isVectorElement(llvm::Type *type, const llvm::DataLayout &layout);
/// Whether it is a load or store that is neither volatile nor atomic.
bool isSimpleAccess(const llvm::Instruction &instruction);

/// Looks through address computations and index arithmetic that cannot wrap.
LinearAddress linearAddress(const llvm::Value *pointer, const llvm::DataLayout &layout);

/// Whether two loads or stores of one work-item, of these addresses, may touch the same bytes.
bool mayTouchSameBytes(const llvm::Instruction &left, const LinearAddress &leftAddress,
                       const llvm::Instruction &right, const LinearAddress &rightAddress);

}  // namespace compiler::vecz
