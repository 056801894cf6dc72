// From OpenCL C to the common form of LLVM IR: Clang inside of this process.
//
// The common form: triple spir or spir64, SPIR address spaces, OpenCL builtins as mangled
// calls, no optimisation done (and no optnone), metadata of the kernels' arguments on every
// kernel, whatever the options.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/info.h"
#include "compiler/module.h"
#include "compiler/program_info.h"
#include "compiler/result.h"
#include "frontend/build_options.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler::frontend {

/// The stack that compileOpenCLC and the passes after it need for the largest program
/// that the limits (limits.h) allow, in bytes.
inline constexpr size_t requiredStackSize = size_t{256} << 20;

/// Compiles one translation unit. `#include` finds `headers` by their names, then files in
/// the -I folders of the options; nothing else of the file system. Diagnostics go to `log` in
/// Clang's format, never to stderr. Errors: compileFailure, outOfResources where a limit was
/// exceeded. `dependencies` receives the files that were looked for, even if it fails. With `files`
/// these take the place of the file system, and `dependencies` stays without files. Thread-safe
/// for different contexts; call it on a thread with requiredStackSize of stack (reserved, not
/// committed).
Result<std::unique_ptr<llvm::Module>> compileOpenCLC(
    llvm::LLVMContext &context, std::string_view source, std::span<const InputHeader> headers,
    const BuildOptions &options, const DeviceProperties &properties, std::string &log,
    Dependencies &dependencies, const std::vector<GivenFile> *files = nullptr);

/// The kernels of a module in common form, in the module's order. internalFailure if
/// the module has kernels without or with damaged argument metadata.
/// hasArgumentInfo is set for those with kernel_arg_name; whether the user may see what our own
/// front end writes depends on the options.
Result<std::vector<KernelInfo>> readKernelInfo(const llvm::Module &module);

}  // namespace compiler::frontend
