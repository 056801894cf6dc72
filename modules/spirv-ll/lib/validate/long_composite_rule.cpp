// The relaxation rule for joined composites (binary/long_composites.h).
//
// The validator's copy cannot hold an instruction of more than 65535 words, and SPIRV-Tools refuses
// structures of more than 16383 members (SPIR-V 1.6 §2.17). The copy has shorter replacements:
//
//   original                                    copy
//   %t = OpTypeStruct, 70000 members            its first 16383 members
//   %c = OpConstantComposite, 70000 parts       OpConstantNull
//
//   %v = OpCompositeConstruct, 70000 parts      OpUndef
//   %m = OpCompositeExtract … 20000             OpUndef, with a structure as above
//
// The handlers of these instructions check the number of parts, their types and each index.
#include <algorithm>

#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

using spv::Op;

constexpr size_t maximumMembers = 16383;
constexpr size_t maximumWords = 65535;
constexpr size_t prefix = 3;  ///< the words for the length, the type and the id

class LongCompositeRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    isDeclared_ = std::ranges::any_of(instructions, declaresLongComposites);
    hasLongStructure_ =
        isDeclared_ && std::ranges::any_of(instructions, [](const Instruction &instruction) {
          return instruction.op == Op::OpTypeStruct && instruction.operands.size() > maximumMembers;
        });
  }

  void observe(const Instruction &instruction) override {
    if (hasLongStructure_ && instruction.op == Op::OpConstant &&
        (instruction.operand(0) >= maximumMembers || instruction.operand(1) != 0)) {
      largeNumbers_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (!isDeclared_) {
      return false;
    }
    switch (instruction.op) {
      case Op::OpCapability:
        // The packaged SPIRV-Tools expects an earlier name of the extension.
        return declaresLongComposites(instruction);
      case Op::OpTypeStruct:
        return shorten(instruction, copy);
      case Op::OpConstantComposite:
      case Op::OpSpecConstantComposite:
        return replaceLong(instruction, Op::OpConstantNull, copy);
      case Op::OpCompositeConstruct:
        return replaceLong(instruction, Op::OpUndef, copy);
      default:
        return hasLongStructure_ && leaveOutMember(instruction, copy);
    }
  }

 private:
  static bool declaresLongComposites(const Instruction &instruction) {
    return instruction.op == Op::OpCapability &&
           instruction.operand(0) ==
               static_cast<uint32_t>(spv::Capability::LongConstantCompositeINTEL);
  }

  static bool shorten(const Instruction &structure, RelaxedCopy &copy) {
    if (structure.operands.size() <= maximumMembers) {
      return false;
    }
    copy.append(structure, structure.operands.first(maximumMembers));
    return true;
  }

  /// Composites of shortened structures are replaced with them.
  bool replaceLong(const Instruction &composite, Op op, RelaxedCopy &copy) const {
    const size_t most = hasLongStructure_ ? maximumMembers : maximumWords - prefix;
    if (composite.operands.size() <= most) {
      return false;
    }
    copy.append(op, {composite.type, composite.id});
    return true;
  }

  /// Drops names and decorations of members that the copy lacks, and replaces accesses to them.
  bool leaveOutMember(const Instruction &instruction, RelaxedCopy &copy) const {
    const auto isLarge = [](uint32_t index) { return index >= maximumMembers; };
    switch (instruction.op) {
      case Op::OpMemberName:
      case Op::OpMemberDecorate:
      case Op::OpMemberDecorateString:
        return isLarge(instruction.operand(1));
      case Op::OpCompositeExtract:
        return replaceIf(std::ranges::any_of(instruction.operandsFrom(1), isLarge), instruction,
                         copy);
      case Op::OpCompositeInsert:
        return replaceIf(std::ranges::any_of(instruction.operandsFrom(2), isLarge), instruction,
                         copy);
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain:
      case Op::OpPtrAccessChain:
      case Op::OpInBoundsPtrAccessChain:
        return replaceIf(
            std::ranges::any_of(instruction.operandsFrom(1),
                                [&](uint32_t id) { return largeNumbers_.contains(id); }),
            instruction, copy);
      default:
        return false;
    }
  }

  static bool replaceIf(bool isReplaced, const Instruction &value, RelaxedCopy &copy) {
    if (isReplaced) {
      copy.appendUndef(value);
    }
    return isReplaced;
  }

  bool isDeclared_ = false;
  bool hasLongStructure_ = false;              ///< of more members than SPIRV-Tools accepts
  std::unordered_set<uint32_t> largeNumbers_;  ///< constants that no member of the copy has
};

}  // namespace

void addLongCompositeRule(RelaxationRules &rules) {
  rules.push_back(std::make_unique<LongCompositeRule>());
}

}  // namespace spirv_ll
