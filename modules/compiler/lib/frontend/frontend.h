// Compiles OpenCL C and C++ for OpenCL to LLVM IR, with Clang inside of this process.
//
// The result has the common form, alike for all input languages of Kiln:
// * triple spir or spir64, with SPIR's address spaces (1 global, 2 constant, 3 local, 4 generic);
// * OpenCL builtins as calls with mangled names;
// * not optimised, and not marked optnone;
// * metadata of the arguments on every kernel, whatever the options.
//
// No LLVM type is defined here, so callers need not include LLVM's headers.
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

/// Bytes of stack for compileOpenCLC() and the passes after it, on the largest program within the
/// limits (limits.h). Compile threads have more (thread/compile_threads.cpp).
inline constexpr size_t requiredStackSize = size_t{256} << 20;

/// Compiles one translation unit. `#include` finds `headers` by their names, then files in the -I
/// folders of the options, and no other files. Diagnostics go to `log` in Clang's format, never to
/// stderr.
///
/// `dependencies` receives the files that were looked for, also on failure. With `files`, these
/// take the place of the file system, and `dependencies` gets none.
///
/// Errors: compileFailure; outOfResources beyond a limit; unsupported if the device lacks the
/// language version; internalFailure if the target's own declarations are wrong. Thread-safe for
/// different contexts. The calling thread must have requiredStackSize of stack (reserved, not
/// committed).
Result<std::unique_ptr<llvm::Module>> compileOpenCLC(
    llvm::LLVMContext &context, std::string_view source, std::span<const InputHeader> headers,
    const BuildOptions &options, const DeviceProperties &properties, std::string &log,
    Dependencies &dependencies, const std::vector<GivenFile> *files = nullptr);

/// Returns the kernels of a module in common form, in the module's order. Error::internalFailure if
/// a kernel's argument metadata is missing or damaged.
///
/// hasArgumentInfo is set for kernels with kernel_arg_name. Kiln's own front end always writes it;
/// the caller decides by the options whether the user may see it.
Result<std::vector<KernelInfo>> readKernelInfo(const llvm::Module &module);

}  // namespace compiler::frontend
