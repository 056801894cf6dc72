// Records value ranges of work-item ids in vector code.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Ids are below 2^idBits in code for SIMD groups: loops over work-items run the scalar function
/// where global ids of the launch go beyond (passes/work_items/work_item_loop_builder.h).
inline constexpr unsigned idBits = 31;

/// Marks calls that return ids as in range, and drops the truncation and extension of ids that
/// this makes pointless: (int)get_global_id(0), as instcombine writes it, becomes the id.
void useIdRanges(llvm::Function &function);

/// Whether it asks for global or local ids of a dimension.
bool asksIdsOf(const llvm::Function &function, unsigned dimension);

}  // namespace compiler::vecz
