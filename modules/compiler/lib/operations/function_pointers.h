// Reads the functions that a host can get pointers to from a finalized module.
#pragma once

#include <vector>

#include "compiler/program_info.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace compiler {

/// Removes the metadata kiln.function_pointers from the module and returns its entries, in their
/// order.
///
/// LowerFunctionPointersPass writes an entry for each function with external linkage that the
/// program may call through a pointer. The bitcode of a finalized module has no use for them: later
/// passes see numbers alone. Malformed entries, as of foreign bitcode, are left out. Empty if the
/// module has none.
std::vector<FunctionPointerInfo> takeFunctionPointers(llvm::Module &module);

}  // namespace compiler
