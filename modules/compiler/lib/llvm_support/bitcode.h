// Converts modules to bitcode and back: the way from one LLVMContext to another.
//
// Modules cannot move between contexts, and a context belongs to one thread. So operations and
// parallel code generation exchange bytes.
#pragma once

#include <memory>

#include "compiler/module.h"
#include "support/result.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler {

/// Returns the module's bitcode. Thread-safe for modules of different contexts. Equal modules give
/// equal bytes, so object files and caches are reproducible.
Bytes writeBitcode(const llvm::Module &module);
/// Reads bitcode into the context; never null. Fails with LLVM's reason if the bytes are no bitcode
/// of this LLVM. Only for bytes of this driver: LLVM's reader crashes on some damaged ones. Foreign
/// bytes go through il/spir.h, in the helper process.
///
/// Reads everything at once. Partitions read lazily (codegen/kernel_partitions.h).
support::Result<std::unique_ptr<llvm::Module>> readBitcode(std::span<const std::byte> bytes,
                                                           llvm::LLVMContext &context);

}  // namespace compiler
