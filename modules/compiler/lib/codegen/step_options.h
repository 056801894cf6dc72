// Choice of optional steps for a build, from its options and the environment.
#pragma once

#include "compiler/target/build_options.h"
#include "registry/step_gate.h"

namespace llvm {
class Module;
class OptPassGateInstrumentation;
class PassBuilder;
class PassInstrumentationCallbacks;
}  // namespace llvm

namespace compiler {

/// Returns the steps that the build options or this process's KILN_DISABLE_STEPS switch off, and
/// the bisection limit of the options or else of KILN_OPT_BISECT_LIMIT. Values of the environment
/// that are not understood are reported once and ignored. Thread-safe.
StepOptions stepOptions(const frontend::BuildOptions &options);

/// Tells if the build is part of a bisection: it then runs on one thread, in one order.
bool bisectsSteps(const frontend::BuildOptions &options);

/// Lets the pass managers ask the gate of the module's LLVMContext, and names the passes for it.
/// Does nothing if the gate is not enabled: naming takes time. `callbacks` and `gate` must outlive
/// the pass managers.
void obeyGate(const llvm::Module &module, llvm::PassInstrumentationCallbacks &callbacks,
              llvm::OptPassGateInstrumentation &gate, llvm::PassBuilder &builder);

}  // namespace compiler
