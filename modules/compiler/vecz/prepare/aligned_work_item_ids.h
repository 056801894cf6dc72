// Simplifies arithmetic on work-item ids that are a multiple of the width in lane 0.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

struct SimdGroup;

/// Makes what lanes agree on visible where it follows from where SIMD groups begin: comparisons and
/// quotients become lane 0's (kiln.base), remainders lane 0's plus the lane's number. Before
/// linearisation, the SIMD group's width (1: not known yet) may be any; what is done then holds for
/// all.
void useAlignedIds(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
