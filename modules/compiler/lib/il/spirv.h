// Translates SPIR-V modules to LLVM IR: modules/spirv-ll in terms of compiler::Module.
//
// This file only converts types and errors. doc/spirv.md describes the translator, and the
// capabilities and extensions that it supports.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "compiler/info.h"
#include "compiler/module.h"
#include "compiler/result.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler::il {

/// Translates a module of kernels, or with `areShaders` of Vulkan compute shaders, to the form of
/// Clang's OpenCL C front end. Any bytes may be passed; they need no alignment. `constants` are the
/// application's values for specialization constants. `properties` are the device's: capabilities
/// beyond them are refused.
///
/// Errors, with a line in `log` that names the place: Error::invalidBinary if the bytes are no
/// SPIR-V at all, Error::compileFailure if the module is wrong or needs something that the device
/// lacks. Thread-safe for different contexts. Foreign modules need no helper process, because the
/// translator checks all of its input.
Result<std::unique_ptr<llvm::Module>> compileSPIRV(
    llvm::LLVMContext &context, std::span<const std::byte> il,
    std::span<const SpecializationConstant> constants, bool areShaders,
    const DeviceProperties &properties, std::string &log);

}  // namespace compiler::il
