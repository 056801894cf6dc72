// SPIR as a way into the compiler: LLVM bitcode with the triple spir or spir64, as Clang makes it
// now and as SPIR 1.2 specified it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "compiler/info.h"
#include "compiler/result.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler::il {

/// Reads bitcode of this or an older LLVM and checks that it is a program for a device with these
/// properties that uses nothing of LLVM IR but what OpenCL C can mean. LLVM's reader may crash,
/// hang or allocate without bound on damaged bytes: call it in a process that may end. Error:
/// invalidBinary, with a line in `log`.
Result<std::unique_ptr<llvm::Module>> loadSPIR(llvm::LLVMContext &context,
                                               std::span<const std::byte> bitcode,
                                               const DeviceProperties &properties,
                                               std::string &log);

/// Brings a module that loadSPIR accepted to the common form. Debug information that this LLVM
/// understands stays if that is wanted. Error: compileFailure, with a line in `log`.
Result<void> compileSPIR(llvm::Module &module, bool keepDebugInfo, std::string &log);

}  // namespace compiler::il
