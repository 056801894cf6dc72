// A kernel `@k(ptr %a)` with some body becomes three functions:
//
//   define void @k(ptr %a) "kiln-group-scope" { call void @k.items(ptr %a) };
//   define internal void @k.items(ptr %a) "kiln-work-group-function" { call void @k.item(ptr %a) };
//   define internal void @k.item(ptr %a) noinline "kiln-work-item-function" { the body }
//
// WorkItemLoopsPass adds loops to `@k.items`.

#include "passes/work_items/outline_work_items_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Moves the kernel's body to a new work-item function, noinline up to WorkItemLoopsPass.
Function *moveBody(Function &kernel) {
  auto *workItemFunction = Function::Create(kernel.getFunctionType(), GlobalValue::InternalLinkage,
                                            kernel.getName() + ".item", kernel.getParent());
  workItemFunction->copyAttributesFrom(&kernel);
  workItemFunction->removeFnAttr("mux-kernel");
  workItemFunction->removeFnAttr(Attribute::AlwaysInline);
  workItemFunction->addFnAttr(Attribute::NoInline);
  workItemFunction->addFnAttr(workItemFunctionAttribute);
  workItemFunction->setVisibility(GlobalValue::DefaultVisibility);
  workItemFunction->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  workItemFunction->splice(workItemFunction->begin(), &kernel);
  for (auto [from, to] : zip(kernel.args(), workItemFunction->args())) {
    from.replaceAllUsesWith(&to);
    to.setName(from.getName());
  }
  return workItemFunction;
}

// Outlines one kernel.
void separate(Function &kernel) {
  Function *workGroupFunction =
      createWorkGroupFunction(*moveBody(kernel), kernel.getName() + ".items");
  SmallVector<Value *> arguments(make_pointer_range(kernel.args()));
  IRBuilder<> builder(BasicBlock::Create(kernel.getContext(), "group", &kernel));
  builder.CreateCall(workGroupFunction, arguments);
  builder.CreateRetVoid();
  retainValidAttributes(kernel, /*keepNoAlias=*/true);
  kernel.addFnAttr(groupScopeAttribute);
}

}  // namespace

PreservedAnalyses OutlineWorkItemsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    if (kernel->hasFnAttribute(groupScopeAttribute)) {
      continue;
    }
    separate(*kernel);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
