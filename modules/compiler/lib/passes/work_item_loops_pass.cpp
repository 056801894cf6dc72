#include "passes/work_item_loops_pass.h"

#include "llvm/IR/Module.h"
#include "passes/kernel_conventions.h"
#include "passes/work_item_loop_builder.h"

namespace compiler::passes {

using namespace llvm;

namespace {

Function *moveBody(Function &kernel) {
  auto *body = Function::Create(kernel.getFunctionType(), GlobalValue::InternalLinkage,
                                kernel.getName() + ".item", kernel.getParent());
  body->copyAttributesFrom(&kernel);
  body->removeFnAttr("mux-kernel");
  body->removeFnAttr(Attribute::NoInline);
  body->addFnAttr(Attribute::AlwaysInline);
  body->addFnAttr(itemBodyAttribute);
  body->setVisibility(GlobalValue::DefaultVisibility);
  body->splice(body->begin(), &kernel);
  for (auto [from, to] : zip(kernel.args(), body->args())) {
    from.replaceAllUsesWith(&to);
    to.setName(from.getName());
  }
  return body;
}

void addLoops(Function &kernel) {
  Function *body = moveBody(kernel);
  SmallVector<Value *> arguments(make_pointer_range(kernel.args()));
  IRBuilder<> builder(BasicBlock::Create(kernel.getContext(), "group", &kernel));
  emitForAllWorkItems(builder, "item", body->getInstructionCount(),
                      [&](Value *) { builder.CreateCall(body, arguments); });
  builder.CreateRetVoid();
  keepLastingAttributes(kernel, /*keepNoAlias=*/true);
  kernel.addFnAttr(groupScopeAttribute);
}

}  // namespace

PreservedAnalyses WorkItemLoopsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    if (kernel->hasFnAttribute(groupScopeAttribute))
      continue;
    addLoops(*kernel);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
