// Translates inline assembly (SPV_INTEL_inline_assembly) to LLVM's.
//
// OpAsmINTEL has the text and the constraints in LLVM's form, as all known producers write them. So
// both go unchanged into an llvm::InlineAsm, and OpAsmCallINTEL calls it:
//
//   %t = OpAsmTargetINTEL "x86_64-unknown-linux-gnu"
//   %a = OpAsmINTEL %uint %type %t "bsr $1, $0" "=r,r"
//   %r = OpAsmCallINTEL %uint %a %x
//
//   %r = call i32 asm "bsr $1, $0", "=r,r"(i32 %x)       with "kiln-asm-target" on the call
//
// LLVM asserts on constraints that do not fit the type, and ends the process for a reference to an
// operand that does not exist. So both are verified here. The device's
// processor is unknown to the translator: finalize compares it with the attribute and assembles
// the text (doc/compiler-spec.md, section 1).
//
// The decoration SideEffectsINTEL becomes LLVM's `sideeffect`. A call without results has effects
// too, since it would be useless otherwise. ClobberINTEL adds a register to the constraints.
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/Error.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Reports an error for an id that is defined twice. SPIRV-Tools does not see these instructions.
bool isDefinedOnce(Translator &translator, const Instruction &instruction) {
  if (instruction.id == 0 || translator.index().find(instruction.id) != &instruction) {
    translator.fail("%" + std::to_string(instruction.id) + " is defined twice",
                    Error::Kind::invalid);
  }
  return !translator.failed();
}

/// The operands of an OpAsmINTEL.
struct Assembly {
  llvm::FunctionType *type;
  std::string target, text, constraints;
};

/// Reads the operands: type, target, and two strings. Empty after an error.
std::optional<Assembly> readAssembly(Translator &translator, const Instruction &instruction) {
  const Instruction *target = translator.index().find(instruction.operand(1));
  const Literal text = readString(instruction.operands, 2);
  const Literal constraints = readString(instruction.operands, 2 + text.words);
  auto *type = llvm::dyn_cast<llvm::FunctionType>(translator.type(instruction.operand(0)));
  if (!target || target->op != spv::Op::OpAsmTargetINTEL) {
    translator.fail(instruction, "the target is no OpAsmTargetINTEL", Error::Kind::invalid);
  } else if (text.words == 0 || constraints.words == 0 ||
             2 + text.words + constraints.words != instruction.operands.size()) {
    translator.fail(instruction, "the strings have no end, or operands follow them",
                    Error::Kind::invalid);
  } else if (!type || type->getReturnType() != translator.type(instruction.type)) {
    translator.fail(instruction, "the type is not that of a function with this result",
                    Error::Kind::invalid);
  }
  return translator.failed() ? std::nullopt
                             : std::optional(Assembly{type, readString(target->operands, 0).text,
                                                      text.text, constraints.text});
}

/// Adds the registers of the decorations ClobberINTEL to the constraints.
void addClobbers(Translator &translator, uint32_t id, std::string &constraints) {
  for (const Decoration &decoration : translator.annotations().decorations(id)) {
    if (decoration.kind == spv::Decoration::ClobberINTEL) {
      const std::string name = readString(decoration.operands, 0).text;
      constraints +=
          (constraints.empty() ? "" : ",") + (name.starts_with("~") ? name : "~{" + name + "}");
    }
  }
}

/// Checks the references to operands in the text, in LLVM's syntax: $1, ${1:h}, ${:uid}, and $$ for
/// a dollar. Variants like $(a$|b$) may not be nested.
class References {
 public:
  References(llvm::StringRef text, size_t operands) : rest_(text), operands_(operands) {}

  bool areValid() {
    while (rest_.contains('$')) {
      rest_ = rest_.drop_until([](char c) { return c == '$'; }).drop_front();
      if (!readOne()) {
        return false;
      }
    }
    return !isInVariants_;
  }

 private:
  /// Reads behind a '$'.
  bool readOne() {
    if (rest_.consume_front("$") || rest_.consume_front("|")) {
      return true;
    }
    if (rest_.consume_front("(")) {
      return !std::exchange(isInVariants_, true);
    }
    if (rest_.consume_front(")")) {
      isInVariants_ = false;
      return true;
    }
    if (!rest_.consume_front("{")) {
      return readNumber();
    }
    if (rest_.consume_front(":")) {
      return rest_.consume_front("uid}") || rest_.consume_front("comment}") ||
             rest_.consume_front("private}");
    }
    return readNumber() && (!rest_.consume_front(":") || readModifier()) &&
           rest_.consume_front("}");
  }

  bool readNumber() {
    size_t number = 0;
    return !rest_.consumeInteger(10, number) && number < operands_;
  }

  bool readModifier() {
    rest_ = rest_.drop_front(std::min<size_t>(1, rest_.size()));
    return true;
  }

  llvm::StringRef rest_;
  const size_t operands_;
  bool isInVariants_ = false;
};

/// Reports an error for constraints that LLVM does not understand, or that do not fit the type, and
/// for a text that refers to other operands.
bool fits(Translator &translator, const Instruction &instruction, const Assembly &assembly) {
  if (llvm::Error error = llvm::InlineAsm::verify(assembly.type, assembly.constraints)) {
    translator.fail(instruction,
                    "the constraints \"" + assembly.constraints +
                        "\" are wrong: " + llvm::toString(std::move(error)),
                    Error::Kind::invalid);
    return false;
  }
  size_t operands = 0;
  for (const auto &constraint : llvm::InlineAsm::ParseConstraints(assembly.constraints)) {
    if (constraint.Type == llvm::InlineAsm::isLabel) {
      translator.fail(instruction, "jumps out of assembly are not supported");
      return false;
    }
    operands += constraint.Type != llvm::InlineAsm::isClobber;
  }
  if (!References(assembly.text, operands).areValid()) {
    translator.fail(instruction, "the text refers to an operand that does not exist",
                    Error::Kind::invalid);
    return false;
  }
  return true;
}

/// True for the type of a value in registers, such as back ends can pass to assembly.
bool isOfRegisters(const llvm::Type *type) {
  return type->isPointerTy() || type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy();
}

/// Reports an error for operands that no register holds. Several results are a structure.
bool haveRegisters(Translator &translator, const Instruction &instruction,
                   const llvm::FunctionType &type) {
  const llvm::Type *result = type.getReturnType();
  const bool hasResults = result->isVoidTy() || isOfRegisters(result) ||
                          (result->isStructTy() && llvm::all_of(result->subtypes(), isOfRegisters));
  if (!hasResults || !llvm::all_of(type.params(), isOfRegisters)) {
    translator.fail(instruction, "an operand is no number, vector or pointer");
    return false;
  }
  return true;
}

/// Reports an error for a directive that reads files or reserves any amount of memory. A build must
/// not exhaust the memory of the application.
bool hasHarmlessDirectives(Translator &translator, const Instruction &instruction,
                           llvm::StringRef text) {
  static constexpr const char *refused[] = {".fill", ".zero",  ".space",   ".skip",    ".org",
                                            ".ds",   ".dcb",   ".incbin",  ".include", ".rep",
                                            ".irp",  ".macro", ".altmacro"};
  for (const char *directive : refused) {
    if (text.contains_insensitive(directive)) {
      translator.fail(instruction,
                      std::string("the directive ") + directive + " in assembly is not supported");
      return false;
    }
  }
  return true;
}

/// The assembly of an OpAsmINTEL with its clobbers. Empty after an error.
std::optional<Assembly> findAssembly(Translator &translator, const Instruction &instruction) {
  auto assembly = readAssembly(translator, instruction);
  if (assembly) {
    addClobbers(translator, instruction.id, assembly->constraints);
    if (!haveRegisters(translator, instruction, *assembly->type) ||
        !fits(translator, instruction, *assembly) ||
        !hasHarmlessDirectives(translator, instruction, assembly->text)) {
      return std::nullopt;
    }
  }
  return assembly;
}

/// Checked even if no call follows.
void checkAssembly(Translator &translator, const Instruction &instruction) {
  if (isDefinedOnce(translator, instruction)) {
    findAssembly(translator, instruction);
  }
}

/// Gives the addresses of indirect constraints, such as "*m", the type of their memory.
void addElementTypes(Translator &translator, const Instruction &instruction, llvm::CallInst &call,
                     const llvm::InlineAsm &assembly) {
  unsigned number = 0;
  for (const auto &constraint : assembly.ParseConstraints()) {
    if (!constraint.hasArg()) {
      continue;
    }
    if (constraint.isIndirect) {
      const uint32_t pointee = translator.index().pointeeIdOf(instruction.operand(1 + number));
      if (!call.getArgOperand(number)->getType()->isPointerTy() || pointee == 0) {
        return translator.fail("the operand of an indirect constraint is no pointer",
                               Error::Kind::invalid);
      }
      call.addParamAttr(
          number, llvm::Attribute::get(translator.context(), llvm::Attribute::ElementType,
                                       translator.types().memoryForm(translator.type(pointee))));
    }
    ++number;
  }
}

/// True if the assembly only computes its results from numbers, so that LLVM may merge calls.
bool isPure(const llvm::InlineAsm &assembly) {
  return !assembly.hasSideEffects() && !assembly.getConstraintString().contains("~{memory}") &&
         llvm::none_of(assembly.getFunctionType()->params(),
                       [](llvm::Type *type) { return type->isPtrOrPtrVectorTy(); });
}

void translateAssemblyCall(Translator &translator, const Instruction &instruction) {
  const Instruction *definition = translator.index().find(instruction.operand(0));
  if (!isDefinedOnce(translator, instruction)) {
    return;
  }
  if (!definition || definition->op != spv::Op::OpAsmINTEL) {
    return translator.fail("the callee is no OpAsmINTEL", Error::Kind::invalid);
  }
  const auto assembly = findAssembly(translator, *definition);
  if (!assembly) {
    return;
  }
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<llvm::Type *> types;
  for (uint32_t id : instruction.operandsFrom(1)) {
    arguments.push_back(translator.value(id));
    types.push_back(arguments.back()->getType());
  }
  if (llvm::ArrayRef<llvm::Type *>(types) != assembly->type->params() || translator.failed()) {
    return translator.fail("the arguments do not fit the type of the assembly",
                           Error::Kind::invalid);
  }
  const bool hasEffects =
      translator.annotations().has(definition->id, spv::Decoration::SideEffectsINTEL) ||
      assembly->type->getReturnType()->isVoidTy();
  auto *callee =
      llvm::InlineAsm::get(assembly->type, assembly->text, assembly->constraints, hasEffects);
  llvm::CallInst *call = translator.builder().CreateCall(callee, arguments);
  call->setDoesNotThrow();
  call->addFnAttr(llvm::Attribute::get(translator.context(), "kiln-asm-target", assembly->target));
  if (isPure(*callee)) {
    call->setDoesNotAccessMemory();
  }
  addElementTypes(translator, instruction, *call, *callee);
  translator.setValue(instruction, call);
}

/// OpAsmINTEL reads its target by the id.
void checkTarget(Translator &translator, const Instruction &instruction) {
  if (isDefinedOnce(translator, instruction) &&
      readString(instruction.operands, 0).words != instruction.operands.size()) {
    translator.fail("the string has no end, or operands follow it", Error::Kind::invalid);
  }
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpAsmTargetINTEL, checkTarget},
    {spv::Op::OpAsmINTEL, checkAssembly},
    {spv::Op::OpAsmCallINTEL, translateAssemblyCall},
};

}  // namespace

HandlerTable assemblyHandlers() {
  return rows;
}

}  // namespace spirv_ll
