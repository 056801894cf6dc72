// Computes the values on which all work-items of a work-group agree (uniformity analysis).
//
// A uniform branch needs no mask, a uniform address no gather, a uniform value one frame slot
// instead of one per work-item.
#pragma once

#include <functional>
#include <memory>

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace compiler::passes {

/// Returns true if a call gives all work-items of a group the same result, provided its arguments
/// are the same.
bool isUniformCall(const llvm::CallBase &call);

/// Returns true if no work-item writes the memory read by the load while the kernel runs: constant
/// memory, and arguments passed by value.
bool readsConstantMemory(const llvm::LoadInst &load);

/// LLVM's UniformityAnalysis for the work-items of a group in place of a GPU's threads.
///
/// Uniform are: arguments, constants, group ids and sizes, loads of constant memory and early loads
/// (early_loads.h) from uniform addresses, and everything computed from these under uniform
/// control. All other values may diverge. The results hold as long as the function's blocks do not
/// change.
class UniformValues {
 public:
  /// Analyses the work-items of a work-group.
  explicit UniformValues(llvm::Function &function);
  /// Analyses another set of work-items, as the lanes of a SIMD group. `diverges` returns true for
  /// arguments and instructions whose values differ even if their operands are uniform. For a call
  /// or access with the answer false, the operands decide.
  UniformValues(llvm::Function &function, std::function<bool(const llvm::Value &)> diverges);
  /// Defined where Analyses is complete.
  ~UniformValues();

  /// Returns true if all work-items that compute the value get the same one, and no use sees values
  /// of different iterations of a loop.
  bool isUniform(const llvm::Instruction &value) const;
  /// Likewise, except for uses behind a loop: work-items that leave it in different iterations may
  /// see different values there (temporal divergence).
  bool isUniformAtDefinition(const llvm::Instruction &value) const;
  /// Returns true if work-items may leave the block to different successors.
  bool branchDiverges(const llvm::BasicBlock &block) const;

 private:
  /// LLVM's analyses with the manager that owns them.
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

}  // namespace compiler::passes
