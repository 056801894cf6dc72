// Finds the builtin unit of a target that defines a given function.
#pragma once

#include <memory>
#include <span>

#include "compiler/target/target_hooks.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Bitcode of any origin as a module of the context whose bodies are read when they are asked
/// for; null, with an error reported that names the unit, if it is none.
std::unique_ptr<llvm::Module> openUnit(const BuiltinUnit &unit, llvm::LLVMContext &context);

/// The symbols of all units. Errors are diagnostics on the module's context that name the unit:
/// bytes that are no bitcode, a triple that is not spir or spir64 by the module's address size,
/// a symbol that two units define, a __mux_* function that is not a target's to define.
class UnitIndex {
 public:
  UnitIndex(std::span<const BuiltinUnit> units, llvm::Module &module);

  /// False if an error was reported.
  bool ok() const { return ok_; }
  bool empty() const { return owners_.empty(); }
  /// The unit that defines the function; null if there is none.
  const BuiltinUnit *find(llvm::StringRef symbol) const { return owners_.lookup(symbol); }

 private:
  bool add(const BuiltinUnit &unit, llvm::Module &module);
  bool addSymbol(const BuiltinUnit &unit, llvm::StringRef symbol, llvm::Module &module);

  llvm::StringMap<const BuiltinUnit *> owners_;
  bool ok_ = true;
};

}  // namespace compiler::passes
