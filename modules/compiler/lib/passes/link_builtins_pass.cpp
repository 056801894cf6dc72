#include "passes/link_builtins_pass.h"

#include "builtins/library.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "passes/kernel_conventions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// The units that define symbols which the module needs and does not have, each once.
SmallVector<const builtins::Unit *> missingUnits(const Module &module) {
  SmallVector<const builtins::Unit *> units;
  for (const Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
      continue;
    const builtins::Unit *unit = builtins::findUnit(function.getName());
    if (unit && !is_contained(units, unit))
      units.push_back(unit);
  }
  return units;
}

void internalize(Module &module, const StringSet<> &names) {
  for (const auto &name : names) {
    GlobalValue *value = module.getNamedValue(name.getKey());
    if (value && !value->isDeclaration()) {
      value->setLinkage(GlobalValue::InternalLinkage);
      value->setVisibility(GlobalValue::DefaultVisibility);
    }
  }
}

/// False, with an error reported, if the unit cannot be read or linked.
bool link(Linker &linker, Module &module, const builtins::Unit &unit) {
  StringRef bytes(reinterpret_cast<const char *>(unit.bitcode.data()), unit.bitcode.size());
  auto source = getLazyBitcodeModule(MemoryBufferRef(bytes, unit.name), module.getContext());
  if (!source) {
    module.getContext().emitError("builtins unit " + Twine(unit.name) + ": " +
                                  toString(source.takeError()));
    return false;
  }
  (*source)->setTargetTriple(module.getTargetTriple());
  (*source)->setDataLayout(module.getDataLayout());
  return !linker.linkInModule(std::move(*source), Linker::LinkOnlyNeeded, internalize);
}

/// Metadata that says of a unit what the program says of itself.
void dropUnitMetadata(Module &module) {
  for (StringRef name : {"opencl.ocl.version", "opencl.spir.version", "llvm.ident"}) {
    NamedMDNode *node = module.getNamedMetadata(name);
    if (node && node->getNumOperands() > 1) {
      MDNode *first = node->getOperand(0);
      node->clearOperands();
      node->addOperand(first);
    }
  }
}

}  // namespace

PreservedAnalyses LinkBuiltinsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<const builtins::Unit *> units = missingUnits(module);
  if (units.empty())
    return PreservedAnalyses::all();
  SmallPtrSet<const Function *, 16> before;
  for (const Function &function : module) {
    if (!function.isDeclaration())
      before.insert(&function);
  }
  Linker linker(module);
  for (; !units.empty(); units = missingUnits(module)) {
    for (const builtins::Unit *unit : units) {
      if (!link(linker, module, *unit))
        return PreservedAnalyses::none();
    }
  }
  dropUnitMetadata(module);
  SmallVector<Function *> kernels = kernelsOf(module);
  for (Function &function : module) {
    if (function.isDeclaration() || before.contains(&function))
      continue;
    if (!kernels.empty())
      copyTargetAttributes(*kernels.front(), function);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
