#include "rules.h"

#include <map>
#include <set>
#include <unordered_map>

#include "grammar.h"
#include "producers.h"

namespace spirv_ll {
namespace {

using spv::Op;
using Found = std::optional<std::string>;  ///< what is wrong

/// What the rules look up.
struct Module {
  std::unordered_map<uint32_t, const Instruction *> definitions;
  std::set<uint32_t> kernels;  ///< functions that are entry points
  std::set<uint32_t> byValue;  ///< decorated so
  std::set<uint32_t> capabilities;
  bool isOfKhronos = false;
  bool isOfLlvm = false;
  bool omitsStorageClasses = false;

  Op opOf(uint32_t id) const {
    const Instruction *instruction = find(id);
    return instruction ? instruction->op : Op::OpNop;
  }
  const Instruction *find(uint32_t id) const {
    const auto found = definitions.find(id);
    return found == definitions.end() ? nullptr : found->second;
  }
  const Instruction *typeOf(uint32_t value) const {
    const Instruction *instruction = find(value);
    return instruction ? find(instruction->type) : nullptr;
  }
};

Module read(std::span<const uint32_t> words, std::span<const Instruction> instructions) {
  Module module;
  module.isOfKhronos = isOfKhronosTranslator(words);
  module.isOfLlvm = isOfLlvmBackEnd(words);
  for (const Instruction &instruction : instructions) {
    if (instruction.id != 0) {
      module.definitions[instruction.id] = &instruction;
    }
    if (instruction.op == Op::OpEntryPoint) {
      module.kernels.insert(instruction.operand(1));
    } else if (instruction.op == Op::OpCapability) {
      module.capabilities.insert(instruction.operand(0));
    } else if (instruction.op == Op::OpExtension) {
      module.omitsStorageClasses |=
          readString(instruction.operands, 0).text == storageClassExtension;
    } else if (instruction.op == Op::OpDecorate &&
               instruction.operand(1) == static_cast<uint32_t>(spv::Decoration::FuncParamAttr) &&
               instruction.operand(2) ==
                   static_cast<uint32_t>(spv::FunctionParameterAttribute::ByVal)) {
      module.byValue.insert(instruction.operand(0));
    }
  }
  return module;
}

/// What the decoration is for, if its target is something else. Groups are not looked into.
Found checkTarget(const Module &module, const Instruction &instruction) {
  const Instruction *target = module.find(instruction.operand(0));
  if (!target || target->op == Op::OpDecorationGroup) {
    return {};
  }
  const auto isOneOf = [&](std::initializer_list<Op> ops) {
    return std::ranges::find(ops, target->op) != ops.end();
  };
  const auto function = static_cast<uint32_t>(spv::StorageClass::Function);
  switch (static_cast<spv::Decoration>(instruction.operand(1))) {
    case spv::Decoration::LinkageAttributes:
      return isOneOf({Op::OpFunction, Op::OpVariable}) ? Found() : "functions and variables";
    case spv::Decoration::SaturatedConversion:
      return isOneOf({Op::OpConvertFToU, Op::OpConvertFToS, Op::OpUConvert, Op::OpSConvert,
                      Op::OpSatConvertSToU, Op::OpSatConvertUToS, Op::OpSpecConstantOp})
                 ? Found()
                 : "conversions to integers";
    case spv::Decoration::FuncParamAttr:  // of functions: of what they return
      return isOneOf({Op::OpFunctionParameter, Op::OpFunction}) ? Found() : "parameters";
    case spv::Decoration::Constant:
      // LLVM's back end has each function hold private constants of the module itself.
      return target->op == Op::OpVariable && (target->operand(0) != function || module.isOfLlvm)
                 ? Found()
                 : "variables of the module";
    default:
      return {};
  }
}

Found checkDecoration(const Module &module, const Instruction &instruction) {
  if (auto wrong = checkTarget(module, instruction)) {
    return "the decoration " + enumerantName(EnumerantKind::Decoration, instruction.operand(1)) +
           " is for " + *wrong + " alone";
  }
  return {};
}

/// Kernels get what the host can give them.
Found checkKernel(const Module &module, const Instruction &instruction,
                  std::span<const Instruction> rest) {
  if (!module.kernels.contains(instruction.id)) {
    return {};
  }
  for (const Instruction &parameter : rest) {
    if (parameter.op != Op::OpFunctionParameter) {
      break;
    }
    const Instruction *type = module.find(parameter.type);
    const Op op = type ? type->op : Op::OpNop;
    if (op == Op::OpTypeBool || op == Op::OpTypeEvent || op == Op::OpTypeReserveId) {
      return "a kernel has a parameter of " + opcodeName(static_cast<uint32_t>(op));
    }
    if (op != Op::OpTypePointer || module.byValue.contains(parameter.id) ||
        module.omitsStorageClasses) {
      continue;
    }
    const auto storage = static_cast<spv::StorageClass>(type->operand(0));
    if (storage == spv::StorageClass::Generic || storage == spv::StorageClass::Function) {
      return "a kernel has a parameter that points to " +
             enumerantName(EnumerantKind::StorageClass, type->operand(0));
    }
  }
  return {};
}

Found checkBranch(const Instruction &instruction) {
  if (instruction.operands.size() != 5) {
    return {};
  }
  const uint64_t sum = uint64_t{instruction.operand(3)} + instruction.operand(4);
  return sum == 0           ? Found("both weights are 0")
         : sum > UINT32_MAX ? Found("the sum of the weights is too large")
                            : Found();
}

constexpr size_t accessOperand = 7;  // of OpTypeImage

Found checkImage(const Module &module, const Instruction &instruction) {
  if (instruction.operands.size() <= accessOperand) {
    return "the access qualifier is missing";
  }
  const auto access = static_cast<spv::AccessQualifier>(instruction.operand(accessOperand));
  const auto declares = [&](spv::Capability capability) {
    return module.capabilities.contains(static_cast<uint32_t>(capability));
  };
  if (access == spv::AccessQualifier::ReadWrite && !declares(spv::Capability::ImageReadWrite)) {
    return "the module does not declare the capability ImageReadWrite";
  }
  // The others imply it.
  return declares(spv::Capability::ImageBasic) || declares(spv::Capability::ImageReadWrite) ||
                 declares(spv::Capability::ImageMipmap)
             ? Found()
             : "the module does not declare the capability ImageBasic";
}

Found checkAccess(const Module &module, const Instruction &instruction,
                  spv::AccessQualifier excluded) {
  const Instruction *type = module.typeOf(instruction.operand(0));
  if (type && type->op == Op::OpTypeSampledImage) {
    type = module.find(type->operand(0));
  }
  if (!type || type->op != Op::OpTypeImage || type->operands.size() <= accessOperand ||
      type->operand(accessOperand) != static_cast<uint32_t>(excluded)) {
    return {};
  }
  return excluded == spv::AccessQualifier::ReadOnly ? "the image is only read"
                                                    : "the image is only written";
}

Found checkOne(const Module &module, const Instruction &instruction,
               std::span<const Instruction> rest) {
  switch (instruction.op) {
    case Op::OpDecorate:
      return checkDecoration(module, instruction);
    case Op::OpFunction:
      return checkKernel(module, instruction, rest);
    case Op::OpBranchConditional:
      return checkBranch(instruction);
    case Op::OpConstantSampler:
      return instruction.operand(1) > 1 ? Found("the coordinates are normalized (1) or not (0)")
                                        : Found();
    case Op::OpTypeImage:
      return checkImage(module, instruction);
    case Op::OpImageRead:
    case Op::OpImageSampleExplicitLod:
      return checkAccess(module, instruction, spv::AccessQualifier::WriteOnly);
    case Op::OpImageWrite:
      return checkAccess(module, instruction, spv::AccessQualifier::ReadOnly);
    default:
      return {};
  }
}

/// Those that say one thing.
bool isUnique(spv::Decoration decoration) {
  switch (decoration) {
    case spv::Decoration::SpecId:
    case spv::Decoration::BuiltIn:
    case spv::Decoration::Constant:
    case spv::Decoration::CPacked:
    case spv::Decoration::FPRoundingMode:
    case spv::Decoration::FPFastMathMode:
    case spv::Decoration::LinkageAttributes:
    case spv::Decoration::Alignment:
    case spv::Decoration::SaturatedConversion:
    case spv::Decoration::NoSignedWrap:
    case spv::Decoration::NoUnsignedWrap:
      return true;
    default:
      return false;
  }
}

/// But for those that are given for each width of numbers.
bool isUnique(spv::ExecutionMode mode) {
  switch (mode) {
    case spv::ExecutionMode::LocalSize:
    case spv::ExecutionMode::LocalSizeId:
    case spv::ExecutionMode::LocalSizeHint:
    case spv::ExecutionMode::LocalSizeHintId:
    case spv::ExecutionMode::SubgroupSize:
    case spv::ExecutionMode::SubgroupsPerWorkgroup:
    case spv::ExecutionMode::SubgroupsPerWorkgroupId:
    case spv::ExecutionMode::VecTypeHint:
      return true;
    default:
      return false;
  }
}

/// Modes and decorations that are given once to a function or an id.
class Repetitions {
 public:
  Found check(const Instruction &instruction) {
    const bool isMode =
        (instruction.op == Op::OpExecutionMode || instruction.op == Op::OpExecutionModeId) &&
        isUnique(static_cast<spv::ExecutionMode>(instruction.operand(1)));
    const bool isDecoration = instruction.op == Op::OpDecorate &&
                              isUnique(static_cast<spv::Decoration>(instruction.operand(1)));
    if ((!isMode && !isDecoration) ||
        known_.insert({isMode, instruction.operand(0), instruction.operand(1)}).second) {
      return {};
    }
    return (isMode ? "the execution mode " : "the decoration ") +
           enumerantName(isMode ? EnumerantKind::ExecutionMode : EnumerantKind::Decoration,
                         instruction.operand(1)) +
           " is given twice";
  }

 private:
  std::set<std::tuple<bool, uint32_t, uint32_t>> known_;
};

/// The calls of each function.
class Calls {
 public:
  explicit Calls(std::span<const Instruction> instructions) {
    uint32_t function = 0;
    for (const Instruction &instruction : instructions) {
      if (instruction.op == Op::OpFunction) {
        function = instruction.id;
      } else if (instruction.op == Op::OpFunctionCall) {
        calls_[function].push_back(&instruction);
      }
    }
  }

  /// A call that leads back to a function that has led to it; null if there is none.
  const Instruction *findCycle(const std::set<uint32_t> &entryPoints) {
    for (uint32_t entry : entryPoints) {
      enter(entry);
      while (!path_.empty()) {
        Step &step = path_.back();
        if (step.next == calls_[step.function].size()) {
          states_[step.function] = State::done;
          path_.pop_back();
          continue;
        }
        const Instruction *call = calls_[step.function][step.next++];
        const uint32_t callee = call->operand(0);
        if (states_[callee] == State::entered) {
          return call;
        }
        enter(callee);
      }
    }
    return nullptr;
  }

 private:
  enum class State : uint8_t { unknown, entered, done };
  struct Step {
    uint32_t function;
    size_t next;
  };

  void enter(uint32_t function) {
    if (states_[function] == State::unknown) {
      states_[function] = State::entered;
      path_.push_back({function, 0});
    }
  }

  std::unordered_map<uint32_t, std::vector<const Instruction *>> calls_;
  std::unordered_map<uint32_t, State> states_;
  std::vector<Step> path_;
};

Error errorAt(const Instruction &instruction, const std::string &message) {
  return {Error::Kind::invalid, instruction.word,
          opcodeName(static_cast<uint32_t>(instruction.op)) + ": " + message};
}

}  // namespace

std::optional<Error> checkRules(std::span<const uint32_t> words,
                                std::span<const Instruction> instructions) {
  constexpr size_t schema = 4;
  if (words[schema] != 0) {
    return Error{Error::Kind::invalid, schema, "the schema of the header is not 0"};
  }
  const Module module = read(words, instructions);
  Repetitions repetitions;
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Instruction &instruction = instructions[i];
    auto wrong = checkOne(module, instruction, instructions.subspan(i + 1));
    if (!wrong && !module.isOfKhronos) {
      wrong = repetitions.check(instruction);
    }
    if (wrong) {
      return errorAt(instruction, *wrong);
    }
  }
  if (const Instruction *call = Calls(instructions).findCycle(module.kernels)) {
    return errorAt(*call, "the function is called by what it calls, which SPIR-V does not allow");
  }
  return std::nullopt;
}

}  // namespace spirv_ll
