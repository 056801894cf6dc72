// Reads operands and stores results by their ids, and calls the handlers.
#include "translator/translator.h"

#include "coverage/coverage.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Back ends expand aggregates into scalars, in more than linear time.
constexpr uint64_t maximumLeaves = 1024;

}  // namespace

bool Translator::hasFeature(std::string_view feature) const {
  return std::ranges::find(device_.features, feature) != device_.features.end();
}

void Translator::translate(const Instruction &instruction) {
  Handler handler = findHandler(instruction.op, device_.api);
  if (!handler) {
    const char *reason = reasonAgainst(static_cast<uint32_t>(instruction.op), device_.api);
    return fail(instruction, std::string("the instruction is not supported") +
                                 (reason ? std::string(": ") + reason : ""));
  }
  const Instruction *outer = diagnostics_.moveTo(&instruction);
  if (!translateComponents(*this, instruction, handler) && !translateMatrix(*this, instruction)) {
    handler(*this, instruction);
  }
  diagnostics_.moveTo(outer);
}

llvm::Type *Translator::type(uint32_t id) {
  if (llvm::Type *type = types_.find(id)) {
    return type;
  }
  fail("%" + std::to_string(id) + " is not a known type", Error::Kind::invalid);
  return builder_.getInt32Ty();
}

llvm::Value *Translator::materialize(const Instruction &instruction) {
  if (!body_.function()) {
    return nullptr;
  }
  if (instruction.op == spv::Op::OpVariable) {
    llvm::Value *variable = builtinVariable(*this, instruction);
    return variable || !isShader() ? variable : interfaceVariable(*this, instruction);
  }
  return instruction.op == spv::Op::OpConstantSampler ? constantSampler(*this, instruction)
                                                      : nullptr;
}

llvm::Value *Translator::value(uint32_t id) {
  // SPIRV-Tools has not checked operands of instructions unknown to it.
  if (llvm::Value *value = values_.lookup(id); value && body_.canUse(*value)) {
    return value;
  }
  const Instruction *instruction = index_.find(id);
  if (llvm::Value *made = instruction ? materialize(*instruction) : nullptr) {
    return made;
  }
  fail("%" + std::to_string(id) + " has no value here", Error::Kind::invalid);
  llvm::Type *type = instruction ? types_.find(instruction->type) : nullptr;
  return llvm::PoisonValue::get(type && type->isFirstClassType() ? type : builder_.getInt32Ty());
}

llvm::Constant *Translator::constant(uint32_t id) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(value(id));
  if (!constant) {
    fail("%" + std::to_string(id) + " is not a constant");
  }
  return constant;
}

std::optional<uint64_t> Translator::integer(uint32_t id) const {
  auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(values_.lookup(id));
  return constant && constant->getBitWidth() <= 64 ? std::optional(constant->getZExtValue())
                                                   : std::nullopt;
}

void Translator::setValue(const Instruction &instruction, llvm::Value *value) {
  if (!value || failed()) {
    return;
  }
  if (instruction.type != 0 && types_.find(instruction.type) != value->getType()) {
    return fail(instruction, "the value does not have the result type", Error::Kind::invalid);
  }
  if (value->getType()->isAggregateType() && !llvm::isa<llvm::Constant>(value) &&
      types_.shape(value->getType()).leaves > maximumLeaves) {
    return fail(instruction, "a value of more than " + std::to_string(maximumLeaves) +
                                 " elements outside of memory is not supported");
  }
  values_[instruction.id] = value;
  if (!value->hasName() && !value->getType()->isVoidTy() && !llvm::isa<llvm::Constant>(value)) {
    value->setName(annotations_.name(instruction.id));
  }
}

uint64_t Translator::alignment(uint32_t id) {
  constexpr uint64_t largest = uint64_t{1} << 28;
  constexpr uint64_t signed128 = 0xFFFFFF80;  // LLVM's back end writes 128 as a signed byte
  const Decoration *decoration = annotations_.find(id, spv::Decoration::Alignment);
  const Decoration *byId = annotations_.find(id, spv::Decoration::AlignmentId);
  uint64_t value = decoration && !decoration->operands.empty() ? decoration->operands[0]
                   : byId && !byId->operands.empty() ? integer(byId->operands[0]).value_or(0)
                                                     : 0;
  value = value == signed128 ? 128 : value;
  if (value != 0 && (!llvm::isPowerOf2_64(value) || value > largest)) {
    fail("an alignment of " + std::to_string(value) + " bytes is not supported");
    return 0;
  }
  return value;
}

}  // namespace spirv_ll
