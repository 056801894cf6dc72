// Computes one half-precision instruction in float, with the rounding of half.
#pragma once

namespace llvm {
class Instruction;
class Type;
}  // namespace llvm

namespace compiler::passes {

/// half, or a vector of it.
bool isHalf(const llvm::Type *type);
/// The type with `element` for half: scalars, vectors, and structures of these.
llvm::Type *withoutHalf(llvm::Type *type, llvm::Type *element);

enum class HalfLowering {
  none,     ///< it moves values: it means the same of i16
  done,     ///< replaced, and erased
  unknown,  ///< no way to do it in float
};

/// Replaces an instruction that computes with halves. Halves are operands of bitcasts then.
HalfLowering lowerHalfArithmetic(llvm::Instruction &instruction);

}  // namespace compiler::passes
