// Clang's C has extensions without a meaning for later stages. Some would reach the loader
// (constructors, sections), some the code generator (assembly); some break the frames of barrier
// regions (allocas of variable size). The IR is the place to find them: each has one form there,
// and many in the syntax.

#include "frontend/module_checks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace compiler::frontend {
namespace {

using llvm::StringRef;

/// Returns true for names with Kiln's prefixes, or with an escaped assembly name.
bool isReserved(const llvm::GlobalValue &value) {
  StringRef name = value.getName();
  return name.starts_with("__mux_") || name.starts_with("__kiln_") || name.starts_with("\1");
}

/// Returns true for a function with an intrinsic's name and another type, as `__asm__("llvm.trap")`
/// on a declaration makes it.
bool isFalseIntrinsic(const llvm::Function &function) {
  if (!function.getName().starts_with("llvm.")) {
    return false;
  }
  llvm::SmallVector<llvm::Type *, 4> overloads;
  return function.getIntrinsicID() == llvm::Intrinsic::not_intrinsic ||
         !llvm::Intrinsic::getIntrinsicSignature(const_cast<llvm::Function *>(&function),
                                                 overloads);
}

/// Each problemOf() returns a sentence, or null.
const char *problemOf(const llvm::Instruction &instruction) {
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return call->isInlineAsm() ? "inline assembly is not supported" : nullptr;
  }
  if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    return alloca->isStaticAlloca() || llvm::isa<llvm::ConstantInt>(alloca->getArraySize())
               ? nullptr
               : "memory of variable size is not supported";
  }
  return llvm::isa<llvm::IndirectBrInst>(instruction) ? "computed goto is not supported" : nullptr;
}

const char *problemOf(const llvm::Function &function) {
  if (isFalseIntrinsic(function) || (!function.isDeclaration() && isReserved(function))) {
    return "the name is reserved";
  }
  if (function.hasFnAttribute(llvm::Attribute::Naked)) {
    return "naked functions are not supported";
  }
  if (function.hasSection()) {
    return "sections are not supported";
  }
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const char *problem = problemOf(instruction)) {
      return problem;
    }
  }
  return nullptr;
}

const char *problemOf(const llvm::GlobalVariable &variable) {
  StringRef name = variable.getName();
  if (name == "llvm.global_ctors" || name == "llvm.global_dtors") {
    return "constructors and destructors are not supported";
  }
  if (variable.hasSection() && !name.starts_with("llvm.")) {
    return "sections are not supported";
  }
  if (variable.isThreadLocal()) {
    return "thread-local variables are not supported";
  }
  return isReserved(variable) ? "the name is reserved" : nullptr;
}

/// Adds a line for a problem, with the name that the user gave.
void append(std::string &text, const char *problem, const llvm::GlobalValue &value) {
  if (problem) {
    StringRef name = value.getName();
    name.consume_front("__clang_ocl_kern_imp_");
    text += "error: '" + name.str() + "': " + problem + "\n";
  }
}

}  // namespace

std::string findUnsupported(const llvm::Module &module) {
  std::string text;
  if (!module.getModuleInlineAsm().empty()) {
    text += "error: inline assembly is not supported\n";
  }
  for (const llvm::Function &function : module) {
    append(text, problemOf(function), function);
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    append(text, problemOf(variable), variable);
  }
  for (const llvm::GlobalAlias &alias : module.aliases()) {
    append(text, "aliases are not supported", alias);
  }
  for (const llvm::GlobalIFunc &resolver : module.ifuncs()) {
    append(text, "resolvers are not supported", resolver);
  }
  return text;
}

}  // namespace compiler::frontend
