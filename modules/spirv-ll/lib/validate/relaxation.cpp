// Builds the copy of a module that SPIRV-Tools validates.
//
// Modules in wide use deviate from the specification in ways without ambiguity, and newer
// instructions are unknown to SPIRV-Tools 2023.1. The copy replaces both. In modules of kernels:
//   * OpConstantPipeStorage becomes OpUndef, since SPIRV-Tools expects it inside functions. A
//     variable initialised by it loses the initializer.
//   * An integer OpConstantNull becomes OpConstant 0, so that it may index a structure.
//   * OpConstantNull of an event loses operands that repeat its type.
//   * A printf, OpAny and OpAll of integers, and OpUConvert or OpSConvert to the operand's own type
//     become OpUndef. In modules of LLVM's back end:
//   * OpFConvert to the operand's own type, ldexp of a vector by one exponent, and the clock of a
//     work-group become OpUndef.
//   * OpAtomicCompareExchangeWeak, removed in version 1.4, becomes OpAtomicCompareExchange. In all
//     modules:
//   * Integers of unusual widths are already rounded (shims/odd_integers.h).
//   * Extensions named SPV_ALTERA_… get their earlier name SPV_INTEL_….
//   * Instructions and enumerants newer than SPIRV-Tools become OpUndef if they have a value, and
//     disappear otherwise. shims/newer.h checks them.
//   * With SPV_codeplay_usm_generic_storage_class, the capability GenericPointer is added.
//     Variables in Generic become OpUndef and leave the interfaces of entry points.
//   * Access decorations (Coherent, NonReadable and others) of image parameters, and NonWritable of
//     pointer parameters, become NoCapture.
//   * The operand Lod of OpImageRead and OpImageWrite (cl_khr_mipmap_image) moves into an
//     OpCopyObject in front of the access.
//   * Alias scopes (SPV_INTEL_memory_access_aliasing) disappear.
//   * Merges and debug information of the Khronos translator disappear. Its entry points list all
//     variables, and its functions begin with their variables (binary/producers.h).
//
// The translator checks the operands of every instruction that becomes OpUndef. For each
// instruction of the copy, the original's position is kept for error messages.
#include "validate/relaxation.h"

#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "binary/grammar.h"
#include "binary/producers.h"

namespace spirv_ll {
namespace {

constexpr uint32_t printfNumber = 184;
constexpr uint32_t ldexpNumber = 34;
constexpr size_t bound = 3;                               // index of the bound of ids in the header
constexpr uint32_t versionWithAllVariables = 0x00010400;  // 1.4: interfaces list all variables
constexpr uint32_t aliasBits = 0x30000;  // AliasScope and NoAlias in memory operands

/// Builds the copy, one instruction after the other.
class Relaxation {
 public:
  Relaxation(std::span<const uint32_t> words, std::span<const Instruction> instructions, Api api)
      : words_(words.begin(), words.begin() + headerSize),
        api_(api),
        isOfKhronos_(isOfKhronosTranslator(words)),
        isOfLlvm_(isOfLlvmBackEnd(words)) {
    noteStorageClasses(instructions);
    noteAliases(instructions);
    noteImages(instructions);
    if (isOfLlvm_) {
      noteConversions(instructions);
    }
    if (isOfKhronos_ && words[1] >= versionWithAllVariables) {
      noteVariables(instructions);
    }
    for (size_t i = 0; i < instructions.size(); ++i) {
      const Instruction &instruction = instructions[i];
      originals_.push_back(instruction.word);
      note(instruction);
      if (!leaveOutHint(instruction) && !leaveOutRounding(instruction) &&
          !replaceAccess(instruction) && !leaveOutMoved(instruction) &&
          !completeInterface(instruction) && !replaceGeneric(instruction) &&
          !replaceNewer(instruction) && !replaceAliases(instruction) &&
          !replaceWritten(instruction) && !replaceLevel(instruction) &&
          !renameExtension(instruction)) {
        copy(instruction);
      }
      if (isOfKhronos_) {
        moveVariables(instructions.subspan(i));
      }
    }
  }

  RelaxedModule take() { return {std::move(words_), std::move(originals_)}; }

 private:
  void append(spv::Op op, std::initializer_list<uint32_t> operands) {
    words_.push_back(static_cast<uint32_t>((operands.size() + 1) << 16) |
                     static_cast<uint32_t>(op));
    words_.insert(words_.end(), operands);
  }

  void note(const Instruction &instruction) {
    if (integerTypes_.contains(instruction.type)) {
      integers_[instruction.id] = instruction.type;
    }
    hasLevels_ |= instruction.op == spv::Op::OpCapability &&
                  instruction.operand(0) == static_cast<uint32_t>(spv::Capability::ImageMipmap);
    isInFunction_ |= instruction.op == spv::Op::OpFunction;
    if (instruction.op == spv::Op::OpTypeInt) {
      integerWidths_[instruction.id] = instruction.operand(0);
      integerTypes_.insert(instruction.id);
    } else if (instruction.op == spv::Op::OpTypeVector &&
               integerTypes_.contains(instruction.operand(0))) {
      integerTypes_.insert(instruction.id);
    } else if (instruction.op == spv::Op::OpTypeEvent) {
      events_.insert(instruction.id);
    } else if (instruction.op == spv::Op::OpString) {
      declared_.insert(instruction.id);
    } else if (instruction.op == spv::Op::OpExtInstImport &&
               readString(instruction.operands, 0).text == "OpenCL.std") {
      openclStd_.insert(instruction.id);
    } else if (instruction.op == spv::Op::OpExtInstImport &&
               isLooseSet(readString(instruction.operands, 0).text)) {
      debugSets_.insert(instruction.id);
    }
  }

  /// Whether the producer breaks the rules of this instruction set.
  bool isLooseSet(std::string_view name) const {
    return (isOfKhronos_ && name == "OpenCL.DebugInfo.100") ||
           (isOfLlvm_ && name == "NonSemantic.Shader.DebugInfo.100");
  }

  bool leaveOutHint(const Instruction &instruction) {
    const bool isMerge =
        instruction.op == spv::Op::OpLoopMerge || instruction.op == spv::Op::OpSelectionMerge;
    const bool isDebug =
        instruction.op == spv::Op::OpExtInst && debugSets_.contains(instruction.operand(0));
    const bool isLeftOut = isDebug || (isOfKhronos_ && isMerge);
    if (isLeftOut) {
      originals_.pop_back();
    }
    return isLeftOut;
  }

  void noteImages(std::span<const Instruction> instructions) {
    std::unordered_set<uint32_t> types, pointers;
    bool areKernels = false;
    for (const Instruction &instruction : instructions) {
      areKernels |= instruction.op == spv::Op::OpCapability &&
                    instruction.operand(0) == static_cast<uint32_t>(spv::Capability::Kernel);
      if (areKernels && instruction.op == spv::Op::OpTypeImage) {
        types.insert(instruction.id);
      } else if (areKernels && instruction.op == spv::Op::OpTypePointer) {
        pointers.insert(instruction.id);
      } else if (instruction.op == spv::Op::OpFunctionParameter) {
        if (types.contains(instruction.type)) {
          images_.insert(instruction.id);
        } else if (pointers.contains(instruction.type)) {
          pointerParameters_.insert(instruction.id);
        }
      }
    }
  }

  bool renameExtension(const Instruction &instruction) {
    constexpr std::string_view now = "SPV_ALTERA_", before = "SPV_INTEL_";
    if (instruction.op != spv::Op::OpExtension) {
      return false;
    }
    const std::string name = readString(instruction.operands, 0).text;
    if (!name.starts_with(now)) {
      return false;
    }
    const std::string text = std::string(before) + name.substr(now.size());
    std::vector<uint32_t> operands(text.size() / 4 + 1);
    for (size_t i = 0; i < text.size(); ++i) {
      operands[i / 4] |= uint32_t{static_cast<uint8_t>(text[i])} << i % 4 * 8;
    }
    words_.push_back(static_cast<uint32_t>((operands.size() + 1) << 16) |
                     static_cast<uint32_t>(instruction.op));
    words_.insert(words_.end(), operands.begin(), operands.end());
    return true;
  }

  bool replaceLevel(const Instruction &instruction) {
    constexpr uint32_t bias = 0x1, lod = 0x2;
    const bool reads = instruction.op == spv::Op::OpImageRead;
    const size_t mask = reads ? 2 : 3;
    if (!hasLevels_ || (!reads && instruction.op != spv::Op::OpImageWrite) ||
        instruction.operands.size() < mask + 2 ||
        (instruction.operand(mask) & (bias | lod)) != lod) {
      return false;
    }
    const auto level = integers_.find(instruction.operand(mask + 1));
    if (level == integers_.end()) {
      return false;
    }
    append(spv::Op::OpCopyObject, {level->second, words_[bound]++, level->first});
    originals_.push_back(instruction.word);
    const size_t start = words_.size();
    copy(instruction);
    const auto place = words_.begin() + start + 1 + (reads ? 2 : 0) + mask;
    *place &= ~lod;
    words_.erase(place + 1);
    words_[start] -= 1 << 16;
    return true;
  }

  /// Notes OpFConvert to the operand's own type.
  void noteConversions(std::span<const Instruction> instructions) {
    std::unordered_map<uint32_t, uint32_t> types;
    for (const Instruction &instruction : instructions) {
      const auto operand = types.find(instruction.operand(0));
      if (instruction.op == spv::Op::OpFConvert && operand != types.end() &&
          operand->second == instruction.type) {
        sameFloats_.insert(instruction.id);
      }
      types[instruction.id] = instruction.type;
    }
  }

  bool leaveOutRounding(const Instruction &instruction) {
    const bool isLeftOut =
        instruction.op == spv::Op::OpDecorate && sameFloats_.contains(instruction.operand(0)) &&
        instruction.operand(1) == static_cast<uint32_t>(spv::Decoration::FPRoundingMode);
    if (isLeftOut) {
      originals_.pop_back();
    }
    return isLeftOut;
  }

  bool replaceAccess(const Instruction &instruction) {
    static constexpr spv::Decoration accesses[] = {
        spv::Decoration::Restrict, spv::Decoration::Aliased,     spv::Decoration::Volatile,
        spv::Decoration::Coherent, spv::Decoration::NonWritable, spv::Decoration::NonReadable};
    const auto decoration = static_cast<spv::Decoration>(instruction.operand(1));
    const bool isAccess = instruction.op == spv::Op::OpDecorate &&
                          instruction.operands.size() == 2 &&
                          (images_.contains(instruction.operand(0))
                               ? std::ranges::find(accesses, decoration) != std::end(accesses)
                               : decoration == spv::Decoration::NonWritable &&
                                     pointerParameters_.contains(instruction.operand(0)));
    if (isAccess) {
      append(spv::Op::OpDecorate,
             {instruction.operand(0), static_cast<uint32_t>(spv::Decoration::FuncParamAttr),
              static_cast<uint32_t>(spv::FunctionParameterAttribute::NoCapture)});
    }
    return isAccess;
  }

  void noteStorageClasses(std::span<const Instruction> instructions) {
    for (const Instruction &instruction : instructions) {
      omitsStorageClasses_ |= instruction.op == spv::Op::OpExtension &&
                              readString(instruction.operands, 0).text == storageClassExtension;
    }
    for (const Instruction &instruction : instructions) {
      if (isGenericVariable(instruction)) {
        genericVariables_.insert(instruction.id);
      }
    }
    if (omitsStorageClasses_) {
      append(spv::Op::OpCapability, {static_cast<uint32_t>(spv::Capability::GenericPointer)});
      originals_.push_back(headerSize);
    }
  }

  bool isGenericVariable(const Instruction &instruction) const {
    return omitsStorageClasses_ && instruction.op == spv::Op::OpVariable &&
           instruction.operand(0) == static_cast<uint32_t>(spv::StorageClass::Generic);
  }

  bool replaceGeneric(const Instruction &instruction) {
    if (!isGenericVariable(instruction)) {
      return false;
    }
    append(spv::Op::OpUndef, {instruction.type, instruction.id});
    return true;
  }

  void copy(const Instruction &instruction) {
    const size_t begin = words_.size();
    words_.push_back(0);
    const OpcodeInfo *info = findOpcode(static_cast<uint32_t>(instruction.op));
    if (info->hasType) {
      words_.push_back(instruction.type);
    }
    if (info->hasId) {
      words_.push_back(instruction.id);
    }
    words_.insert(words_.end(), instruction.operands.begin(), instruction.operands.end());
    words_[begin] = static_cast<uint32_t>((words_.size() - begin) << 16) |
                    static_cast<uint32_t>(instruction.op);
  }

  /// Copies all variables of a function behind its first label. `rest` begins with the current
  /// instruction.
  void moveVariables(std::span<const Instruction> rest) {
    isFirstBlock_ |= rest.front().op == spv::Op::OpFunction;
    if (!isFirstBlock_ || rest.front().op != spv::Op::OpLabel) {
      return;
    }
    isFirstBlock_ = false;
    for (const Instruction &instruction : rest) {
      if (instruction.op == spv::Op::OpFunctionEnd) {
        break;
      }
      if (instruction.op == spv::Op::OpVariable && !isGenericVariable(instruction)) {
        originals_.push_back(instruction.word);
        copy(instruction);
      }
    }
  }

  bool leaveOutMoved(const Instruction &instruction) {
    // A variable in front of the first label is wrong for every producer and stays.
    const bool isMoved = isOfKhronos_ && isInFunction_ && !isFirstBlock_ &&
                         instruction.op == spv::Op::OpVariable && !isGenericVariable(instruction);
    if (isMoved) {
      originals_.pop_back();
    }
    return isMoved;
  }

  /// Notes the module-scope variables.
  void noteVariables(std::span<const Instruction> instructions) {
    for (const Instruction &instruction : instructions) {
      if (instruction.op == spv::Op::OpFunction) {
        break;
      }
      if (instruction.op == spv::Op::OpVariable && !genericVariables_.contains(instruction.id)) {
        variables_.push_back(instruction.id);
      }
    }
  }

  /// Completes the interface of an entry point with missing variables, and removes generic ones.
  bool completeInterface(const Instruction &instruction) {
    if ((variables_.empty() && genericVariables_.empty()) ||
        instruction.op != spv::Op::OpEntryPoint) {
      return false;
    }
    const size_t first = 2 + readString(instruction.operands, 2).words;
    const auto listed = instruction.operandsFrom(first);
    std::vector<uint32_t> operands(instruction.operands.begin(), instruction.operands.end());
    const auto interface =
        std::remove_if(operands.begin() + static_cast<ptrdiff_t>(std::min(first, operands.size())),
                       operands.end(), [&](uint32_t id) { return genericVariables_.contains(id); });
    operands.erase(interface, operands.end());
    for (uint32_t variable : variables_) {
      if (std::ranges::find(listed, variable) == listed.end()) {
        operands.push_back(variable);
      }
    }
    if (operands.size() >= UINT16_MAX) {
      return false;
    }
    words_.push_back(static_cast<uint32_t>((operands.size() + 1) << 16) |
                     static_cast<uint32_t>(instruction.op));
    words_.insert(words_.end(), operands.begin(), operands.end());
    return true;
  }

  bool replaceWritten(const Instruction &instruction) {
    if (api_ != Api::openCL) {
      return false;
    }
    return isInFunction_ ? replacePrintf(instruction) || replaceOfIntegers(instruction) ||
                               (isOfLlvm_ && replaceOfLlvm(instruction))
                         : replaceNull(instruction) || replaceStorage(instruction);
  }

  /// Replaces OpConstantPipeStorage and initializers made of it.
  bool replaceStorage(const Instruction &instruction) {
    if (instruction.op == spv::Op::OpConstantPipeStorage && instruction.operands.size() == 3) {
      storages_.insert(instruction.id);
      append(spv::Op::OpUndef, {instruction.type, instruction.id});
      return true;
    }
    if (instruction.op == spv::Op::OpVariable && storages_.contains(instruction.operand(1))) {
      append(instruction.op, {instruction.type, instruction.id, instruction.operand(0)});
      return true;
    }
    return false;
  }

  /// Replaces newer values by OpUndef and drops other newer instructions and enumerants.
  bool replaceNewer(const Instruction &instruction) {
    const OpcodeInfo *info = findOpcode(static_cast<uint32_t>(instruction.op));
    const bool isCapability = instruction.op == spv::Op::OpCapability;
    const bool isDecoration = instruction.op == spv::Op::OpDecorate;
    const bool isMode =
        instruction.op == spv::Op::OpExecutionMode || instruction.op == spv::Op::OpExecutionModeId;
    const Enumerant *enumerant =
        isCapability   ? findEnumerant(EnumerantKind::Capability, instruction.operand(0))
        : isDecoration ? findEnumerant(EnumerantKind::Decoration, instruction.operand(1))
        : isMode       ? findEnumerant(EnumerantKind::ExecutionMode, instruction.operand(1))
                       : nullptr;
    const bool isNewer = info && info->isNewer;
    if (isNewer && info->hasType && info->hasId) {
      append(spv::Op::OpUndef, {instruction.type, instruction.id});
      return true;
    }
    if (isNewer || (enumerant && enumerant->isNewer)) {
      originals_.pop_back();
      return true;
    }
    return false;
  }

  static bool declaresAlias(const Instruction &instruction) {
    return instruction.op == spv::Op::OpAliasDomainDeclINTEL ||
           instruction.op == spv::Op::OpAliasScopeDeclINTEL ||
           instruction.op == spv::Op::OpAliasScopeListDeclINTEL;
  }

  /// Notes alias declarations with a unique id.
  void noteAliases(std::span<const Instruction> instructions) {
    if (std::ranges::none_of(instructions, declaresAlias)) {
      return;
    }
    std::unordered_set<uint32_t> twice, others;
    for (const Instruction &instruction : instructions) {
      const bool isOne = declaresAlias(instruction) || instruction.op == spv::Op::OpString;
      if (isOne && !aliases_.insert(instruction.id).second) {
        twice.insert(instruction.id);
      }
      if (!isOne && instruction.id != 0) {
        others.insert(instruction.id);
      }
    }
    std::erase_if(aliases_, [&](uint32_t id) { return twice.contains(id) || others.contains(id); });
  }

  bool areAliases(std::span<const uint32_t> ids) const {
    return std::ranges::all_of(ids, [&](uint32_t id) { return aliases_.contains(id); });
  }

  /// Whether a declaration refers to earlier ones only; notes it as declared.
  bool follows(const Instruction &declaration) {
    declared_.insert(declaration.id);
    return std::ranges::all_of(declaration.operands, [&](uint32_t id) {
      return declared_.contains(id) && id != declaration.id;
    });
  }

  /// Drops alias declarations, decorations and memory operands. SPIRV-Tools expects the
  /// declarations inside functions.
  bool replaceAliases(const Instruction &instruction) {
    const auto decoration = static_cast<spv::Decoration>(instruction.operand(1));
    const bool isDecoration = instruction.op == spv::Op::OpDecorateId &&
                              (decoration == spv::Decoration::AliasScopeINTEL ||
                               decoration == spv::Decoration::NoAliasINTEL);
    if (declaresAlias(instruction) || isDecoration) {
      const bool isKnown =
          areAliases(instruction.operandsFrom(isDecoration ? 2 : 0)) &&
          (isDecoration || (aliases_.contains(instruction.id) && follows(instruction)));
      originals_.resize(originals_.size() - isKnown);
      return isKnown;
    }
    const size_t place = instruction.op == spv::Op::OpLoad ? 1 : 2;
    const bool isAccess = instruction.op == spv::Op::OpLoad || instruction.op == spv::Op::OpStore;
    const uint32_t mask = isAccess ? instruction.operand(place) & aliasBits : 0;
    const auto count = static_cast<size_t>(std::popcount(mask));
    if (mask == 0 || instruction.operands.size() <= place + count ||
        !areAliases(instruction.operands.last(count))) {
      return false;
    }
    const size_t begin = words_.size();
    words_.push_back(0);
    if (instruction.op == spv::Op::OpLoad) {
      words_.insert(words_.end(), {instruction.type, instruction.id});
    }
    const auto kept = instruction.operands.first(instruction.operands.size() - count);
    const size_t first = words_.size();
    words_.insert(words_.end(), kept.begin(), kept.end());
    words_[first + place] &= ~aliasBits;
    words_[begin] = static_cast<uint32_t>((words_.size() - begin) << 16) |
                    static_cast<uint32_t>(instruction.op);
    return true;
  }

  bool replaceNull(const Instruction &instruction) {
    if (instruction.op != spv::Op::OpConstantNull) {
      return false;
    }
    if (events_.contains(instruction.type) &&
        std::ranges::all_of(instruction.operands,
                            [&](uint32_t operand) { return operand == instruction.type; })) {
      append(spv::Op::OpConstantNull, {instruction.type, instruction.id});
      return true;
    }
    const auto width = integerWidths_.find(instruction.type);
    if (width == integerWidths_.end() || !instruction.operands.empty()) {
      return false;
    }
    if (width->second > 32) {
      append(spv::Op::OpConstant, {instruction.type, instruction.id, 0, 0});
    } else {
      append(spv::Op::OpConstant, {instruction.type, instruction.id, 0});
    }
    return true;
  }

  bool replacePrintf(const Instruction &instruction) {
    if (instruction.op != spv::Op::OpExtInst || !openclStd_.contains(instruction.operand(0)) ||
        instruction.operand(1) != printfNumber || instruction.operands.size() < 3) {
      return false;
    }
    append(spv::Op::OpUndef, {instruction.type, instruction.id});
    return true;
  }

  bool replaceOfIntegers(const Instruction &instruction) {
    const auto operand = integers_.find(instruction.operand(0));
    if (instruction.operands.size() != 1 || operand == integers_.end()) {
      return false;
    }
    const spv::Op op = instruction.op;
    const bool isReduction = op == spv::Op::OpAny || op == spv::Op::OpAll;
    const bool isConversion = op == spv::Op::OpUConvert || op == spv::Op::OpSConvert;
    if (!isReduction && !(isConversion && instruction.type == operand->second)) {
      return false;
    }
    append(spv::Op::OpUndef, {instruction.type, instruction.id});
    return true;
  }

  /// Replaces unambiguous deviations of LLVM's back end.
  bool replaceOfLlvm(const Instruction &instruction) {
    const uint32_t operand = instruction.operand(0);
    switch (instruction.op) {
      case spv::Op::OpAtomicCompareExchangeWeak: {
        std::vector<uint32_t> words = {instruction.type, instruction.id};
        words.insert(words.end(), instruction.operands.begin(), instruction.operands.end());
        words_.push_back(static_cast<uint32_t>((words.size() + 1) << 16) |
                         static_cast<uint32_t>(spv::Op::OpAtomicCompareExchange));
        words_.insert(words_.end(), words.begin(), words.end());
        return true;
      }
      case spv::Op::OpFConvert:
        if (!sameFloats_.contains(instruction.id)) {
          return false;
        }
        break;
      case spv::Op::OpExtInst:
        if (!openclStd_.contains(operand) || instruction.operand(1) != ldexpNumber ||
            instruction.operands.size() != 4) {
          return false;
        }
        break;
      case spv::Op::OpReadClockKHR:
        break;
      default:
        return false;
    }
    append(spv::Op::OpUndef, {instruction.type, instruction.id});
    return true;
  }

  std::vector<uint32_t> words_;
  Api api_;
  bool isOfKhronos_, isOfLlvm_;
  bool omitsStorageClasses_ = false;
  std::unordered_set<uint32_t> genericVariables_;
  std::vector<uint32_t> variables_;  ///< to be listed by entry points
  std::vector<size_t> originals_;
  std::unordered_set<uint32_t> aliases_;   ///< declarations, and strings that name them
  std::unordered_set<uint32_t> declared_;  ///< ids declared so far
  bool isFirstBlock_ = false;
  bool isInFunction_ = false;  ///< replacements differ inside functions
  bool hasLevels_ = false;
  std::unordered_map<uint32_t, uint32_t> integerWidths_;
  std::unordered_set<uint32_t> integerTypes_;        ///< with vectors of integers
  std::unordered_set<uint32_t> sameFloats_;          ///< OpFConvert to the operand's type
  std::unordered_map<uint32_t, uint32_t> integers_;  ///< value ids to integer type ids
  std::unordered_set<uint32_t> events_;              ///< OpTypeEvent
  std::unordered_set<uint32_t> storages_;            ///< OpConstantPipeStorage
  std::unordered_set<uint32_t> openclStd_;
  std::unordered_set<uint32_t> images_, pointerParameters_;
  std::unordered_set<uint32_t> debugSets_;  ///< sets whose instructions are dropped
};

}  // namespace

RelaxedModule relax(std::span<const uint32_t> words, std::span<const Instruction> instructions,
                    Api api) {
  return Relaxation(words, instructions, api).take();
}

}  // namespace spirv_ll
