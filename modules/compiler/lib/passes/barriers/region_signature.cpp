#include "passes/barriers/region_signature.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

RegionSignature::RegionSignature(const RegionValues &values) {
  const BarrierPlan &plan = values.plan();
  Function &kernel = plan.kernel();
  LLVMContext &context = kernel.getContext();
  auto isUniform = [&](const Instruction *value) {
    return plan.passage(value) == Passage::uniform;
  };
  copy_if(values.incoming(), std::back_inserter(uniformIn_), isUniform);
  copy_if(values.outgoing(), std::back_inserter(uniformOut_), isUniform);
  SmallVector<Type *> types(kernel.getFunctionType()->params());
  for (const Instruction *value : uniformIn_) {
    types.push_back(value->getType());
  }
  types.append(uniformOut_.size(), PointerType::get(context, 0));
  auto *type = FunctionType::get(Type::getInt32Ty(context), types, /*isVarArg=*/false);
  function_ =
      Function::Create(type, GlobalValue::InternalLinkage,
                       kernel.getName() + ".region" + Twine(values.number()), kernel.getParent());
  setAttributes(plan);
  assignParameters(kernel);
}

void RegionSignature::setAttributes(const BarrierPlan &plan) {
  function_->setAttributes(plan.kernel().getAttributes());
  retainValidAttributes(*function_, !plan.pointersCross());
  function_->removeFnAttr("mux-kernel");
  function_->addFnAttr(Attribute::NoInline);
  function_->addFnAttr(workItemFunctionAttribute);
}

void RegionSignature::assignParameters(const Function &kernel) {
  auto *parameter = function_->arg_begin();
  for (const Argument &argument : kernel.args()) {
    parameter->setName(argument.getName());
    parameters_[&argument] = parameter++;
  }
  for (const Instruction *value : uniformIn_) {
    parameters_[value] = parameter++;
  }
  for (const Instruction *value : uniformOut_) {
    parameter->addAttr(Attribute::get(function_->getContext(), dispatcherVariableAttribute));
    addresses_[value] = parameter++;
  }
}

}  // namespace compiler::passes
