// What of LLVM IR a SPIR program may use.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace compiler::il {

/// The first thing in a valid module that no front end for OpenCL makes: types that a device
/// does not have, instructions of other languages, intrinsics of targets. Empty if there is none.
std::string findForeign(const llvm::Module &module);

}  // namespace compiler::il
