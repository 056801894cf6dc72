// Accepts SPIR: LLVM bitcode with the triple spir or spir64, of today's Clang and of SPIR 1.2.
//
// The work is split into two steps. loadSPIR() reads and checks foreign bytes, in the helper
// process. compileSPIR() then brings the module to the form of Clang's OpenCL C front end. Between
// the two, the application may still set build options (cl_khr_spir).
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

/// Reads bitcode of this or an older LLVM. Checks that it is a sound program for a device with
/// these properties, and that it uses only the parts of LLVM IR with a meaning in OpenCL C
/// (spir_subset.h).
///
/// LLVM's reader may crash, hang or allocate without bound on damaged bytes: call this in a process
/// that may end. Error::invalidBinary, with a line in `log`.
Result<std::unique_ptr<llvm::Module>> loadSPIR(llvm::LLVMContext &context,
                                               std::span<const std::byte> bitcode,
                                               const DeviceProperties &properties,
                                               std::string &log);

/// Converts a module accepted by loadSPIR() to the common form: names, metadata, opaque types and
/// attributes as Clang writes them today. With `keepDebugInfo`, debug information of this LLVM's
/// version stays. Error::compileFailure, with a line in `log`; the module is then of no use.
///
/// Runs in the helper process as well: accepted modules may still be stranger than any front end's.
Result<void> compileSPIR(llvm::Module &module, bool keepDebugInfo, std::string &log);

}  // namespace compiler::il
