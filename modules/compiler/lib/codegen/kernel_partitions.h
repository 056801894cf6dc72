// Divides the kernels of a program into modules of their own, for parallel compilation.
//
//   const KernelPartitions divided = divideKernels(module);
//   // On any thread, for each partition:
//   LLVMContext own;
//   auto read = divided.read(partition, own);      // a module with some of the kernels
//   ... kernel pipeline on **read ...
//   extractTable(**read, partition, table);        // before code generation
//   // At last, on one thread:
//   defineKernelTable(module, std::move(tables));  // one table for the whole binary
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

/// The division of a finalized module by kernels.
///
/// It follows from the module alone, never from the number of processors, so an object's bytes are
/// the same on each machine. Immutable, so threads may share it.
struct KernelPartitions {
  /// The names of a partition's kernels, and of everything defined in its module.
  struct Partition {
    llvm::StringSet<> kernels;    ///< its entry points
    llvm::StringSet<> functions;  ///< the kernels and all functions they reach
  };
  Bytes whole;                        ///< bitcode of the finalized module
  std::vector<Partition> partitions;  ///< in the order of the module's kernels; empty: not divided

  /// Returns a module with the kernels and functions of one partition, by its index. A kernel
  /// called by another partition's kernel is a plain function there. Thread-safe with a context per
  /// thread. Never null. Fails if the bitcode cannot be read.
  Result<std::unique_ptr<llvm::Module>> read(size_t partition, llvm::LLVMContext &context) const;
};

/// Divides the module, or returns no partitions if that does not pay or is not possible. The module
/// has one kernel or is small; kernels share program-scope variables; the address of a constant may
/// leave a kernel; or there is debug information.
KernelPartitions divideKernels(const llvm::Module &module);

/// Returns true if binaries of single kernels do all that one binary of the whole finalized module
/// does: no kernel can observe another one's copy of a variable or constant.
bool areKernelsSeparable(const llvm::Module &module);

/// The kernel table and program metadata of one partition, as values.
struct PartitionTable {
  /// Symbols of the entry points, in the order of metadata.kernels.
  std::vector<std::string> symbols;
  /// Descriptors, printf strings and target of the partition.
  mux::ProgramMetadata metadata;
};

/// Moves table and program metadata out of a module that has been through the kernel pipeline.
/// Gives its local symbols names with the partition's number, so no two partitions have equal ones.
/// Returns false if there is no sound table; the binary then cannot be made.
bool extractTable(llvm::Module &module, size_t partition, PartitionTable &table);

/// Joins the tables, at least one, and defines the result in `module`, with declarations of all
/// entry points. A runtime expects one table and one ELF note per binary.
void defineKernelTable(llvm::Module &module, std::vector<PartitionTable> tables);

}  // namespace compiler
