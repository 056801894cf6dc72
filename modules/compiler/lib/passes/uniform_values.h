// Which values all work-items of a group agree on.
#pragma once

#include <memory>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
}  // namespace llvm

namespace compiler::passes {

/// A forward analysis: arguments, constants, group ids and sizes, loads of constant memory
/// from uniform addresses, and what is computed from these under uniform control are
/// uniform; all else diverges. Any change of the function's blocks invalidates it.
class UniformValues {
 public:
  explicit UniformValues(llvm::Function &function);
  ~UniformValues();

  /// All work-items that compute it get the same value, and no use sees values of
  /// different iterations of a loop.
  bool isUniform(const llvm::Instruction &value) const;
  /// Work-items may leave the block to different successors.
  bool branchDiverges(const llvm::BasicBlock &block) const;

 private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

}  // namespace compiler::passes
