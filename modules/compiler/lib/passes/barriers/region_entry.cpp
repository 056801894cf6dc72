#include "passes/barriers/region_entry.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "passes/barriers/group_arrays.h"

namespace compiler::passes {

using namespace llvm;

RegionEntry::RegionEntry(const RegionValues &values, const RegionSignature &signature)
    : values_(values),
      signature_(signature),
      block_(
          BasicBlock::Create(signature.function().getContext(), "enter", &signature.function())) {
  for (const Argument &argument : values.plan().kernel().args()) {
    map_[&argument] = signature.parameter(&argument);
  }
  for (const Instruction *value : signature.uniformIn()) {
    map_[value] = signature.parameter(value);
  }
}

void RegionEntry::build(BasicBlock *start) {
  createVariables();
  IRBuilder<> builder(block_);
  for (Instruction *value : values_.incoming()) {
    incoming_[value] = receive(builder, *value);
  }
  builder.CreateBr(start);
  for (DbgVariableRecord *description : descriptions_) {
    block_->insertDbgRecordBefore(description, block_->getTerminator()->getIterator());
  }
}

Value *RegionEntry::variable(const AllocaInst *variable) const {
  return map_.lookup(variable);
}

void RegionEntry::createVariables() {
  IRBuilder<> builder(block_);
  for (AllocaInst *variable : values_.plan().variables()) {
    Value *address = createVariable(builder, *variable);
    map_[variable] = address;
    describe(*variable, address);
  }
}

Value *RegionEntry::createVariable(IRBuilder<> &builder, AllocaInst &variable) {
  const BarrierPlan &plan = values_.plan();
  if (plan.isInFrame(&variable)) {
    Value *address = plan.frame().address(builder, plan.slot(&variable));
    address->setName(variable.getName());
    return variable.getType() == address->getType()
               ? address
               : builder.CreateAddrSpaceCast(address, variable.getType());
  }
  if (values_.isUsedHere(variable)) {
    return builder.Insert(variable.clone(), variable.getName());
  }
  return PoisonValue::get(variable.getType());
}

void RegionEntry::describe(AllocaInst &variable, Value *variableAddress) {
  for (DbgVariableRecord *declaration : findDVRDeclares(&variable)) {
    IRBuilder<> builder(block_);
    AllocaInst *address = builder.CreateAlloca(variableAddress->getType());
    builder.CreateStore(variableAddress, address, /*isVolatile=*/true);
    descriptions_.push_back(DbgVariableRecord::createDVRDeclare(
        address, declaration->getVariable(),
        DIExpression::prepend(declaration->getExpression(), DIExpression::DerefBefore),
        declaration->getDebugLoc().get()));
  }
}

Value *RegionEntry::receive(IRBuilder<> &builder, Instruction &value) {
  const BarrierPlan &plan = values_.plan();
  switch (plan.passage(&value)) {
    case Passage::recompute:
      return RematerializableValues::compute(builder, value, map_);
    case Passage::uniform:
      return signature_.parameter(&value);
    default:
      break;
  }
  Type *type = memoryTypeOf(value.getType());
  Value *loaded = builder.CreateLoad(type, slotAddress(plan.slot(&value)), value.getName());
  return type == value.getType() ? loaded : builder.CreateTrunc(loaded, value.getType());
}

bool RegionEntry::isContentOf(unsigned slot, const Value &value) const {
  const Value *source = &value;
  while (auto *phi = dyn_cast<PHINode>(source)) {
    const Value *only = phi->hasConstantValue();
    if (!only) {
      return false;
    }
    source = only;
  }
  if (auto *narrowed = dyn_cast<TruncInst>(source)) {
    source = narrowed->getOperand(0);
  }
  auto *load = dyn_cast<LoadInst>(source);
  return load && load->getParent() == block_ &&
         load->getPointerOperand() == slotAddresses_.lookup(slot);
}

Value *RegionEntry::slotAddress(unsigned slot) {
  Value *&address = slotAddresses_[slot];
  if (!address) {
    IRBuilder<> builder(block_);
    if (Instruction *end = block_->getTerminator()) {
      builder.SetInsertPoint(end);
    }
    address = values_.plan().frame().address(builder, slot);
  }
  return address;
}

}  // namespace compiler::passes
