// Extraction of one kernel from a program's bitcode
// --------------------------------------------------
// LLVM's lazy reader reads the body of a function when it is materialised. The walk starts at the
// kernel, materialises each function that it meets, and follows the operands of its instructions.
// Then the bodies of all other functions are dropped unread. So a program of n kernels can be
// compiled kernel by kernel without reading n bodies n times.

#include "codegen/single_kernel.h"

#include <string>

#include "ir/kernel_conventions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm_support/analysis_managers.h"

namespace compiler {
namespace {

using llvm::Function;

Failure readFailure(llvm::Error error) {
  return {Error::invalidBinary,
          "the module's bitcode cannot be read: " + llvm::toString(std::move(error))};
}

/// Materialises the functions that a kernel refers to, at any depth.
class Walk {
 public:
  /// Adds a constant: the kernel, or a variable.
  void add(const llvm::Constant &constant) {
    if (seen_.insert(&constant).second) {
      work_.push_back(&constant);
    }
  }
  /// Walks until nothing new is found.
  llvm::Error run() {
    while (!work_.empty()) {
      const llvm::Constant *constant = work_.pop_back_val();
      if (const auto *function = llvm::dyn_cast<Function>(constant)) {
        if (llvm::Error error = const_cast<Function *>(function)->materialize()) {
          return error;
        }
        for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
          addOperands(instruction);
        }
      }
      addOperands(*constant);
    }
    return llvm::Error::success();
  }
  /// Returns true if the kernel refers to the function.
  bool hasReached(const Function &function) const { return seen_.contains(&function); }

 private:
  void addOperands(const llvm::User &user) {
    for (const llvm::Use &use : user.operands()) {
      if (const auto *constant = llvm::dyn_cast<llvm::Constant>(use.get())) {
        add(*constant);
      }
    }
  }

  llvm::SmallPtrSet<const llvm::Constant *, 32> seen_;
  llvm::SmallVector<const llvm::Constant *> work_;
};

/// Turns another kernel into a plain function: the wanted one may call it.
void demote(Function &kernel) {
  kernel.removeFnAttr("mux-kernel");
  kernel.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Drops the bodies of functions that were not reached, unread.
void dropUnread(llvm::Module &module, const Walk &walk) {
  for (Function &function : module) {
    if (!function.isDeclaration() && !walk.hasReached(function)) {
      function.deleteBody();
      function.setComdat(nullptr);
      function.removeFnAttr("mux-kernel");
    }
  }
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> readKernel(std::span<const std::byte> bitcode,
                                                 std::string_view kernel,
                                                 llvm::LLVMContext &context) {
  const llvm::StringRef text(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "program"), context);
  if (!lazy) {
    return readFailure(lazy.takeError());
  }
  llvm::Module &module = **lazy;
  const Function *wanted = module.getFunction(llvm::StringRef(kernel));
  if (!wanted || !passes::isKernel(*wanted)) {
    return Failure{Error::internalFailure, "the finalized module lacks a kernel of its program"};
  }
  Walk walk;
  walk.add(*wanted);
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.hasAppendingLinkage()) {
      walk.add(variable);  // llvm.used and the like stay
    }
  }
  if (llvm::Error error = walk.run()) {
    return readFailure(std::move(error));
  }
  dropUnread(module, walk);
  if (llvm::Error error = module.materializeAll()) {
    return readFailure(std::move(error));
  }
  for (Function &function : module) {
    if (&function != wanted && passes::isKernel(function)) {
      demote(function);
    }
  }
  AnalysisManagers managers(nullptr);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, managers.modules);
  return std::move(*lazy);
}

}  // namespace compiler
