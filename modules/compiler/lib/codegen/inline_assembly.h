// Prepares and checks inline assembly when a program is built, before any kernel is compiled.
//
// Code generation may be deferred to the first launch, and an error in assembly must not wait for
// it. So each text of assembly is assembled alone, in a function of its own.
#pragma once

#include "compiler/target/base_target.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace compiler {

/// Checks all calls of inline assembly that a front end has marked with its target
/// (ir/kernel_conventions.h), and adds the registers that assembly of the processor may always
/// change. Errors are reported on the module's LLVMContext: another processor than the device's,
/// and all that the device's assembler refuses. Does nothing for a module without assembly.
Result<void> prepareInlineAssembly(llvm::Module &module, const BaseTarget &target,
                                   const frontend::BuildOptions &options);

}  // namespace compiler
