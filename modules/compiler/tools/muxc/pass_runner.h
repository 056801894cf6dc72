// Runs passes on a module, with verification, printing and times for debugging them.
//
// The pipelines are the driver's, so a fault in a build can be followed pass by pass.
//
// Passes by name run alone, without the rest of a pipeline. So a lit test of one pass gives its
// input as IR and checks the output. All passes of Kiln and of LLVM have their names.
#pragma once

#include <string>

#include "device.h"
#include "llvm/IR/Module.h"
#include "options.h"

namespace compiler::tools::muxc {

/// Runs --passes or --pipeline. With a device, the module gets its triple and data layout before
/// the passes of --passes, and in a pipeline after finalize. Returns false, with a message in
/// `error` or an error diagnostic on the module's context, for a wrong pipeline text and an invalid
/// module.
bool runPasses(llvm::Module &module, const Device &device, const Options &options,
               const frontend::BuildOptions &buildOptions, std::string &error);

}  // namespace compiler::tools::muxc
