// The subset of LLVM IR for SPIR programs: an allow-list of types and intrinsics, a deny-list of
// instructions.
//
// The list of intrinsics holds those that Clang and LLVM's target-neutral optimisations emit for
// OpenCL C. An intrinsic added to LLVM is refused until it is listed here. The sizes are limited
// because LLVM's back ends handle huge integers and vectors badly, and deep types recurse.

#include "il/spir_subset.h"

#include <algorithm>

#include "il/spir_opaque.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace compiler::il {
namespace {

using llvm::Intrinsic::ID;

/// Bits; any width up to this one, because optimisers make odd ones.
constexpr unsigned maximumIntegerBits = 128;
/// Elements.
constexpr unsigned maximumVectorLength = 64;
/// Nested types; the check is recursive.
constexpr unsigned maximumTypeDepth = 128;
/// SPIR's generic address space; higher numbers are of targets.
constexpr unsigned lastAddressSpace = 4;

/// The intrinsics allowed, with any types.
constexpr ID intrinsics[] = {
    llvm::Intrinsic::abs,
    llvm::Intrinsic::assume,
    llvm::Intrinsic::bitreverse,
    llvm::Intrinsic::bswap,
    llvm::Intrinsic::ceil,
    llvm::Intrinsic::copysign,
    llvm::Intrinsic::ctlz,
    llvm::Intrinsic::ctpop,
    llvm::Intrinsic::cttz,
    llvm::Intrinsic::dbg_assign,
    llvm::Intrinsic::dbg_declare,
    llvm::Intrinsic::dbg_label,
    llvm::Intrinsic::dbg_value,
    llvm::Intrinsic::donothing,
    llvm::Intrinsic::expect,
    llvm::Intrinsic::experimental_noalias_scope_decl,
    llvm::Intrinsic::fabs,
    llvm::Intrinsic::floor,
    llvm::Intrinsic::fma,
    llvm::Intrinsic::fmuladd,
    llvm::Intrinsic::fptosi_sat,
    llvm::Intrinsic::fptoui_sat,
    llvm::Intrinsic::fshl,
    llvm::Intrinsic::fshr,
    llvm::Intrinsic::invariant_end,
    llvm::Intrinsic::invariant_start,
    llvm::Intrinsic::is_fpclass,
    llvm::Intrinsic::lifetime_end,
    llvm::Intrinsic::lifetime_start,
    llvm::Intrinsic::maxnum,
    llvm::Intrinsic::memcpy,
    llvm::Intrinsic::memmove,
    llvm::Intrinsic::memset,
    llvm::Intrinsic::minnum,
    llvm::Intrinsic::rint,
    llvm::Intrinsic::round,
    llvm::Intrinsic::sadd_sat,
    llvm::Intrinsic::sadd_with_overflow,
    llvm::Intrinsic::scmp,
    llvm::Intrinsic::sideeffect,
    llvm::Intrinsic::smax,
    llvm::Intrinsic::smin,
    llvm::Intrinsic::smul_with_overflow,
    llvm::Intrinsic::ssub_sat,
    llvm::Intrinsic::ssub_with_overflow,
    llvm::Intrinsic::trunc,
    llvm::Intrinsic::uadd_sat,
    llvm::Intrinsic::uadd_with_overflow,
    llvm::Intrinsic::ucmp,
    llvm::Intrinsic::umax,
    llvm::Intrinsic::umin,
    llvm::Intrinsic::umul_with_overflow,
    llvm::Intrinsic::usub_sat,
    llvm::Intrinsic::usub_with_overflow,
    llvm::Intrinsic::vector_reduce_add,
    llvm::Intrinsic::vector_reduce_and,
    llvm::Intrinsic::vector_reduce_mul,
    llvm::Intrinsic::vector_reduce_or,
    llvm::Intrinsic::vector_reduce_smax,
    llvm::Intrinsic::vector_reduce_smin,
    llvm::Intrinsic::vector_reduce_umax,
    llvm::Intrinsic::vector_reduce_umin,
    llvm::Intrinsic::vector_reduce_xor,
};

/// Checks types, each once: types share their parts.
class TypeCheck {
 public:
  /// Returns true if the type and all types in it are allowed. A recursive type counts as foreign
  /// while it is being checked.
  bool isKnown(llvm::Type *type) {
    // A type met while it is being checked contains itself.
    const auto [position, isNew] = known_.try_emplace(type, false);
    if (!isNew) {
      return position->second;
    }
    // The result is not remembered: another path to the type may be shorter.
    if (depth_ >= maximumTypeDepth) {
      return false;
    }
    ++depth_;
    const bool result = look(type);
    --depth_;
    known_[type] = result;
    return result;
  }

 private:
  /// Checks a type that is not known yet.
  bool look(llvm::Type *type) {
    if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
      return integer->getBitWidth() <= maximumIntegerBits;
    }
    if (type->isPointerTy()) {
      return type->getPointerAddressSpace() <= lastAddressSpace;
    }
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      return vector->getNumElements() <= maximumVectorLength && isKnown(vector->getElementType());
    }
    if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
      return isOpaqueOfOpenCL(*opaque);
    }
    if (type->isArrayTy() || type->isStructTy() || type->isFunctionTy()) {
      const auto *structure = llvm::dyn_cast<llvm::StructType>(type);
      return !(structure && structure->isOpaque()) &&
             std::ranges::all_of(type->subtypes(), [&](llvm::Type *part) { return isKnown(part); });
    }
    return type->isVoidTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() ||
           type->isLabelTy() || type->isMetadataTy();
  }

  llvm::DenseMap<llvm::Type *, bool> known_;  ///< results; false while a type is being checked
  unsigned depth_ = 0;                        ///< of nested types at the moment
};

/// The type as LLVM prints it.
std::string nameOf(llvm::Type *type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type->print(stream, false, /*NoDetails=*/true);
  return text;
}

/// Returns false for exceptions, indirect branches, inline assembly branches and variable
/// arguments.
bool isKnown(const llvm::Instruction &instruction) {
  using llvm::Instruction;
  switch (instruction.getOpcode()) {
    case Instruction::Invoke:
    case Instruction::CallBr:
    case Instruction::IndirectBr:
    case Instruction::Resume:
    case Instruction::LandingPad:
    case Instruction::CleanupPad:
    case Instruction::CatchPad:
    case Instruction::CatchSwitch:
    case Instruction::CatchRet:
    case Instruction::CleanupRet:
    case Instruction::VAArg:
      return false;
    default:
      return true;
  }
}

/// Walks over a module and stops at the first foreign construct.
class Finder {
 public:
  /// Returns the sentence, or an empty string.
  std::string find(const llvm::Module &module) {
    for (const llvm::GlobalVariable &variable : module.globals()) {
      if (!isTypeKnown(variable.getValueType()) || !isTypeKnown(variable.getType())) {
        return problem_;
      }
    }
    for (const llvm::Function &function : module) {
      if (!look(function)) {
        return problem_;
      }
    }
    return {};
  }

 private:
  /// Checks a type; sets problem_ if it is foreign.
  bool isTypeKnown(llvm::Type *type) {
    if (types_.isKnown(type)) {
      return true;
    }
    problem_ = "the type " + nameOf(type) + " is not supported";
    return false;
  }

  /// Checks a function with its body.
  bool look(const llvm::Function &function) {
    if (!isTypeKnown(function.getFunctionType())) {
      return false;
    }
    // Overloads are checked by their types, like any function.
    const ID intrinsic = function.getIntrinsicID();
    if (intrinsic != llvm::Intrinsic::not_intrinsic &&
        std::ranges::find(intrinsics, intrinsic) == std::end(intrinsics)) {
      problem_ = "the intrinsic " + function.getName().str() + " is not supported";
      return false;
    }
    if (function.hasPersonalityFn() || function.hasGC() || function.hasPrefixData() ||
        function.hasPrologueData()) {
      problem_ = "function '" + function.getName().str() + "' is of another language";
      return false;
    }
    return std::ranges::all_of(llvm::instructions(function),
                               [&](const llvm::Instruction &each) { return look(each); });
  }

  /// Checks an instruction with its operands' types.
  bool look(const llvm::Instruction &instruction) {
    if (!isKnown(instruction)) {
      problem_ =
          std::string("the instruction ") + instruction.getOpcodeName() + " is not supported";
      return false;
    }
    // These two name a type besides those of their operands and result.
    const auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto *access = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    return isTypeKnown(instruction.getType()) &&
           (!alloca || isTypeKnown(alloca->getAllocatedType())) &&
           (!access || isTypeKnown(access->getSourceElementType())) &&
           std::ranges::all_of(instruction.operand_values(), [&](const llvm::Value *operand) {
             return isTypeKnown(operand->getType());
           });
  }

  TypeCheck types_;
  std::string problem_;
};

}  // namespace

/// Types of unused declarations count as well: later passes look at all functions.
std::string findForeign(const llvm::Module &module) {
  return Finder().find(module);
}

}  // namespace compiler::il
