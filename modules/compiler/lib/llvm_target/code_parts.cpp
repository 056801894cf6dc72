// A large kernel is many functions, and generating code for them takes most of the time of its
// build. They go into modules of their own, each in an LLVMContext of its own, which threads can
// work on at the same time; lld links the objects as it links one.
//
// Modules travel as bitcode, written once and read lazily: a part reads the bodies of its own
// functions alone. What was local to the module has to be found from the others: it gets hidden
// symbols, of names that mean nothing to the C runtime's support objects. Variables stay in the
// first module.

#include "llvm_target/code_parts.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm_target/bitcode.h"
#include "passes/work_item_loops_pass.h"

namespace compiler {

namespace {

/// Instructions. Reading a module and describing the machine takes as long as code for some
/// hundred.
constexpr unsigned instructionsOfPart = 2000;
constexpr unsigned maxParts = 4;
constexpr char prefix[] = "kiln.part.";

std::vector<llvm::Function *> partFunctions(llvm::Module &module) {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(passes::largePartAttribute)) {
      functions.push_back(&function);
    }
  }
  return functions;
}

void showLocals(llvm::Module &module) {
  for (llvm::GlobalValue &value : module.global_values()) {
    if (!value.hasLocalLinkage() || value.isDeclaration()) {
      continue;
    }
    value.setName(prefix + value.getName());
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    value.setDSOLocal(true);
  }
}

void declareOnly(llvm::Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

/// Variables are defined in the first module.
void declareVariables(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals())) {
    if (variable.hasAppendingLinkage()) {
      variable.eraseFromParent();
    } else if (!variable.isDeclaration()) {
      variable.setInitializer(nullptr);
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
      variable.setComdat(nullptr);
    }
  }
}

}  // namespace

CodeParts takeParts(llvm::Module &module) {
  CodeParts parts;
  std::vector<llvm::Function *> functions = partFunctions(module);
  unsigned size = 0;
  for (const llvm::Function *function : functions) {
    size += function->getInstructionCount();
  }
  if (size < instructionsOfPart || !module.debug_compile_units().empty() || !module.alias_empty() ||
      !module.ifunc_empty())
    return parts;
  showLocals(module);
  parts.whole = writeBitcode(module);
  parts.groups.resize(std::min(size / instructionsOfPart, maxParts));
  unsigned before = 0;
  for (llvm::Function *function : functions) {
    const unsigned own = function->getInstructionCount();
    const uint64_t middle = before + own / 2;
    parts.groups[middle * parts.groups.size() / size].insert(function->getName());
    before += own;
    declareOnly(*function);
  }
  return parts;
}

std::unique_ptr<llvm::Module> CodeParts::read(size_t group, llvm::LLVMContext &context,
                                              std::string &error) const {
  const llvm::StringRef text(reinterpret_cast<const char *>(whole.data()), whole.size());
  auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "part"), context);
  if (!lazy) {
    error = llvm::toString(lazy.takeError());
    return nullptr;
  }
  llvm::Module &module = **lazy;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && !groups[group].contains(function.getName())) {
      declareOnly(function);
    }
  }
  if (llvm::Error failed = module.materializeAll()) {
    error = llvm::toString(std::move(failed));
    return nullptr;
  }
  declareVariables(module);
  return std::move(*lazy);
}

}  // namespace compiler
