// Emits vector integer division by floating-point division, for targets without an instruction for
// it.
//
// x86 and most other targets divide vectors of floating-point numbers and have no vector division
// of integers. LLVM would divide lane by lane. The cost model and the widener must agree on the
// method, so both ask here.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/InstructionCost.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true if the target divides vectors of `type` (integers) faster as floating-point
/// numbers. False where the target has an instruction, where the divisor is a constant (LLVM
/// multiplies then), or where the numbers are too wide to be exact. `division` is the scalar
/// instruction: division or remainder, signed or unsigned.
bool isDividedBetterAsFloats(const llvm::BinaryOperator &division, llvm::FixedVectorType *type,
                             const llvm::TargetTransformInfo &target);

/// The cost of the better way, in TargetTransformInfo's reciprocal throughput.
llvm::InstructionCost costOfDivision(const llvm::BinaryOperator &division,
                                     llvm::FixedVectorType *type,
                                     const llvm::TargetTransformInfo &target);

/// The result of `opcode` (a division or remainder, signed or unsigned) for vectors of integers of
/// at most 32 bits. Lanes with an undefined result, by a divisor of 0 or an overflow, are poison
/// and do not trap.
///
/// The quotient a / b, rounded to a format of p bits, is off by less than a / b * 2^-p. Where it is
/// not an integer it is at least 1 / |b| away from one. |a| * 2^-p < 1 holds for at most 32 bits in
/// double (p = 53), and for at most 16 bits in float (p = 24). So truncation gives the integer
/// quotient exactly.
llvm::Value *divideAsFloats(llvm::IRBuilder<> &builder, llvm::Instruction::BinaryOps opcode,
                            llvm::Value *dividend, llvm::Value *divisor);

}  // namespace compiler::vecz
