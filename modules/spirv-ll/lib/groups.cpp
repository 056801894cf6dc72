// Asynchronous copies: the builtins of OpenCL C.
#include "handlers.h"
#include "mangling.h"

namespace spirv_ll {
namespace {

using llvm::Value;

Parameter pointerParameter(Translator &translator, uint32_t id, bool isConst) {
  llvm::Type *pointee = translator.type(translator.pointeeId(translator.typeIdOf(id)));
  return {.type = pointee,
          .isSigned = false,
          .isPointer = true,
          .isConst = isConst,
          .addressSpace = translator.value(id)->getType()->getPointerAddressSpace()};
}

bool isWorkgroup(Translator &translator, uint32_t scopeId) {
  const auto scope = translator.integer(scopeId);
  if (scope && static_cast<spv::Scope>(*scope) == spv::Scope::Workgroup) {
    return true;
  }
  translator.fail("another scope than Workgroup is not supported");
  return false;
}

void translateCopy(Translator &translator, const Instruction &instruction) {
  if (!isWorkgroup(translator, instruction.operand(0))) {
    return;
  }
  Value *target = translator.value(instruction.operand(1));
  Value *source = translator.value(instruction.operand(2));
  Value *count = translator.value(instruction.operand(3));
  Value *stride = translator.value(instruction.operand(4));
  Value *event = translator.value(instruction.operand(5));
  if (!target->getType()->isPointerTy() || !source->getType()->isPointerTy() ||
      count->getType() != translator.sizeType() || !stride->getType()->isIntegerTy()) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  const Parameter size{.type = translator.sizeType()};
  std::vector<Parameter> parameters = {pointerParameter(translator, instruction.operand(1), false),
                                       pointerParameter(translator, instruction.operand(2), true),
                                       size};
  llvm::SmallVector<Value *> arguments = {target, source, count};
  const bool isStrided = translator.integer(instruction.operand(4)) != 1;
  if (isStrided) {
    parameters.push_back(size);
    // LLVM's back end writes it with 32 bits.
    arguments.push_back(translator.builder().CreateZExtOrTrunc(stride, translator.sizeType()));
  }
  parameters.push_back({.type = event->getType()});
  arguments.push_back(event);
  const char *name = isStrided ? "async_work_group_strided_copy" : "async_work_group_copy";
  translator.setValue(instruction,
                      translator.callBuiltin(mangle(name, parameters),
                                             translator.type(instruction.type), arguments));
}

/// wait_group_events takes a pointer to the events in private or generic memory.
void translateWait(Translator &translator, const Instruction &instruction) {
  Value *count = translator.value(instruction.operand(1));
  Value *events = translator.value(instruction.operand(2));
  if (!isWorkgroup(translator, instruction.operand(0))) {
    return;
  }
  if (!count->getType()->isIntegerTy(32) || !events->getType()->isPointerTy()) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  const std::string name =
      mangle("wait_group_events", {{.type = count->getType(), .isSigned = true},
                                   pointerParameter(translator, instruction.operand(2), false)});
  translator.callBuiltin(name, translator.builder().getVoidTy(), {count, events});
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpGroupAsyncCopy, translateCopy},
    {spv::Op::OpGroupWaitEvents, translateWait},
};

}  // namespace

HandlerTable groupHandlers() {
  return rows;
}

}  // namespace spirv_ll
