// An instruction of one of the two sets for debug information, OpenCL.DebugInfo.100 and
// NonSemantic.Shader.DebugInfo.100, which share their numbers. What the first has as literals the
// second has as constants.
#pragma once

#include <optional>

#include "translator/translator.h"

namespace spirv_ll {

enum DebugInstruction : uint32_t {
  debugTypeBasic = 2,
  debugTypePointer = 3,
  debugTypeQualifier = 4,
  debugTypeArray = 5,
  debugTypeVector = 6,
  debugTypedef = 7,
  debugTypeFunction = 8,
  debugTypeEnum = 9,
  debugTypeComposite = 10,
  debugTypeMember = 11,
  debugGlobalVariable = 18,
  debugFunction = 20,
  debugLexicalBlock = 21,
  debugLexicalBlockDiscriminator = 22,
  debugLocalVariable = 26,
  debugDeclare = 28,
  debugValue = 29,
  debugOperation = 30,
  debugExpression = 31,
  debugSource = 35,
  debugFunctionDefinition = 101,
  debugLine = 103,
  debugNoLine = 104,
};

class DebugExtension {
 public:
  DebugExtension(Translator &translator, const Instruction &instruction)
      : translator_(&translator), instruction_(&instruction) {}

  uint32_t result() const { return instruction_->id; }
  bool is(uint32_t number) const {
    return instruction_->op == spv::Op::OpExtInst && instruction_->operand(1) == number;
  }
  bool isOfShaders() const {
    return translator_->extendedSet(instruction_->operand(0)) == ExtendedSet::shaderDebug;
  }
  /// Of the set's own; the others are empty where there is no such operand.
  size_t count() const { return std::max<size_t>(instruction_->operands.size(), 2) - 2; }
  uint32_t id(size_t index) const { return instruction_->operand(index + 2); }
  /// A literal, or a constant where the set has ids only. 0 if it is none.
  uint32_t number(size_t index) const {
    return isOfShaders() ? static_cast<uint32_t>(constant(index)) : id(index);
  }
  /// A constant in both sets.
  uint64_t constant(size_t index) const { return translator_->integer(id(index)).value_or(0); }
  /// An OpString.
  std::string text(size_t index) const {
    const Instruction *found = translator_->definition(id(index));
    return found && found->op == spv::Op::OpString ? readString(found->operands, 0).text
                                                   : std::string();
  }
  /// The instruction of such a set that an operand, or any id, refers to.
  std::optional<DebugExtension> operand(size_t index) const {
    return find(*translator_, id(index));
  }
  static std::optional<DebugExtension> find(Translator &translator, uint32_t id) {
    const Instruction *found = translator.definition(id);
    return isOne(translator, found) ? std::optional(DebugExtension(translator, *found))
                                    : std::nullopt;
  }
  /// The OpString that names the file of a DebugSource.
  uint32_t file(size_t index) const {
    const auto source = operand(index);
    return source && source->is(debugSource) ? source->id(0) : 0;
  }

 private:
  static bool isOne(Translator &translator, const Instruction *instruction) {
    if (!instruction || instruction->op != spv::Op::OpExtInst) {
      return false;
    }
    const ExtendedSet set = translator.extendedSet(instruction->operand(0));
    return set == ExtendedSet::openclDebug || set == ExtendedSet::shaderDebug;
  }

  Translator *translator_;
  const Instruction *instruction_;
};

}  // namespace spirv_ll
