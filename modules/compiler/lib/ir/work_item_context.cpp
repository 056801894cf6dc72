#include "ir/work_item_context.h"

#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

Value *ContextAccess::address(ContextWord word, uint32_t dimension) const {
  uint64_t offset = 8 * (static_cast<uint64_t>(word) + dimension);
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), context_, offset);
}

Value *ContextAccess::load(ContextWord word, uint32_t dimension) const {
  return builder_.CreateAlignedLoad(builder_.getInt64Ty(), address(word, dimension), Align(8));
}

Value *ContextAccess::loadPointer(ContextWord word) const {
  return builder_.CreateAlignedLoad(builder_.getPtrTy(), address(word, 0), Align(8));
}

void ContextAccess::store(ContextWord word, uint32_t dimension, Value *value) const {
  builder_.CreateAlignedStore(value, address(word, dimension), Align(8));
}

Value *ContextAccess::loadSchedule(Type *type, uint64_t offset) const {
  return loadInvariant(builder_, type, loadPointer(ContextWord::schedule), offset);
}

LoadInst *loadInvariant(IRBuilderBase &builder, Type *type, Value *base, uint64_t offset,
                        const Twine &name) {
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  const DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  Align align = commonAlignment(std::max(layout.getABITypeAlign(type), Align(1)), offset);
  LoadInst *load = builder.CreateAlignedLoad(type, address, align, name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  load->setMetadata(LLVMContext::MD_noundef, MDNode::get(builder.getContext(), {}));
  return load;
}

}  // namespace compiler::passes
