#include "passes/work_items/loop_metadata.h"

#include "ir/loop_marks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr char noUnrolling[] = "llvm.loop.unroll.runtime.disable";

// A loop property: a name, and a value if there is one.
MDNode *property(LLVMContext &context, StringRef name, Constant *value = nullptr) {
  SmallVector<Metadata *> operands = {MDString::get(context, name)};
  if (value) {
    operands.push_back(ConstantAsMetadata::get(value));
  }
  return MDNode::get(context, operands);
}

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

MDNode *itemLoopMetadata(Module &module, ItemLoopProperties properties) {
  LLVMContext &context = module.getContext();
  Constant *one = ConstantInt::get(Type::getInt32Ty(context), 1);
  SmallVector<Metadata *> operands;
  if (properties.isParallel) {
    operands.push_back(MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"),
                                             parallelAccessGroup(module)}));
  }
  operands.push_back(property(context, "llvm.loop.interleave.count", one));
  operands.push_back(property(context, noUnrolling));
  if (!properties.mayVectorize) {
    operands.push_back(
        property(context, "llvm.loop.vectorize.enable", ConstantInt::getFalse(context)));
  }
  if (properties.isRemainder) {
    operands.push_back(property(context, remainderLoopProperty));
  }
  return loopNode(context, operands);
}

MDNode *rowLoopMetadata(Module &module) {
  LLVMContext &context = module.getContext();
  return loopNode(context, {property(context, outerLoopProperty), property(context, noUnrolling)});
}

MDNode *parallelAccessGroup(Module &module) {
  NamedMDNode *holder = module.getOrInsertNamedMetadata("kiln.access_group");
  if (holder->getNumOperands() == 0) {
    holder->addOperand(MDNode::getDistinct(module.getContext(), {}));
  }
  return holder->getOperand(0);
}

}  // namespace compiler::passes
