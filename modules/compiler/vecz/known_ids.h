// What is known of work-item ids in code for packets.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Ids are below this in code for packets: loops over work-items run the scalar function where a
/// group's global ids go beyond, or its linear local ids.
inline constexpr unsigned idBits = 31;

/// Marks calls that return ids as in range, and drops the truncation and extension of ids that
/// this makes pointless: (int)get_global_id(0), as instcombine writes it, becomes the id.
void useIdRanges(llvm::Function &function);

}  // namespace compiler::vecz
