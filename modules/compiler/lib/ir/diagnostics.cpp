#include "ir/diagnostics.h"

#include "ir/clang_kernel_stubs.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

namespace compiler::passes {
namespace {

/// Reports with a place if there is one. Without debug information (-g or remarks) there is none.
void report(llvm::LLVMContext &context, const llvm::Function *function,
            const llvm::DiagnosticLocation &location, const llvm::Twine &message) {
  if (function && location.isValid()) {
    context.diagnose(llvm::DiagnosticInfoGenericWithLoc(message, *function, location));
  } else {
    context.diagnose(llvm::DiagnosticInfoGeneric(message));
  }
}

}  // namespace

void reportError(const llvm::Module &module, const llvm::Twine &message) {
  report(module.getContext(), nullptr, {}, message);
}

void reportError(const llvm::Function &function, const llvm::Twine &message) {
  report(function.getContext(), &function, llvm::DiagnosticLocation(function.getSubprogram()),
         message);
}

void reportError(const llvm::Instruction &instruction, const llvm::Twine &message) {
  report(instruction.getContext(), instruction.getFunction(),
         llvm::DiagnosticLocation(instruction.getDebugLoc()), message);
}

void abandonModule(llvm::Module &module) {
  module.dropAllReferences();
  while (!module.alias_empty()) {
    module.alias_begin()->eraseFromParent();
  }
  while (!module.ifunc_empty()) {
    module.ifunc_begin()->eraseFromParent();
  }
  while (!module.empty()) {
    module.begin()->eraseFromParent();
  }
  while (!module.global_empty()) {
    module.global_begin()->eraseFromParent();
  }
  while (!module.named_metadata_empty()) {
    module.eraseNamedMetadata(&*module.named_metadata_begin());
  }
  module.setModuleInlineAsm("");
}

std::string sourceName(llvm::StringRef symbol) {
  symbol.consume_front(clangKernelBodyPrefix);
  return llvm::demangle(symbol);
}

}  // namespace compiler::passes
