// Reads one kernel of a program, for a binary of its own.
//
// Code on demand compiles the kernels of a program one by one. Each starts from the bitcode of the
// whole program, so reading a kernel must not take the time of reading all.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "compiler/result.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler {

/// Returns a module with one kernel of a finalized module, and everything that it refers to; never
/// null. Another kernel that it calls becomes a plain function.
///
/// The time depends on the kernel and on the number of functions in the program, not on their size:
/// only needed bodies are read. Error::invalidBinary if the bitcode is damaged,
/// Error::internalFailure if it has no such kernel. `bitcode` must outlive the call alone.
Result<std::unique_ptr<llvm::Module>> readKernel(std::span<const std::byte> bitcode,
                                                 std::string_view kernel,
                                                 llvm::LLVMContext &context);

}  // namespace compiler
