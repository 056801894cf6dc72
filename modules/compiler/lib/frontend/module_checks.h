// Checks a module for constructs that Clang accepts and OpenCL C does not have.
//
// The front end and the SPIR reader call it; the kernel passes rely on its result.
//
//   error: 'f': inline assembly is not supported
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace compiler::frontend {

/// Returns lines for the log, each "error: …", one per use of an unsupported construct: inline
/// assembly, constructors, aliases, sections, dynamic allocas, computed gotos, naked functions, and
/// names reserved for LLVM or Kiln. Empty if there are none. The module is not changed.
std::string findUnsupported(const llvm::Module &module);

}  // namespace compiler::frontend
