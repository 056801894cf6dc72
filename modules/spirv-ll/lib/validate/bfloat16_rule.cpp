// The relaxation rule for bfloat16 numbers (SPV_KHR_bfloat16).
//
// SPIRV-Tools 2023.1 knows one floating-point type of 16 bits. The copy has a structure without
// members instead, which can be loaded, stored and passed; a vector becomes a structure of as many
// of these. Each structure is a type of its own, so bfloat16 numbers fit no other type in the copy.
// Constants become null. Results of conversions, dot products and instructions on vectors become
// OpUndef. shims/bfloat16_rules.cpp and the handlers check their operands.
//
//   %bf = OpTypeFloat 16 BFloat16KHR     %bf = OpTypeStruct
//   %v2 = OpTypeVector %bf 2             %v2 = OpTypeStruct %bf %bf
//   %f = OpFConvert %float %c            %f = OpUndef %float
#include <algorithm>

#include "shims/bfloat16_types.h"
#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

using spv::Op;

/// Replaces types, constants and computations of bfloat16 numbers. Modules without their type cost
/// one walk.
class BFloat16Rule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    types_ = BFloat16Types(instructions);
  }

  void observe(const Instruction &instruction) override { scope_.observe(instruction); }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    return !types_.empty() && (replaceType(instruction, copy) ||
                               (scope_.isInFunctions() ? replaceComputation(instruction, copy)
                                                       : replaceConstant(instruction, copy)));
  }

 private:
  /// A vector of a length that OpenCL lacks stays, for the validator to report.
  bool replaceType(const Instruction &instruction, RelaxedCopy &copy) const {
    constexpr uint32_t longest = 16;
    if (isBFloat16Type(instruction)) {
      copy.append(Op::OpTypeStruct, {instruction.id});
      return true;
    }
    if (instruction.op != Op::OpTypeVector || !types_.isVector(instruction.id) ||
        instruction.operand(1) > longest) {
      return false;
    }
    std::vector<uint32_t> words(instruction.operand(1) + 1, instruction.operand(0));
    words[0] = instruction.id;
    copy.append(Op::OpTypeStruct, words);
    return true;
  }

  /// A structure has no SpecId, so the decoration disappears with the specialization constant.
  bool replaceConstant(const Instruction &instruction, RelaxedCopy &copy) const {
    if (instruction.op == Op::OpDecorate &&
        instruction.operand(1) == static_cast<uint32_t>(spv::Decoration::SpecId)) {
      const Instruction *target = types_.find(instruction.operand(0));
      return target && target->op == Op::OpSpecConstant && types_.isScalar(target->type);
    }
    const bool isNumber =
        (instruction.op == Op::OpConstant || instruction.op == Op::OpSpecConstant) &&
        types_.isScalar(instruction.type);
    const bool isOperation = instruction.op == Op::OpSpecConstantOp &&
                             concerns(instruction, instruction.operandsFrom(1));
    if (!isNumber && !isOperation) {
      return false;
    }
    copy.append(Op::OpConstantNull, {instruction.type, instruction.id});
    return true;
  }

  bool replaceComputation(const Instruction &instruction, RelaxedCopy &copy) const {
    if (!(isReplaced(instruction) && concerns(instruction, instruction.operands)) &&
        !isComponentAddress(instruction)) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

  /// True if the result or an operand has bfloat16 numbers.
  bool concerns(const Instruction &instruction, std::span<const uint32_t> operands) const {
    return types_.includes(instruction.type) ||
           std::ranges::any_of(operands, [&](uint32_t id) { return types_.isValue(id); });
  }

  /// Composites of other types than vectors stay for the validator.
  bool isReplaced(const Instruction &instruction) const {
    switch (instruction.op) {
      case Op::OpConvertFToU:
      case Op::OpConvertFToS:
      case Op::OpConvertSToF:
      case Op::OpConvertUToF:
      case Op::OpFConvert:
      case Op::OpBitcast:
      case Op::OpDot:
      case Op::OpVectorExtractDynamic:
      case Op::OpVectorInsertDynamic:
      case Op::OpVectorShuffle:
        return true;
      case Op::OpSelect:
        return types_.isScalar(instruction.type) || types_.isVector(instruction.type);
      case Op::OpCompositeConstruct:
        return types_.isVector(instruction.type);
      default:
        return false;
    }
  }

  /// The address of a bfloat16 number. Its last index may be unknown, which a structure does not
  /// permit.
  bool isComponentAddress(const Instruction &instruction) const {
    switch (instruction.op) {
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain:
      case Op::OpPtrAccessChain:
      case Op::OpInBoundsPtrAccessChain:
        return types_.isScalar(types_.pointeeOf(instruction.type));
      default:
        return false;
    }
  }

  FunctionScope scope_;
  BFloat16Types types_;
};

}  // namespace

void addBFloat16Rule(RelaxationRules &rules) {
  rules.push_back(std::make_unique<BFloat16Rule>());
}

}  // namespace spirv_ll
