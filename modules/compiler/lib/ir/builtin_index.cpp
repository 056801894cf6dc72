#include "ir/builtin_index.h"

#include "ir/diagnostics.h"
#include "ir/mux_builtins.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Returns true for functions known to the passes by name: a definition would be ignored.
bool isForPipeline(StringRef symbol) {
  return symbol == muxBarrier || symbol == muxSubGroupBarrier || symbol.starts_with("__mux_get_");
}

/// Returns true for SPIR's triple with this address size.
bool hasAddressSize(const Triple &triple, unsigned bits) {
  return triple.getArch() == (bits == 32 ? Triple::spir : Triple::spir64);
}

}  // namespace

std::unique_ptr<Module> openUnit(const BuiltinUnit &unit, LLVMContext &context) {
  StringRef bytes(reinterpret_cast<const char *>(unit.bitcode.data()), unit.bitcode.size());
  auto module = getLazyBitcodeModule(MemoryBufferRef(bytes, unit.name), context);
  if (!module) {
    context.emitError("builtins unit " + Twine(unit.name) + ": " + toString(module.takeError()));
    return nullptr;
  }
  return std::move(*module);
}

UnitIndex::UnitIndex(std::span<const BuiltinUnit> units, Module &module) {
  for (const BuiltinUnit &unit : units) {
    ok_ &= add(unit, module);
  }
}

bool UnitIndex::add(const BuiltinUnit &unit, Module &module) {
  const std::unique_ptr<Module> opened = openUnit(unit, module.getContext());
  if (!opened) {
    return false;
  }
  if (!hasAddressSize(opened->getTargetTriple(), module.getDataLayout().getPointerSizeInBits())) {
    reportError(module, "builtins unit " + Twine(unit.name) + ": its triple is '" +
                            opened->getTargetTriple().str() + "', unlike programs for this device");
    return false;
  }
  bool ok = true;
  for (const Function &function : *opened) {
    if (!function.isDeclarationForLinker() && !function.hasLocalLinkage()) {
      ok &= addSymbol(unit, function.getName(), module);
    }
  }
  return ok;
}

bool UnitIndex::addSymbol(const BuiltinUnit &unit, StringRef symbol, Module &module) {
  if (isForPipeline(symbol)) {
    reportError(module, "builtins unit " + Twine(unit.name) + ": the function '" + symbol +
                            "' is not a target's to define");
    return false;
  }
  const auto [entry, isNew] = owners_.try_emplace(symbol, &unit);
  if (!isNew) {
    reportError(module, "builtins unit " + Twine(unit.name) + ": the function '" +
                            sourceName(symbol) + "' is also in unit " + entry->second->name);
  }
  return isNew;
}

void visitLibraryCallees(Module &module, const UnitIndex &targetUnits,
                         function_ref<void(Function &)> visit) {
  SmallVector<Function *> declared;
  for (Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !targetUnits.find(function.getName())) {
      declared.push_back(&function);
    }
  }
  for (Function *function : declared) {
    visit(*function);
    if (function->use_empty()) {
      function->eraseFromParent();
    }
  }
}

}  // namespace compiler::passes
