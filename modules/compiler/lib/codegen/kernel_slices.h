// Kernels of one program in several modules, for threads to work on at the same time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/module.h"
#include "llvm/ADT/StringSet.h"
#include "mux/target_support/note.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace compiler {

/// How a finalized module is divided. That follows from the module alone, so that an object's bytes
/// do not depend on the machine that makes it.
struct KernelSlices {
  struct Slice {
    llvm::StringSet<> kernels;
    llvm::StringSet<> functions;  ///< what they need, themselves included
  };
  Bytes whole;                ///< bitcode of the module
  std::vector<Slice> slices;  ///< in the order of the module's kernels

  /// A module with a slice's kernels alone. Thread-safe. Null if the bitcode cannot be read;
  /// `error` then says why.
  std::unique_ptr<llvm::Module> read(size_t slice, llvm::LLVMContext &context,
                                     std::string &error) const;
};

/// There are no slices if the module has one kernel, is small, or has what all kernels have to
/// share: variables in global memory, constants whose addresses leave the kernels, debug
/// information.
KernelSlices divideKernels(const llvm::Module &module);

/// What a slice's kernel table and note say, which are taken out of it.
struct SliceTable {
  std::vector<std::string> symbols;  ///< of the entry points
  mux::BinaryNote note;
};

/// Of a module that has been through the kernel pipeline. Its local symbols get names that no other
/// slice has. False if there is no table.
bool takeTable(llvm::Module &module, size_t slice, SliceTable &table);

/// Defines the table and the note of all slices, whose entry points it declares.
void defineTable(llvm::Module &module, std::vector<SliceTable> tables);

}  // namespace compiler
