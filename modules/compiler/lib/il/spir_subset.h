// Checks that a module uses only the parts of LLVM IR with a meaning in OpenCL.
//
// LLVM IR has types and instructions for x87, exceptions, garbage collection and more. The kernel
// passes know the subset that OpenCL front ends emit. SPIR comes from outside, so its modules can
// hold anything.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace compiler::il {

/// Returns a sentence about the first foreign construct of a valid module, or an empty string.
/// Foreign are types unknown to devices, instructions of other languages, and intrinsics of targets
/// or unknown to the kernel passes. Without this check, a pass or the back end would fail on them
/// later, possibly by ending the process. The module must have passed LLVM's verifier.
std::string findForeign(const llvm::Module &module);

}  // namespace compiler::il
