// Reads the variables that a host can name from a finalized module
// (cl_intel_global_variable_access).
#pragma once

#include <vector>

#include "compiler/program_info.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace compiler {

/// Removes the metadata kiln.global_variables from the module and returns its entries, in their
/// order, which is that of the numbers that the kernel takes. Empty if the module has none.
///
/// ExposeVariablesPass writes an entry for each name of a variable in global memory. It does so in
/// the same run of finalize, so that the entries are well-formed, whatever the input was. The
/// bitcode of a finalized module keeps the kernel and its table of addresses, and has no use for
/// the names.
std::vector<GlobalVariableInfo> takeGlobalVariables(llvm::Module &module);

}  // namespace compiler
