#include "vecz/analysis/strided_addresses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

using Extension = LinearAddress::Extension;

StridedAddresses::StridedAddresses(Function &function)
    : function_(function), layout_(function.getDataLayout()) {}

void StridedAddresses::set(Instruction &instruction, const CheckedAccess &access,
                           const StridedParts &parts, function_ref<Value *(const Value *)> here) {
  IRBuilder<> builder(&instruction);
  Value *address = here(access.address.root);
  for (const LinearAddress::Term &term : access.address.terms) {
    address = advance(builder, address, here(term.value), term.extension, term.scale);
  }
  for (const StridedParts::Summand &summand : parts.summands) {
    address = advance(builder, address, summand.value, Extension::none, summand.scale);
  }
  if (parts.stride != 0) {
    address =
        advance(builder, address, lane(), Extension::none, static_cast<int64_t>(parts.stride));
  }
  const uint64_t offset = static_cast<uint64_t>(access.address.offset) + parts.offset;
  if (offset != 0) {
    address = builder.CreatePtrAdd(address,
                                   ConstantInt::getSigned(layout_.getIndexType(address->getType()),
                                                          static_cast<int64_t>(offset)));
  }
  instruction.setOperand(isa<LoadInst>(instruction) ? LoadInst::getPointerOperandIndex()
                                                    : StoreInst::getPointerOperandIndex(),
                         address);
}

Value *StridedAddresses::lane() {
  if (!lane_) {
    BasicBlock &entry = function_.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    lane_ = builder.CreateCall(declareLane(*function_.getParent()));
  }
  return lane_;
}

Value *StridedAddresses::advance(IRBuilder<> &builder, Value *address, Value *index,
                                 Extension extension, int64_t scale) const {
  Type *type = layout_.getIndexType(address->getType());
  Value *wide = extension == Extension::zero ? builder.CreateZExtOrTrunc(index, type)
                                             : builder.CreateSExtOrTrunc(index, type);
  Value *bytes = builder.CreateMul(wide, ConstantInt::getSigned(type, scale));
  return builder.CreatePtrAdd(address, bytes);
}

}  // namespace compiler::vecz
