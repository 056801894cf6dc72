#include "passes/work_items/outline_work_items_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

Function *moveBody(Function &kernel) {
  auto *body = Function::Create(kernel.getFunctionType(), GlobalValue::InternalLinkage,
                                kernel.getName() + ".item", kernel.getParent());
  body->copyAttributesFrom(&kernel);
  body->removeFnAttr("mux-kernel");
  body->removeFnAttr(Attribute::AlwaysInline);
  body->addFnAttr(Attribute::NoInline);
  body->addFnAttr(workItemFunctionAttribute);
  body->setVisibility(GlobalValue::DefaultVisibility);
  body->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  body->splice(body->begin(), &kernel);
  for (auto [from, to] : zip(kernel.args(), body->args())) {
    from.replaceAllUsesWith(&to);
    to.setName(from.getName());
  }
  return body;
}

void separate(Function &kernel) {
  Function *items = createWorkGroupFunction(*moveBody(kernel), kernel.getName() + ".items");
  SmallVector<Value *> arguments(make_pointer_range(kernel.args()));
  IRBuilder<> builder(BasicBlock::Create(kernel.getContext(), "group", &kernel));
  builder.CreateCall(items, arguments);
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
