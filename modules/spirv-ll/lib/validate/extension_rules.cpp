// Relaxation rules for extensions and instructions that SPIRV-Tools 2023.1 does not know.
//
// shims/newer.h checks the operands of newer instructions instead.
//
// Each class has one deviation, and its comment says the replacement. An example is a load with
// alias scopes, unknown to SPIRV-Tools:
//
//   %v = OpLoad %float %p Aligned|AliasScopeINTELMask 4 %list
//   %v = OpLoad %float %p Aligned 4
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "shims/newer.h"
#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

constexpr uint32_t aliasBits = 0x30000;  // AliasScope and NoAlias in memory operands

/// Replaces access decorations (Coherent, NonReadable and others) of image parameters, and
/// NonWritable of pointer parameters, by NoCapture. Kernels alone have them on parameters.
class ParameterAccessRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
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

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op != spv::Op::OpDecorate || instruction.operands.size() != 2 ||
        !isAccess(instruction.operand(0), static_cast<spv::Decoration>(instruction.operand(1)))) {
      return false;
    }
    copy.append(spv::Op::OpDecorate,
                {instruction.operand(0), static_cast<uint32_t>(spv::Decoration::FuncParamAttr),
                 static_cast<uint32_t>(spv::FunctionParameterAttribute::NoCapture)});
    return true;
  }

 private:
  /// Volatile, Coherent and their like are access decorations (SPIR-V 1.6 §3.20).
  bool isAccess(uint32_t id, spv::Decoration decoration) const {
    static constexpr spv::Decoration accesses[] = {
        spv::Decoration::Restrict, spv::Decoration::Aliased,     spv::Decoration::Volatile,
        spv::Decoration::Coherent, spv::Decoration::NonWritable, spv::Decoration::NonReadable};
    return images_.contains(id)
               ? std::ranges::find(accesses, decoration) != std::end(accesses)
               : decoration == spv::Decoration::NonWritable && pointerParameters_.contains(id);
  }

  std::unordered_set<uint32_t> images_, pointerParameters_;
};

/// Adds the capability GenericPointer and replaces variables in Generic by OpUndef
/// (SPV_codeplay_usm_generic_storage_class).
class GenericVariableRule : public RelaxationRule {
 public:
  explicit GenericVariableRule(const GenericVariables &generics) : generics_(generics) {}

  void scan(std::span<const Instruction>, RelaxedCopy &copy) override {
    if (generics_.areAllowed()) {
      copy.standFor(headerSize);
      copy.append(spv::Op::OpCapability, {static_cast<uint32_t>(spv::Capability::GenericPointer)});
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (instruction.op != spv::Op::OpVariable || !generics_.contains(instruction.id)) {
      return false;
    }
    copy.appendUndef(instruction);
    return true;
  }

 private:
  const GenericVariables &generics_;
};

/// Replaces newer values by OpUndef, and drops other newer instructions and enumerants.
class NewerInstructionRule : public RelaxationRule {
 public:
  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    const OpcodeInfo *info = findOpcode(static_cast<uint32_t>(instruction.op));
    if (!info->isNewer) {
      const Enumerant *enumerant = enumerantOf(instruction);
      return enumerant && enumerant->isNewer;
    }
    if (info->hasType && info->hasId) {
      copy.appendUndef(instruction);
    }
    return true;
  }

 private:
  /// The enumerant that an instruction declares or sets, or null.
  static const Enumerant *enumerantOf(const Instruction &instruction) {
    switch (instruction.op) {
      case spv::Op::OpCapability:
        return findEnumerant(EnumerantKind::Capability, instruction.operand(0));
      case spv::Op::OpDecorate:
        return findEnumerant(EnumerantKind::Decoration, instruction.operand(1));
      case spv::Op::OpExecutionMode:
      case spv::Op::OpExecutionModeId:
        return findEnumerant(EnumerantKind::ExecutionMode, instruction.operand(1));
      default:
        return nullptr;
    }
  }
};

/// Replaces the execution modes of FloatingPointModeINTEL by ContractionOff. The grammar of
/// SPIRV-Tools wants another capability for them (SPV_INTEL_float_controls2).
class FloatingPointModeRule : public RelaxationRule {
 public:
  void observe(const Instruction &instruction) override {
    isDeclared_ |=
        instruction.op == spv::Op::OpCapability &&
        instruction.operand(0) == static_cast<uint32_t>(spv::Capability::FloatingPointModeINTEL);
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    const auto mode = static_cast<spv::ExecutionMode>(instruction.operand(1));
    if (!isDeclared_ || instruction.op != spv::Op::OpExecutionMode ||
        instruction.operands.size() != 3 ||
        (mode != spv::ExecutionMode::FloatingPointModeALTINTEL &&
         mode != spv::ExecutionMode::FloatingPointModeIEEEINTEL)) {
      return false;
    }
    copy.append(instruction.op, {instruction.operand(0),
                                 static_cast<uint32_t>(spv::ExecutionMode::ContractionOff)});
    return true;
  }

 private:
  bool isDeclared_ = false;
};

/// Drops alias declarations, decorations and memory operands (SPV_INTEL_memory_access_aliasing).
/// SPIRV-Tools expects the declarations inside functions.
class AliasScopeRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    if (std::ranges::none_of(instructions, isDeclaration)) {
      return;
    }
    std::unordered_set<uint32_t> twice, others;
    for (const Instruction &instruction : instructions) {
      const bool isOne = isDeclaration(instruction) || instruction.op == spv::Op::OpString;
      if (isOne && !aliases_.insert(instruction.id).second) {
        twice.insert(instruction.id);
      }
      if (!isOne && instruction.id != 0) {
        others.insert(instruction.id);
      }
    }
    std::erase_if(aliases_, [&](uint32_t id) { return twice.contains(id) || others.contains(id); });
  }

  void observe(const Instruction &instruction) override {
    if (instruction.op == spv::Op::OpString) {
      declared_.insert(instruction.id);
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    const auto decoration = static_cast<spv::Decoration>(instruction.operand(1));
    if (instruction.op == spv::Op::OpDecorateId &&
        (decoration == spv::Decoration::AliasScopeINTEL ||
         decoration == spv::Decoration::NoAliasINTEL)) {
      return areAliases(instruction.operandsFrom(2));
    }
    if (isDeclaration(instruction)) {
      return areAliases(instruction.operands) && aliases_.contains(instruction.id) &&
             followsItsOperands(instruction);
    }
    return dropOperands(instruction, copy);
  }

 private:
  static bool isDeclaration(const Instruction &instruction) {
    return instruction.op == spv::Op::OpAliasDomainDeclINTEL ||
           instruction.op == spv::Op::OpAliasScopeDeclINTEL ||
           instruction.op == spv::Op::OpAliasScopeListDeclINTEL;
  }

  /// An id defined twice is none, so the validator still sees it.
  bool areAliases(std::span<const uint32_t> ids) const {
    return std::ranges::all_of(ids, [&](uint32_t id) { return aliases_.contains(id); });
  }

  /// True if a declaration refers to earlier ones only. Records it as declared.
  bool followsItsOperands(const Instruction &declaration) {
    declared_.insert(declaration.id);
    return std::ranges::all_of(declaration.operands, [&](uint32_t id) {
      return declared_.contains(id) && id != declaration.id;
    });
  }

  /// Removes alias scopes from the memory operands of a load or store.
  bool dropOperands(const Instruction &instruction, RelaxedCopy &copy) const {
    if (instruction.op != spv::Op::OpLoad && instruction.op != spv::Op::OpStore) {
      return false;
    }
    const size_t maskIndex = instruction.op == spv::Op::OpLoad ? 1 : 2;
    const uint32_t mask = instruction.operand(maskIndex) & aliasBits;
    const auto count = static_cast<size_t>(std::popcount(mask));
    if (mask == 0 || instruction.operands.size() <= maskIndex + count ||
        !areAliases(instruction.operands.last(count))) {
      return false;
    }
    const auto others = instruction.operands.first(instruction.operands.size() - count);
    std::vector<uint32_t> operands(others.begin(), others.end());
    operands[maskIndex] &= ~aliasBits;
    copy.append(instruction, operands);
    return true;
  }

  std::unordered_set<uint32_t> aliases_;   ///< declarations, and strings that name them
  std::unordered_set<uint32_t> declared_;  ///< ids declared before the current instruction
};

/// Drops inline assembly and its names and decorations, and replaces results by OpUndef
/// (SPV_INTEL_inline_assembly). SPIRV-Tools expects a result type of OpAsmTargetINTEL.
class AssemblyRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    std::unordered_set<uint32_t> known, voids;
    for (const Instruction &instruction : instructions) {
      if (instruction.op == spv::Op::OpTypeVoid) {
        voids.insert(instruction.id);
      }
      if (instruction.id != 0 && !known.insert(instruction.id).second) {
        dropped_.clear();
        return;
      }
      if (isAssembly(instruction.op) &&
          (instruction.op != spv::Op::OpAsmCallINTEL || voids.contains(instruction.type))) {
        dropped_.insert(instruction.id);
      }
    }
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (dropped_.empty()) {
      return false;
    }
    if (isAssembly(instruction.op)) {
      if (!dropped_.contains(instruction.id)) {
        copy.appendUndef(instruction);
      }
      return true;
    }
    return (instruction.op == spv::Op::OpName || isDecoration(instruction)) &&
           dropped_.contains(instruction.operand(0));
  }

 private:
  static bool isAssembly(spv::Op op) {
    return op == spv::Op::OpAsmTargetINTEL || op == spv::Op::OpAsmINTEL ||
           op == spv::Op::OpAsmCallINTEL;
  }

  static bool isDecoration(const Instruction &instruction) {
    const auto kind = static_cast<spv::Decoration>(instruction.operand(1));
    return (instruction.op == spv::Op::OpDecorate || instruction.op == spv::Op::OpDecorateString) &&
           (kind == spv::Decoration::ClobberINTEL || kind == spv::Decoration::SideEffectsINTEL);
  }

  /// Assembly and calls without results; empty if an id is defined twice, so that the validator
  /// sees it.
  std::unordered_set<uint32_t> dropped_;
};

/// Replaces pointers to functions by pointers to structures in Function, and constant function
/// pointers by null; drops ArgumentAttributeINTEL (SPV_INTEL_function_pointers). SPIRV-Tools
/// refuses other uses of functions and their types than definitions and direct calls. LLVM's back
/// end casts the pointers to Generic, as if they pointed to memory.
class FunctionPointerRule : public RelaxationRule {
 public:
  void scan(std::span<const Instruction> instructions, RelaxedCopy &) override {
    for (const Instruction &instruction : instructions) {
      if (instruction.op == spv::Op::OpFunctionPointerCallINTEL) {
        calls_.insert(instruction.id);
      }
    }
  }

  void observe(const Instruction &instruction) override {
    scope_.observe(instruction);
    if (instruction.op == spv::Op::OpTypeFunction) {
      functionTypes_.insert(instruction.id);
    } else if (instruction.op == spv::Op::OpTypePointer &&
               functionTypes_.contains(instruction.operand(1))) {
      pointerTypes_.insert(instruction.id);
    }
    isAllowed_ |=
        instruction.op == spv::Op::OpCapability &&
        instruction.operand(0) == static_cast<uint32_t>(spv::Capability::FunctionPointersINTEL);
  }

  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
    if (!isAllowed_) {
      return false;
    }
    if (instruction.op == spv::Op::OpTypePointer && pointerTypes_.contains(instruction.id)) {
      appendType(instruction, copy);
      return true;
    }
    if (instruction.op == spv::Op::OpConstantFunctionPointerINTEL && !scope_.isInFunctions() &&
        pointerTypes_.contains(instruction.type) && instruction.operands.size() == 1) {
      copy.append(spv::Op::OpConstantNull, {instruction.type, instruction.id});
      return true;
    }
    return instruction.op == spv::Op::OpDecorate && instruction.operands.size() == 4 &&
           static_cast<spv::Decoration>(instruction.operand(1)) == ArgumentAttributeINTEL &&
           calls_.contains(instruction.operand(0));
  }

 private:
  /// Each type of functions has a structure of its own, so that casts of pointers keep it.
  void appendType(const Instruction &pointer, RelaxedCopy &copy) {
    uint32_t &structure = structures_[pointer.operand(1)];
    if (structure == 0) {
      structure = copy.makeId();
      copy.append(spv::Op::OpTypeStruct, {structure});
    }
    const uint32_t storage = pointer.operand(0);
    const bool isCode = storage == static_cast<uint32_t>(spv::StorageClass::CodeSectionINTEL);
    const auto function = static_cast<uint32_t>(spv::StorageClass::Function);
    copy.append(spv::Op::OpTypePointer, {pointer.id, isCode ? function : storage, structure});
  }

  FunctionScope scope_;
  bool isAllowed_ = false;
  std::unordered_set<uint32_t> functionTypes_, pointerTypes_, calls_;
  std::unordered_map<uint32_t, uint32_t> structures_;  ///< of the copy, by types of functions
};

/// Gives extensions named SPV_ALTERA_… their earlier name SPV_INTEL_….
class ExtensionNameRule : public RelaxationRule {
 public:
  bool apply(const Instruction &instruction, RelaxedCopy &copy) override {
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
    copy.append(instruction.op, operands);
    return true;
  }
};

}  // namespace

void addExtensionRules(RelaxationRules &rules, const GenericVariables &generics) {
  rules.push_back(std::make_unique<ParameterAccessRule>());
  rules.push_back(std::make_unique<GenericVariableRule>(generics));
  rules.push_back(std::make_unique<AssemblyRule>());
  rules.push_back(std::make_unique<NewerInstructionRule>());
  rules.push_back(std::make_unique<FloatingPointModeRule>());
  rules.push_back(std::make_unique<AliasScopeRule>());
  rules.push_back(std::make_unique<FunctionPointerRule>());
  rules.push_back(std::make_unique<ExtensionNameRule>());
}

}  // namespace spirv_ll
