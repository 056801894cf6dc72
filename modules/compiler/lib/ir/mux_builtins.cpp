#include "ir/mux_builtins.h"

#include "llvm/IR/DerivedTypes.h"

namespace compiler::passes {
namespace {

using llvm::Attribute;
using llvm::Function;

/// Declares a function that neither throws nor runs for ever.
Function *declare(llvm::Module &module, llvm::StringRef name, llvm::Type *result,
                  llvm::ArrayRef<llvm::Type *> parameters) {
  auto *type = llvm::FunctionType::get(result, parameters, false);
  auto *function = llvm::cast<Function>(module.getOrInsertFunction(name, type).getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  return function;
}

/// Marks a function whose equal calls by one work-item give equal values at any time.
Function *makePure(Function *function) {
  function->setDoesNotAccessMemory();
  function->addFnAttr(Attribute::NoCallback);
  function->addFnAttr(Attribute::NoFree);
  function->addFnAttr(Attribute::NoSync);
  function->addFnAttr(Attribute::Speculatable);
  return function;
}

}  // namespace

llvm::SmallVector<llvm::CallInst *> directCalls(Function &function) {
  llvm::SmallVector<llvm::CallInst *> calls;
  for (llvm::User *user : function.users()) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call && call->getCalledFunction() == &function) {
      calls.push_back(call);
    }
  }
  // LLVM's use lists begin with the latest use.
  std::reverse(calls.begin(), calls.end());
  return calls;
}

Function *declareWorkItemBuiltin(llvm::Module &module, llvm::StringRef name, llvm::Type *result,
                                 bool takesDimension) {
  llvm::SmallVector<llvm::Type *, 1> parameters;
  if (takesDimension) {
    parameters.push_back(llvm::Type::getInt32Ty(module.getContext()));
  }
  return makePure(declare(module, name, result, parameters));
}

// Not nocallback: LLVM would then assume that a barrier leaves internal variables unchanged, such
// as the program's variables in local memory.
static Function *declareBarrierNamed(llvm::Module &module, llvm::StringRef name) {
  auto *i32 = llvm::Type::getInt32Ty(module.getContext());
  Function *function =
      declare(module, name, llvm::Type::getVoidTy(module.getContext()), {i32, i32, i32});
  function->setConvergent();
  return function;
}

Function *declareBarrier(llvm::Module &module) {
  return declareBarrierNamed(module, muxBarrier);
}

Function *declareSubGroupBarrier(llvm::Module &module) {
  return declareBarrierNamed(module, muxSubGroupBarrier);
}

Function *declareFence(llvm::Module &module) {
  auto *i32 = llvm::Type::getInt32Ty(module.getContext());
  return declare(module, muxFence, llvm::Type::getVoidTy(module.getContext()), {i32, i32});
}

Function *declarePrintfBuffer(llvm::Module &module) {
  constexpr unsigned globalAddressSpace = 1;
  return makePure(declare(module, muxPrintfBuffer,
                          llvm::PointerType::get(module.getContext(), globalAddressSpace), {}));
}

}  // namespace compiler::passes
