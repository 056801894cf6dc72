// Redirects builtin calls to faster, less accurate variants where the program's options permit it.
#pragma once

#include "ir/builtin_index.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Calls with the flag afn (programs with -cl-unsafe-math-optimizations or -cl-fast-relaxed-math)
/// go to the library's `__relaxed_<name>` if it has one, and the target does not define the
/// function itself. Expects declarations: called before linking, it makes the linker fetch the
/// relaxed unit alone.
void relaxCalls(llvm::Module &module, const UnitIndex &targetUnits);

}  // namespace compiler::passes
