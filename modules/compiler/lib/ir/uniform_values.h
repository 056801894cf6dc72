// Computes the values on which all work-items of a work-group agree (uniformity analysis).
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

/// Gives all work-items of a group the same if its operands are the same.
bool isUniformCall(const llvm::CallBase &call);

/// A forward analysis: arguments, constants, group ids and sizes, loads of constant memory
/// from uniform addresses, and what is computed from these under uniform control are
/// uniform; all else diverges. Any change of the function's blocks invalidates it.
class UniformValues {
 public:
  explicit UniformValues(llvm::Function &function);
  /// For other sets of work-items: `diverges` says of an argument or instruction that it makes
  /// values differ even if its operands are uniform. Of a call or access that it denies, the
  /// operands decide.
  UniformValues(llvm::Function &function, std::function<bool(const llvm::Value &)> diverges);
  ~UniformValues();

  /// All work-items that compute it get the same value, and no use sees values of
  /// different iterations of a loop.
  bool isUniform(const llvm::Instruction &value) const;
  /// The same, but uses behind a loop that work-items leave apart may see different iterations'.
  bool isUniformAtDefinition(const llvm::Instruction &value) const;
  /// Work-items may leave the block to different successors.
  bool branchDiverges(const llvm::BasicBlock &block) const;

 private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

}  // namespace compiler::passes
