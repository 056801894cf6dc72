#include "passes/work_item_loops_pass.h"

#include "llvm/IR/Module.h"
#include "passes/kernel_conventions.h"
#include "passes/work_item_loop_builder.h"
#include "vecz/jam_packets.h"
#include "vecz/packet.h"

namespace compiler::passes {

using namespace llvm;

namespace {

void inlineFromHere(Function &function) {
  function.removeFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::AlwaysInline);
}

class LoopsOfItems {
 public:
  explicit LoopsOfItems(Function &items)
      : items_(items), body_(*itemBodyCall(items).getCalledFunction()) {
    vector_ = named(body_, vectorFormAttribute);
    jammed_ = vector_ ? named(*vector_, jammedFormAttribute) : nullptr;
  }

  void build() {
    while (!items_.empty())
      items_.begin()->eraseFromParent();
    IRBuilder<> builder(BasicBlock::Create(items_.getContext(), "items", &items_));
    if (!items_.getReturnType()->isVoidTy())
      result_ = builder.CreateAlloca(items_.getReturnType(), nullptr, "result");
    WorkItemLoops loops;
    loops.bodySize = body_.getInstructionCount();
    loops.item = [&](IRBuilder<> &inLoop) { call(inLoop, body_); };
    if (vector_) {
      vecz::Packet packet = vecz::packetOf(*vector_);
      loops.width = packet.width;
      loops.dimension = packet.dimension;
      loops.packet = [&](IRBuilder<> &inLoop) { call(inLoop, *vector_); };
      inlineFromHere(*vector_);
    }
    if (jammed_) {
      vecz::Jam jam = vecz::jamOf(*jammed_);
      loops.jamDimension = jam.dimension;
      loops.jamCount = jam.count;
      loops.jammed = [&](IRBuilder<> &inLoop) { call(inLoop, *jammed_); };
      inlineFromHere(*jammed_);
    }
    emitForAllWorkItems(builder, "item", loops);
    if (result_)
      builder.CreateRet(builder.CreateLoad(items_.getReturnType(), result_));
    else
      builder.CreateRetVoid();
    inlineFromHere(body_);
    inlineFromHere(items_);
  }

 private:
  static Function *named(Function &function, StringRef attribute) {
    StringRef name = function.getFnAttribute(attribute).getValueAsString();
    return name.empty() ? nullptr : function.getParent()->getFunction(name);
  }

  /// What lanes return is the same where it matters: a barrier's continuation.
  void call(IRBuilder<> &builder, Function &form) {
    SmallVector<Value *> arguments(make_pointer_range(items_.args()));
    Value *result = builder.CreateCall(&form, arguments);
    if (!result_)
      return;
    if (result->getType()->isVectorTy())
      result = builder.CreateExtractElement(result, uint64_t{0});
    builder.CreateStore(result, result_);
  }

  Function &items_;
  Function &body_;
  Function *vector_ = nullptr;
  Function *jammed_ = nullptr;
  AllocaInst *result_ = nullptr;
};

}  // namespace

PreservedAnalyses WorkItemLoopsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> functions = itemsFunctionsOf(module);
  for (Function *items : functions)
    LoopsOfItems(*items).build();
  return functions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace compiler::passes
