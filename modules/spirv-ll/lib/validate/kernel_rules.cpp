// Relaxation rules for deviations of OpenCL kernels that several producers share.
//
// Each class below says the deviation and its replacement.
#include <algorithm>

#include "validate/integer_ids.h"
#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

constexpr uint32_t printfNumber = 184;  // of OpenCL.std

/// Replaces an integer OpConstantNull by OpConstant 0, so that it may index a structure, and drops
/// operands of OpConstantNull of an event if they repeat its type.
class NullConstantRule : public RelaxationRule {
 public:
  explicit NullConstantRule(const IntegerIds &integers) : integers_(integers) {}

  void observe(const Instruction &instruction) override {
    scope_.observe(instruction);
    if (instruction.op == spv::Op::OpTypeEvent) {
      events_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op != spv::Op::OpConstantNull || scope_.isInFunctions()) {
      return false;
    }
    if (events_.contains(instruction.type) &&
        std::ranges::all_of(instruction.operands,
                            [&](uint32_t operand) { return operand == instruction.type; })) {
      copy.append(instruction.op, {instruction.type, instruction.id});
      return true;
    }
    const uint32_t width = integers_.width(instruction.type);
    if (width == 0 || !instruction.operands.empty()) {
      return false;
    }
    if (width > 32) {
      copy.append(spv::Op::OpConstant, {instruction.type, instruction.id, 0, 0});
    } else {
      copy.append(spv::Op::OpConstant, {instruction.type, instruction.id, 0});
    }
    return true;
  }

 private:
  FunctionScope scope_;
  const IntegerIds &integers_;
  std::unordered_set<uint32_t> events_;  ///< OpTypeEvent
};

/// Replaces OpConstantPipeStorage, which SPIRV-Tools expects inside functions, by OpUndef. A
/// variable initialised by it loses the initializer.
class PipeStorageRule : public RelaxationRule {
 public:
  void observe(const Instruction &instruction) override { scope_.observe(instruction); }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (scope_.isInFunctions()) {
      return false;
    }
    if (instruction.op == spv::Op::OpConstantPipeStorage && instruction.operands.size() == 3) {
      storages_.insert(instruction.id);
      copy.appendUndef(instruction);
      return true;
    }
    if (instruction.op == spv::Op::OpVariable && storages_.contains(instruction.operand(1))) {
      copy.append(instruction.op, {instruction.type, instruction.id, instruction.operand(0)});
      return true;
    }
    return false;
  }

 private:
  FunctionScope scope_;
  std::unordered_set<uint32_t> storages_;
};

/// Replaces by OpUndef: printf (its format may lie in global memory), OpAny and OpAll of integers,
/// and OpUConvert and OpSConvert to the operand's own type.
class LooseValueRule : public RelaxationRule {
 public:
  explicit LooseValueRule(const IntegerIds &integers) : integers_(integers) {}

  void observe(const Instruction &instruction) override {
    scope_.observe(instruction);
    if (instruction.op == spv::Op::OpExtInstImport &&
        readString(instruction.operands, 0).text == "OpenCL.std") {
      openclStd_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (!scope_.isInFunctions() || (!isPrintf(instruction) && !isLooseOfIntegers(instruction))) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

 private:
  /// OpExtInst of OpenCL.std with the number of printf and a format.
  bool isPrintf(const Instruction &instruction) const {
    return instruction.op == spv::Op::OpExtInst && openclStd_.contains(instruction.operand(0)) &&
           instruction.operand(1) == printfNumber && instruction.operands.size() >= 3;
  }

  bool isLooseOfIntegers(const Instruction &instruction) const {
    const uint32_t operandType = integers_.typeOf(instruction.operand(0));
    if (instruction.operands.size() != 1 || operandType == 0) {
      return false;
    }
    const spv::Op op = instruction.op;
    const bool isConversion = op == spv::Op::OpUConvert || op == spv::Op::OpSConvert;
    return op == spv::Op::OpAny || op == spv::Op::OpAll ||
           (isConversion && instruction.type == operandType);
  }

  FunctionScope scope_;
  const IntegerIds &integers_;
  std::unordered_set<uint32_t> openclStd_;
};

/// Moves the operand Lod of OpImageRead and OpImageWrite (cl_khr_mipmap_image) into an OpCopyObject
/// in front of the access: SPIRV-Tools refuses Lod there, and still checks the level's id.
class ImageLevelRule : public RelaxationRule {
 public:
  explicit ImageLevelRule(const IntegerIds &integers) : integers_(integers) {}

  void observe(const Instruction &instruction) override {
    hasLevels_ |= instruction.op == spv::Op::OpCapability &&
                  instruction.operand(0) == static_cast<uint32_t>(spv::Capability::ImageMipmap);
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    constexpr uint32_t bias = 0x1, lod = 0x2;
    const bool reads = instruction.op == spv::Op::OpImageRead;
    const size_t mask = reads ? 2 : 3;
    if (!hasLevels_ || (!reads && instruction.op != spv::Op::OpImageWrite) ||
        instruction.operands.size() < mask + 2 ||
        (instruction.operand(mask) & (bias | lod)) != lod) {
      return false;
    }
    const uint32_t level = instruction.operand(mask + 1);
    const uint32_t type = integers_.typeOf(level);
    if (type == 0) {
      return false;
    }
    copy.append(spv::Op::OpCopyObject, {type, copy.makeId(), level});
    std::vector<uint32_t> operands(instruction.operands.begin(), instruction.operands.end());
    operands[mask] &= ~lod;
    operands.erase(operands.begin() + static_cast<ptrdiff_t>(mask) + 1);
    copy.append(instruction, operands);
    return true;
  }

 private:
  const IntegerIds &integers_;
  bool hasLevels_ = false;
};

/// Drops an initialiser that is OpUndef from variables in Workgroup. SYCL compilers write it for
/// local memory; SPIR-V 1.6 §3.52.8 wants a constant, and no value means the same.
class UndefinedInitializerRule : public RelaxationRule {
 public:
  void observe(const Instruction &instruction) override {
    scope_.observe(instruction);
    if (instruction.op == spv::Op::OpUndef && !scope_.isInFunctions()) {
      undefined_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op != spv::Op::OpVariable || instruction.operands.size() != 2 ||
        instruction.operand(0) != static_cast<uint32_t>(spv::StorageClass::Workgroup) ||
        !undefined_.contains(instruction.operand(1))) {
      return false;
    }
    copy.append(instruction, instruction.operands.first(1));
    return true;
  }

 private:
  FunctionScope scope_;
  std::unordered_set<uint32_t> undefined_;  ///< of the module scope
};

}  // namespace

void addKernelRules(RelaxationRules &rules, const IntegerIds &integers) {
  rules.push_back(std::make_unique<NullConstantRule>(integers));
  rules.push_back(std::make_unique<PipeStorageRule>());
  rules.push_back(std::make_unique<LooseValueRule>(integers));
  rules.push_back(std::make_unique<ImageLevelRule>(integers));
  rules.push_back(std::make_unique<UndefinedInitializerRule>());
}

}  // namespace spirv_ll
