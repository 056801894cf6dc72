// Records value ranges of work-item ids in vector code.
//
// The ranges let LLVM's KnownBits and the shape analysis see through narrowing and widening of ids.
// C's `int` brings both into most kernels.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Ids are below 2^idBits in code for SIMD groups. The loops over work-items ensure it: they run
/// the scalar function where global ids of a launch go beyond
/// (passes/work_items/work_item_loop_builder.h). Code for single work-items must not rely on it.
inline constexpr unsigned idBits = 31;

/// Gives the calls that return ids a range below 2^idBits, and drops each truncation and extension
/// without effect in it. `(int)get_global_id(0)`, in the shape that instcombine gives it, becomes
/// the id itself.
///
/// The function must be a copy for SIMD groups (see idBits). Without this step an index made of an
/// `int` id would be an extension, and so without a stride (shape_analysis.h).
void useIdRanges(llvm::Function &function);

/// Returns true if the function asks for its global or local id of `dimension` (0 to 2) by a
/// constant argument. Without such a call all work-items along the dimension do the same, and a
/// SIMD group along it would repeat one result.
bool asksIdsOf(const llvm::Function &function, unsigned dimension);

/// Returns true if the function asks for its local id of `dimension` (0 to 2) by a constant
/// argument, or for its linear local id.
bool asksLocalIdOf(const llvm::Function &function, unsigned dimension);

}  // namespace compiler::vecz
