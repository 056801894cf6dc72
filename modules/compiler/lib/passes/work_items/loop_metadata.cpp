#include "passes/work_items/loop_metadata.h"

#include "ir/loop_marks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr char noUnrolling[] = "llvm.loop.unroll.runtime.disable";

// A loop's node with these properties. Its first operand is the node itself, so two loops never
// share one.
MDNode *loopNode(LLVMContext &context, ArrayRef<Metadata *> properties) {
  SmallVector<Metadata *> operands = {nullptr};
  append_range(operands, properties);
  MDNode *loop = MDNode::getDistinct(context, operands);
  loop->replaceOperandWith(0, loop);
  return loop;
}

}  // namespace

MDNode *loopProperty(LLVMContext &context, StringRef name, Constant *value) {
  SmallVector<Metadata *> operands = {MDString::get(context, name)};
  if (value) {
    operands.push_back(ConstantAsMetadata::get(value));
  }
  return MDNode::get(context, operands);
}

MDNode *itemLoopMetadata(Module &module, ItemLoopProperties properties) {
  LLVMContext &context = module.getContext();
  SmallVector<Metadata *> operands;
  if (properties.isMarked) {
    operands.push_back(loopProperty(context, itemLoopProperty));
  }
  operands.push_back(
      loopProperty(context, "llvm.loop.vectorize.enable", ConstantInt::getFalse(context)));
  operands.push_back(loopProperty(context, noUnrolling));
  if (properties.isRemainder) {
    operands.push_back(loopProperty(context, remainderLoopProperty));
  }
  return loopNode(context, operands);
}

MDNode *rowLoopMetadata(Module &module) {
  LLVMContext &context = module.getContext();
  return loopNode(context,
                  {loopProperty(context, outerLoopProperty), loopProperty(context, noUnrolling)});
}

}  // namespace compiler::passes
