#include "operations/global_variables.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler {

std::vector<GlobalVariableInfo> takeGlobalVariables(llvm::Module &module) {
  std::vector<GlobalVariableInfo> variables;
  llvm::NamedMDNode *list = module.getNamedMetadata("kiln.global_variables");
  if (!list) {
    return variables;
  }
  const auto number = [](const llvm::MDNode &entry, unsigned index) {
    return llvm::mdconst::extract<llvm::ConstantInt>(entry.getOperand(index))->getZExtValue();
  };
  for (const llvm::MDNode *entry : list->operands()) {
    variables.push_back({llvm::cast<llvm::MDString>(entry->getOperand(0))->getString().str(),
                         number(*entry, 1), static_cast<HostAccess>(number(*entry, 2))});
  }
  list->eraseFromParent();
  return variables;
}

}  // namespace compiler
