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
#include "support/result.h"

namespace compiler::tools::muxc {

/// Writes the module in the format of --emit. A failure leaves no file. `failed` is set by an error
/// diagnostic of the module's context, also while the code is generated, and is therefore a
/// reference. It leaves no file either, but the status is a success: the user has the message.
///
/// Code needs a module for the device's triple, as the kernel pipeline leaves it.
support::Status writeOutput(llvm::Module &module, const Device &device, const Options &options,
                            const bool &failed);

}  // namespace compiler::tools::muxc
