// What muxc writes.
#pragma once

#include <string>

#include "device.h"
#include "llvm/IR/Module.h"
#include "options.h"

namespace compiler::tools::muxc {

/// Writes the module as --emit says, to a file that stays only if it is complete. False on
/// failure; `error` then says why, unless the context got an error diagnostic.
bool writeOutput(llvm::Module &module, const Device &device, const Options &options,
                 const bool &failed, std::string &error);

}  // namespace compiler::tools::muxc
