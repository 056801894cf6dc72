// The order of a translation: everything before the first function in the module's order, for
// annotations come before types, types before constants; then a declaration of each function, so
// that calls may refer to later ones; then the bodies; then what kernels need.

#include "translator.h"

#include "coverage.h"
#include "debug_lines.h"
#include "grammar.h"
#include "handlers.h"
#include "interface_variables.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "newer.h"
#include "producers.h"
#include "rules.h"
#include "shader.h"

namespace spirv_ll {
namespace {

/// Code generators take values apart; the time that takes is not linear.
constexpr uint64_t maximumLeaves = 1024;

/// What Clang gives to spir and spir64: modules of both are linked with each other.
constexpr char dataLayout32[] =
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";
constexpr char dataLayout64[] =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

}  // namespace

Translator::Translator(llvm::LLVMContext &context, const Device &device,
                       std::span<const Specialization> specializations,
                       std::span<const Instruction> instructions)
    : device_(device),
      specializations_(specializations),
      instructions_(instructions),
      module_(std::make_unique<llvm::Module>("<spirv>", context)),
      builder_(context),
      debugLines_(std::make_unique<DebugLines>(*this)),
      shader_(std::make_unique<ShaderState>()) {}

Translator::~Translator() = default;

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
  fail("%" + std::to_string(id) + " is no type that is known here", Error::Kind::invalid);
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
  // Operands of what SPIRV-Tools does not know it has not looked at.
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
    return fail(instruction, "the operands do not make a value of the result's type",
                Error::Kind::invalid);
  }
  if (value->getType()->isAggregateType() && !llvm::isa<llvm::Constant>(value) &&
      shape(value->getType()).leaves > maximumLeaves) {
    return fail(instruction, "a value of more than " + std::to_string(maximumLeaves) +
                                 " parts outside of memory");
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
    fail("the module declares " + mangled + " as something else than the builtin");
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

void Translator::index() {
  firstFunction_ = instructions_.size();
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction &instruction = instructions_[i];
    if (instruction.id != 0) {
      definitions_[instruction.id] = &instruction;
    }
    if (instruction.op == spv::Op::OpFunction && firstFunction_ == instructions_.size()) {
      firstFunction_ = i;
    }
  }
}

void Translator::prepareModule() {
  const bool is32 = device_.addressBits == 32;
  module_->setTargetTriple(llvm::Triple(is32 ? "spir" : "spir64"));
  module_->setDataLayout(is32 ? dataLayout32 : dataLayout64);
}

void Translator::translateGlobals() {
  for (size_t i = 0; i < firstFunction_ && !failed(); ++i) {
    translate(instructions_[i]);
  }
}

/// Those with names that others know come first, so that no internal one takes them.
void Translator::declareFunctions() {
  for (const bool known : {true, false}) {
    for (size_t i = firstFunction_; i < instructions_.size() && !failed(); ++i) {
      const Instruction &instruction = instructions_[i];
      if (instruction.op != spv::Op::OpFunction) {
        continue;
      }
      const bool isEntry = llvm::any_of(
          entryPoints, [&](const EntryPoint &entry) { return entry.function == instruction.id; });
      if ((isEntry || linkage(instruction.id).has_value()) == known) {
        current_ = &instruction;
        declareFunction(*this, instruction, instructions_.subspan(i + 1));
      }
    }
  }
}

void Translator::translateBody(size_t first, size_t last) {
  const auto reachable = reachableLabels(*this, instructions_.subspan(first, last - first));
  blocks_.clear();
  builtinVariables.clear();
  shader_->places.clear();
  hasSavedMemory = false;
  pendingPhis.clear();
  bool skipping = false;
  for (size_t i = first; i < last && !failed(); ++i) {
    const Instruction &instruction = instructions_[i];
    if (instruction.op == spv::Op::OpLabel) {
      skipping = !reachable.contains(instruction.id);
    }
    if (!skipping || instruction.op == spv::Op::OpFunctionEnd) {
      translate(instruction);
    }
  }
  if (!failed()) {
    completePhis(*this);
  }
}

void Translator::translateFunctions() {
  size_t first = firstFunction_;
  while (first < instructions_.size() && !failed()) {
    size_t last = first;
    while (last < instructions_.size() && instructions_[last].op != spv::Op::OpFunctionEnd) {
      ++last;
    }
    translateBody(first, std::min(last + 1, instructions_.size()));
    first = last + 1;
  }
  function = nullptr;
}

bool Translator::verify() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(*module_, &stream)) {
    current_ = nullptr;
    if (text.find("does not dominate") != std::string::npos) {
      fail("a value is used where it is not defined", Error::Kind::invalid);
    }
    fail("the module has no meaning in LLVM IR: " + text.substr(0, text.find('\n')));
  }
  return !failed();
}

std::unique_ptr<llvm::Module> Translator::run() {
  index();
  prepareModule();
  translateGlobals();
  if (!failed() && isShader()) {
    findInterfaces(*this);
  }
  if (!failed()) {
    declareFunctions();
  }
  if (!failed()) {
    translateFunctions();
  }
  if (!failed()) {
    describeKernels(*this);
    debugLines_->endModule();
  }
  if (failed() || !verify()) {
    return nullptr;
  }
  return std::move(module_);
}

Translation translate(llvm::LLVMContext &context, std::span<const uint32_t> words,
                      const Device &device, std::span<const Specialization> specializations) {
  Error error{};
  const auto normalized = normalize(words, error);
  if (!normalized) {
    return {nullptr, std::move(error)};
  }
  auto instructions = split(*normalized, error);
  if (!instructions) {
    return {nullptr, std::move(error)};
  }
  if (isOfKhronosTranslator(*normalized)) {
    dropInternalLinkage(*instructions);
    orderConstants(*instructions);
    orderBlocks(*instructions);
  }
  auto invalid = checkNewer(*instructions, device.api);
  if (!invalid) {
    invalid = validate(*normalized, *instructions, device.api);
  }
  dropLinesOfParameters(*instructions);
  if (!invalid && device.api == Api::openCL) {
    invalid = checkRules(*normalized, *instructions);
  }
  if (invalid) {
    return {nullptr, std::move(*invalid)};
  }
  Translator translator(context, device, specializations, *instructions);
  auto module = translator.run();
  return {std::move(module), translator.takeError()};
}

}  // namespace spirv_ll
