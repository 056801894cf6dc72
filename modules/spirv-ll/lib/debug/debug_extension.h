// Reads instructions of the two debug information sets through one interface.
//
// OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo.100 share their instruction numbers. The
// first has literal operands where the second has ids of constants.
//
//   OpenCL.DebugInfo.100                %d = OpExtInst %void %set DebugTypeBasic %name %size 4
//   NonSemantic.Shader.DebugInfo.100    %d = OpExtInst %void %set DebugTypeBasic %name %size %4
//
// A reader of an instruction asks for number(2), and gets 4 in both cases. Operands out of range,
// or of the wrong kind, give 0 or nothing: debug information may be wrong, and must never stop a
// translation.
#pragma once

#include <optional>

#include "translator/translator.h"

namespace spirv_ll {

/// Instruction numbers common to both sets, and three of the shaders' set alone (from 101 on).
/// Numbers without a name here have no effect: macros, imports, templates, inlined calls.
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

/// A view of an OpExtInst of one of the sets. It refers to the module's instructions.
/// Copies are cheap: two pointers. Operands count from 0 behind the instruction number, so both
/// sets have the same indices in most instructions.
class DebugExtension {
 public:
  /// Both must outlive the view, and the instruction must be an element of the module.
  DebugExtension(Translator &translator, const Instruction &instruction)
      : translator_(&translator), instruction_(&instruction) {}

  /// The result id.
  /// Types and variables are kept under it.
  uint32_t result() const { return instruction_->id; }
  /// True if it is the instruction of this number.
  /// It is false for any other instruction, so a chain of tests needs no check of the opcode first.
  bool is(uint32_t number) const {
    return instruction_->op == spv::Op::OpExtInst && instruction_->operand(1) == number;
  }
  /// True if it belongs to NonSemantic.Shader.DebugInfo.100.
  /// Its numbers are ids of constants, since non-semantic instructions may not have literals.
  bool isOfShaders() const {
    return translator_->index().extendedSet(instruction_->operand(0)) == ExtendedSet::shaderDebug;
  }
  /// The number of operands behind the set and the instruction number. Indices below count these.
  size_t count() const { return std::max<size_t>(instruction_->operands.size(), 2) - 2; }
  /// An operand as an id; 0 if it is missing.
  /// Index 0 is the first operand behind the instruction's number.
  uint32_t id(size_t index) const { return instruction_->operand(index + 2); }
  /// A number: a literal, or a constant in the shaders' set. 0 if it is neither.
  /// A number of 64 bits is cut to 32: no line, column or flag is larger.
  uint32_t number(size_t index) const {
    return isOfShaders() ? static_cast<uint32_t>(constant(index)) : id(index);
  }
  /// A number that both sets give as a constant; 0 if it is none.
  /// Sizes and offsets in bits, values of enumerators.
  uint64_t constant(size_t index) const { return translator_->integer(id(index)).value_or(0); }
  /// The text of an OpString operand; empty if it is none.
  std::string text(size_t index) const {
    const Instruction *found = translator_->index().find(id(index));
    return found && found->op == spv::Op::OpString ? readString(found->operands, 0).text
                                                   : std::string();
  }
  /// The debug instruction that an operand refers to, if it is one.
  /// Empty for other instructions, such as OpTypeVoid as a return type.
  std::optional<DebugExtension> operand(size_t index) const {
    return find(*translator_, id(index));
  }
  /// The debug instruction that an id refers to, if it is one. DebugInfoNone (number 0) is one as
  /// well; no test by is() matches it.
  static std::optional<DebugExtension> find(Translator &translator, uint32_t id) {
    const Instruction *found = translator.index().find(id);
    return isOne(translator, found) ? std::optional(DebugExtension(translator, *found))
                                    : std::nullopt;
  }
  /// The id of the OpString that names the file of a DebugSource operand, or 0.
  /// DebugSource wraps the file, and may hold the text of the source, ignored here.
  uint32_t file(size_t index) const {
    const auto source = operand(index);
    return source && source->is(debugSource) ? source->id(0) : 0;
  }

 private:
  /// Null is allowed for an unknown id.
  static bool isOne(Translator &translator, const Instruction *instruction) {
    if (!instruction || instruction->op != spv::Op::OpExtInst) {
      return false;
    }
    const ExtendedSet set = translator.index().extendedSet(instruction->operand(0));
    return set == ExtendedSet::openclDebug || set == ExtendedSet::shaderDebug;
  }

  /// Pointers, so that views can be assigned and kept in containers.
  Translator *translator_;
  const Instruction *instruction_;
};

}  // namespace spirv_ll
