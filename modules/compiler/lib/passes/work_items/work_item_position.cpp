#include "passes/work_items/work_item_position.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

Value *WorkItemPosition::rowStart() {
  Value *plane = builder_.CreateNUWMul(ids_[2], bounds_.size(1));
  return builder_.CreateNUWMul(builder_.CreateNUWAdd(plane, ids_[1]), bounds_.size(0));
}

void WorkItemPosition::makeCurrent() {
  Value *linear = builder_.CreateAdd(rowStart(), ids_[0], "item.item", true, true);
  Module &module = *builder_.GetInsertBlock()->getModule();
  builder_.CreateCall(declareSetWorkItem(module), {ids_[0], ids_[1], ids_[2], linear});
}

}  // namespace compiler::passes
