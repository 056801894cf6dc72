// Reads muxc's input file into a module.
//
// The suffix decides on the language. LLVM IR goes on as it is, so that a test can start from the
// module between two passes.
//
// SPIR-V and OpenCL C go through the front ends of the driver, so the module is the one that a
// build starts from.
#pragma once

#include <memory>
#include <string>

#include "compiler/info.h"
#include "frontend/build_options.h"
#include "llvm/IR/Module.h"
#include "support/result.h"

namespace compiler::tools::muxc {

/// Reads LLVM IR or bitcode, compiles OpenCL C (a name that ends in .cl), or translates SPIR-V
/// (.spv) for a device with these properties. The module is well-formed: passes crash on others.
/// Never null. Warnings go to standard error.
///
/// A file with another suffix is IR, as text or as bitcode. "-" is IR on standard input. Fails with
/// the message of the front end, the parser or the verifier.
support::Result<std::unique_ptr<llvm::Module>> readModule(const std::string &file,
                                                          llvm::LLVMContext &context,
                                                          const frontend::BuildOptions &options,
                                                          const DeviceProperties &properties);

}  // namespace compiler::tools::muxc
