// Widens accesses of small private arrays at divergent indices by selects among the elements.
#pragma once

#include "vecz/memory/memory_emitter.h"

namespace llvm {
class AllocaInst;
}  // namespace llvm

namespace compiler::vecz {

struct LinearAddress;

/// Accesses of a private variable that lies element by element for all lanes
/// (private_layout.h): each of its rows is a vector, and a lane's index says which row its
/// element is in.
class PrivateArrays {
 public:
  PrivateArrays(LaneValues &values, MemoryEmitter &emitter, const llvm::TargetTransformInfo &target)
      : values_(values), emitter_(emitter), target_(target) {}

  /// Emits the load of all lanes' elements and returns them, or returns null: the pointer is none
  /// of that kind, or a gather costs less.
  llvm::Value *load(Access access, const llvm::Value *pointer);
  /// Emits the store under the mask; false if it does not.
  bool store(Access access, const llvm::Value *pointer, llvm::Value *vector);

 private:
  struct Place {
    llvm::Value *variable;  ///< the SIMD group function's
    llvm::Value *rows;      ///< of the lanes, a vector of i32
    unsigned count;         ///< of rows
  };

  std::optional<Place> placeOf(const Access &access, const llvm::Value *pointer);
  bool pays(const Access &access, unsigned count) const;
  llvm::Value *rowNumbers(const LinearAddress &address, int64_t rowSize);
  llvm::Value *addressOf(const Access &access, const Place &place, unsigned row);
  llvm::Value *isIn(const Place &place, unsigned row);

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
