// Relaxation rules for the Khronos translator and for LLVM's SPIR-V back end.
//
// Both write modules with one meaning that break a rule of the specification. binary/producers.h
// lists the deviations of each.
//
// For example, a kernel of the Khronos translator:
//
//   %entry = OpLabel              %entry = OpLabel
//   OpStore %p %c                 %v = OpVariable %pointer Function
//   %v = OpVariable %pointer …    OpStore %p %c
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "binary/producers.h"
#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

constexpr uint32_t ldexpNumber = 34;                      // of OpenCL.std
constexpr uint32_t versionWithAllVariables = 0x00010400;  // 1.4: interfaces list all variables

/// Drops the instructions of a debug set whose rules the producer breaks.
class DebugSetRule : public RelaxationRule {
 public:
  explicit DebugSetRule(std::string_view name) : name_(name) {}

  void observe(const Instruction &instruction) override {
    if (instruction.op == spv::Op::OpExtInstImport &&
        readString(instruction.operands, 0).text == name_) {
      sets_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &) override {
    return instruction.op == spv::Op::OpExtInst && sets_.contains(instruction.operand(0));
  }

 private:
  std::string_view name_;
  std::unordered_set<uint32_t> sets_;
};

/// Drops OpLoopMerge and OpSelectionMerge: kernels are not structured, so merges carry no meaning.
class MergeRule : public RelaxationRule {
 public:
  bool apply(const Instruction &instruction, RelaxedCopy &) override {
    return instruction.op == spv::Op::OpLoopMerge || instruction.op == spv::Op::OpSelectionMerge;
  }
};

/// Moves the variables of a function behind the label of its first block, where SPIR-V 1.6 §2.4
/// requires them. A variable in front of this label is wrong for every producer and stays.
class VariableOrderRule : public RelaxationRule {
 public:
  explicit VariableOrderRule(const GenericVariables &generics) : generics_(generics) {}

  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    bool isBeforeLabel = false;
    std::vector<const Instruction *> *variables = nullptr;
    for (const Instruction &instruction : instructions) {
      if (instruction.op == spv::Op::OpFunction || instruction.op == spv::Op::OpFunctionEnd) {
        isBeforeLabel = instruction.op == spv::Op::OpFunction;
        variables = nullptr;
      } else if (instruction.op == spv::Op::OpLabel && isBeforeLabel) {
        isBeforeLabel = false;
        variables = &variablesBehind_[instruction.word];
      } else if (instruction.op == spv::Op::OpVariable && variables != nullptr &&
                 !generics_.contains(instruction.id)) {
        variables->push_back(&instruction);
        moved_.insert(instruction.word);
      }
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op == spv::Op::OpVariable) {
      return moved_.contains(instruction.word);
    }
    const auto variables = variablesBehind_.find(instruction.word);
    if (variables == variablesBehind_.end()) {
      return false;
    }
    copy.append(instruction);
    for (const Instruction *variable : variables->second) {
      copy.standFor(variable->word);
      copy.append(*variable);
    }
    return true;
  }

 private:
  const GenericVariables &generics_;
  /// The variables of a function by the word at which the label of its first block begins.
  std::unordered_map<size_t, std::vector<const Instruction *>> variablesBehind_;
  std::unordered_set<size_t> moved_;  ///< words at which variables of functions begin
};

/// Declares the extension of the capability FPFastMathModeINTEL, behind all capabilities. The
/// translator for LLVM 15 and before forgets it, so it is in many modules of HIP programs.
class FastMathExtensionRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    bool isNeeded = false;
    for (const Instruction &instruction : instructions) {
      if (instruction.op == spv::Op::OpCapability) {
        isNeeded |=
            instruction.operand(0) == static_cast<uint32_t>(spv::Capability::FPFastMathModeINTEL);
        last_ = instruction.word;
      } else if (instruction.op == spv::Op::OpExtension &&
                 readString(instruction.operands, 0).text == extension) {
        isNeeded = false;
      }
    }
    last_ = isNeeded ? last_ : 0;
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (last_ == 0 || instruction.word != last_) {
      return false;
    }
    copy.append(instruction);
    std::vector<uint32_t> words(extension.size() / sizeof(uint32_t) + 1);
    std::memcpy(words.data(), extension.data(), extension.size());
    copy.append(spv::Op::OpExtension, words);
    return true;
  }

 private:
  static constexpr std::string_view extension = "SPV_INTEL_fp_fast_math_mode";
  size_t last_ = 0;  ///< the word of the last OpCapability; 0 if nothing is to be added
};

/// Rewrites the interface of each entry point (SPIR-V 1.6 §3.3.5, OpEntryPoint): removes generic
/// variables, which disappear from the copy. If `listsAll`, adds missing variables of the module.
class InterfaceRule : public RelaxationRule {
 public:
  InterfaceRule(const GenericVariables &generics, bool listsAll)
      : generics_(generics), listsAll_(listsAll) {}

  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    for (const Instruction &instruction : instructions) {
      if (!listsAll_ || instruction.op == spv::Op::OpFunction) {
        break;
      }
      if (instruction.op == spv::Op::OpVariable && !generics_.contains(instruction.id)) {
        variables_.push_back(instruction.id);
      }
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op != spv::Op::OpEntryPoint || (variables_.empty() && generics_.empty())) {
      return false;
    }
    const size_t first = 2 + readString(instruction.operands, 2).words;
    const auto listed = instruction.operandsFrom(first);
    const auto head = instruction.operands.first(instruction.operands.size() - listed.size());
    std::vector<uint32_t> operands(head.begin(), head.end());
    std::ranges::copy_if(listed, std::back_inserter(operands),
                         [&](uint32_t id) { return !generics_.contains(id); });
    std::ranges::copy_if(variables_, std::back_inserter(operands), [&](uint32_t variable) {
      return std::ranges::find(listed, variable) == listed.end();
    });
    if (operands.size() >= UINT16_MAX) {
      return false;
    }
    copy.append(instruction.op, operands);
    return true;
  }

 private:
  const GenericVariables &generics_;
  const bool listsAll_;
  std::vector<uint32_t> variables_;  ///< of the module scope
};

/// Replaces OpFConvert to the operand's own type, and drops its rounding mode.
class SameFloatRule : public RelaxationRule {
 public:
  explicit SameFloatRule(Api api) : api_(api) {}

  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    std::unordered_map<uint32_t, uint32_t> types;
    for (const Instruction &instruction : instructions) {
      const auto operand = types.find(instruction.operand(0));
      if (instruction.op == spv::Op::OpFConvert && operand != types.end() &&
          operand->second == instruction.type) {
        conversions_.insert(instruction.id);
      }
      types[instruction.id] = instruction.type;
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op == spv::Op::OpDecorate) {
      return conversions_.contains(instruction.operand(0)) &&
             instruction.operand(1) == static_cast<uint32_t>(spv::Decoration::FPRoundingMode);
    }
    if (api_ != Api::openCL || instruction.op != spv::Op::OpFConvert ||
        !conversions_.contains(instruction.id)) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

 private:
  const Api api_;
  std::unordered_set<uint32_t> conversions_;
};

/// Replaces instructions of kernels written by LLVM's back end: ldexp of a vector by one exponent,
/// the clock of a work-group, and OpAtomicCompareExchangeWeak, removed in SPIR-V 1.4.
class LlvmKernelRule : public RelaxationRule {
 public:
  void observe(const Instruction &instruction) override {
    scope_.observe(instruction);
    if (instruction.op == spv::Op::OpExtInstImport &&
        readString(instruction.operands, 0).text == "OpenCL.std") {
      openclStd_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (!scope_.isInFunctions()) {
      return false;
    }
    if (instruction.op == spv::Op::OpAtomicCompareExchangeWeak) {
      Instruction strong = instruction;
      strong.op = spv::Op::OpAtomicCompareExchange;
      copy.append(strong);
      return true;
    }
    const bool isLdexp = instruction.op == spv::Op::OpExtInst &&
                         openclStd_.contains(instruction.operand(0)) &&
                         instruction.operand(1) == ldexpNumber && instruction.operands.size() == 4;
    if (!isLdexp && instruction.op != spv::Op::OpReadClockKHR) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

 private:
  FunctionScope scope_;
  std::unordered_set<uint32_t> openclStd_;
};

}  // namespace

/// InterfaceRule applies to all producers: generic variables have to leave the interfaces of any
/// module. The other rules depend on the generator in the header (SPIR-V 1.6 §2.3).
void addProducerRules(RelaxationRules &rules, std::span<const uint32_t> words, Api api,
                      const GenericVariables &generics) {
  const bool isOfKhronos = isOfKhronosTranslator(words);
  if (isOfKhronos) {
    rules.push_back(std::make_unique<DebugSetRule>("OpenCL.DebugInfo.100"));
    rules.push_back(std::make_unique<FastMathExtensionRule>());
    rules.push_back(std::make_unique<MergeRule>());
    rules.push_back(std::make_unique<VariableOrderRule>(generics));
  }
  rules.push_back(std::make_unique<InterfaceRule>(
      generics, isOfKhronos && words[1] >= versionWithAllVariables));
  if (isOfLlvmBackEnd(words)) {
    rules.push_back(std::make_unique<DebugSetRule>("NonSemantic.Shader.DebugInfo.100"));
    rules.push_back(std::make_unique<SameFloatRule>(api));
    if (api == Api::openCL) {
      rules.push_back(std::make_unique<LlvmKernelRule>());
    }
  }
}

}  // namespace spirv_ll
