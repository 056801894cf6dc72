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
    HostAccessINTEL,
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

/// Also OpDecorateId: its operands are ids in place of literals, and the reader of the decoration
/// knows.
void decorate(Translator &translator, const Instruction &instruction) {
  const uint32_t kind = instruction.operand(1);
  if (isKnown(translator, known, kind)) {
    translator.annotations().decorate(instruction.operand(0),
                                      {static_cast<Decoration>(kind), instruction.operandsFrom(2)});
  }
}

/// Volatile alone has an effect on members: access chains pass it on to their results.
void decorateMember(Translator &translator, uint32_t structure, uint32_t member, uint32_t kind) {
  if (isKnown(translator, knownOfMembers, kind) &&
      static_cast<Decoration>(kind) == Decoration::Volatile) {
    translator.annotations().markVolatile(structure, member);
  }
}

/// OpMemberDecorate: a structure, a member number, the decoration.
void decorateMember(Translator &translator, const Instruction &instruction) {
  decorateMember(translator, instruction.operand(0), instruction.operand(1),
                 instruction.operand(2));
}

/// Copies the group's decorations to each target. The copy of the list comes first, because
/// decorate() may move the map's entries.
void decorateGroup(Translator &translator, const Instruction &instruction) {
  const llvm::SmallVector<spirv_ll::Decoration> group(
      translator.annotations().decorations(instruction.operand(0)));
  for (uint32_t target : instruction.operandsFrom(1)) {
    for (const spirv_ll::Decoration &decoration : group) {
      translator.annotations().decorate(target, decoration);
    }
  }
}

/// Operands are pairs of a structure id and a member number.
void decorateGroupMembers(Translator &translator, const Instruction &instruction) {
  for (const spirv_ll::Decoration &decoration :
       translator.annotations().decorations(instruction.operand(0))) {
    for (size_t i = 1; i + 1 < instruction.operands.size(); i += 2) {
      decorateMember(translator, instruction.operand(i), instruction.operand(i + 1),
                     static_cast<uint32_t>(decoration.kind));
    }
  }
}

/// OpDecorationGroup has its decorations by then; strings for tools have no effect.
void ignore(Translator &, const Instruction &) {}

/// Groups are deprecated (SPIR-V 1.6 §3.32.3), but older producers write them.
constexpr HandlerRow rows[] = {
    {spv::Op::OpDecorate, decorate},
    {spv::Op::OpMemberDecorate, decorateMember},
    {spv::Op::OpDecorationGroup, ignore},
    {spv::Op::OpGroupDecorate, decorateGroup},
    {spv::Op::OpGroupMemberDecorate, decorateGroupMembers},
    {spv::Op::OpDecorateId, decorate},
    {spv::Op::OpDecorateString, ignore},  // UserSemantic and its like
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
