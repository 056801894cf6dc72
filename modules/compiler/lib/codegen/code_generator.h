// Compiles a finalized module to relocatable objects: the kernel pipeline, then LLVM's back end.
//
// The way of a module: finalized (SPIR's address spaces, target-neutral) → retargeted → work-group
// functions → optimised → kernel table → object. Large programs and kernels are divided on the way;
// code_generator.cpp draws the picture.
#pragma once

#include <memory>
#include <vector>

#include "codegen/code_emitter.h"
#include "codegen/machine_pool.h"
#include "compiler/kernel.h"
#include "compiler/target/base_target.h"
#include "vecz/model/options.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace compiler {
namespace passes {
struct KernelOptions;
}

class DiagnosticLog;

/// Target, options and specialisation of one code generation. Refers to the caller's objects.
struct CodeRequest {
  /// Must outlive the code generation, like `options`.
  const BaseTarget &target;
  const frontend::BuildOptions &options;
  /// Known sizes and argument values; empty for a binary that serves all launches.
  SpecializationOptions specialization;
};

/// Returns the vectoriser's options: those of the build options, else those of KILN_VECTORIZE in
/// this process. With -cl-opt-disable nothing is vectorised.
vecz::VectorizeOptions vectorizeOptions(const frontend::BuildOptions &options);

/// Returns the options of the kernel pipeline. They refer to the request's target and options.
passes::KernelOptions kernelOptions(const CodeRequest &request);

/// Runs the whole kernel pipeline on a finalized module, with the target's machine and data layout.
/// The module is then ready for emitCode() with the returned machine. Error::compileFailure if a
/// pass reports an error on `diagnostics`. Never divides the module.
Result<LeasedMachine> prepareForCode(llvm::Module &module, const CodeRequest &request,
                                     const DiagnosticLog &diagnostics);

/// Returns the objects of a binary, to be linked together: several for large kernels and programs.
/// The module is changed. `diagnostics` listens on the module's LLVMContext.
///
/// On failure the log says why; Error::compileFailure is the program's fault. Partitions are
/// compiled on other compile threads beside the caller's, as far as the thread's processors allow.
Result<std::vector<Bytes>> generateObjects(llvm::Module &module, const CodeRequest &request,
                                           DiagnosticLog &diagnostics);

}  // namespace compiler
