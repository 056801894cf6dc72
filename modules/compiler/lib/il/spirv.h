// SPIR-V as a way into the compiler: modules/spirv-ll in the terms of a Module.
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

/// Translates SPIR-V, of kernels or (`areShaders`) of compute shaders, to the common form. Any
/// bytes may be passed. Errors, with a line in `log` that says where: invalidBinary if it is no
/// SPIR-V at all, compileFailure if it is wrong or asks for what the device lacks.
Result<std::unique_ptr<llvm::Module>> compileSPIRV(
    llvm::LLVMContext &context, std::span<const std::byte> il,
    std::span<const SpecializationConstant> constants, bool areShaders,
    const DeviceProperties &properties, std::string &log);

}  // namespace compiler::il
