// Divides a large kernel's functions into modules of their own, for parallel code generation.
//
// A kernel with many barriers becomes dozens of large functions, one per barrier region and
// variant. This file moves them out of the module, into code-generation partitions:
//
//   const CodePartitions divided = extractPartitions(module);
//   // The module now declares the extracted functions. On any thread, for each partition:
//   LLVMContext own;
//   auto read = divided.read(partition, own);  // a module that defines the partition's functions
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

/// The functions taken out of a module after the first stage of the kernel pipeline, by partition.
///
/// The division follows from the module alone, never from the number of processors. So an object's
/// bytes are the same on each machine, and caches may hash them. Immutable, so threads may share
/// it.
struct CodePartitions {
  /// Bitcode of the module before extraction, for read() to take functions from.
  Bytes whole;
  /// For each partition the names of its functions, and of the functions inlined into them. Empty
  /// if the module is not divided.
  std::vector<llvm::StringSet<>> partitions;

  /// Returns a module with the definitions of a partition's functions, and declarations of
  /// everything else. `partition` is an index into `partitions`. Thread-safe with a context per
  /// thread. Fails if the bitcode cannot be read.
  Result<std::unique_ptr<llvm::Module>> read(size_t partition, llvm::LLVMContext &context) const;
};

/// Takes the functions marked with passes::outlinedRegionAttribute
/// (passes/work_items/work_item_loops_pass.h) out of the module, which keeps their declarations.
/// Local symbols become hidden global ones, prefixed with "kiln.partition." and `name`; modules
/// linked together need different names.
///
/// Without partitions in the result, the module is unchanged. This happens if the marked functions
/// are too small to pay, or if the module has debug information (one compile unit cannot be
/// divided), aliases or ifuncs.
CodePartitions extractPartitions(llvm::Module &module, llvm::StringRef name = "");

}  // namespace compiler
