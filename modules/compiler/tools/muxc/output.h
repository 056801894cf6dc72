// Writes muxc's output: IR, assembly, an object or a linked binary.
//
// The last three run LLVM's back end for the target of --target.
//
// Text and bitcode are the module as the passes left it. Standard output gets binary formats too,
// for use in pipes.
#pragma once

#include <string>

#include "device.h"
#include "llvm/IR/Module.h"
#include "options.h"

namespace compiler::tools::muxc {

/// Writes the module in the format of --emit. A failure leaves no file. Returns false on failure,
/// with a message in `error` unless the module's context has reported an error diagnostic. `failed`
/// is set by such a diagnostic, also while the code is generated, and is therefore a reference.
bool writeOutput(llvm::Module &module, const Device &device, const Options &options,
                 const bool &failed, std::string &error);

}  // namespace compiler::tools::muxc
