#include "symbols.h"

namespace spirv_ll {
namespace {

/// They belong to LLVM, to Kiln, or to builtins.
bool isReserved(llvm::StringRef name) {
  return name.starts_with("llvm.") || name.starts_with("__mux_") || name.starts_with("__kiln_") ||
         name.starts_with("kiln.") || name.starts_with("\1");
}

}  // namespace

bool checkSymbol(Translator &translator, const Instruction &instruction, llvm::StringRef name) {
  if (name.empty() || isReserved(name)) {
    translator.fail(instruction, "the name '" + name.str() + "' is reserved");
    return false;
  }
  if (translator.module().getNamedValue(name)) {
    translator.fail(instruction, "there is another '" + name.str() + "'");
    return false;
  }
  return true;
}

Symbol symbolOf(Translator &translator, const Instruction &instruction) {
  const auto linkage = translator.linkage(instruction.id);
  if (!linkage || !checkSymbol(translator, instruction, linkage->name)) {
    return {{}, llvm::GlobalValue::InternalLinkage, false};
  }
  const bool isImport = linkage->type == spv::LinkageType::Import;
  const bool isShared = linkage->type == spv::LinkageType::LinkOnceODR;
  return {linkage->name,
          isShared ? llvm::GlobalValue::LinkOnceODRLinkage : llvm::GlobalValue::ExternalLinkage,
          isImport};
}

std::string internalName(Translator &translator, const Instruction &instruction) {
  const llvm::StringRef name = translator.name(instruction.id);
  if (name.empty() || isReserved(name) || name.starts_with("_Z") || name == "printf") {
    return "spirv." + std::to_string(instruction.id);
  }
  return name.str();
}

}  // namespace spirv_ll
