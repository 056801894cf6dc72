// Rewrites one LLVM instruction on half to float arithmetic, with the rounding of half.
#pragma once

namespace llvm {
class Instruction;
class Type;
}  // namespace llvm

namespace compiler::passes {

/// Returns true if the type is half or a vector of half.
bool isHalf(const llvm::Type *type);
/// The type with `element` in place of half: for scalars, vectors, and structures of these.
llvm::Type *withoutHalf(llvm::Type *type, llvm::Type *element);

/// The result of lowering one instruction.
enum class HalfLowering {
  none,     ///< it moves values only, and is valid with i16 in place of half
  done,     ///< replaced and erased
  unknown,  ///< no equivalent in float exists; nothing has changed
};

/// Replaces an instruction that computes with half by operations on float and integers with the
/// same result, correctly rounded. Afterwards the halves involved are operands and results of
/// bitcasts from and to i16. So the caller can replace the type half everywhere
/// (type_replacement.h).
HalfLowering lowerHalfArithmetic(llvm::Instruction &instruction);

}  // namespace compiler::passes
