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
/// numbers. False where the target has an instruction, for more than 64 bits, and where the divisor
/// is a constant of at most 32 bits: LLVM multiplies then. `division` is the scalar instruction:
/// division or remainder, signed or unsigned.
bool isDividedBetterAsFloats(const llvm::BinaryOperator &division, llvm::FixedVectorType *type,
                             const llvm::TargetTransformInfo &target);

/// The cost of the better way, in TargetTransformInfo's reciprocal throughput.
llvm::InstructionCost costOfDivision(const llvm::BinaryOperator &division,
                                     llvm::FixedVectorType *type,
                                     const llvm::TargetTransformInfo &target);

/// The result of `opcode` (a division or remainder, signed or unsigned) for vectors of integers of
/// at most 64 bits. Lanes with an undefined result, by a divisor of 0 or an overflow, are poison
/// and do not trap.
///
/// *One step.* The quotient a / b, rounded to a format of p bits, is off by less than a / b * 2^-p.
/// Where it is not an integer it is at least 1 / |b| away from one. |a| * 2^-p < 1 holds for
/// operands of at most 32 bits in double (p = 53), and for at most 16 bits in float (p = 24). So
/// truncation gives the integer quotient exactly. It holds for wider operands of 53 bits, too, if
/// these are known.
///
/// *Two steps*, for all numbers of 64 bits, without their signs. c = (1 - 2^-50) / b is rounded
/// twice, and the product a * c twice more. All together change it by a factor between 1 - 2^-51
/// and 1 + 2^-51. So q = trunc(a * c) is at most a / b and below 2^64. It is too small by less than
/// a / b * 2^-49 + 1 <= 2^15 + 1. The rest r = a - q * b is divided likewise. r / b is at most
/// 2^15 + 1, so the second quotient is too small by at most 1. A rest that is not below b shows
/// where.
llvm::Value *divideAsFloats(llvm::IRBuilder<> &builder, llvm::Instruction::BinaryOps opcode,
                            llvm::Value *dividend, llvm::Value *divisor);

}  // namespace compiler::vecz
