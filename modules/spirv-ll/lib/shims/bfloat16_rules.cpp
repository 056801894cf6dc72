// Checks the rules of SPV_KHR_bfloat16.
//
//   * The encoding of OpTypeFloat is BFloat16KHR of 16 bits. Its capability is declared, and those
//     of dot products and matrices with it.
//   * Values with bfloat16 numbers in them are operands and results of the instructions that the
//     extension lists: constants, memory, functions, conversions, composites, OpSelect, OpPhi,
//     OpDot and the instructions on cooperative matrices. Arithmetic and comparisons are not
//     listed.
//   * Parts of a composite have the types that the composite says. SPIRV-Tools compares structures
//     for most instructions, but sees no operands of those that are replaced in its copy.
//
// Handlers cannot check the second rule: the numbers are LLVM's i16.
#include "shims/bfloat16_rules.h"

#include <algorithm>

#include "binary/grammar.h"
#include "shims/bfloat16_types.h"
#include "shims/declared_capabilities.h"
#include "shims/newer.h"

namespace spirv_ll {
namespace {

using spv::Op;
using Violation = std::optional<std::string>;

/// The listed instructions beside annotations, types, and those with pointers alone.
constexpr Op allowed[] = {
    Op::OpUndef,
    Op::OpConstant,
    Op::OpSpecConstant,
    Op::OpConstantComposite,
    Op::OpSpecConstantComposite,
    Op::OpConstantNull,
    Op::OpVariable,
    Op::OpLoad,
    Op::OpStore,
    Op::OpFunction,
    Op::OpFunctionParameter,
    Op::OpFunctionCall,
    Op::OpFunctionPointerCallINTEL,
    Op::OpReturnValue,
    Op::OpConvertFToU,
    Op::OpConvertFToS,
    Op::OpConvertSToF,
    Op::OpConvertUToF,
    Op::OpFConvert,
    Op::OpBitcast,
    Op::OpVectorExtractDynamic,
    Op::OpVectorInsertDynamic,
    Op::OpVectorShuffle,
    Op::OpCompositeConstruct,
    Op::OpCompositeExtract,
    Op::OpCompositeInsert,
    Op::OpCopyObject,
    Op::OpCopyLogical,
    Op::OpDot,
    Op::OpPhi,
    Op::OpSelect,
    OpPoisonKHR,
    OpFreezeKHR,
    OpCooperativeMatrixLoadKHR,
    OpCooperativeMatrixStoreKHR,
    OpCooperativeMatrixMulAddKHR,
    OpCooperativeMatrixLengthKHR,
    OpCooperativeMatrixLoadCheckedINTEL,
    OpCooperativeMatrixStoreCheckedINTEL,
    OpCooperativeMatrixConstructCheckedINTEL,
    OpCooperativeMatrixLoadOffsetINTEL,
    OpCooperativeMatrixStoreOffsetINTEL,
    OpCooperativeMatrixGetElementCoordINTEL,
};

/// Instructions without a result that take a value, and are not listed.
constexpr Op refusedStores[] = {
    Op::OpAtomicStore,
    Op::OpImageWrite,
    Op::OpSubgroupBlockWriteINTEL,
    Op::OpSubgroupImageBlockWriteINTEL,
    OpMaskedScatterINTEL,
};

bool isOneOf(std::span<const Op> list, Op op) {
  return std::ranges::find(list, op) != list.end();
}

/// Checks one module that has bfloat16 types.
class Checker {
 public:
  explicit Checker(std::span<const Instruction> instructions)
      : types_(instructions), declared_(instructions) {}

  /// True for a module without anything to check.
  bool isIdle() const { return types_.empty(); }

  /// Checks an instruction; call it for each in the module's order, since sets are imported first.
  Violation check(const Instruction &instruction) {
    switch (instruction.op) {
      case Op::OpTypeFloat:
        return needs(types_.isScalar(instruction.id), "BFloat16TypeKHR");
      case OpTypeCooperativeMatrixKHR:
        return needs(types_.includes(instruction.id), "BFloat16CooperativeMatrixKHR");
      case Op::OpExtInstImport:
        if (readString(instruction.operands, 0).text == "OpenCL.std") {
          openclStd_.insert(instruction.id);
        }
        return {};
      case Op::OpExtInst:
        return openclStd_.contains(instruction.operand(0)) ? checkUse(instruction, 2) : Violation();
      case Op::OpSpecConstantOp:
        return checkComputation({.op = static_cast<Op>(instruction.operand(0)),
                                 .type = instruction.type,
                                 .id = instruction.id,
                                 .operands = instruction.operandsFrom(1),
                                 .word = instruction.word});
      default:
        return checkComputation(instruction);
    }
  }

 private:
  /// A violation if something in use needs a capability without a declaration.
  Violation needs(bool isUsed, const char *capability) const {
    return isUsed && !declared_.has(capability)
               ? Violation(std::string("the module does not declare the capability ") + capability)
               : Violation();
  }

  /// Checks an instruction, or the operation of an OpSpecConstantOp.
  Violation checkComputation(const Instruction &instruction) const {
    switch (instruction.op) {
      case Op::OpConstant:
      case Op::OpSpecConstant:
        return types_.isScalar(instruction.type) && instruction.operands.size() != 1
                   ? Violation("a bfloat16 number has one word")
                   : Violation();
      case Op::OpDot:
        return checkDot(instruction);
      case Op::OpVectorExtractDynamic:
        return checkParts(instruction, instruction.operands.first(
                                           std::min<size_t>(1, instruction.operands.size())));
      case Op::OpVectorInsertDynamic:
      case Op::OpVectorShuffle:
        return checkParts(instruction, instruction.operands.first(
                                           std::min<size_t>(2, instruction.operands.size())));
      case Op::OpSelect:
        return checkParts(instruction, instruction.operandsFrom(1));
      case Op::OpCompositeConstruct:
        return types_.isVector(instruction.type) ? checkParts(instruction, instruction.operands)
                                                 : Violation();
      case Op::OpCompositeExtract:
        return checkPath(types_.typeOf(instruction.operand(0)), instruction.operandsFrom(1), false,
                         instruction.type);
      case Op::OpCompositeInsert:
        return checkPath(instruction.type, instruction.operandsFrom(2), false,
                         types_.typeOf(instruction.operand(0)));
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain:
        return checkChain(instruction, 1);
      case Op::OpPtrAccessChain:
      case Op::OpInBoundsPtrAccessChain:
        return checkChain(instruction, 2);
      default:
        return isOneOf(allowed, instruction.op) ? Violation() : checkUse(instruction, 0);
    }
  }

  /// A dot product of bfloat16 numbers has two vectors of the result's type.
  Violation checkDot(const Instruction &dot) const {
    const uint32_t left = types_.typeOf(dot.operand(0)), right = types_.typeOf(dot.operand(1));
    if (!types_.includes(dot.type) && !types_.includes(left) && !types_.includes(right)) {
      return {};
    }
    if (left != right || !types_.isVector(left) || types_.elementOf(left, 0) != dot.type) {
      return "the operands are not vectors of the result's type";
    }
    return needs(true, "BFloat16DotProductKHR");
  }

  /// Refuses a result or an operand with bfloat16 numbers. The operands of groups and images have
  /// literals among them, and the results their types; all others without a result are pointers,
  /// annotations, types or control flow.
  Violation checkUse(const Instruction &instruction, size_t first) const {
    const std::string name = opcodeName(static_cast<uint32_t>(instruction.op));
    const bool hasLiterals =
        name.starts_with("OpImage") || (name.starts_with("OpGroup") && !name.ends_with("AllEqual"));
    const bool hasValues = isOneOf(refusedStores, instruction.op) ||
                           (instruction.type != 0 && instruction.id != 0 && !hasLiterals);
    const bool isRefused =
        types_.includes(instruction.type) ||
        (hasValues && std::ranges::any_of(instruction.operandsFrom(first),
                                          [&](uint32_t id) { return types_.isValue(id); }));
    return isRefused ? Violation("the instruction does not take bfloat16 numbers") : Violation();
  }

  /// A vector's component type, or the type itself.
  uint32_t scalarOf(uint32_t type) const {
    const Instruction *declaration = types_.find(type);
    return declaration && declaration->op == Op::OpTypeVector ? declaration->operand(0) : type;
  }

  /// Either the result and all these operands consist of bfloat16 numbers, or none of them does.
  Violation checkParts(const Instruction &instruction, std::span<const uint32_t> parts) const {
    const uint32_t wanted = scalarOf(instruction.type);
    const auto differs = [&](uint32_t part) {
      const uint32_t scalar = scalarOf(types_.typeOf(part));
      return scalar != wanted && (types_.includes(scalar) || types_.includes(wanted));
    };
    return std::ranges::any_of(parts, differs) ? Violation("the operands are of different types")
                                               : Violation();
  }

  /// The part of `type` at the indices has the type `found`, if one of both has bfloat16 numbers.
  Violation checkPath(uint32_t type, std::span<const uint32_t> indices, bool areIds,
                      uint32_t found) const {
    for (uint32_t index : indices) {
      type = types_.elementOf(type, areIds ? types_.integerOf(index) : index);
    }
    return type != found && (types_.includes(type) || types_.includes(found))
               ? Violation("the indices lead to another type")
               : Violation();
  }

  /// The indices of an access chain begin at operand `first` and are ids; a structure's are
  /// constants.
  Violation checkChain(const Instruction &instruction, size_t first) const {
    return checkPath(types_.pointeeOf(types_.typeOf(instruction.operand(0))),
                     instruction.operandsFrom(first), true, types_.pointeeOf(instruction.type));
  }

  const BFloat16Types types_;
  const DeclaredCapabilities declared_;
  std::unordered_set<uint32_t> openclStd_;
};

/// An encoding besides BFloat16KHR, or one of another width.
Violation checkEncoding(const Instruction &instruction) {
  return instruction.op == Op::OpTypeFloat && instruction.operands.size() > 1 &&
                 !isBFloat16Type(instruction)
             ? Violation("numbers of " + std::to_string(instruction.operand(0)) +
                         " bits with the encoding " + std::to_string(instruction.operand(1)) +
                         " are not supported")
             : Violation();
}

}  // namespace

/// Encodings are checked first: another one is unsupported, not invalid.
std::optional<Error> checkBFloat16(std::span<const Instruction> instructions) {
  const auto error = [](const Instruction &instruction, const std::string &message) {
    return Error{Error::Kind::invalid, instruction.word,
                 opcodeName(static_cast<uint32_t>(instruction.op)) + ": " + message};
  };
  for (const Instruction &instruction : instructions) {
    if (const Violation found = checkEncoding(instruction)) {
      Error refused = error(instruction, *found);
      refused.kind = Error::Kind::unsupported;
      return refused;
    }
  }
  Checker checker(instructions);
  if (checker.isIdle()) {
    return std::nullopt;
  }
  for (const Instruction &instruction : instructions) {
    if (const Violation found = checker.check(instruction)) {
      return error(instruction, *found);
    }
  }
  return std::nullopt;
}

}  // namespace spirv_ll
