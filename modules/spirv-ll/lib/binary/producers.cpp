// Reorders functions, blocks and constants of modules by the Khronos translator, before validation.
//
// Blocks: a depth-first search from the entry block gives a post-order, and its reverse puts every
// block behind its dominators. Unreachable blocks keep their order at the end.
//
// Constants: a depth-first search over the operands places each instruction behind the ones it
// refers to. Both searches have an explicit stack, since a module may be a chain of any length.
#include "binary/producers.h"

#include <unordered_map>
#include <unordered_set>

namespace spirv_ll {
namespace {

// Generator numbers of the SPIR-V registry (spir-v.xml).
constexpr uint32_t khronosTranslator = 6;
constexpr uint32_t llvmBackEnd = 43;

using Body = std::span<const Instruction>;

/// The order of blocks of one function after the other. The constructor notes types and widths: an
/// OpSwitch has literals of one or two words, by the width of its selector.
class BlockOrder {
 public:
  explicit BlockOrder(std::span<const Instruction> module) {
    for (const Instruction &instruction : module) {
      if (instruction.op == spv::Op::OpTypeInt) {
        widths_[instruction.id] = instruction.operand(0);
      } else if (instruction.id != 0) {
        types_[instruction.id] = instruction.type;
      }
    }
  }

  /// Returns the instructions of a body from its first label on, in the new order.
  std::vector<Instruction> order(Body body) {
    readBlocks(body);
    std::vector<size_t> postOrder = visit();
    std::vector<Instruction> ordered;
    ordered.reserve(body.size());
    const auto append = [&](Body block) {
      ordered.insert(ordered.end(), block.begin(), block.end());
    };
    for (size_t i = postOrder.size(); i-- > 0;) {
      append(blocks_[postOrder[i]]);
    }
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (!isVisited_[i]) {
        append(blocks_[i]);
      }
    }
    return ordered;
  }

 private:
  void readBlocks(Body body) {
    blocks_.clear();
    numbers_.clear();
    for (size_t begin = 0; begin < body.size();) {
      size_t end = begin + 1;
      while (end < body.size() && body[end].op != spv::Op::OpLabel) {
        ++end;
      }
      numbers_.try_emplace(body[begin].id, blocks_.size());
      blocks_.push_back(body.subspan(begin, end - begin));
      begin = end;
    }
    isVisited_.assign(blocks_.size(), false);
  }

  void addTarget(uint32_t label, std::vector<size_t> &targets) const {
    const auto found = numbers_.find(label);
    if (found != numbers_.end()) {
      targets.push_back(found->second);
    }
  }

  std::vector<size_t> targetsOf(Body block) const {
    std::vector<size_t> targets;
    for (const Instruction &instruction : block) {
      if (instruction.op == spv::Op::OpBranch) {
        addTarget(instruction.operand(0), targets);
      } else if (instruction.op == spv::Op::OpBranchConditional) {
        addTarget(instruction.operand(1), targets);
        addTarget(instruction.operand(2), targets);
      } else if (instruction.op == spv::Op::OpSwitch) {
        addTarget(instruction.operand(1), targets);
        const size_t literal = widthOf(instruction.operand(0)) > 32 ? 2 : 1;
        for (size_t i = 2; i + literal < instruction.operands.size(); i += literal + 1) {
          addTarget(instruction.operand(i + literal), targets);
        }
      }
    }
    return targets;
  }

  uint32_t widthOf(uint32_t value) const {
    const auto type = types_.find(value);
    const auto width = type == types_.end() ? widths_.end() : widths_.find(type->second);
    return width == widths_.end() ? 32 : width->second;
  }

  /// Returns the reachable blocks in post-order. An explicit stack replaces recursion, so that a
  /// long chain of blocks cannot exhaust the stack.
  std::vector<size_t> visit() {
    struct Step {
      size_t block;
      std::vector<size_t> targets;
    };
    std::vector<size_t> postOrder;
    std::vector<Step> path;
    const auto enter = [&](size_t block) {
      if (!isVisited_[block]) {
        isVisited_[block] = true;
        path.push_back({block, targetsOf(blocks_[block])});
      }
    };
    if (!blocks_.empty()) {
      enter(0);
    }
    while (!path.empty()) {
      if (path.back().targets.empty()) {
        postOrder.push_back(path.back().block);
        path.pop_back();
      } else {
        const size_t next = path.back().targets.back();
        path.back().targets.pop_back();
        enter(next);
      }
    }
    return postOrder;
  }

  std::unordered_map<uint32_t, uint32_t> widths_, types_;
  std::vector<Body> blocks_;
  std::unordered_map<uint32_t, size_t> numbers_;  ///< block numbers by label id
  std::vector<bool> isVisited_;
};

/// The operands of a type, a constant or a variable, as far as they may be ids of types or
/// constants.
std::span<const uint32_t> idsOf(const Instruction &instruction) {
  switch (instruction.op) {
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeStruct:
    case spv::Op::OpTypeFunction:
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite:
      return instruction.operands;
    case spv::Op::OpTypeVector:
      return instruction.operandsFrom(0).first(std::min<size_t>(instruction.operands.size(), 1));
    case spv::Op::OpTypePointer:
    case spv::Op::OpSpecConstantOp:
    case spv::Op::OpVariable:
      return instruction.operandsFrom(1);
    default:
      return {};
  }
}

/// Sorts instructions topologically, so that each follows the instructions it refers to. An order
/// that is correct already is kept.
class ConstantOrder {
 public:
  explicit ConstantOrder(Body section) : section_(section), states_(section.size()) {
    for (size_t i = 0; i < section.size(); ++i) {
      numbers_.try_emplace(section[i].id, i);
      if (section[i].op == spv::Op::OpTypeForwardPointer) {
        forward_.insert(section[i].operand(0));
      }
    }
  }

  std::vector<Instruction> order() {
    std::vector<Instruction> ordered;
    ordered.reserve(section_.size());
    for (size_t i = 0; i < section_.size(); ++i) {
      enter(i);
      while (!path_.empty()) {
        Step &step = path_.back();
        if (step.needed.empty()) {
          ordered.push_back(section_[step.number]);
          path_.pop_back();
        } else {
          const size_t next = step.needed.back();
          step.needed.pop_back();
          enter(next);
        }
      }
    }
    return ordered;
  }

 private:
  struct Step {
    size_t number;
    std::vector<size_t> needed;
  };

  void enter(size_t number) {
    if (!states_[number]) {
      states_[number] = true;
      path_.push_back({number, neededBy(section_[number])});
    }
  }

  /// The numbers of the instructions it refers to. A structure's forward-declared pointers do not
  /// count.
  std::vector<size_t> neededBy(const Instruction &instruction) const {
    std::vector<size_t> needed;
    const auto add = [&](uint32_t id) {
      const auto found = numbers_.find(id);
      if (found != numbers_.end() &&
          !(instruction.op == spv::Op::OpTypeStruct && forward_.contains(id))) {
        needed.push_back(found->second);
      }
    };
    add(instruction.type);
    std::ranges::for_each(idsOf(instruction), add);
    return needed;
  }

  Body section_;
  std::vector<bool> states_;  ///< set on entry, before the instruction is placed
  std::unordered_map<uint32_t, size_t> numbers_;
  std::unordered_set<uint32_t> forward_;  ///< ids of OpTypeForwardPointer
  std::vector<Step> path_;
};

}  // namespace

bool isOfKhronosTranslator(std::span<const uint32_t> words) {
  return words.size() >= headerSize && words[2] >> 16 == khronosTranslator;
}

bool isOfLlvmBackEnd(std::span<const uint32_t> words) {
  return words.size() >= headerSize && words[2] >> 16 == llvmBackEnd;
}

void dropInternalLinkage(std::vector<Instruction> &instructions) {
  constexpr uint32_t internal = 0x7ffffffe;
  std::erase_if(instructions, [](const Instruction &instruction) {
    return instruction.op == spv::Op::OpDecorate && instruction.operands.size() > 2 &&
           instruction.operand(1) == static_cast<uint32_t>(spv::Decoration::LinkageAttributes) &&
           instruction.operands.back() == internal;
  });
}

void orderConstants(std::vector<Instruction> &instructions) {
  const auto begin = std::ranges::find_if(instructions, [](const Instruction &instruction) {
    return instruction.op == spv::Op::OpTypeForwardPointer || !idsOf(instruction).empty();
  });
  const auto end = std::ranges::find(instructions, spv::Op::OpFunction, &Instruction::op);
  if (begin < end) {
    std::ranges::copy(ConstantOrder(Body(begin, end)).order(), begin);
  }
}

void orderFunctions(std::vector<Instruction> &instructions) {
  const auto begin = std::ranges::find(instructions, spv::Op::OpFunction, &Instruction::op);
  std::vector<Instruction> declared, defined;
  for (auto first = begin; first != instructions.end();) {
    auto last = std::find_if(first, instructions.end(), [](const Instruction &instruction) {
      return instruction.op == spv::Op::OpFunctionEnd;
    });
    last += last == instructions.end() ? 0 : 1;
    const Body function(first, last);
    const bool isDefined =
        std::ranges::find(function, spv::Op::OpLabel, &Instruction::op) != function.end();
    auto &part = isDefined ? defined : declared;
    part.insert(part.end(), first, last);
    first = last;
  }
  std::ranges::copy(defined, std::ranges::copy(declared, begin).out);
}

void orderBlocks(std::vector<Instruction> &instructions) {
  BlockOrder order(instructions);
  const auto is = [](spv::Op op) {
    return [op](const Instruction &instruction) { return instruction.op == op; };
  };
  auto position = instructions.begin();
  while (true) {
    position = std::find_if(position, instructions.end(), is(spv::Op::OpFunction));
    const auto end = std::find_if(position, instructions.end(), is(spv::Op::OpFunctionEnd));
    const auto first = std::find_if(position, end, is(spv::Op::OpLabel));
    if (end == instructions.end()) {
      return;
    }
    const auto ordered = order.order(Body(first, end));
    std::ranges::copy(ordered, first);
    position = end;
  }
}

}  // namespace spirv_ll
