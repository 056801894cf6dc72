// Translates decorations (SPIR-V 1.5 §3.32.3): stores them with their target ids.
//
// The handler of the target gives a decoration its effect. A decoration outside of the tables below
// is an error rather than ignored, because it could change the program's meaning. The tables
// separate ids from structure members; the second part of `known` lists decorations that state a
// promise or a default.
#include <algorithm>

#include "binary/grammar.h"
#include "coverage/coverage.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using spv::Decoration;

/// Decorations of ids. Each of the first part has a handler elsewhere: SpecId in constants.cpp,
/// CPacked in types.cpp, FuncParamAttr in functions.cpp, and so on.
constexpr Decoration known[] = {
    Decoration::SpecId,
    Decoration::BuiltIn,
    Decoration::Constant,
    Decoration::CPacked,
    Decoration::FuncParamAttr,
    Decoration::FPRoundingMode,
    Decoration::FPFastMathMode,
    Decoration::LinkageAttributes,
    Decoration::Alignment,
    Decoration::SaturatedConversion,
    Decoration::NoSignedWrap,
    Decoration::NoUnsignedWrap,
    Decoration::Restrict,
    Decoration::Volatile,
    Decoration::SideEffectsINTEL,
    Decoration::ClobberINTEL,
    // Of these, only the values that state a default are accepted.
    Decoration::FunctionRoundingModeINTEL,
    Decoration::FunctionDenormModeINTEL,
    Decoration::FunctionFloatingPointModeINTEL,
    Decoration::ReferencedIndirectlyINTEL,
    // Defaults, and promises without an effect.
    Decoration::NoContraction,
    Decoration::RelaxedPrecision,
    Decoration::Aliased,
    Decoration::AliasedPointer,
    Decoration::RestrictPointer,
    Decoration::Coherent,
    Decoration::NonWritable,
    Decoration::NonReadable,
    Decoration::MaxByteOffset,
    Decoration::Invariant,
    Decoration::UserSemantic,
    Decoration::AlignmentId,
    Decoration::MaxByteOffsetId,
    Decoration::Uniform,
    Decoration::UniformId,
    Decoration::AliasScopeINTEL,
    Decoration::NoAliasINTEL,
    FPMaxErrorDecorationINTEL,
    HostAccessDraftINTEL,
    InitModeDraftINTEL,
    ImplementInCSRINTEL,
    ArgumentAttributeINTEL,
    HostAccessINTEL,
    InitModeINTEL,
    ImplementInRegisterMapINTEL,
    CacheControlLoadINTEL,
    CacheControlStoreINTEL,
};

/// Decorations of structure members. All but Volatile are ignored.
constexpr Decoration knownOfMembers[] = {
    Decoration::RelaxedPrecision, Decoration::NonWritable, Decoration::NonReadable,
    Decoration::UserSemantic,     Decoration::Constant,    Decoration::Restrict,
    Decoration::Aliased,          Decoration::Coherent,    Decoration::Volatile,
};

/// Reports an error for a decoration outside of the list. The message says "here" if the other list
/// has it: a member's decoration on an id, or the reverse.
bool isKnown(Translator &translator, std::span<const Decoration> list, uint32_t kind) {
  if (std::ranges::find(list, static_cast<Decoration>(kind)) != list.end()) {
    return true;
  }
  translator.fail(isTranslatedDecoration(kind)
                      ? "the decoration " + enumerantName(EnumerantKind::Decoration, kind) +
                            " is not supported here"
                      : refusal("the decoration ", EnumerantKind::Decoration, kind));
  return false;
}

/// Reports an error for a function's floating-point mode other than the only one (kernels.cpp has
/// the modes of entry points). Operands: the function, the decoration, a width, the mode.
void checkFloatMode(Translator &translator, const Instruction &instruction) {
  const uint32_t mode = instruction.operand(3);
  const auto fails = [&](const std::string &reason) {
    translator.fail("the decoration " +
                    enumerantName(EnumerantKind::Decoration, instruction.operand(1)) +
                    " is not supported with this mode: " + reason);
  };
  switch (static_cast<Decoration>(instruction.operand(1))) {
    case Decoration::FunctionRoundingModeINTEL:
      if (mode != static_cast<uint32_t>(spv::FPRoundingMode::RTE)) {
        fails("functions round to nearest even");
      }
      break;
    case Decoration::FunctionDenormModeINTEL:
      if (mode != static_cast<uint32_t>(spv::FPDenormMode::Preserve)) {
        fails("a function cannot choose the flushing of denormals");
      }
      break;
    case Decoration::FunctionFloatingPointModeINTEL:
      if (mode != static_cast<uint32_t>(spv::FPOperationMode::IEEE)) {
        fails("OpenCL has no alternative mode of floating-point arithmetic");
      }
      break;
    default:
      break;
  }
}

/// Also OpDecorateId: its operands are ids in place of literals, and the reader of the decoration
/// knows.
void decorate(Translator &translator, const Instruction &instruction) {
  const uint32_t kind = instruction.operand(1);
  if (isKnown(translator, known, kind)) {
    checkFloatMode(translator, instruction);
    translator.annotations().decorate(instruction.operand(0),
                                      {static_cast<Decoration>(kind), instruction.operandsFrom(2)});
  }
}

/// OpMemberDecorate: a structure, a member number, the decoration. Volatile alone has an effect on
/// members: access chains pass it on to their results.
void decorateMember(Translator &translator, const Instruction &instruction) {
  const uint32_t kind = instruction.operand(2);
  if (isKnown(translator, knownOfMembers, kind) &&
      static_cast<Decoration>(kind) == Decoration::Volatile) {
    translator.annotations().markVolatile(instruction.operand(0), instruction.operand(1));
  }
}

/// Strings for tools have no effect; ClobberINTEL names a register.
void decorateWithString(Translator &translator, const Instruction &instruction) {
  if (static_cast<Decoration>(instruction.operand(1)) == Decoration::ClobberINTEL) {
    decorate(translator, instruction);
  }
}

void ignore(Translator &, const Instruction &) {}

/// Groups are expanded before (binary/decoration_groups.h), unless they decorate groups.
void refuseGroup(Translator &translator, const Instruction &) {
  translator.fail("a decoration group is no group of ids and members", Error::Kind::invalid);
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpDecorate, decorate},
    {spv::Op::OpMemberDecorate, decorateMember},
    {spv::Op::OpDecorateId, decorate},
    {spv::Op::OpDecorationGroup, refuseGroup},
    {spv::Op::OpGroupDecorate, refuseGroup},
    {spv::Op::OpGroupMemberDecorate, refuseGroup},
    {spv::Op::OpDecorateString, decorateWithString},
    {spv::Op::OpMemberDecorateString, ignore},
};

}  // namespace

bool isTranslatedDecoration(uint32_t decoration) {
  const auto kind = static_cast<spv::Decoration>(decoration);
  return std::ranges::find(known, kind) != std::end(known) ||
         std::ranges::find(knownOfMembers, kind) != std::end(knownOfMembers);
}

HandlerTable annotationHandlers() {
  return rows;
}

}  // namespace spirv_ll
