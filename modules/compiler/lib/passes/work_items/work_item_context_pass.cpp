//   define internal i64 @f()                =>   define internal i64 @f(ptr %work_item);
//     %i = call i64 @__mux_get_local_id(0)         %i = load i64, ptr (%work_item + 56);
//     ret i64 %i                                   ret i64 %i
//
// Functions are visited callees first, so the needs of all callees are known at each call. LLVM
// cannot add a parameter to a function: a new one takes over body, name and attributes. The old
// ones stay until all callers are rewritten, as their calls name them.
//
// Functions other than kernels and work-item functions never set ids, so for them the context is
// readonly and noalias: LLVM may keep its words in registers across stores.

#include "passes/work_items/work_item_context_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/work_item_context.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"
#include "passes/work_items/work_item_builtins.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Properties of a function and its callees: whether it reads the context, or the printf buffer.
struct Needs {
  bool context = false;
  bool printf = false;
};

// Handles one module.
class ContextPasser {
 public:
  explicit ContextPasser(Module &module) : module_(module) {}

  // Returns true if a function got the parameter.
  bool run() {
    for (Function *function : calleesFirst(module_)) {
      Needs needs = needsOf(*function);
      needs_[function] = needs;
      if (isKernel(*function) && needs.printf) {
        addFlags(*function, mux_kernel_uses_printf);
      }
      if (needs.context) {
        pass(*function);
      }
    }
    for (auto &[old, replacement] : replaced_) {
      old->eraseFromParent();
    }
    dropDeclarations();
    return !replaced_.empty();
  }

 private:
  // The needs of one function; callees are known. A kernel always has the parameter, by its
  // convention.
  Needs needsOf(Function &function) {
    Needs needs{isKernel(function), false};
    forEachCall(function, [&](CallInst &call) {
      Function *callee = call.getCalledFunction();
      if (!callee) {
        return;
      }
      Needs below = needs_.lookup(callee);
      needs.context |= below.context || isWorkItemFunction(callee->getName());
      needs.printf |= below.printf || callee->getName() == printfBufferName;
    });
    return needs;
  }

  // Replaces the function by one with a context parameter.
  void pass(Function &function) {
    SmallVector<Type *> parameters(function.getFunctionType()->params());
    parameters.push_back(PointerType::get(module_.getContext(), 0));
    auto *type = FunctionType::get(function.getReturnType(), parameters, false);
    auto *with = Function::Create(type, function.getLinkage(), function.getAddressSpace());
    module_.getFunctionList().insert(function.getIterator(), with);
    with->takeName(&function);
    with->copyAttributesFrom(&function);
    with->copyMetadata(&function, 0);
    with->removeFnAttr(Attribute::Memory);
    with->removeFnAttr(Attribute::Speculatable);
    with->splice(with->begin(), &function);
    for (auto [from, to] : zip(function.args(), with->args())) {
      from.replaceAllUsesWith(&to);
      to.takeName(&from);
    }
    Argument *context = with->arg_end() - 1;
    describe(*context);
    replaced_[&function] = with;
    rewriteCalls(*with, context);
  }

  // Adds name and attributes to the parameter.
  static void describe(Argument &context) {
    LLVMContext &llvm = context.getContext();
    context.setName("work_item");
    context.addAttr(Attribute::getWithDereferenceableBytes(llvm, 8 * contextWords));
    context.addAttr(Attribute::getWithAlignment(llvm, Align(8)));
    context.addAttr(Attribute::getWithCaptureInfo(llvm, CaptureInfo::none()));
    Function &function = *context.getParent();
    if (isKernel(function) || function.hasFnAttribute(workItemFunctionAttribute)) {
      return;
    }
    context.addAttr(Attribute::get(llvm, Attribute::ReadOnly));
    context.addAttr(Attribute::get(llvm, Attribute::NoAlias));
  }

  // Replaces builtins, and calls of functions with the parameter. All callees were replaced before.
  void rewriteCalls(Function &function, Value *context) {
    forEachCall(function, [&](CallInst &call) {
      if (isWorkItemFunction(calledName(call))) {
        Value *value = lowerWorkItemCall(call, context);
        if (value) {
          call.replaceAllUsesWith(value);
        }
        call.eraseFromParent();
        return;
      }
      auto with = replaced_.find(call.getCalledFunction());
      if (with != replaced_.end()) {
        callWithContext(call, *with->second, context);
      }
    });
  }

  // Replaces a call by one with the context behind its arguments.
  static void callWithContext(CallInst &call, Function &callee, Value *context) {
    SmallVector<Value *> arguments(call.args());
    arguments.push_back(context);
    IRBuilder<> builder(&call);
    CallInst *replacement = builder.CreateCall(&callee, arguments);
    replacement->setAttributes(call.getAttributes());
    replacement->removeFnAttr(Attribute::Memory);
    replacement->copyMetadata(call);
    replacement->takeName(&call);
    call.replaceAllUsesWith(replacement);
    call.eraseFromParent();
  }

  // Erases declarations of functions without uses.
  void dropDeclarations() {
    for (Function &function : make_early_inc_range(module_)) {
      if (function.isDeclaration() && function.use_empty() &&
          isWorkItemFunction(function.getName())) {
        function.eraseFromParent();
      }
    }
  }

  Module &module_;
  DenseMap<Function *, Needs> needs_;
  MapVector<Function *, Function *> replaced_;
};

}  // namespace

PreservedAnalyses WorkItemContextPass::run(Module &module, ModuleAnalysisManager &) {
  return ContextPasser(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
