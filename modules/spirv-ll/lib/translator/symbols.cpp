// Maps the decoration LinkageAttributes and OpName to LLVM's linkage and symbols (symbols.h).
#include "translator/symbols.h"

namespace spirv_ll {
namespace {

/// Names reserved for LLVM, Kiln and the builtins library.
/// LLVM treats names behind \1 as raw assembler names.
bool isReserved(llvm::StringRef name) {
  return name.starts_with("llvm.") || name.starts_with("__mux_") || name.starts_with("__kiln_") ||
         name.starts_with("kiln.") || name.starts_with("\1");
}

/// True if a function is the exported twin of a kernel. The Khronos translator writes a kernel
/// twice: as an exported function, and as an entry point of the same name that calls it. Other
/// modules link to the entry point.
bool isBodyOfKernel(Translator &translator, const Instruction &instruction,
                    const Linkage &linkage) {
  return instruction.op == spv::Op::OpFunction && linkage.type == spv::LinkageType::Export &&
         translator.entryPoints().isName(linkage.name);
}

/// True for an import with a reserved name.
bool isReservedImport(const Linkage &linkage) {
  return linkage.type == spv::LinkageType::Import && isReserved(linkage.name);
}

/// Drops the import of an instruction if it has a reserved name and no use.
void settleReservedImport(Translator &translator, const Instruction &instruction) {
  const auto linkage = translator.annotations().linkage(instruction.id);
  if (!linkage || !isReservedImport(*linkage)) {
    return;
  }
  auto *import = llvm::cast<llvm::GlobalValue>(translator.value(instruction.id));
  if (!import->use_empty()) {
    return translator.fail(instruction, "the name '" + linkage->name + "' is reserved");
  }
  import->eraseFromParent();
}

}  // namespace

void settleReservedImports(Translator &translator) {
  for (const auto instructions : {translator.index().globals(), translator.index().functions()}) {
    for (const Instruction &instruction : instructions) {
      if (instruction.op == spv::Op::OpVariable || instruction.op == spv::Op::OpFunction) {
        settleReservedImport(translator, instruction);
      }
    }
  }
}

bool checkSymbol(Translator &translator, const Instruction &instruction, llvm::StringRef name) {
  if (name.empty()) {
    translator.fail(instruction, "the name is empty");
    return false;
  }
  if (isReserved(name)) {
    translator.fail(instruction, "the name '" + name.str() + "' is reserved");
    return false;
  }
  if (translator.module().getNamedValue(name)) {
    translator.fail(instruction, "the name '" + name.str() + "' is already in use");
    return false;
  }
  return true;
}

Symbol symbolOf(Translator &translator, const Instruction &instruction) {
  const auto linkage = translator.annotations().linkage(instruction.id);
  if (linkage && isReservedImport(*linkage)) {
    return {"spirv.import." + std::to_string(instruction.id), llvm::GlobalValue::ExternalLinkage,
            true};
  }
  if (!linkage || isBodyOfKernel(translator, instruction, *linkage) ||
      !checkSymbol(translator, instruction, linkage->name)) {
    return {{}, llvm::GlobalValue::InternalLinkage, false};
  }
  const bool isImport = linkage->type == spv::LinkageType::Import;
  const bool isShared = linkage->type == spv::LinkageType::LinkOnceODR;
  return {linkage->name,
          isShared ? llvm::GlobalValue::LinkOnceODRLinkage : llvm::GlobalValue::ExternalLinkage,
          isImport};
}

std::string internalName(Translator &translator, const Instruction &instruction) {
  const llvm::StringRef name = translator.annotations().name(instruction.id);
  if (name.empty() || isReserved(name) || name.starts_with("_Z") || name == "printf" ||
      translator.entryPoints().isName(name) || translator.annotations().isLinkageName(name)) {
    return "spirv." + std::to_string(instruction.id);
  }
  return name.str();
}

}  // namespace spirv_ll
