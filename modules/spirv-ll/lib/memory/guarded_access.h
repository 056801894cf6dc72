// Loads and stores under a condition, without a branch in the caller.
//
// A handler cannot end a block, since SPIR-V's phis name the blocks of the module. So a guarded
// access is a call of a small internal function with the branch. The vectoriser makes masked
// accesses of it, as of any branch. A module has one function for each type, address space and
// alignment:
//
//   define internal spir_func float @spirv.load.if.float.p1.a4(ptr addrspace(1) %p, i1 %c, float
//   %x)
//
// It returns %x if %c does not hold.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// Accesses of one type, address space and alignment under conditions.
class GuardedAccess {
 public:
  /// An alignment of 0 means that of the type.
  GuardedAccess(Translator &translator, llvm::Type *type, unsigned space, uint64_t alignment);

  /// Loads under a condition; the result is `otherwise` if it does not hold.
  llvm::Value *load(llvm::Value *pointer, llvm::Value *condition, llvm::Value *otherwise);
  /// Stores under a condition.
  void store(llvm::Value *pointer, llvm::Value *condition, llvm::Value *value);

 private:
  using Access = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Function &)>;

  /// The parts of a definition and of a call.
  std::string nameOf(const char *beginning) const;
  llvm::Function *find(const char *beginning, llvm::Type *result,
                       llvm::ArrayRef<llvm::Type *> parameters, Access access);
  static void define(llvm::Function &function, Access access);
  llvm::Value *call(llvm::Function &function, llvm::ArrayRef<llvm::Value *> arguments);

  Translator &translator_;
  llvm::Type *type_, *form_;
  llvm::PointerType *pointer_;
  llvm::Align alignment_;
};

}  // namespace spirv_ll
