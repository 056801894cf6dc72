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
#include "support/result.h"

namespace compiler::tools::muxc {

/// Runs --passes or --pipeline. With a device, the module gets its triple and data layout before
/// the passes of --passes, and in a pipeline after finalize. Fails for a wrong pipeline text, and
/// for an invalid module behind a pass. Errors in the kernels are diagnostics on the module's
/// context instead.
///
/// Modules and times wanted by the options are printed to standard error.
support::Status runPasses(llvm::Module &module, const Device &device, const Options &options,
                          const frontend::BuildOptions &buildOptions);

}  // namespace compiler::tools::muxc
