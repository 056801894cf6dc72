// Modules as bytes: how they travel from one LLVMContext to another.
#pragma once

#include <memory>
#include <string>

#include "compiler/module.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler {

Bytes writeBitcode(const llvm::Module &module);
/// Null if the bytes are no bitcode of this LLVM; `error` then says why.
std::unique_ptr<llvm::Module> readBitcode(std::span<const std::byte> bytes,
                                          llvm::LLVMContext &context, std::string &error);

}  // namespace compiler
