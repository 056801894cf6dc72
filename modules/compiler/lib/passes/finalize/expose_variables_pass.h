// Makes program-scope variables accessible to the host.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Metadata of a variable that the host names in its own way: !{!"name", i32 access}. The front end
/// of SPIR-V sets it for the decoration HostAccessINTEL, with the numbers of its Host Access
/// Qualifier: 0 none, 1 read, 2 write, 3 both.
inline constexpr char hostAccessMetadata[] = "kiln.host_access";
/// Lists the variables: !{!"name", i64 size, i32 access}, in the order of their numbers.
inline constexpr char globalVariablesMetadata[] = "kiln.global_variables";

/// Adds the kernel variableKernelName (compiler/program_info.h), which reads and writes the
/// program's variables for the host, and lists the variables.
///
/// * Expects: a linked program, before PrepareKernelsPass makes everything internal.
/// * A variable is in global memory, and has external linkage or hostAccessMetadata. A variable
/// with
///   both has two entries; names for the host come first. A constant is readable only.
/// * A program with variables and another symbol of the kernel's name is an error.
/// * Afterwards: if there are variables, the named metadata globalVariablesMetadata has an entry
/// for
///   each, and the module has the kernel. Otherwise nothing changes.
struct ExposeVariablesPass : llvm::PassInfoMixin<ExposeVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
