// Clang makes two functions of `kernel void k(…)`:
//
//   define spir_kernel void @k(…)                          ; the stub, launched by a host
//     { call spir_func void @__clang_ocl_kern_imp_k(…) }
//   define spir_func void @__clang_ocl_kern_imp_k(…)       ; the body, called by stub and kernels
//
// Nearly always the stub is the only caller. So the body is moved into it, not inlined: parameters
// keep their attributes (noalias of restrict), and debug information stays unchanged. If other
// kernels call the body, they get a copy of it.

#include "passes/finalize/prepare_kernels_pass.h"

#include "ir/clang_kernel_stubs.h"
#include "ir/diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::passes {
namespace {

using llvm::Function;

// Returns true if the function is a kernel of the front end; the attribute is not there yet.
bool isKernel(const Function &function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

// An internal copy of the kernel's body for calls from other functions.
Function *makeCallable(Function &kernel, const llvm::Twine &name) {
  llvm::ValueToValueMapTy values;
  Function *copy = llvm::CloneFunction(&kernel, values);
  copy->setName(name);
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  copy->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return copy;
}

// Redirects calls, and adapts their calling convention to the callee's.
void redirectCalls(Function &from, Function &to) {
  from.replaceUsesWithIf(&to, [&](const llvm::Use &use) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call && call->isCallee(&use);
  });
  for (llvm::User *user : to.users()) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      call->setCallingConv(to.getCallingConv());
    }
  }
}

// Replaces the body of `to` by that of `from`, with attributes and metadata. deleteBody() also
// drops metadata; Clang gives both functions the same.
void moveBody(Function &from, Function &to) {
  // deleteBody also drops the metadata; Clang gives both functions the same.
  to.deleteBody();
  to.setAttributes(from.getAttributes());
  to.removeFnAttr(llvm::Attribute::AlwaysInline);
  to.copyMetadata(&from, 0);
  from.clearMetadata();
  to.splice(to.begin(), &from);
  for (auto [source, destination] : llvm::zip_equal(from.args(), to.args())) {
    source.replaceAllUsesWith(&destination);
    destination.takeName(&source);
  }
}

// Moves the body of one kernel into its stub. A kernel without a body function stays as it is.
void mergeStub(Function &stub) {
  Function *body = stub.getParent()->getFunction((clangKernelBodyPrefix + stub.getName()).str());
  if (!body || body->isDeclaration() || body->getFunctionType() != stub.getFunctionType()) {
    return;
  }
  stub.dropAllReferences();
  if (!body->use_empty()) {
    redirectCalls(*body, *makeCallable(*body, stub.getName() + ".callable"));
  }
  moveBody(*body, stub);
  if (body->use_empty()) {
    body->eraseFromParent();
  }
}

// Gives a definition internal linkage; LLVM's own variables (llvm.used) keep theirs.
void internalize(llvm::GlobalObject &object) {
  if (object.isDeclaration() || object.getName().starts_with("llvm.")) {
    return;
  }
  object.setComdat(nullptr);
  object.setVisibility(llvm::GlobalValue::DefaultVisibility);
  object.setLinkage(llvm::GlobalValue::InternalLinkage);
}

// Adds linkage and attributes of kernels.
void markKernel(Function &kernel, bool denormsAreZero) {
  kernel.setLinkage(llvm::GlobalValue::ExternalLinkage);
  kernel.setDSOLocal(true);
  kernel.addFnAttr("mux-kernel", "entry-point");
  if (denormsAreZero) {
    kernel.addFnAttr("kiln-flush-denorms");
  }
}

}  // namespace

llvm::PreservedAnalyses PrepareKernelsPass::run(llvm::Module &module,
                                                llvm::ModuleAnalysisManager &) {
  llvm::SmallVector<Function *> kernels;
  for (Function &function : module) {
    if (isKernel(function)) {
      kernels.push_back(&function);
    }
  }
  llvm::for_each(kernels, [](Function *kernel) { mergeStub(*kernel); });
  for (Function &function : module) {
    if (!function.isDeclaration()) {
      internalize(function);
      function.addFnAttr("no-builtins");
    }
  }
  llvm::for_each(module.globals(), internalize);
  for (Function *kernel : kernels) {
    markKernel(*kernel, denormsAreZero_);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace compiler::passes
