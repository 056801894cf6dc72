// The relaxation rule for vectors of pointers (SPV_INTEL_masked_gather_scatter).
//
// SPIRV-Tools knows vectors of numbers and booleans alone. The copy has a structure of as many
// pointers instead, which can be loaded, stored, passed, and taken apart by literal indices.
// Results of all other instructions on vectors of pointers become OpUndef; their handlers check the
// operands.
#include <algorithm>

#include "shims/newer.h"
#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

using spv::Op;

class PointerVectorRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    isDeclared_ = std::ranges::any_of(instructions, [](const Instruction &instruction) {
      return instruction.op == Op::OpCapability &&
             instruction.operand(0) == static_cast<uint32_t>(MaskedGatherScatterINTEL);
    });
  }

  void observe(const Instruction &instruction) override {
    if (instruction.op == Op::OpTypePointer) {
      pointers_.insert(instruction.id);
    } else if (instruction.op == Op::OpTypeForwardPointer) {
      pointers_.insert(instruction.operand(0));
    } else if (isDeclared_ && isVectorOfPointers(instruction)) {
      types_.insert(instruction.id);
    } else if (types_.contains(instruction.type)) {
      values_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (!isDeclared_) {
      return false;
    }
    if (isVectorOfPointers(instruction)) {
      const std::vector<uint32_t> members(instruction.operand(1), instruction.operand(0));
      copy.append(Op::OpTypeStruct, withId(instruction.id, members));
      return true;
    }
    if (!isReplaced(instruction.op) ||
        (!types_.contains(instruction.type) &&
         std::ranges::none_of(instruction.operands,
                              [&](uint32_t id) { return values_.contains(id); }))) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

 private:
  static std::vector<uint32_t> withId(uint32_t id, std::vector<uint32_t> operands) {
    operands.insert(operands.begin(), id);
    return operands;
  }

  /// Any other length stays, for the validator to report.
  bool isVectorOfPointers(const Instruction &instruction) const {
    constexpr uint32_t longest = 16;
    return instruction.op == Op::OpTypeVector && instruction.operands.size() == 2 &&
           pointers_.contains(instruction.operand(0)) && instruction.operand(1) <= longest;
  }

  static bool isReplaced(Op op) {
    switch (op) {
      case Op::OpConvertPtrToU:
      case Op::OpConvertUToPtr:
      case Op::OpPtrCastToGeneric:
      case Op::OpGenericCastToPtr:
      case Op::OpGenericCastToPtrExplicit:
      case Op::OpBitcast:
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain:
      case Op::OpPtrAccessChain:
      case Op::OpInBoundsPtrAccessChain:
      case Op::OpPtrEqual:
      case Op::OpPtrNotEqual:
      case Op::OpPtrDiff:
      case Op::OpSelect:
      case Op::OpCompositeConstruct:
      case Op::OpVectorShuffle:
      case Op::OpVectorExtractDynamic:
      case Op::OpVectorInsertDynamic:
        return true;
      default:
        return false;
    }
  }

  bool isDeclared_ = false;
  std::unordered_set<uint32_t> pointers_;  ///< types of pointers
  std::unordered_set<uint32_t> types_;     ///< vectors of pointers
  std::unordered_set<uint32_t> values_;    ///< values of these types
};

}  // namespace

void addPointerVectorRule(RelaxationRules &rules) {
  rules.push_back(std::make_unique<PointerVectorRule>());
}

}  // namespace spirv_ll
