#include "binary/long_composites.h"

#include "binary/grammar.h"

namespace spirv_ll {
namespace {

using spv::Op;

/// Newer than the packaged headers (shims/newer.txt).
constexpr auto OpCompositeConstructContinuedINTEL = static_cast<Op>(6096);

/// A continuation and the only instruction it may continue.
struct Pair {
  Op continuation, head;
};
constexpr Pair pairs[] = {
    {Op::OpTypeStructContinuedINTEL, Op::OpTypeStruct},
    {Op::OpConstantCompositeContinuedINTEL, Op::OpConstantComposite},
    {Op::OpSpecConstantCompositeContinuedINTEL, Op::OpSpecConstantComposite},
    {OpCompositeConstructContinuedINTEL, Op::OpCompositeConstruct},
};

const Pair *findPair(Op continuation) {
  const auto *pair = std::ranges::find(pairs, continuation, &Pair::continuation);
  return pair == std::end(pairs) ? nullptr : pair;
}

std::string nameOf(Op op) {
  return opcodeName(static_cast<uint32_t>(op));
}

Error invalid(const Instruction &instruction, const std::string &message) {
  return {Error::Kind::invalid, instruction.word, nameOf(instruction.op) + ": " + message};
}

/// Appends the operands of a continuation to its head. The first one of a head copies the head's.
void append(Instruction &head, const Instruction &continuation, bool isFirst,
            std::deque<std::vector<uint32_t>> &operands) {
  if (isFirst) {
    operands.emplace_back(head.operands.begin(), head.operands.end());
  }
  std::vector<uint32_t> &all = operands.back();
  all.insert(all.end(), continuation.operands.begin(), continuation.operands.end());
  head.operands = all;
}

/// True if the module declares LongCompositesINTEL, as later grammars name the capability.
bool declaresCapability(std::span<const Instruction> instructions) {
  return std::ranges::any_of(instructions, [](const Instruction &instruction) {
    return instruction.op == Op::OpCapability &&
           instruction.operand(0) ==
               static_cast<uint32_t>(spv::Capability::LongConstantCompositeINTEL);
  });
}

}  // namespace

bool isContinuation(spv::Op op) {
  return findPair(op) != nullptr;
}

/// The last instruction of `joined` is always the head of the next continuation.
std::optional<Error> joinContinuations(std::vector<Instruction> &instructions,
                                       std::deque<std::vector<uint32_t>> &operands) {
  const auto first = std::ranges::find_if(
      instructions, [](const Instruction &each) { return isContinuation(each.op); });
  if (first == instructions.end()) {
    return std::nullopt;
  }
  if (!declaresCapability(instructions)) {
    return invalid(*first, "the module does not declare the capability LongCompositesINTEL");
  }
  std::vector<Instruction> joined(instructions.begin(), first);
  bool isFirst = true;
  for (auto each = first; each != instructions.end(); ++each) {
    const Pair *pair = findPair(each->op);
    if (!pair) {
      joined.push_back(*each);
      isFirst = true;
      continue;
    }
    if (joined.empty() || joined.back().op != pair->head) {
      return invalid(*each, "the instruction in front of it is no " + nameOf(pair->head));
    }
    append(joined.back(), *each, isFirst, operands);
    isFirst = false;
  }
  instructions = std::move(joined);
  return std::nullopt;
}

}  // namespace spirv_ll
