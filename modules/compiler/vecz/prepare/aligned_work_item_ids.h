// Simplifies arithmetic on work-item ids that are a multiple of the width in lane 0.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

struct SimdGroup;

/// Rewrites comparisons, quotients and remainders of the local id so that uniformity becomes
/// visible. SIMD groups begin at multiples of their width, so lane 0's id is a multiple of it.
/// Comparisons with suitable constants and quotients by them become those of lane 0 (kiln.base).
/// Remainders become lane 0's plus the lane's number.
///
/// To be called before linearisation, where uniform comparisons save masks. The SIMD group's width
/// may be unknown then (1): only what holds for all widths up to widthLimit() is rewritten.
/// prepareWidening() calls it again for the chosen width.
///
/// SIMD groups along the linear id are left alone: the local id of a dimension does not count up in
/// them.
void useAlignedIds(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
