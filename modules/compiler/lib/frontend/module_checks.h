// What Clang lets a program ask for that OpenCL C does not have.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace compiler::frontend {

/// Lines for the log, each "error: …", of all uses of what Kiln does not support: inline
/// assembly, constructors, aliases, sections, dynamic allocas, computed gotos, naked functions,
/// and names that belong to LLVM or Kiln. Empty if there are none.
std::string findUnsupported(const llvm::Module &module);

}  // namespace compiler::frontend
