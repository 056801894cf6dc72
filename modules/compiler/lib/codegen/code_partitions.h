// Code generation of large modules in several partitions at once.
#pragma once

#include <string>
#include <vector>

#include "compiler/module.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler {

/// What is taken out of a module behind the first step of the kernel pipeline: the partitions of
/// large kernels (passes/work_items/work_item_loops_pass.h), in as many modules as pay. How many
/// there are follows from the module alone, so that an object's bytes do not depend on the machine
/// that makes it.
struct CodePartitions {
  Bytes whole;                            ///< bitcode of the module before
  std::vector<llvm::StringSet<>> groups;  ///< names of functions, for each module, and of what
                                          ///< they are to inline

  /// A module with what the group's functions need, which it only declares. Thread-safe. Null if
  /// the bitcode cannot be read; `error` then says why.
  std::unique_ptr<llvm::Module> read(size_t group, llvm::LLVMContext &context,
                                     std::string &error) const;
};

/// Leaves only declarations of what it takes out, and gives hidden symbols to what was local;
/// `name` is in them, for modules that are linked with others. There are no groups, and nothing
/// changes, if the module has no partitions of large kernels, or has debug information.
CodePartitions extractPartitions(llvm::Module &module, llvm::StringRef name = "");

}  // namespace compiler
