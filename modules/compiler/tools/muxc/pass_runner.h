// Runs passes on a module with what helps to debug them: verification, printing, times.
#pragma once

#include <string>

#include "frontend/build_options.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "options.h"

namespace compiler::tools::muxc {

/// Runs --passes or --pipeline. `machine` may be null. False, with `error` set or with error
/// diagnostics on the module's context, if something went wrong.
bool runPasses(llvm::Module &module, llvm::TargetMachine *machine, const Options &options,
               const frontend::BuildOptions &buildOptions, std::string &error);

}  // namespace compiler::tools::muxc
