// The relaxation rule for cooperative matrices (SPV_KHR_cooperative_matrix).
//
// SPIRV-Tools 2023.1 does not know their types. The copy has a structure with one component
// instead, which can be loaded, stored, passed, selected, and made of one scalar. Results of
// arithmetic and conversions on matrices, of accesses to their components and of the extension's
// own instructions become OpUndef; translation checks their operands (matrices/).
//
// Structures of equal members are different types, so matrices of different types never fit each
// other in the copy, as in the module.
//
//   %m = OpTypeCooperativeMatrixKHR %float %scope %rows %columns %use    %m = OpTypeStruct %float
//   %s = OpFAdd %m %x %y                                                 %s = OpUndef %m
#include <algorithm>
#include <unordered_map>

#include "shims/declared_capabilities.h"
#include "shims/matrix_instructions.h"
#include "shims/newer.h"
#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

using spv::Op;

/// Replaces the extension's types, lengths and instructions on matrices. Modules without the
/// capability stay as they are, so the rule costs them one walk.
class CooperativeMatrixRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    isDeclared_ = DeclaredCapabilities(instructions).has("CooperativeMatrixKHR");
  }

  /// Collects types and values. Pointers are kept apart: a pointer to a matrix holds none.
  void observe(const Instruction &instruction) override {
    if (!isDeclared_) {
      return;
    }
    scope_.observe(instruction);
    if (instruction.op == OpTypeCooperativeMatrixKHR) {
      matrices_.insert(instruction.id);
      holders_.insert(instruction.id);
    } else if (holdsOthers(instruction)) {
      holders_.insert(instruction.id);
    } else if (instruction.op == Op::OpTypePointer) {
      pointees_[instruction.id] = instruction.operand(1);
    } else if (instruction.type != 0) {
      types_[instruction.id] = instruction.type;
    }
  }

  /// The capability and the extension's name are dropped by the rules behind this one.
  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (!isDeclared_) {
      return false;
    }
    if (instruction.op == OpTypeCooperativeMatrixKHR) {
      copy.append(Op::OpTypeStruct, {instruction.id, instruction.operand(0)});
      return true;
    }
    // Any positive constant serves: the validator does not compare lengths of arrays with indices.
    if (isLength(instruction)) {
      copy.append(Op::OpConstant, {instruction.type, instruction.id, 1});
      return true;
    }
    if (!scope_.isInFunctions() ||
        !(isComputation(instruction) || isComponentAccess(instruction))) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

 private:
  /// True for arrays and structures with matrices in them, at any depth. Types precede their uses,
  /// so each holder is known when a larger one is met.
  bool holdsOthers(const Instruction &instruction) const {
    const bool isArray = instruction.op == Op::OpTypeArray;
    return (isArray && holders_.contains(instruction.operand(0))) ||
           (instruction.op == Op::OpTypeStruct &&
            std::ranges::any_of(instruction.operands,
                                [&](uint32_t member) { return holders_.contains(member); }));
  }

  /// A specialization constant that is the length of a matrix type; it may size an array.
  bool isLength(const Instruction &instruction) const {
    return instruction.op == Op::OpSpecConstantOp && instruction.operands.size() == 2 &&
           instruction.operand(0) == static_cast<uint32_t>(OpCooperativeMatrixLengthKHR) &&
           matrices_.contains(instruction.operand(1));
  }

  /// Arithmetic and conversions with a matrix as result. SPIRV-Tools would refuse a structure
  /// there.
  bool isComputation(const Instruction &instruction) const {
    return matrices_.contains(instruction.type) &&
           (isMatrixArithmetic(instruction.op) || isMatrixConversion(instruction.op) ||
            instruction.op == Op::OpMatrixTimesScalar);
  }

  /// An access of something in a matrix. A path to a whole matrix stays for the validator, which
  /// compares the types.
  bool isComponentAccess(const Instruction &instruction) const {
    switch (instruction.op) {
      case Op::OpCompositeExtract:
        return holders_.contains(typeOf(instruction.operand(0))) &&
               !holders_.contains(instruction.type);
      case Op::OpCompositeInsert:
        return holders_.contains(instruction.type) &&
               !holders_.contains(typeOf(instruction.operand(0)));
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain:
      case Op::OpPtrAccessChain:
      case Op::OpInBoundsPtrAccessChain:
        return holders_.contains(pointeeOf(typeOf(instruction.operand(0)))) &&
               !holders_.contains(pointeeOf(instruction.type));
      default:
        return false;
    }
  }

  /// The type of a value and the pointee of a pointer type; 0 for an unknown id.
  uint32_t typeOf(uint32_t id) const { return lookUp(types_, id); }
  uint32_t pointeeOf(uint32_t type) const { return lookUp(pointees_, type); }
  static uint32_t lookUp(const std::unordered_map<uint32_t, uint32_t> &map, uint32_t id) {
    const auto found = map.find(id);
    return found == map.end() ? 0 : found->second;
  }

  // Tables stay empty in modules without the capability.
  bool isDeclared_ = false;
  FunctionScope scope_;
  std::unordered_set<uint32_t> matrices_;            ///< types of matrices
  std::unordered_set<uint32_t> holders_;             ///< and all types that contain them
  std::unordered_map<uint32_t, uint32_t> pointees_;  ///< of types of pointers
  std::unordered_map<uint32_t, uint32_t> types_;     ///< of values
};

}  // namespace

void addCooperativeMatrixRule(RelaxationRules &rules) {
  rules.push_back(std::make_unique<CooperativeMatrixRule>());
}

}  // namespace spirv_ll
