// Runs LLVM's code generation on whole modules, to objects or assembly in memory.
//
// The input is a module behind the kernel pipeline, with the machine's triple and data layout
// (retarget() in compiler/target/target_machine.h). Code generation changes the module, and may
// leave it unusable for anything else.
#pragma once

#include <memory>

#include "compiler/target/base_target.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace compiler {

/// LLVM's pass manager with its passes and output buffer, defined in code_emitter.cpp.
class CodePasses;

/// Relocatable ELF for lld, or text for people.
enum class CodeKind { object, assembly };

/// Generates code for a module behind the kernel pipeline. `isPartition` marks a partition of a
/// large kernel: passes whose time does not pay there are left out. Fails with Error::unsupported
/// if the target cannot write this kind. Errors during code generation are reported on the module's
/// LLVMContext, so the caller asks its DiagnosticLog. Not thread-safe for one machine.
Result<Bytes> emitCode(llvm::Module &module, llvm::TargetMachine &machine, CodeKind kind,
                       bool isPartition = false);

/// Generates objects like emitCode(), and stores LLVM's passes between small modules. Making the
/// passes and scheduling their analyses takes a tenth of a small module's code generation. Not
/// thread-safe; a leased machine owns one (machine_pool.h).
class ObjectEmitter {
 public:
  /// `machine` must outlive the emitter.
  explicit ObjectEmitter(llvm::TargetMachine &machine);
  ~ObjectEmitter();

  /// Returns the module's object; errors as for emitCode().
  Result<Bytes> emit(llvm::Module &module);

 private:
  /// Must outlive the emitter.
  llvm::TargetMachine &machine_;
  /// Passes of an earlier small module; null before the first one, and after a failure.
  std::unique_ptr<CodePasses> kept_;
};

}  // namespace compiler
