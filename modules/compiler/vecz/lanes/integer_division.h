// Emits vector integer division by floating-point division, for targets without an instruction for
// it.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/InstructionCost.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Whether the target divides vectors of `type` (integers) faster as floating-point numbers: not
/// where it has an instruction, the divisor is constant, or the numbers are too wide to be exact.
bool isDividedBetterAsFloats(const llvm::BinaryOperator &division, llvm::FixedVectorType *type,
                             const llvm::TargetTransformInfo &target);

/// Of the better way, in TargetTransformInfo's reciprocal throughput.
llvm::InstructionCost costOfDivision(const llvm::BinaryOperator &division,
                                     llvm::FixedVectorType *type,
                                     const llvm::TargetTransformInfo &target);

/// What `opcode` (a division or remainder, signed or not) gives for vectors of integers of up to
/// 32 bits; poison in lanes in which it is not defined.
///
/// The quotient a / b, rounded to a format of p bits, is off by less than a / b * 2^-p, and where
/// it is not an integer it is at least 1 / |b| away from one; |a| * 2^-p < 1 holds for integers of
/// at most 32 bits in double (p = 53) and of at most 16 bits in float (p = 24). So truncation gives
/// the integer quotient exactly.
llvm::Value *divideAsFloats(llvm::IRBuilder<> &builder, llvm::Instruction::BinaryOps opcode,
                            llvm::Value *dividend, llvm::Value *divisor);

}  // namespace compiler::vecz
