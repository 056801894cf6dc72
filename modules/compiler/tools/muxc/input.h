// Where muxc's module comes from.
#pragma once

#include <memory>
#include <string>

#include "compiler/info.h"
#include "frontend/build_options.h"
#include "llvm/IR/Module.h"

namespace compiler::tools::muxc {

/// Reads LLVM IR or bitcode, compiles OpenCL C (a name that ends in .cl) with the options for a
/// device with these properties, or translates SPIR-V (.spv). The module is well-formed. Null on
/// failure; `error` then says why. Warnings go to standard error.
std::unique_ptr<llvm::Module> readModule(const std::string &file, llvm::LLVMContext &context,
                                         const frontend::BuildOptions &options,
                                         const DeviceProperties &properties, std::string &error);

}  // namespace compiler::tools::muxc
