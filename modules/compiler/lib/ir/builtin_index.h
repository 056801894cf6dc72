// Finds the builtin unit of a target with the definition of a function.
//
// A target may add units of OpenCL C, compiled to bitcode, with functions for programs
// (BaseTarget::builtins()). The linker of builtins asks this index.
#pragma once

#include <memory>
#include <span>

#include "compiler/target/target_hooks.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Opens a unit's bitcode as a module of the context. Bodies are read lazily, when they are
/// materialised. Null if the bytes are no bitcode; an error that names the unit is then reported on
/// the context.
std::unique_ptr<llvm::Module> openUnit(const BuiltinUnit &unit, llvm::LLVMContext &context);

/// A map from symbols to the units that define them. Immutable after construction.
class UnitIndex {
 public:
  /// Reads the symbols of all units, which must outlive the index. Errors are diagnostics on the
  /// module's context, each naming its unit:
  /// * bytes that are no bitcode;
  /// * a triple other than spir or spir64, by the module's address size;
  /// * a symbol defined by two units;
  /// * a __mux_* function reserved for the pipeline.
  UnitIndex(std::span<const BuiltinUnit> units, llvm::Module &module);

  /// Returns false if an error was reported.
  bool ok() const { return ok_; }
  /// Returns true if no unit defines a symbol.
  bool empty() const { return owners_.empty(); }
  /// Returns the unit with the function's definition, or null.
  const BuiltinUnit *find(llvm::StringRef symbol) const { return owners_.lookup(symbol); }

 private:
  /// Adds a unit's symbols; false after an error.
  bool add(const BuiltinUnit &unit, llvm::Module &module);
  /// Adds one symbol; false after an error.
  bool addSymbol(const BuiltinUnit &unit, llvm::StringRef symbol, llvm::Module &module);

  /// The unit of each symbol.
  llvm::StringMap<const BuiltinUnit *> owners_;
  /// False once an error was reported.
  bool ok_ = true;
};

/// Calls `visit` with each function that the module calls and the library has to define: declared,
/// no intrinsic, and not of the target. A declaration that has lost its uses is erased, or the
/// linker would still fetch its unit. Declarations that `visit` adds are not visited.
void visitLibraryCallees(llvm::Module &module, const UnitIndex &targetUnits,
                         llvm::function_ref<void(llvm::Function &)> visit);

}  // namespace compiler::passes
