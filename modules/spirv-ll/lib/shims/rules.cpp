// Checks rules of SPIR-V that SPIRV-Tools 2023.1 does not check, in modules of kernels.
//
//   * No recursion: the static call graph of an entry point has no cycle (SPIR-V 1.6 §2.16.1).
//   * Parameters of kernels have types that a host can pass (OpenCL SPIR-V environment
//     specification).
//   * Decorations have a suitable target, and stand once for each target (§3.20); so do execution
//     modes (§3.6). SpecIds are unique.
//   * Images have an access qualifier, its capability is declared, and accesses respect it
//     (§3.32.10).
//   * Branch weights are not both zero (§3.32.17); lifetimes have a size only for raw memory.
//   * Copies do not write constant memory; the failure order of an exchange is not stronger than
//     the success order (§3.32.18).
//   * Float16Buffer alone permits halves in memory but no arithmetic on them (§3.31).
//   * The schema in the header is 0 (§2.3).
//
// The Khronos translator and LLVM's back end break a few of these in every module they write. The
// checks exempt them by the generator in the header, and the comments below say where.
#include "shims/rules.h"

#include <map>
#include <set>
#include <unordered_map>

#include "binary/grammar.h"
#include "binary/producers.h"
#include "shims/bfloat16_types.h"
#include "shims/newer.h"

namespace spirv_ll {
namespace {

using spv::Op;
using Found = std::optional<std::string>;  ///< the violated rule, or nothing

/// The tables that the rules read.
/// Ids are unique by now, so each has one definition.
struct Module {
  std::unordered_map<uint32_t, const Instruction *> definitions;
  std::set<uint32_t> kernels;  ///< functions of entry points
  std::set<uint32_t> byValue;  ///< parameters with the attribute ByVal
  std::set<uint32_t> capabilities;
  bool isOfKhronos = false;
  bool isOfLlvm = false;
  bool omitsStorageClasses = false;

  /// OpNop for an undefined id.
  Op opOf(uint32_t id) const {
    const Instruction *instruction = find(id);
    return instruction ? instruction->op : Op::OpNop;
  }
  const Instruction *find(uint32_t id) const {
    const auto found = definitions.find(id);
    return found == definitions.end() ? nullptr : found->second;
  }
  /// The instruction of a value's type, or null.
  const Instruction *typeOf(uint32_t value) const {
    const Instruction *instruction = find(value);
    return instruction ? find(instruction->type) : nullptr;
  }
  bool declares(spv::Capability capability) const {
    return capabilities.contains(static_cast<uint32_t>(capability));
  }
  /// The storage class of a pointer value; empty for any other value.
  std::optional<spv::StorageClass> storageOf(uint32_t pointer) const {
    const Instruction *type = typeOf(pointer);
    return type && type->op == Op::OpTypePointer
               ? std::optional(static_cast<spv::StorageClass>(type->operand(0)))
               : std::nullopt;
  }
};

/// Collects the tables in one walk.
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

/// Returns the permitted targets of a FuncParamAttr if the target is not one. The Khronos
/// translator writes pointer attributes on opaque types, too.
Found checkAttribute(const Module &module, const Instruction &instruction,
                     const Instruction &target) {
  if (target.op != Op::OpFunctionParameter && target.op != Op::OpFunction) {
    return "parameters";
  }
  const auto attribute = static_cast<spv::FunctionParameterAttribute>(instruction.operand(2));
  const bool isOfValue = attribute == spv::FunctionParameterAttribute::Zext ||
                         attribute == spv::FunctionParameterAttribute::Sext;
  const bool isPointer = target.op == Op::OpFunctionParameter && module.storageOf(target.id);
  return isOfValue || isPointer || module.isOfKhronos ? Found() : "parameters that are pointers";
}

/// True if an instruction computes a value.
bool isOperation(const Instruction &target) {
  const std::string name = opcodeName(static_cast<uint32_t>(target.op));
  return target.type != 0 && target.op != Op::OpVariable && target.op != Op::OpFunction &&
         target.op != Op::OpFunctionParameter &&
         (target.op == Op::OpSpecConstantOp || name.find("Constant") == std::string::npos);
}

/// True if the result of an instruction is a floating-point number or a vector of these.
bool isFloat(const Module &module, const Instruction &target) {
  const Instruction *type = module.find(target.type);
  type = type && type->op == Op::OpTypeVector ? module.find(type->operand(0)) : type;
  return type && type->op == Op::OpTypeFloat;
}

/// Returns the permitted targets of a decoration if the target is not one.
Found checkTarget(const Module &module, const Instruction &instruction) {
  const Instruction *target = module.find(instruction.operand(0));
  if (!target) {
    return {};
  }
  const auto isOneOf = [&](std::initializer_list<Op> ops) {
    return std::ranges::find(ops, target->op) != ops.end();
  };
  const auto function = static_cast<uint32_t>(spv::StorageClass::Function);
  // LLVM's back end declares module-scope constants as Function variables.
  const bool isOfModule =
      target->op == Op::OpVariable && (target->operand(0) != function || module.isOfLlvm);
  switch (static_cast<spv::Decoration>(instruction.operand(1))) {
    case spv::Decoration::LinkageAttributes:
      return target->op == Op::OpFunction || isOfModule ? Found()
                                                        : "functions and variables of the module";
    case spv::Decoration::BuiltIn:
      return target->op == Op::OpVariable && !isOfModule ? "variables of the module" : Found();
    case spv::Decoration::Alignment:
    case spv::Decoration::MaxByteOffset:
      return module.storageOf(target->id) || module.isOfKhronos ? Found() : "pointers";
    case spv::Decoration::FPRoundingMode:
    case spv::Decoration::FPFastMathMode:
      return isOperation(*target) ? Found() : "instructions with a result";
    case spv::Decoration::SaturatedConversion:
      return isOneOf({Op::OpConvertFToU, Op::OpConvertFToS, Op::OpUConvert, Op::OpSConvert,
                      Op::OpSatConvertSToU, Op::OpSatConvertUToS, Op::OpSpecConstantOp})
                 ? Found()
                 : "conversions to integers";
    case spv::Decoration::ReferencedIndirectlyINTEL:
      return target->op == Op::OpFunction ? Found() : "functions";
    case spv::Decoration::FuncParamAttr:  // on a function: its return value
      return checkAttribute(module, instruction, *target);
    case spv::Decoration::Constant:  // the Khronos tests have it on parameters
      return isOfModule || target->op == Op::OpFunctionParameter
                 ? Found()
                 : "variables of the module and parameters";
    case spv::Decoration::FunctionRoundingModeINTEL:
    case spv::Decoration::FunctionDenormModeINTEL:
    case spv::Decoration::FunctionFloatingPointModeINTEL:
      return target->op == Op::OpFunction ? Found() : "functions";
    case spv::Decoration::SideEffectsINTEL:
    case spv::Decoration::ClobberINTEL:
      return target->op == Op::OpAsmINTEL ? Found() : "inline assembly";
    case FPMaxErrorDecorationINTEL:
      return isFloat(module, *target) ? Found() : "instructions of floating-point type";
    case InitModeINTEL:
    case ImplementInRegisterMapINTEL:
      return isOfModule ? Found() : "variables of the module";
    default:
      return {};
  }
}

/// Newer decorations that SPIRV-Tools does not know, and the capabilities they need.
struct Need {
  spv::Decoration decoration;
  uint32_t capability;
};
constexpr Need needs[] = {
    {HostAccessDraftINTEL, 6146},        {InitModeDraftINTEL, 6146},
    {ImplementInCSRINTEL, 6146},         {FPMaxErrorDecorationINTEL, 6169},
    {ImplementInRegisterMapINTEL, 6189}, {InitModeINTEL, 6189},
};

/// Returns the capability that a newer decoration lacks.
Found checkCapability(const Module &module, const Instruction &instruction) {
  const auto *need = std::ranges::find(needs, static_cast<spv::Decoration>(instruction.operand(1)),
                                       &Need::decoration);
  return need == std::end(needs) || module.capabilities.contains(need->capability)
             ? Found()
             : "the module does not declare the capability " +
                   enumerantName(EnumerantKind::Capability, need->capability);
}

/// Turns the permitted targets into a message.
Found checkDecoration(const Module &module, const Instruction &instruction) {
  if (auto wrong = checkTarget(module, instruction)) {
    return "the decoration " + enumerantName(EnumerantKind::Decoration, instruction.operand(1)) +
           " is for " + *wrong + " alone";
  }
  return checkCapability(module, instruction);
}

/// Kernel parameters must be passable by the host (OpenCL SPIR-V environment specification).
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
    if (op == Op::OpTypeVector && module.opOf(type->operand(0)) == Op::OpTypePointer) {
      return "a kernel has a parameter of several pointers";
    }
    if (op != Op::OpTypePointer || module.byValue.contains(parameter.id) ||
        module.omitsStorageClasses) {
      continue;
    }
    static constexpr spv::StorageClass ofHosts[] = {
        spv::StorageClass::CrossWorkgroup, spv::StorageClass::Workgroup,
        spv::StorageClass::UniformConstant, spv::StorageClass::DeviceOnlyINTEL,
        spv::StorageClass::HostOnlyINTEL};
    const auto storage = static_cast<spv::StorageClass>(type->operand(0));
    if (std::ranges::find(ofHosts, storage) == std::end(ofHosts)) {
      return "a kernel has a parameter that points to " +
             enumerantName(EnumerantKind::StorageClass, type->operand(0));
    }
  }
  return {};
}

/// OpBranchConditional with two weights: their sum has to be from 1 to 2^32 - 1 (SPIR-V 1.6
/// §3.32.17).
Found checkBranch(const Instruction &instruction) {
  if (instruction.operands.size() != 5) {
    return {};
  }
  const uint64_t sum = uint64_t{instruction.operand(3)} + instruction.operand(4);
  return sum == 0           ? Found("both weights are 0")
         : sum > UINT32_MAX ? Found("the sum of the weights is too large")
                            : Found();
}

constexpr size_t accessOperand = 7;  // Access Qualifier of OpTypeImage

/// OpTypeImage: kernels need the access qualifier, and a capability by its value (SPIR-V 1.6
/// §3.32.6).
Found checkImage(const Module &module, const Instruction &instruction) {
  if (instruction.operands.size() <= accessOperand) {
    return "the access qualifier is missing";
  }
  const auto access = static_cast<spv::AccessQualifier>(instruction.operand(accessOperand));
  if (access == spv::AccessQualifier::ReadWrite &&
      !module.declares(spv::Capability::ImageReadWrite)) {
    return "the module does not declare the capability ImageReadWrite";
  }
  // ImageReadWrite and ImageMipmap imply ImageBasic.
  return module.declares(spv::Capability::ImageBasic) ||
                 module.declares(spv::Capability::ImageReadWrite) ||
                 module.declares(spv::Capability::ImageMipmap)
             ? Found()
             : "the module does not declare the capability ImageBasic";
}

/// A read-only image must not be written, nor a write-only one read. `excluded` is the qualifier
/// against the access.
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

/// The target of a copy must not be read-only memory.
Found checkCopy(const Module &module, const Instruction &instruction) {
  const auto storage = module.storageOf(instruction.operand(0));
  return storage == spv::StorageClass::UniformConstant || storage == spv::StorageClass::Input
             ? Found("the target is in " +
                     enumerantName(EnumerantKind::StorageClass, static_cast<uint32_t>(*storage)))
             : Found();
}

/// OpLifetimeStart and OpLifetimeStop: the size is 0 unless the pointer is to raw bytes.
Found checkLifetime(const Module &module, const Instruction &instruction) {
  if (module.storageOf(instruction.operand(0)) != spv::StorageClass::Function) {
    return "the pointer is not to Function";
  }
  const Instruction *pointee = module.find(module.typeOf(instruction.operand(0))->operand(1));
  const bool isRaw = pointee && (pointee->op == Op::OpTypeVoid ||
                                 (pointee->op == Op::OpTypeInt && pointee->operand(0) == 8));
  return instruction.operand(1) == 0 || (isRaw && module.declares(spv::Capability::Addresses))
             ? Found()
             : "the size is not 0, and the pointer is to a type that has one";
}

/// The order on failure must not be stronger than the order on success (SPIR-V 1.5 §3.32.18). C
/// front ends pass on the order of their source and are exempt.
Found checkExchange(const Module &module, const Instruction &instruction) {
  constexpr uint32_t acquire = 2, both = 8, all = 16;
  const Instruction *equal = module.find(instruction.operand(2));
  const Instruction *unequal = module.find(instruction.operand(3));
  if (module.isOfKhronos || module.isOfLlvm || !equal || !unequal || equal->op != Op::OpConstant ||
      unequal->op != Op::OpConstant) {
    return {};
  }
  const uint32_t failure = unequal->operand(0), success = equal->operand(0);
  const bool isStronger = (failure & acquire && !(success & (acquire | both | all))) ||
                          (failure & all && !(success & all));
  return isStronger ? Found("the memory order on failure is stronger than the order on success")
                    : Found();
}

/// True if an instruction computes with numbers, rather than moving them or changing their width.
bool isArithmetic(Op op) {
  constexpr Op others[] = {Op::OpFNegate, Op::OpFAdd, Op::OpFSub, Op::OpFMul,
                           Op::OpFDiv,    Op::OpFRem, Op::OpFMod, Op::OpVectorTimesScalar,
                           Op::OpDot};
  return (op >= Op::OpConvertFToU && op <= Op::OpConvertUToF) ||
         (op >= Op::OpIsNan && op <= Op::OpUnordered) ||
         (op >= Op::OpFOrdEqual && op <= Op::OpFUnordGreaterThanEqual) ||
         std::ranges::find(others, op) != std::end(others);
}

/// Float16Buffer alone permits halves in memory and in OpenCL.std's vload_half. The Khronos
/// translator declares nothing else and is exempt.
Found checkHalf(const Module &module, const Instruction &instruction) {
  const bool isCalled = instruction.op == Op::OpExtInst;
  if (module.isOfKhronos || module.declares(spv::Capability::Float16) ||
      !module.declares(spv::Capability::Float16Buffer) ||
      (!isCalled && !isArithmetic(instruction.op))) {
    return {};
  }
  const auto isHalf = [&](const Instruction *type) {
    type = type && type->op == Op::OpTypeVector ? module.find(type->operand(0)) : type;
    return type && type->op == Op::OpTypeFloat && type->operand(0) == 16 && !isBFloat16Type(*type);
  };
  const auto operands = instruction.operandsFrom(isCalled ? 2 : 0);
  return isHalf(module.find(instruction.type)) ||
                 std::ranges::any_of(operands,
                                     [&](uint32_t id) { return isHalf(module.typeOf(id)); })
             ? Found("the module does not declare the capability Float16")
             : Found();
}

/// The file of an OpSource must be an OpString.
Found checkSource(const Module &module, const Instruction &instruction) {
  return instruction.operands.size() < 3 || module.opOf(instruction.operand(2)) == Op::OpString
             ? Found()
             : "the file is no OpString";
}

/// OpImageRead yields a scalar for depth images and a vector of 4 for all others.
Found checkRead(const Module &module, const Instruction &instruction) {
  if (auto wrong = checkAccess(module, instruction, spv::AccessQualifier::WriteOnly)) {
    return wrong;
  }
  constexpr size_t depth = 2;
  const Instruction *image = module.typeOf(instruction.operand(0));
  const Instruction *result = module.find(instruction.type);
  if (!image || image->op != Op::OpTypeImage || !result) {
    return {};
  }
  if (image->operand(depth) == 1) {
    return result->op == Op::OpTypeFloat ? Found() : "depths are read as floating-point numbers";
  }
  return result->op == Op::OpTypeVector && result->operand(1) == 4
             ? Found()
             : "the result is not a vector of 4 components";
}

/// Chooses the rule by the opcode. `rest` has the instructions behind this one, for the parameters
/// of a function.
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
      return checkRead(module, instruction);
    case Op::OpImageSampleExplicitLod:
      return checkAccess(module, instruction, spv::AccessQualifier::WriteOnly);
    case Op::OpImageWrite:
      return checkAccess(module, instruction, spv::AccessQualifier::ReadOnly);
    case Op::OpCopyMemory:
    case Op::OpCopyMemorySized:
      return checkCopy(module, instruction);
    case Op::OpLifetimeStart:
    case Op::OpLifetimeStop:
      return checkLifetime(module, instruction);
    case Op::OpAtomicCompareExchange:
    case Op::OpAtomicCompareExchangeWeak:
      return checkExchange(module, instruction);
    case Op::OpSource:
      return checkSource(module, instruction);
    default:
      return checkHalf(module, instruction);
  }
}

/// Decorations allowed once per target.
constexpr spv::Decoration uniqueDecorations[] = {
    spv::Decoration::SpecId,
    spv::Decoration::BuiltIn,
    spv::Decoration::Constant,
    spv::Decoration::CPacked,
    spv::Decoration::FPRoundingMode,
    spv::Decoration::FPFastMathMode,
    spv::Decoration::LinkageAttributes,
    spv::Decoration::Alignment,
    spv::Decoration::MaxByteOffset,
    spv::Decoration::SaturatedConversion,
    spv::Decoration::NoSignedWrap,
    spv::Decoration::NoUnsignedWrap,
    FPMaxErrorDecorationINTEL,
};
/// Execution modes allowed once per function. Modes given per width of numbers are not listed.
constexpr spv::ExecutionMode uniqueModes[] = {
    spv::ExecutionMode::LocalSize,
    spv::ExecutionMode::LocalSizeId,
    spv::ExecutionMode::LocalSizeHint,
    spv::ExecutionMode::LocalSizeHintId,
    spv::ExecutionMode::SubgroupSize,
    spv::ExecutionMode::SubgroupsPerWorkgroup,
    spv::ExecutionMode::SubgroupsPerWorkgroupId,
    spv::ExecutionMode::VecTypeHint,
};

template <class Enumerant>
bool isOneOf(std::span<const Enumerant> list, uint32_t number) {
  return std::ranges::find(list, static_cast<Enumerant>(number)) != list.end();
}

/// Finds repeated modes, decorations and SpecIds. LLVM's back end repeats a SpecId for each use and
/// is exempt.
class Repetitions {
 public:
  Found check(const Module &module, const Instruction &instruction) {
    if (instruction.op == Op::OpDecorate && !module.isOfLlvm &&
        instruction.operand(1) == static_cast<uint32_t>(spv::Decoration::SpecId)) {
      const auto [known, isNew] =
          numbers_.try_emplace(instruction.operand(2), instruction.operand(0));
      if (!isNew && known->second != instruction.operand(0)) {
        return "two specialization constants have the number " + std::to_string(known->first);
      }
    }
    const bool isMode =
        (instruction.op == Op::OpExecutionMode || instruction.op == Op::OpExecutionModeId) &&
        isOneOf<spv::ExecutionMode>(uniqueModes, instruction.operand(1));
    const bool isDecoration = instruction.op == Op::OpDecorate &&
                              isOneOf<spv::Decoration>(uniqueDecorations, instruction.operand(1));
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
  std::unordered_map<uint32_t, uint32_t> numbers_;  ///< the ids by SpecId
};

/// The call graph.
/// A cycle outside of entry points' reach is allowed, since no launch runs it.
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

  /// Finds a call that closes a cycle, by depth-first search with an explicit stack; null without
  /// recursion.
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

  /// A function is entered once, so the search is linear in the number of calls.
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

/// The schema is the last word of the header (SPIR-V 1.6 §2.3).
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
      wrong = repetitions.check(module, instruction);
    }
    if (wrong) {
      return errorAt(instruction, *wrong);
    }
  }
  if (const Instruction *call = Calls(instructions).findCycle(module.kernels)) {
    return errorAt(*call, "recursion is not allowed: the called function leads back to this call");
  }
  return std::nullopt;
}

}  // namespace spirv_ll
