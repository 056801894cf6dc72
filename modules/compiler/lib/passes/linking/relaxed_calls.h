// Redirects builtin calls to faster, less accurate variants where the program's options permit it.
#pragma once

#include "ir/builtin_index.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Calls that may be approximate (afn: programs with -cl-unsafe-math-optimizations or
/// -cl-fast-relaxed-math) become calls of the library's __relaxed_<name>, where it has that and the
/// target does not define the function itself.
void relaxCalls(llvm::Module &module, const UnitIndex &targetUnits);

}  // namespace compiler::passes
