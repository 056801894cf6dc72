// From a finalized module to a relocatable object: the kernel pipeline with the analyses of
// the target's machine, then LLVM's code generation.
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

struct CodeRequest {
  const BaseTarget &target;
  const frontend::BuildOptions &options;
  SpecializationOptions specialization;
};

/// Of the build options, or this process's KILN_VECTORIZE.
vecz::VectorizeOptions vectorizeOptions(const frontend::BuildOptions &options);

/// Refers to the request's target and options.
passes::KernelOptions kernelOptions(const CodeRequest &request);

/// Brings a finalized module to where emitCode takes it: the target's machine and layout, and the
/// kernel pipeline.
Result<LeasedMachine> prepareForCode(llvm::Module &module, const CodeRequest &request,
                                     const DiagnosticLog &diagnostics);

/// Changes the module, on whose LLVMContext `diagnostics` listens. The bytes of objects that are to
/// be linked together, several for large kernels and programs, or a failure; what is wrong is then
/// in the log. These take more threads than the caller's, if it may run on several processors.
Result<std::vector<Bytes>> generateObjects(llvm::Module &module, const CodeRequest &request,
                                           DiagnosticLog &diagnostics);

}  // namespace compiler
