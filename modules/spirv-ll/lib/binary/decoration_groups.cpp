#include "binary/decoration_groups.h"

#include <algorithm>
#include <unordered_map>

namespace spirv_ll {
namespace {

using spv::Op;

/// Words of all new operands; as many as normalize() accepts.
constexpr size_t maxWords = size_t{32} << 20;

/// The decorations of each group.
using Groups = std::unordered_map<uint32_t, std::vector<Instruction>>;

bool isDecoration(const Instruction &instruction) {
  return instruction.op == Op::OpDecorate || instruction.op == Op::OpDecorateId ||
         instruction.op == Op::OpDecorateString;
}

bool isUse(const Instruction &instruction) {
  return instruction.op == Op::OpGroupDecorate || instruction.op == Op::OpGroupMemberDecorate;
}

Groups findGroups(std::span<const Instruction> instructions) {
  Groups groups;
  for (const Instruction &instruction : instructions) {
    if (instruction.op == Op::OpDecorationGroup) {
      groups[instruction.id];
    }
  }
  for (const Instruction &instruction : instructions) {
    const auto group =
        isDecoration(instruction) ? groups.find(instruction.operand(0)) : groups.end();
    if (group != groups.end()) {
      group->second.push_back(instruction);
    }
  }
  return groups;
}

/// Operands of one target: an id, or a structure and the number of its member.
size_t targetSize(const Instruction &use) {
  return use.op == Op::OpGroupDecorate ? 1 : 2;
}

/// The group of a use that can be expanded, or null.
const std::vector<Instruction> *groupOf(const Groups &groups, const Instruction &use) {
  const auto found = groups.find(use.operand(0));
  const auto targets = use.operandsFrom(1);
  const bool isPlain =
      use.op == Op::OpGroupDecorate
          ? std::ranges::none_of(targets, [&](uint32_t id) { return groups.contains(id); })
          : targets.size() % 2 == 0 && found != groups.end() &&
                std::ranges::all_of(found->second, [](const Instruction &each) {
                  return each.op == Op::OpDecorate;
                });
  return found != groups.end() && isPlain ? &found->second : nullptr;
}

/// The new operands of one use.
size_t wordsOf(const Instruction &use, std::span<const Instruction> group) {
  size_t words = 0;
  for (const Instruction &decoration : group) {
    words += decoration.operands.size() - 1 + targetSize(use);
  }
  return words * (use.operandsFrom(1).size() / targetSize(use));
}

/// Appends each decoration for each target. `words` has the room, so that operands stay in place.
void expand(const Instruction &use, std::span<const Instruction> group,
            std::vector<uint32_t> &words, std::vector<Instruction> &result) {
  const auto targets = use.operandsFrom(1);
  for (size_t at = 0; at < targets.size(); at += targetSize(use)) {
    const auto target = targets.subspan(at, targetSize(use));
    for (const Instruction &decoration : group) {
      const size_t begin = words.size();
      words.insert(words.end(), target.begin(), target.end());
      const auto rest = decoration.operandsFrom(1);
      words.insert(words.end(), rest.begin(), rest.end());
      Instruction made = decoration;
      made.op = use.op == Op::OpGroupDecorate ? decoration.op : Op::OpMemberDecorate;
      made.operands = std::span(words).subspan(begin);
      made.word = use.word;
      result.push_back(made);
    }
  }
}

}  // namespace

/// A group whose uses all are expanded leaves with its decorations and its name. One that is used
/// in another way stays, for the validator.
std::optional<Error> expandDecorationGroups(std::vector<Instruction> &instructions,
                                            std::vector<uint32_t> &words) {
  const Groups groups = findGroups(instructions);
  if (groups.empty()) {
    return std::nullopt;
  }
  size_t size = 0;
  for (const Instruction &instruction : instructions) {
    const auto *group = isUse(instruction) ? groupOf(groups, instruction) : nullptr;
    size += group ? wordsOf(instruction, *group) : 0;
    if (size > maxWords) {
      return Error{Error::Kind::unsupported, instruction.word,
                   "OpGroupDecorate: the groups have too many decorations and targets"};
    }
    if (isUse(instruction) && !group) {
      return std::nullopt;
    }
  }
  words.reserve(size);
  std::vector<Instruction> result;
  for (const Instruction &instruction : instructions) {
    const bool isOfGroup = instruction.op == Op::OpDecorationGroup ||
                           ((isDecoration(instruction) || instruction.op == Op::OpName) &&
                            groups.contains(instruction.operand(0)));
    if (isUse(instruction)) {
      expand(instruction, *groupOf(groups, instruction), words, result);
    } else if (!isOfGroup) {
      result.push_back(instruction);
    }
  }
  instructions = std::move(result);
  return std::nullopt;
}

}  // namespace spirv_ll
