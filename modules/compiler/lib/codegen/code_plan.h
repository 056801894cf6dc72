// Decides when the code of a program can be generated, and in which pieces.
//
// A build may end before there is code, as long as it has reported all errors of the program. The
// plan is found at the end of finalize, stored with the module's data, and followed by the driver
// (Module::codePlan).
#pragma once

#include "compiler/info.h"
#include "compiler/module.h"
#include "compiler/target/build_options.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace compiler {

/// Returns the plan for a module at the end of finalize. Deciding takes one walk over the module.
/// `areSeparable` is the result of areKernelsSeparable (kernel_partitions.h).
///
/// * `atBuild`: code generation may refuse the program, the options ask for remarks in the build
///   log, or for a bisection, whose numbers need one order of all steps.
/// * `whole`: kernels share variables, or could compare addresses of a constant.
/// * `kernels`: any other program.
CodePlan findCodePlan(const llvm::Module &module, bool areSeparable,
                      const frontend::BuildOptions &options, const DeviceProperties &device);

}  // namespace compiler
