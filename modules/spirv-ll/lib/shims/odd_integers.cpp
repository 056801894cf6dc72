// Rounds integer types of unusual widths up to 32 or 64 bits, for validation only.
//
// Every OpTypeInt of another width disappears; its uses refer to the rounded type instead. Two
// effects need care. First, distinct types may become equal, and SPIR-V forbids two equal vector or
// function types (SPIR-V 1.6 §2.8): the later one is merged into the earlier one. Equal types in
// the original module stay, so that the validator reports them. Second, an OpBitcast that was
// correct for the original widths may be wrong for the rounded ones: it becomes OpUndef, and the
// translator checks it.
#include "shims/odd_integers.h"

#include <map>

namespace spirv_ll {
namespace {

using spv::Op;

/// The rounded width of an OpTypeInt, 32 or 64; 0 for any other instruction.
uint32_t roundedWidth(const Instruction &instruction) {
  const uint32_t width = instruction.operand(0);
  if (instruction.op != Op::OpTypeInt || instruction.operand(1) != 0 || width < 2 || width > 64 ||
      width == 8 || width == 16) {
    return 0;
  }
  return width <= 32 ? 32 : 64;
}

/// The range of operands that are type ids.
std::pair<size_t, size_t> typeOperands(const Instruction &instruction) {
  switch (instruction.op) {
    case Op::OpTypeVector:
    case Op::OpTypeArray:
    case Op::OpName:
      return {0, 1};
    case Op::OpTypePointer:
    case Op::OpFunction:
      return {1, 2};
    case Op::OpTypeStruct:
    case Op::OpTypeFunction:
      return {0, instruction.operands.size()};
    default:
      return {0, 0};
  }
}

/// True if each id is defined once. If not, nothing is rounded, so that the validator sees both
/// definitions.
bool areUnique(std::span<const Instruction> instructions) {
  std::unordered_set<uint32_t> ids;
  return std::ranges::all_of(instructions, [&](const Instruction &instruction) {
    return instruction.id == 0 || ids.insert(instruction.id).second;
  });
}

/// True if no integer type stands in a function. If one does, nothing is rounded, so that the
/// validator sees the type there.
bool precedeFunctions(std::span<const Instruction> instructions) {
  const auto isFunction = [](const Instruction &each) { return each.op == Op::OpFunction; };
  const auto isType = [](const Instruction &each) { return each.op == Op::OpTypeInt; };
  const auto first = std::ranges::find_if(instructions, isFunction);
  return std::none_of(first, instructions.end(), isType);
}

}  // namespace

/// One walk in the module's order: types precede their uses, so `same_` is complete for each use.
RoundedIntegers::RoundedIntegers(std::span<const Instruction> instructions)
    : instructions_(instructions) {
  if (!findTypes(instructions)) {
    return;
  }
  list_.reserve(instructions.size() + 2);
  if (needsInt64_) {
    operands_.push_back({static_cast<uint32_t>(spv::Capability::Int64)});
    list_.push_back({.op = Op::OpCapability, .operands = operands_.back(), .word = headerSize});
  }
  struct Known {
    uint32_t id;
    bool isChanged;
  };
  std::map<std::pair<Op, std::vector<uint32_t>>, Known> known;
  for (const Instruction &instruction : instructions) {
    const bool isUndefined = changesBits(instruction);
    if (roundedWidth(instruction) != 0) {
      addTypes(instruction);
      continue;
    }
    Instruction changed = instruction;
    changed.operands = substituted(instruction);
    if (const auto type = same_.find(instruction.type); type != same_.end()) {
      changed.type = type->second;
    }
    if (instruction.op == Op::OpTypeFunction || instruction.op == Op::OpTypeVector) {
      const bool isChanged = changed.operands.data() != instruction.operands.data();
      const auto [other, isNew] =
          known.try_emplace({instruction.op, {changed.operands.begin(), changed.operands.end()}},
                            Known{instruction.id, isChanged});
      // Types equal in the original stay, for the validator to report.
      if (!isNew && (isChanged || other->second.isChanged)) {
        same_[instruction.id] = other->second.id;
        continue;
      }
    }
    if (isUndefined) {
      changed.op = Op::OpUndef;
      changed.operands = {};
    }
    list_.push_back(changed);
  }
  instructions_ = list_;
}

/// Notes the integer types. True if there is something to round.
bool RoundedIntegers::findTypes(std::span<const Instruction> instructions) {
  const bool isDeclared = std::ranges::any_of(instructions, [](const Instruction &instruction) {
    return instruction.op == Op::OpCapability &&
           instruction.operand(0) ==
               static_cast<uint32_t>(spv::Capability::ArbitraryPrecisionIntegersINTEL);
  });
  bool areThere = false;
  if (isDeclared) {
    uint32_t odd32 = 0, odd64 = 0;
    for (const Instruction &instruction : instructions) {
      const uint32_t width = roundedWidth(instruction);
      noteWidth(instruction);
      if (width == 0) {
        continue;
      }
      const bool isPlain = isPlainWidth(instruction.operand(0));
      uint32_t &type = width == 32 ? (isPlain ? int32_ : odd32) : (isPlain ? int64_ : odd64);
      type = type != 0 ? type : instruction.id;
      areThere |= !isPlain;
    }
    needsInt64_ = odd64 != 0;
    int32_ = int32_ != 0 ? int32_ : odd32;
    int64_ = int64_ != 0 ? int64_ : odd64;
  }
  return areThere && areUnique(instructions) && precedeFunctions(instructions);
}

/// Notes the first type wider than 64 bits; its error is better than the validator's.
void RoundedIntegers::noteWidth(const Instruction &instruction) {
  constexpr uint32_t widest = 64;
  const uint32_t width = instruction.operand(0);
  if (instruction.op == Op::OpTypeInt && width > widest && !tooWide_) {
    tooWide_ = {Error::Kind::unsupported, instruction.word,
                "OpTypeInt: integers of " + std::to_string(width) +
                    " bits are not supported: they have at most 64"};
  }
}

/// Emits the replacement types in front of the first integer type. Duplicates in the original stay.
void RoundedIntegers::addTypes(const Instruction &instruction) {
  for (const auto [id, width] : {std::pair(int32_, 32U), std::pair(int64_, 64U)}) {
    if (!hasTypes_ && id != 0) {
      operands_.push_back({width, 0});
      list_.push_back({.op = Op::OpTypeInt,
                       .type = 0,
                       .id = id,
                       .operands = operands_.back(),
                       .word = instruction.word});
    }
  }
  hasTypes_ = true;
  const uint32_t type = roundedWidth(instruction) == 32 ? int32_ : int64_;
  if (instruction.id == type) {
    return;
  }
  if (isPlainWidth(instruction.operand(0))) {
    list_.push_back(instruction);
  } else {
    same_[instruction.id] = type;
  }
}

/// True if an OpBitcast has other sizes after rounding; the translator checks it.
bool RoundedIntegers::changesBits(const Instruction &instruction) {
  if (instruction.op == Op::OpTypeInt || instruction.op == Op::OpTypeVector) {
    const bool isVector = instruction.op == Op::OpTypeVector;
    if (isVector ? oddTypes_.contains(instruction.operand(0))
                 : !isPlainWidth(instruction.operand(0))) {
      oddTypes_.insert(instruction.id);
    }
  }
  if (oddTypes_.contains(instruction.type)) {
    oddValues_.insert(instruction.id);
  }
  return instruction.op == Op::OpBitcast && instruction.operands.size() == 1 &&
         (oddTypes_.contains(instruction.type) || oddValues_.contains(instruction.operand(0)));
}

/// The operands with merged types replaced. Operands without such a type are not copied. OpName is
/// included, so that names follow their type.
std::span<const uint32_t> RoundedIntegers::substituted(const Instruction &instruction) {
  const auto [first, last] = typeOperands(instruction);
  const auto isReplaced = [&](uint32_t id) { return same_.contains(id); };
  const auto types = instruction.operandsFrom(first).first(
      std::min(last, instruction.operands.size()) - std::min(first, instruction.operands.size()));
  if (std::ranges::none_of(types, isReplaced)) {
    return instruction.operands;
  }
  auto &operands = operands_.emplace_back(instruction.operands.begin(), instruction.operands.end());
  for (size_t i = first; i < last; ++i) {
    const auto other = same_.find(operands[i]);
    operands[i] = other != same_.end() ? other->second : operands[i];
  }
  return operands;
}

}  // namespace spirv_ll
