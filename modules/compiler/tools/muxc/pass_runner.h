// Runs passes on a module with what helps to debug them: verification, printing, times.
#pragma once

#include <string>

#include "device.h"
#include "llvm/IR/Module.h"
#include "options.h"

namespace compiler::tools::muxc {

/// Runs --passes or --pipeline. With a device, the passes of --passes and those after
/// finalize see a module with its triple and data layout. False, with `error` set or with
/// error diagnostics on the module's context, if something went wrong.
bool runPasses(llvm::Module &module, const Device &device, const Options &options,
               const frontend::BuildOptions &buildOptions, std::string &error);

}  // namespace compiler::tools::muxc
