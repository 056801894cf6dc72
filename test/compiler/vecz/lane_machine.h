// Interprets IR functions for several lanes in step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

/// Understands the code of FlowGenerator and of linearize(). Stops with an error at an operation
/// impossible in a SIMD group.
class LaneMachine {
 public:
  LaneMachine(unsigned width, unsigned seed);

  /// Runs a result of linearize() by the lanes with bits set in `active`.
  void runInStep(llvm::Function &function, unsigned active);
  /// Runs any function by one lane.
  void runAlone(llvm::Function &function, unsigned lane);
  const std::string &error() const { return error_; }
  /// The memory written by the lanes.
  const std::vector<uint64_t> &memory() const { return own_; }

 private:
  using Scalar = std::optional<uint64_t>;  // nothing is poison
  using Lanes = std::vector<Scalar>;

  void run(llvm::Function &function);
  void findVarying(llvm::Function &function);
  llvm::BasicBlock *runBlock(llvm::BasicBlock &block, const llvm::BasicBlock *from);
  void enter(llvm::BasicBlock &block, const llvm::BasicBlock *from);
  llvm::BasicBlock *leave(llvm::Instruction &terminator);
  void execute(llvm::Instruction &instruction);
  void call(llvm::CallInst &call);
  Scalar compute(llvm::Instruction &instruction, unsigned lane);
  Scalar access(llvm::Instruction &instruction, llvm::Value *pointer, unsigned lane);
  Scalar value(llvm::Value *value, unsigned lane);
  bool runs(unsigned lane) const { return mask_ >> lane & 1; }
  void fail(const llvm::Twine &message, const llvm::Value &where);

  unsigned width_;
  uint32_t n_;
  unsigned active_ = 0;
  bool alone_ = false;
  unsigned mask_ = 0;
  std::vector<uint64_t> in_, own_;
  llvm::DenseSet<const llvm::Value *> varying_;
  llvm::DenseMap<const llvm::Value *, Lanes> values_;
  std::string error_;
};

}  // namespace compiler::vecz
