#include "operations/function_pointers.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler {

std::vector<FunctionPointerInfo> takeFunctionPointers(llvm::Module &module) {
  std::vector<FunctionPointerInfo> pointers;
  llvm::NamedMDNode *list = module.getNamedMetadata("kiln.function_pointers");
  if (!list) {
    return pointers;
  }
  for (const llvm::MDNode *entry : list->operands()) {
    const auto *name = llvm::dyn_cast<llvm::MDString>(entry->getOperand(0));
    const auto *number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(entry->getOperand(1));
    if (name && number) {
      pointers.push_back({name->getString().str(), number->getZExtValue()});
    }
  }
  list->eraseFromParent();
  return pointers;
}

}  // namespace compiler
