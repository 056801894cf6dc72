// Kernels of one program in several modules, for threads to work on at the same time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/module.h"
#include "llvm/ADT/StringSet.h"
#include "mux/target_support/program_metadata.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler {

/// How a finalized module is divided. That follows from the module alone, so that an object's bytes
/// do not depend on the machine that makes it.
struct KernelPartitions {
  struct Partition {
    llvm::StringSet<> kernels;
    llvm::StringSet<> functions;  ///< what they need, themselves included
  };
  Bytes whole;                        ///< bitcode of the module
  std::vector<Partition> partitions;  ///< in the order of the module's kernels

  /// A module with a partition's kernels alone. Thread-safe. Null if the bitcode cannot be read;
  /// `error` then says why.
  std::unique_ptr<llvm::Module> read(size_t partition, llvm::LLVMContext &context,
                                     std::string &error) const;
};

/// There are no partitions if the module has one kernel, is small, or has what all kernels have to
/// share: variables in global memory, constants whose addresses leave the kernels, debug
/// information.
KernelPartitions divideKernels(const llvm::Module &module);

/// What a partition's kernel table and note say, which are taken out of it.
struct PartitionTable {
  std::vector<std::string> symbols;  ///< of the entry points
  mux::ProgramMetadata metadata;
};

/// Of a module that has been through the kernel pipeline. Its local symbols get names that no other
/// partition has. False if there is no table.
bool extractTable(llvm::Module &module, size_t partition, PartitionTable &table);

/// Defines the table and the program metadata of all partitions, whose entry points it declares.
void defineTable(llvm::Module &module, std::vector<PartitionTable> tables);

}  // namespace compiler
