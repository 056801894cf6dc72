// LLVM's code generation for whole modules.
#pragma once

#include <memory>

#include "compiler/target/base_target.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace compiler {

class CodePasses;

enum class CodeKind { object, assembly };

/// Code generation alone, for a module that has been through the kernel pipeline; `isPartition`: it
/// is a partition of a large kernel, for which passes that take long for what they win are left
/// out.
Result<Bytes> emitCode(llvm::Module &module, llvm::TargetMachine &machine, CodeKind kind,
                       bool isPartition = false);

/// Makes objects as emitCode does, but keeps LLVM's passes for the next small module: to make them
/// and to find out which needs which takes a tenth of such a module's code generation.
class ObjectEmitter {
 public:
  /// Outlived by the machine.
  explicit ObjectEmitter(llvm::TargetMachine &machine);
  ~ObjectEmitter();

  Result<Bytes> emit(llvm::Module &module);

 private:
  llvm::TargetMachine &machine_;
  std::unique_ptr<CodePasses> kept_;
};

}  // namespace compiler
