// The tables of ids, values and decorations behind the handlers, and calls of OpenCL C's builtins.
#include "translator/translator.h"

#include "binary/grammar.h"
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

void Translator::fail(const Instruction &instruction, const std::string &message,
                      Error::Kind kind) {
  if (!error_) {
    error_ = Error{kind, instruction.word,
                   opcodeName(static_cast<uint32_t>(instruction.op)) + ": " + message};
  }
}

void Translator::fail(const std::string &message, Error::Kind kind) {
  if (current_) {
    fail(*current_, message, kind);
  } else if (!error_) {
    error_ = Error{kind, 0, message};
  }
}

void Translator::translate(const Instruction &instruction) {
  Handler handler = findHandler(instruction.op, device_.api);
  if (!handler) {
    const char *reason = reasonAgainst(static_cast<uint32_t>(instruction.op), device_.api);
    return fail(instruction, std::string("the instruction is not supported") +
                                 (reason ? std::string(": ") + reason : ""));
  }
  const Instruction *outer = current_;
  current_ = &instruction;
  handler(*this, instruction);
  current_ = outer;
}

spv::Op Translator::opOf(uint32_t id) const {
  const Instruction *instruction = definition(id);
  return instruction ? instruction->op : spv::Op::OpNop;
}

llvm::Type *Translator::type(uint32_t id) {
  if (llvm::Type *type = types_.lookup(id)) {
    return type;
  }
  fail("%" + std::to_string(id) + " is not a known type", Error::Kind::invalid);
  return builder_.getInt32Ty();
}

Translator::Shape Translator::shape(llvm::Type *type) const {
  const auto found = shapes_.find(type);
  return found == shapes_.end() ? Shape() : found->second;
}

uint32_t Translator::typeIdOf(uint32_t value) const {
  const Instruction *instruction = definition(value);
  return instruction ? instruction->type : 0;
}

uint32_t Translator::pointeeId(uint32_t pointerType) const {
  const Instruction *instruction = definition(pointerType);
  return instruction && instruction->op == spv::Op::OpTypePointer ? instruction->operand(1) : 0;
}

uint32_t Translator::elementId(uint32_t compositeType, uint32_t index) const {
  const Instruction *instruction = definition(compositeType);
  if (!instruction) {
    return 0;
  }
  switch (instruction->op) {
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeMatrix:
      return instruction->operand(0);
    case spv::Op::OpTypeStruct:
      return instruction->operand(index);
    default:
      return 0;
  }
}

bool Translator::isHere(const llvm::Value &value) const {
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    return argument->getParent() == function;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return !instruction || instruction->getFunction() == function;
}

llvm::Value *Translator::value(uint32_t id) {
  // SPIRV-Tools has not checked operands of instructions unknown to it.
  if (llvm::Value *value = values_.lookup(id); value && isHere(*value)) {
    return value;
  }
  const Instruction *instruction = definition(id);
  if (instruction && instruction->op == spv::Op::OpVariable && function) {
    llvm::Value *variable = builtinVariable(*this, *instruction);
    if (!variable && isShader()) {
      variable = interfaceVariable(*this, *instruction);
    }
    if (variable) {
      return variable;
    }
  }
  if (instruction && instruction->op == spv::Op::OpConstantSampler && function) {
    if (llvm::Value *sampler = constantSampler(*this, *instruction)) {
      return sampler;
    }
  }
  fail("%" + std::to_string(id) + " has no value here", Error::Kind::invalid);
  llvm::Type *type = instruction ? types_.lookup(instruction->type) : nullptr;
  return llvm::PoisonValue::get(type && type->isFirstClassType() ? type : builder_.getInt32Ty());
}

llvm::Constant *Translator::constant(uint32_t id) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(value(id));
  if (!constant) {
    fail("%" + std::to_string(id) + " is not a constant");
  }
  return constant;
}

std::optional<uint64_t> Translator::integer(uint32_t id) {
  auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(values_.lookup(id));
  return constant && constant->getBitWidth() <= 64 ? std::optional(constant->getZExtValue())
                                                   : std::nullopt;
}

void Translator::setValue(const Instruction &instruction, llvm::Value *value) {
  if (!value || failed()) {
    return;
  }
  if (instruction.type != 0 && types_.lookup(instruction.type) != value->getType()) {
    return fail(instruction, "the value does not have the result type", Error::Kind::invalid);
  }
  if (value->getType()->isAggregateType() && !llvm::isa<llvm::Constant>(value) &&
      shape(value->getType()).leaves > maximumLeaves) {
    return fail(instruction, "a value of more than " + std::to_string(maximumLeaves) +
                                 " elements outside of memory is not supported");
  }
  values_[instruction.id] = value;
  if (!value->hasName() && !value->getType()->isVoidTy() && !llvm::isa<llvm::Constant>(value)) {
    value->setName(name(instruction.id));
  }
}

llvm::ArrayRef<Decoration> Translator::decorations(uint32_t id) const {
  auto found = decorations_.find(id);
  return found == decorations_.end() ? llvm::ArrayRef<Decoration>() : found->second;
}

const Decoration *Translator::find(uint32_t id, spv::Decoration kind) const {
  for (const Decoration &decoration : decorations(id)) {
    if (decoration.kind == kind) {
      return &decoration;
    }
  }
  return nullptr;
}

void Translator::decorate(uint32_t id, Decoration decoration) {
  decorations_[id].push_back(decoration);
  if (decoration.kind == spv::Decoration::LinkageAttributes) {
    publicNames.insert(readString(decoration.operands, 0).text);
  }
}

void Translator::addEntryPoint(const Instruction &instruction) {
  entryPoints.push_back(
      {instruction.operand(1), readString(instruction.operands, 2).text, &instruction});
  publicNames.insert(entryPoints.back().name);
}

std::optional<Linkage> Translator::linkage(uint32_t id) const {
  const Decoration *decoration = find(id, spv::Decoration::LinkageAttributes);
  if (!decoration) {
    return std::nullopt;
  }
  Literal name = readString(decoration->operands, 0);
  if (name.words == 0 || name.words >= decoration->operands.size()) {
    return std::nullopt;
  }
  return Linkage{std::move(name.text),
                 static_cast<spv::LinkageType>(decoration->operands[name.words])};
}

uint64_t Translator::alignment(uint32_t id) {
  constexpr uint64_t largest = uint64_t{1} << 28;
  constexpr uint64_t signed128 = 0xFFFFFF80;  // LLVM's back end writes 128 as a signed byte
  const Decoration *decoration = find(id, spv::Decoration::Alignment);
  const Decoration *byId = find(id, spv::Decoration::AlignmentId);
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

std::span<const Instruction> Translator::parametersOf(uint32_t id) const {
  const Instruction *instruction = definition(id);
  return instructions_.subspan(static_cast<size_t>(instruction - instructions_.data()) + 1);
}

llvm::BasicBlock *Translator::block(uint32_t label) {
  llvm::BasicBlock *&block = blocks_[label];
  if (!block) {
    block = llvm::BasicBlock::Create(context(), name(label), function);
  }
  return block;
}

bool Translator::refuseOddInteger(const llvm::Type *type) {
  if (isOddInteger(type)) {
    fail("there are no builtins for integers of " + std::to_string(type->getScalarSizeInBits()) +
         " bits");
    return true;
  }
  return false;
}

llvm::CallInst *Translator::callBuiltin(const std::string &mangled, llvm::Type *result,
                                        llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *> parameters;
  for (llvm::Value *argument : arguments) {
    parameters.push_back(argument->getType());
  }
  if (refuseOddInteger(result) ||
      llvm::any_of(parameters, [&](llvm::Type *type) { return refuseOddInteger(type); })) {
    return nullptr;
  }
  if (!builder_.GetInsertBlock()) {
    fail("a call of " + mangled + " outside of a function");
    return nullptr;
  }
  auto *type = llvm::FunctionType::get(result, parameters, false);
  llvm::GlobalValue *known = module_->getNamedValue(mangled);
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(known);
  if (known && (!callee || callee->getFunctionType() != type)) {
    fail("the module declares " + mangled + " with another type than the builtin");
    return nullptr;
  }
  if (!callee) {
    callee = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, mangled, *module_);
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    callee->setDoesNotThrow();
    callee->setConvergent();
  }
  llvm::CallInst *call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  return call;
}

llvm::IntegerType *Translator::sizeType() {
  return builder_.getIntNTy(device_.addressBits);
}

}  // namespace spirv_ll
