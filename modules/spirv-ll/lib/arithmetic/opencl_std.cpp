// Translates the extended instruction set OpenCL.std to calls of OpenCL C's builtins.
//
// Most instructions have the name of their builtin. The prefix s_ or u_ marks signed or unsigned
// integers and is dropped: s_max of two i32 becomes max(int, int). Parameter types follow from the
// operands, and mangling.h makes the symbol.
//
// The name does not tell the signs of all operands (the exponent of pown is signed), nor does every
// name match (fclamp is clamp). The table `exceptions` lists these. The table `specialCalls` names
// the instructions with literal operands or unusual parameters. They are vloadn and vstoren with a
// number of components or a rounding mode, printf with variable arguments, prefetch, and ldexp.
// LLVM's back end writes ldexp with one exponent for a vector.
//
// printf needs a format in constant memory (OpenCL C 3.0 §6.15.14). With
// SPV_EXT_relaxed_printf_string_address_space the format may be a constant in another address
// space; a copy in constant memory takes its place.
#include <algorithm>

#include "binary/grammar.h"
#include "shims/newer.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// A row for an instruction outside of the naming rule. Bit i of `signedOperands` marks operand i
/// as signed although the name has no s_.
struct Exception {
  std::string_view instruction;
  std::string_view builtin;
  uint32_t signedOperands;
};
constexpr uint32_t allOperands = ~uint32_t{0};
constexpr Exception exceptions[] = {
    {"fclamp", "clamp", 0},        {"fmax_common", "max", 0}, {"fmin_common", "min", 0},
    {"frexp", "frexp", 2},         {"ldexp", "ldexp", 2},     {"lgamma_r", "lgamma_r", 2},
    {"pown", "pown", 2},           {"remquo", "remquo", 4},   {"rootn", "rootn", 2},
    {"s_upsample", "upsample", 1},
};

/// A builtin without its mangling, and the signs of its integer parameters.
struct Name {
  std::string builtin;
  uint32_t signedOperands;
};

/// The builtin of an instruction: by a row of `exceptions`, else by its own name without the
/// prefix.
Name nameOf(std::string_view instruction) {
  const auto *exception = std::ranges::find(exceptions, instruction, &Exception::instruction);
  if (exception != std::end(exceptions)) {
    return {std::string(exception->builtin), exception->signedOperands};
  }
  if (instruction.starts_with("s_")) {
    return {std::string(instruction.substr(2)), allOperands};
  }
  return {std::string(instruction.starts_with("u_") ? instruction.substr(2) : instruction), 0};
}

/// True if some builtin has a parameter of this type; reports an error if not.
bool isParameter(Translator &translator, llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  if (refuseOddInteger(translator, scalar)) {
    return false;
  }
  if ((scalar->isIntegerTy() && !scalar->isIntegerTy(1)) || scalar->isFloatingPointTy()) {
    return true;
  }
  translator.fail("an operand is of a type that no builtin takes", Error::Kind::invalid);
  return false;
}

/// Describes an operand as a parameter of a builtin. The pointers of vloadn and its relatives are
/// const.
std::optional<Parameter> parameterFor(Translator &translator, uint32_t id, bool isSigned,
                                      bool isConst) {
  llvm::Type *type = translator.value(id)->getType();
  const bool isPointer = type->isPointerTy();
  const unsigned space = isPointer ? type->getPointerAddressSpace() : 0;
  if (isPointer) {
    type = translator.type(translator.index().pointeeIdOf(id));
  }
  if (!isParameter(translator, type)) {
    return std::nullopt;
  }
  return Parameter{type, isSigned, isPointer, isPointer && isConst, space};
}

/// Calls a builtin with the given operands; the argument types select the overload. Nothing is
/// stored after an error.
void callNamed(Translator &translator, const Instruction &instruction, const Name &name,
               std::span<const uint32_t> operands, bool pointsToConst = false) {
  std::vector<Parameter> parameters;
  llvm::SmallVector<Value *> arguments;
  for (size_t i = 0; i < operands.size() && !translator.failed(); ++i) {
    const bool isSigned = i < 32 && name.signedOperands >> i & 1;
    if (auto parameter = parameterFor(translator, operands[i], isSigned, pointsToConst)) {
      parameters.push_back(*parameter);
      arguments.push_back(translator.value(operands[i]));
    }
  }
  if (!translator.failed()) {
    translator.setValue(instruction, callBuiltin(translator, mangle(name.builtin, parameters),
                                                 translator.type(instruction.type), arguments));
  }
}

/// The arguments: operand 0 is the set and operand 1 the instruction.
std::span<const uint32_t> argumentsOf(const Instruction &instruction) {
  return instruction.operandsFrom(2);
}

void callPlain(Translator &translator, const Instruction &instruction, const char *name) {
  callNamed(translator, instruction, nameOf(name), argumentsOf(instruction));
}

/// Replaces the n in a name by a number: "vloadn" becomes "vload4".
std::string withCount(std::string_view name, unsigned count) {
  const size_t n = name.rfind('n');
  return std::string(name.substr(0, n)) + std::to_string(count) + std::string(name.substr(n + 1));
}

/// The number of components of a vector; 0 for a scalar.
unsigned componentsOf(llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 0;
}

/// Calls vloadn, vload_halfn or vloada_halfn: offset, pointer and a literal number of components.
void callLoad(Translator &translator, const Instruction &instruction, const char *name) {
  const unsigned count = componentsOf(translator.type(instruction.type));
  const std::string builtin = count != 0 ? withCount(name, count) : name;
  const auto arguments = argumentsOf(instruction);
  callNamed(translator, instruction, {builtin, 0},
            arguments.first(std::min<size_t>(2, arguments.size())), true);
}

/// Calls vstoren and its relatives: data, offset and pointer. Names ending in _r have a literal
/// rounding mode as well.
void callStore(Translator &translator, const Instruction &instruction, const char *name) {
  constexpr const char *modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  const auto arguments = argumentsOf(instruction);
  std::string builtin = name;
  if (builtin.ends_with("_r")) {
    if (arguments.size() < 4 || arguments[3] >= std::size(modes)) {
      return translator.fail("the rounding mode is not supported", Error::Kind::invalid);
    }
    builtin.resize(builtin.size() - 2);
  }
  const unsigned count =
      arguments.empty() ? 0 : componentsOf(translator.value(arguments[0])->getType());
  if (count != 0) {
    builtin = withCount(builtin, count);
  }
  if (arguments.size() > 3) {
    builtin += modes[arguments[3]];
  }
  callNamed(translator, instruction, {builtin, 0},
            arguments.first(std::min<size_t>(3, arguments.size())));
}

/// Calls ldexp. LLVM's back end may give one exponent for all components of a vector.
void callLdexp(Translator &translator, const Instruction &instruction, const char *name) {
  const auto arguments = argumentsOf(instruction);
  llvm::Type *exponent =
      arguments.size() == 2 ? translator.value(arguments[1])->getType() : nullptr;
  const unsigned count = componentsOf(translator.type(instruction.type));
  if (!exponent || !exponent->getScalarType()->isIntegerTy(32) ||
      (exponent->isVectorTy() && componentsOf(exponent) != count)) {
    return translator.fail("the exponent does not fit", Error::Kind::invalid);
  }
  callPlain(translator, instruction, name);
}

/// The pointee is const in OpenCL C (OpenCL C 3.0 §6.15.11), so the symbol says so.
void callPrefetch(Translator &translator, const Instruction &instruction, const char *) {
  callNamed(translator, instruction, {"prefetch", 0}, argumentsOf(instruction), true);
}

/// Returns a printf format in constant memory: the pointer itself, or a copy of the constant it
/// points to (SPV_EXT_relaxed_printf_string_address_space). Null if it is neither.
Value *inConstantMemory(Translator &translator, Value *pointer) {
  if (!pointer->getType()->isPointerTy() ||
      pointer->getType()->getPointerAddressSpace() == constantSpace) {
    return pointer->getType()->isPointerTy() ? pointer : nullptr;
  }
  auto *text = llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripPointerCasts());
  if (!text || !text->isConstant() || !text->hasInitializer()) {
    return nullptr;
  }
  const std::string name = "spirv.format." + text->getName().str();
  if (auto *known = translator.module().getNamedGlobal(name)) {
    return known;
  }
  return new llvm::GlobalVariable(translator.module(), text->getValueType(), true,
                                  llvm::GlobalValue::InternalLinkage, text->getInitializer(), name,
                                  nullptr, llvm::GlobalValue::NotThreadLocal, constantSpace);
}

/// Calls printf, which is variadic and not mangled. Narrow integers are promoted, as in C.
void callPrintf(Translator &translator, const Instruction &instruction, const char *) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::SmallVector<Value *> arguments;
  for (uint32_t id : argumentsOf(instruction)) {
    arguments.push_back(translator.value(id));
  }
  llvm::Type *formatType = llvm::PointerType::get(translator.context(), constantSpace);
  Value *format = arguments.empty() ? nullptr : inConstantMemory(translator, arguments[0]);
  if (!format) {
    return translator.fail("the format is not a pointer to a constant", Error::Kind::invalid);
  }
  arguments[0] = format;
  for (Value *&argument : llvm::drop_begin(arguments)) {
    llvm::Type *type = argument->getType();
    if (type->isIntegerTy() && type->getIntegerBitWidth() < 32) {
      argument = builder.CreateZExt(argument, builder.getInt32Ty());
    }
    if (refuseOddInteger(translator, type)) {
      return;
    }
  }
  llvm::Type *int32 = builder.getInt32Ty();
  auto *type = llvm::FunctionType::get(int32, {formatType}, /*isVarArg=*/true);
  llvm::GlobalValue *known = translator.module().getNamedValue("printf");
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(known);
  if ((known && (!callee || callee->getFunctionType() != type)) || !builder.GetInsertBlock()) {
    return translator.fail("the module has another printf");
  }
  if (!callee) {
    callee = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "printf",
                                    translator.module());
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  llvm::CallInst *call = builder.CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  translator.setValue(instruction, call);
}

/// Makes the call of one instruction; `name` is its name in the grammar.
using Call = void (*)(Translator &, const Instruction &, const char *name);
struct SpecialCall {
  std::string_view instruction;
  Call call;
};
constexpr SpecialCall specialCalls[] = {
    {"vloadn", callLoad},         {"vload_half", callLoad},       {"vload_halfn", callLoad},
    {"vloada_halfn", callLoad},   {"vstoren", callStore},         {"vstore_half", callStore},
    {"vstore_half_r", callStore}, {"vstore_halfn", callStore},    {"vstore_halfn_r", callStore},
    {"vstorea_halfn", callStore}, {"vstorea_halfn_r", callStore}, {"printf", callPrintf},
    {"prefetch", callPrefetch},   {"ldexp", callLdexp},
};

/// OpExtInst: chooses the table by the instruction set. Debug information and other non-semantic
/// sets go to translateDebug().
void translateExtended(Translator &translator, const Instruction &instruction) {
  const ExtendedSet set = translator.index().extendedSet(instruction.operand(0));
  if (set == ExtendedSet::unknown) {
    return translator.fail("the instruction set is not known", Error::Kind::invalid);
  }
  if (set == ExtendedSet::glslStd450) {
    return translateGlslStd450(translator, instruction);
  }
  if (set != ExtendedSet::openclStd) {
    return translateDebug(translator, instruction);
  }
  const char *name = openclStdName(instruction.operand(1));
  if (!name) {
    return translator.fail("OpenCL.std has no instruction " +
                           std::to_string(instruction.operand(1)));
  }
  const auto *special =
      std::ranges::find(specialCalls, std::string_view(name), &SpecialCall::instruction);
  const Call call = special != std::end(specialCalls) ? special->call : callPlain;
  call(translator, instruction, name);
}

/// OpExtInstWithForwardRefsKHR: only non-semantic sets may refer to later ids.
void translateForward(Translator &translator, const Instruction &instruction) {
  const ExtendedSet set = translator.index().extendedSet(instruction.operand(0));
  if (set == ExtendedSet::unknown || set == ExtendedSet::openclStd ||
      set == ExtendedSet::glslStd450) {
    translator.fail("only instructions without meaning may refer to later ones",
                    Error::Kind::invalid);
  }
}

/// Both opcodes carry instructions of any set.
constexpr HandlerRow rows[] = {
    {spv::Op::OpExtInst, translateExtended},
    {OpExtInstWithForwardRefsKHR, translateForward},
};

}  // namespace

HandlerTable extendedHandlers() {
  return rows;
}

}  // namespace spirv_ll
